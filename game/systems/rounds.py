"""Rounds of whole turns, in the level's order or by a roll, until the last round."""

from collections.abc import Callable
from typing import ClassVar

from game.components.motion import Stride
from game.components.turns import Acting, Offers, Rounds
from game.components.unit import Position
from game.core.dice import Dice
from game.terms.agenda import Ask, Chain, Finish, Item, Outcome
from game.terms.events import RoundStarted, TurnEnded, TurnStarted
from game.terms.queue import Slot
from game.world import World
from game.world.names import id_of, side_of, standing
from game.world.system import System

MOST_TIES = 20
"""So often the tied roll again before unit order decides: no roll is endless."""


class NextTurn(Item, frozen=True):
    """The next unit's turn is due, or the next round."""


class NextRound(Item, frozen=True):
    """Everybody has had a turn: the round is over, and the next begins, if there is one."""


class BeginTurn(Item, frozen=True):
    """A unit's turn begins."""

    unit: int


class TakeTurn(Item, frozen=True):
    """A unit takes its turn; the book asks it until the turn is over."""

    unit: int


class EndTurn(Item, frozen=True):
    """A unit's turn ends, though it may have died in it.

    The command that ends a turn pushes it, so that its odds know what the end brings; where the
    unit has died, the system that asks it does.
    """

    unit: int


class SetOrder(Item, frozen=True):
    """The order of turns is due: unit order, or by a roll. `setup` pushes it above `NextTurn`."""

    roll: str | None


class Ordered(Outcome, frozen=True):
    """The order of turns for the whole battle."""

    order: tuple[int, ...]


class OrderRoll(Chain, frozen=True):
    """Each rolls once, highest first; the tied roll again, all in unit order.

    `groups` are those whose order is still open together, best first; `rolled` is what came up so
    far in this pass.
    """

    expr: str
    groups: tuple[tuple[int, ...], ...]
    source: str
    rolled: tuple[tuple[int, int], ...] = ()
    passes: int = 1

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def why(self) -> str:
        return "initiative"

    @property
    def rule(self) -> str | None:
        return self.source

    @property
    def roller(self) -> int | None:
        return self._due()[0]

    def _due(self) -> tuple[int, ...]:
        done = {unit for unit, _ in self.rolled}
        tied = sorted(unit for group in self.groups if len(group) > 1 for unit in group)
        return tuple(unit for unit in tied if unit not in done)

    def after(self, value: int) -> Item:
        rolled = (*self.rolled, (self._due()[0], value))
        if len(self._due()) > 1:
            return OrderRoll(self.expr, self.groups, self.source, rolled, self.passes)
        groups = tuple(part for group in self.groups for part in _split(group, dict(rolled)))
        if all(len(group) == 1 for group in groups) or self.passes == MOST_TIES:
            return Ordered(tuple(unit for group in groups for unit in group))
        return OrderRoll(self.expr, groups, self.source, (), self.passes + 1)


def _split(group: tuple[int, ...], rolled: dict[int, int]) -> list[tuple[int, ...]]:
    """The group by what its members rolled, highest first; those who did not roll are one."""
    values = sorted({rolled.get(unit, 0) for unit in group}, reverse=True)
    return [tuple(u for u in group if rolled.get(u, 0) == value) for value in values]


RECORDS = (
    *(SetOrder, NextTurn, NextRound, BeginTurn, TakeTurn, EndTurn, Ordered, OrderRoll),
    *(Rounds, Acting, Offers),
)


def join_order(world: World, unit: int) -> None:
    """Who arrives is last in the order and acts from the next round on."""
    rounds = world.find(world.root, Rounds)
    if rounds and unit not in rounds.order:
        order, acted = (*rounds.order, unit), (*rounds.acted, unit)
        world.put(world.root, Rounds(rounds.number, order, acted))


class TurnOrder(System):
    """Keeps the round and gives out the turns."""

    acts_on: ClassVar = (SetOrder, Ordered, NextTurn, NextRound, BeginTurn)

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: Item) -> None:
        match item:
            case SetOrder(roll):
                units = standing(world)
                rolls = roll is not None and len(units) > 1
                world.push(OrderRoll(roll or "", (units,), self._rule) if rolls else Ordered(units))
            case Ordered(order):
                self._start_round(world, Rounds(1, order))
            case NextTurn():
                self._next(world)
            case NextRound():
                self._next_round(world)
            case BeginTurn(unit):
                world.put(world.root, Acting(unit))
                world.tell(TurnStarted(unit=id_of(world, unit), rule=self._rule))

    def _start_round(self, world: World, rounds: Rounds) -> None:
        order = tuple(id_of(world, unit) for unit in rounds.order if world.has(unit, Position))
        world.put(world.root, rounds)
        world.tell(RoundStarted(round=rounds.number, order=order, rule=self._rule))

    def _next(self, world: World) -> None:
        unit = next(iter(remaining(world, world.get(world.root, Rounds))), None)
        if unit is not None:
            world.push(NextTurn(), TakeTurn(unit), BeginTurn(unit))
        else:
            world.push(NextTurn(), NextRound())

    def _next_round(self, world: World) -> None:
        rounds, level = world.get(world.root, Rounds), world.scene.level
        if rounds.number >= level.rounds:
            world.push(Finish(level.rounds_winner, "round_limit"))
        else:
            self._start_round(world, Rounds(rounds.number + 1, rounds.order))


class TakingTurns(System):
    """Asks the unit whose turn it is until the turn has been ended, or the unit is dead."""

    acts_on: ClassVar = (TakeTurn,)

    def __init__(self, ask: Callable[[str, int], Ask]) -> None:
        """`ask` makes the book's ask from the side and the unit."""
        self._ask = ask

    def process(self, world: World, item: TakeTurn) -> None:
        if not world.has(world.root, Acting):
            return
        if world.has(item.unit, Position):
            world.push(item, self._ask(side_of(world, item.unit), item.unit))
        else:
            world.push(EndTurn(item.unit))


class TurnEnding(System):
    """Closes a turn: what is left of its movement is lost."""

    acts_on: ClassVar = (EndTurn,)

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: EndTurn) -> None:
        rounds = world.get(world.root, Rounds)
        world.put(world.root, Rounds(rounds.number, rounds.order, (*rounds.acted, item.unit)))
        world.drop(item.unit, Stride)
        world.drop(world.root, Acting)
        world.tell(TurnEnded(unit=id_of(world, item.unit), rule=self._rule))


def remaining(world: World, rounds: Rounds) -> tuple[int, ...]:
    """Who stands and has not acted in this round, in order."""
    return tuple(u for u in rounds.order if u not in rounds.acted and world.has(u, Position))


def turn_slots(world: World) -> tuple[Slot, ...]:
    """The queue of plain turns: the rest of this round, then the whole next one."""
    rounds, acting = world.find(world.root, Rounds), world.find(world.root, Acting)
    if rounds is None:
        return ()
    now = acting.unit if acting and world.has(acting.unit, Position) else None
    slots = [Slot((id_of(world, now),), rounds.number, "acting")] if now is not None else []
    slots += [Slot((id_of(world, u),), rounds.number) for u in remaining(world, rounds) if u != now]
    if rounds.number < world.scene.level.rounds:
        slots += [
            Slot((id_of(world, u),), rounds.number + 1)
            for u in rounds.order
            if world.has(u, Position)
        ]
    return tuple(slots)
