"""Chances to win by playing on: soldiers play a position to its end, again and again."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from game.ai.chance_to_win import chances
from game.ai.soldier import Soldier
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.play.analysis.accounting import Chances, fitted
from game.terms.agenda import Ask, BattleEnd, Roll

LONGEST = 3000
"""Maximum number of commands of a battle that is played on; longer ones count as fitted."""
Z = 1.959964
"""Number of standard deviations to either side of the mean that contain 95%."""


class Horizon(NamedTuple):
    """The moment until which a battle is played on: the unit's turn in the next round."""

    round: int
    unit: str | None

    @classmethod
    def of(cls, battle: Battle) -> "Horizon":
        """Return the moment one round after a position."""
        return cls(battle.round, battle.turn)

    def is_reached(self, battle: Battle) -> bool:
        """Return whether a battle has come to that moment, or past it."""
        later = battle.round - self.round
        return later > 1 or (later == 1 and battle.turn == self.unit)


class PlayedOn(NamedTuple):
    """The chances after a battle was played on, and how much work that was."""

    chances: Chances
    weighed: int
    """Number of legal commands among which the players chose."""


class Playouts:
    """The chances by battles between soldiers from a position, with the same dice from each."""

    def __init__(self, games: int, seed: int = 1) -> None:
        self.games, self._seed = games, seed

    def __call__(self, battle: Battle) -> Chances:
        """Return the share of the battles that each side wins; a draw counts for all alike."""
        if battle.outcome is not None:
            return fitted(battle)
        total: dict[str, float] = {}
        for found in self.each(battle):
            for side, share in found.items():
                total[side] = total.get(side, 0.0) + share / self.games
        return total

    def each(self, battle: Battle, until: Horizon | None = None) -> list[Chances]:
        """Return the chances at the end of each battle, or at the moment `until`."""
        seeds = range(self._seed, self._seed + self.games)
        return [played_on(battle, seed, until).chances for seed in seeds]


def played_on(battle: Battle, seed: int, until: Horizon | None = None) -> PlayedOn:
    """Play a copy of a battle on between soldiers, to its end or to the moment `until`."""
    copy, dice = Battle(battle.book, battle.world.clone()), Stream(seed, "playout")
    copy.world.quiet = True
    sides = (side.id for side in copy.world.scene.level.sides)
    players = {side: Soldier(seed, side) for side in sides}
    given = weighed = 0
    while not isinstance(copy.stop, BattleEnd) and given < LONGEST:
        if isinstance(copy.stop, Roll):
            copy.settle(dice.roll(copy.stop.dice))
            continue
        if until is not None and until.is_reached(copy):
            break
        view, legal = copy.view(copy.stop.side), copy.legal()
        assert isinstance(view.stop, Ask)
        copy.apply(players[copy.stop.side].choose(view, view.stop, legal))
        copy.history.clear()
        given, weighed = given + 1, weighed + len(legal)
    return PlayedOn(chances(copy), weighed)


def half_width(share: float, games: int) -> float:
    """Return half the width of Wilson's 95% interval around a share of `games` battles."""
    spread = Z * Z / games
    return Z * sqrt((share * (1 - share) + spread / 4) / games) / (1 + spread)


def mean_gain(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference of battles with the same dice, and half its 95% interval."""
    gains = [one - other for one, other in zip(better, worse, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return mean, Z * sqrt(spread / len(gains))
