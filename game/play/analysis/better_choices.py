"""The choices that cost a side most, compared with what it could have done instead.

The commands that the fitted value likes best are tried: soldiers play on after each, with the same
dice as after the command that was given. So a command that only puts off the inevitable gains
nothing.
"""

from collections.abc import Iterator, Sequence

from game.engine.battle import Battle
from game.play.analysis.accounting import AnalysisStep, ComparedChoice, fitted
from game.play.analysis.playouts import Horizon, Playouts, mean_gain
from game.play.rewind import RewindableBattle
from game.terms.agenda import Ask
from game.terms.commands import Command, Concede, OfferDraw

ROUGH = 6
"""Maximum number of outcomes of a roll to weigh for the fitted value of a command."""
EXAMINED = 5
"""Number of choices of a side that are compared with others."""
WEIGHED, TRIED = 24, 2
"""Maximum number of other commands to weigh by the fitted value, and of those to try."""
SHORT = 6
"""Number of times that soldiers play on for one round."""


class ChoiceSearch:
    """The search for the choice that cost each side most, which can be done in parts."""

    def __init__(self, reel: RewindableBattle, games: int = 0) -> None:
        """Prepare the search. `reel` is used meanwhile, and left at its end.

        With `games`, soldiers play that many battles to their end after each command. Otherwise
        they play `SHORT` times for one round, and the fitted value says who then wins.
        """
        self._reel, self._games = reel, games
        self.found: dict[str, ComparedChoice] = {}
        """The costliest choice of each side so far."""

    def go_on(self, steps: Sequence[AnalysisStep], sides: Sequence[str]) -> Iterator[None]:
        """Compare choices of these sides, and yield after each part."""
        for side in sides:
            for step in costly(steps, side)[:EXAMINED]:
                for _ in self._reel.going(step.place):
                    yield
                yield from self._compared(step, side)
        yield from self._reel.going(self._reel.count)

    def _compared(self, step: AnalysisStep, side: str) -> Iterator[None]:
        """Compare a choice at the reel's place with the best of the others."""
        now = self._reel.battle
        if not isinstance(now.stop, Ask):
            return
        worth = {}
        for command in _others(now, step.command):
            worth[command] = fitted(_after(now, command), ROUGH)[side]
            yield
        given = self._tried(step.command, side)
        yield
        for command in sorted(worth, key=lambda one: -worth[one])[:TRIED]:
            gain, margin = mean_gain(self._tried(command, side), given)
            best = self.found.get(side)
            # Only the difference beyond its margin counts as better.
            if gain > margin and (best is None or gain > best.lost):
                self.found[side] = ComparedChoice(
                    step, command, gain, margin if self._games else 0.0
                )
            yield

    def _tried(self, command: Command, side: str) -> list[float]:
        """Return a side's chance each time that soldiers have played on after a command."""
        now = self._reel.battle
        until = None if self._games else Horizon.of(now)
        found = Playouts(self._games or SHORT).each(_after(now, command), until)
        return [chances[side] for chances in found]


def costly(steps: Sequence[AnalysisStep], side: str) -> list[AnalysisStep]:
    """Return the choices of a side, the costliest first.

    A choice costs what it changed itself, and what others made of it until the side's next choice.
    """
    cost: dict[int, float] = {}
    last = None
    for n, step in enumerate(steps):
        if step.kind == "choice":
            last = n if step.side == side else last
            if last is not None:
                cost[last] = cost.get(last, 0.0) + step.of(side)
    return [steps[n] for n in sorted(cost, key=lambda n: cost[n])]


def _after(battle: Battle, command: Command) -> Battle:
    """Return a copy of a battle after a command."""
    copy = Battle(battle.book, battle.world.clone())
    copy.apply(command)
    return copy


def _others(battle: Battle, given: Command) -> tuple[Command, ...]:
    """Return the commands that could have been given instead; some of them if there are many."""
    others = [
        command
        for command in battle.legal()
        if not isinstance(command, Concede | OfferDraw) and command != given
    ]
    return tuple(others[:: max(1, -(-len(others) // WEIGHED))])
