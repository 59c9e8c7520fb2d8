"""Chances to win by playing on: soldiers play a position to its end, again and again."""

from math import sqrt

from game.ai.soldier import Soldier
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.play.analysis.accounting import Chances, fitted
from game.terms.agenda import Ask, BattleEnd, Roll

LONGEST = 3000
"""Maximum number of commands of a battle that is played on; longer ones count as fitted."""
Z = 1.959964
"""Number of standard deviations to either side of the mean that contain 95%."""


class Playouts:
    """The chances by battles between soldiers from a position, with the same dice from each."""

    def __init__(self, games: int, seed: int = 1) -> None:
        self.games, self._seed = games, seed

    def __call__(self, battle: Battle) -> Chances:
        """Return the share of the battles that each side wins; a draw counts for all alike."""
        if battle.outcome is not None:
            return fitted(battle)
        total: dict[str, float] = {}
        for n in range(self.games):
            for side, share in played_on(battle, self._seed + n).items():
                total[side] = total.get(side, 0.0) + share / self.games
        return total


def played_on(battle: Battle, seed: int) -> Chances:
    """Return the chances at the end of a battle that soldiers play on from a position."""
    copy, dice = Battle(battle.book, battle.world.clone()), Stream(seed, "playout")
    copy.world.quiet = True
    sides = (side.id for side in copy.world.scene.level.sides)
    players = {side: Soldier(seed, side) for side in sides}
    given = 0
    while not isinstance(copy.stop, BattleEnd) and given < LONGEST:
        if isinstance(copy.stop, Roll):
            copy.settle(dice.roll(copy.stop.dice))
            continue
        view = copy.view(copy.stop.side)
        assert isinstance(view.stop, Ask)
        copy.apply(players[copy.stop.side].choose(view, view.stop, copy.legal()))
        copy.history.clear()
        given += 1
    return fitted(copy)


def half_width(share: float, games: int) -> float:
    """Return half the width of Wilson's 95% interval around a share of `games` battles."""
    spread = Z * Z / games
    return Z * sqrt((share * (1 - share) + spread / 4) / games) / (1 + spread)
