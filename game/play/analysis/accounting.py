"""The accounts of a battle: what each choice and each roll did to the sides' chances to win.

A choice is worth the mean over the outcomes of the dice that it calls for, so its step is skill.
A roll's step leads from that mean to the outcome that fell, so it is luck. The steps lead from the
chances at the start to the result, so they add up exactly.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec

from game.ai.chance_to_win import chances
from game.engine.battle import Battle
from game.engine.chain_odds import ChainOdds, TooManyOutcomes, chain_odds, check_assume, thinned
from game.engine.legality import commands_of
from game.play.rewind import RewindableBattle, RewindStep
from game.terms.agenda import Chain, Roll
from game.terms.commands import Command, Done, End
from game.world.unit_names import side_of

MOST, LATER = 40, 3
"""Maximum number of outcomes of a roll to weigh, and of a roll that follows from it."""
DEPTH = 2
"""Number of rolls one after another whose outcomes are weighed."""
STOP = check_assume("stop")

Chances = Mapping[str, float]
"""Each side's chance to win, by side; they add up to 1."""
Value = Callable[[Battle], Chances]
"""A function that estimates the chances at any stop, also while dice are due."""


class AnalysisStep(msgspec.Struct, frozen=True):
    """What a choice or a roll did to the chances: those before it, and those after it."""

    kind: Literal["choice", "roll"]
    place: int
    """Number of commands before it, without those that were undone."""
    n: int
    """Number of its command in the record."""
    round: int
    side: str
    """The side that chose, or whose unit rolled; "" if nobody did."""
    command: Command
    """The command chosen, or that led to the roll."""
    before: Chances
    after: Chances

    def of(self, side: str) -> float:
        """Return the change of a side's chance."""
        return self.after[side] - self.before[side]


class ComparedChoice(msgspec.Struct, frozen=True):
    """A choice compared with the best that the side could have done instead."""

    step: AnalysisStep
    better: Command | None = None
    """The best command instead; None if none was better."""
    lost: float = 0.0
    """How much higher the side's chance would have been."""
    margin: float = 0.0
    """Half its 95% interval, if whole battles were played; else 0."""


class BattleAnalysis(msgspec.Struct, frozen=True):
    """The accounts of a whole battle."""

    sides: tuple[str, ...]
    start: Chances
    steps: tuple[AnalysisStep, ...]
    compared: dict[str, ComparedChoice] = {}
    """For each side, the choice that cost it most, compared with the best one."""

    def result(self, side: str) -> float:
        """Return a side's chance after the last step: 1 or 0 if a side has won."""
        return self.steps[-1].after[side] if self.steps else self.start[side]

    def luck(self, side: str) -> float:
        """Return how much all dice changed a side's chance."""
        return sum(step.of(side) for step in self.steps if step.kind == "roll")

    def skill(self, side: str, by: str | None = None) -> float:
        """Return how much the choices of the side `by` (None: of all) changed a side's chance."""
        chosen = (step for step in self.steps if step.kind == "choice")
        return sum(step.of(side) for step in chosen if by in (None, step.side))

    def best(self, side: str) -> AnalysisStep | None:
        """Return the choice of a side that raised its chance most, or None if none did."""
        own = [one for one in self.steps if one.kind == "choice" and one.side == side]
        # Ending a turn changes the chance only because somebody else is next.
        own = [one for one in own if not isinstance(one.command, End | Done)]
        best = max(own, key=lambda step: step.of(side), default=None)
        return best if best is not None and best.of(side) > 0 else None

    def dearest(self, side: str) -> ComparedChoice | None:
        """Return the choice that cost a side most compared with a better one, or None."""
        found = self.compared.get(side)
        return found if found is not None and found.better is not None else None

    def curve(self, side: str) -> tuple[float, ...]:
        """Return a side's chance at each place: at the start, and after each command."""
        found = {0: self.start[side]}
        for step in self.steps:
            found[step.place + 1] = step.after[side]
        return tuple(found.values())


# Values


def fitted(battle: Battle, most: int = MOST) -> Chances:
    """Return the chances by the value that was fitted to battles between soldiers.

    While dice are due, return the mean over their outcomes. The odds of a roll are exact for up to
    `most` outcomes, and those of a roll that follows from it up to `LATER`. Leave the battle as it
    is.
    """
    return _weighed(battle, most, DEPTH)


def _weighed(battle: Battle, most: int, depth: int) -> dict[str, float]:
    if not isinstance(battle.stop, Roll) or not depth:
        return chances(battle)
    world, machine = battle.world, battle.machine
    chain = world.frames()[-1].item
    assert isinstance(chain, Chain)
    outcomes, total = _outcomes(chain, most)
    mean: dict[str, float] = {}
    quiet, world.quiet = world.quiet, True
    try:
        for outcome, weight in machine.sorts(world, outcomes):
            mark = world.mark()
            if machine.handles(type(outcome)):
                machine.happen(world, outcome)
            else:  # a decision within the chain
                world.pop()
                world.push(outcome)
            found = _weighed(Battle(battle.book, world), LATER, depth - 1)
            world.undo(mark)
            for side, chance in found.items():
                mean[side] = mean.get(side, 0.0) + chance * weight / total
    finally:
        world.quiet = quiet
    return mean


def _outcomes(chain: Chain, most: int) -> ChainOdds:
    """Return the outcomes of a roll with their weights and the total, at most `most`."""
    try:
        found = chain_odds(chain, STOP)
    except TooManyOutcomes:
        return thinned(chain, STOP, most)
    return found if len(found[0]) <= most else thinned(chain, STOP, most)


# The search


class Accounting:
    """The search for a battle's accounts, which can be done in parts."""

    def __init__(self, reel: RewindableBattle, value: Value = fitted) -> None:
        """Prepare the search. `reel` is used meanwhile, and left at its end."""
        self._reel, self._value = reel, value
        self.found: BattleAnalysis | None = None
        """The accounts, once the search is done."""
        self.done = 0.0
        """Share of the commands that have been weighed."""

    def go_on(self) -> Iterator[None]:
        """Search, and yield after each part."""
        reel = self._reel
        yield from reel.follow()
        yield from reel.going(0)
        sides = tuple(side.id for side in reel.battle.world.scene.level.sides)
        start = now = self._value(reel.battle)
        steps: list[AnalysisStep] = []
        for place, beat in enumerate(reel.beats):
            for step in self._steps(place, beat, now):
                steps.append(step)
                now = step.after
                yield
            self.done = (place + 1) / reel.count
            yield from reel.going(place + 1)
        yield from reel.going(reel.count)
        self.found = BattleAnalysis(sides, start, tuple(steps))

    def _steps(self, place: int, beat: RewindStep, before: Chances) -> Iterator[AnalysisStep]:
        """Yield the steps of a command: the choice, then each roll."""
        battle = _copy(self._reel.battle)
        command = beat.play.given(commands_of(battle.book))
        head = place, beat.n, battle.round
        battle.apply(command)
        after = self._value(battle)
        yield AnalysisStep("choice", *head, beat.play.side, command, before, after)
        for fallen in beat.dice:
            stop = battle.stop
            roller = stop.roller if isinstance(stop, Roll) else None
            by = side_of(battle.world, roller) if roller is not None else ""
            battle.settle(fallen.faces)
            before, after = after, self._value(battle)
            yield AnalysisStep("roll", *head, by, command, before, after)


def _copy(battle: Battle) -> Battle:
    return Battle(battle.book, battle.world.clone())
