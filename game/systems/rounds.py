"""Rounds in which each unit has a turn, in the level's order or by a roll, until the last round."""

from collections.abc import Callable

from msgspec.structs import replace

from game.components.motion import Stride
from game.components.turns import Acting, Offers, Rounds
from game.components.unit import Position
from game.core.dice import Dice
from game.systems.hidden_units import witnesses
from game.terms.agenda import AgendaItem, Ask, Chain, Finish, Outcome, RollHead
from game.terms.events import RoundStarted, TurnEnded, TurnStarted
from game.terms.parts import Part, part_of
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, in_play, side_of, units_on_board

MOST_TIES = 20
"""Maximum number of passes of rolls. After that, unit order breaks ties, so that rolls end."""


class NextTurn(AgendaItem, frozen=True):
    """The start of the next unit's turn, or of the next round."""


class NextRound(AgendaItem, frozen=True):
    """The end of a round, and the start of the next round if there is one."""


class BeginTurn(AgendaItem, frozen=True):
    """The start of a unit's turn."""

    unit: Entity


class TakeTurn(AgendaItem, frozen=True):
    """A unit's turn. The book asks the unit until the turn is over."""

    unit: Entity


class PassOver(AgendaItem, frozen=True):
    """The moment in the turn order at which a unit that is out of play would have acted."""

    unit: Entity


class EndTurn(AgendaItem, frozen=True):
    """The end of a unit's turn, even if the unit died during the turn.

    The command that ends a turn pushes this, so that the command's odds include the effects of the
    end. If the unit has died, the system that asks the unit pushes this.
    """

    unit: Entity


def always(world: World, unit: Entity) -> bool:
    """Return True: every unit can take a turn."""
    return True


Trains = Callable[[World], tuple[tuple[Entity, ...], ...]]
"""A function that returns each unit with its own place in the turn order, followed by the units
that act right after it. Their side chooses the order in which these followers act.
"""


def alone(world: World) -> tuple[tuple[Entity, ...], ...]:
    """Return every unit on the board, each with its own place in the turn order."""
    return tuple((unit,) for unit in units_on_board(world))


class SetOrder(AgendaItem, frozen=True):
    """The moment at which the turn order is set: by rolls of `roll`, or by unit order if None.

    A book's `setup` pushes this above `NextTurn`.
    """

    roll: str | None


class Ordered(Outcome, frozen=True):
    """The turn order for the whole battle, and the groups that act together."""

    order: tuple[Entity, ...]
    groups: tuple[tuple[Entity, ...], ...] = ()


class Join(AgendaItem, frozen=True):
    """The arrival of units that must be added to the turn order."""

    units: tuple[Entity, ...]


class OrderRoll(Chain, frozen=True):
    """The rolls for the turn order: one per unit, highest first. Tied units roll again.

    `groups` lists groups of tied units, best first. `rolled` has the results of this pass so far.
    """

    expr: str
    groups: tuple[tuple[Entity, ...], ...]
    source: str
    rolled: tuple[tuple[Entity, int], ...] = ()
    passes: int = 1

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def head(self) -> RollHead:
        return RollHead("initiative", self.source, self._due()[0])

    def _due(self) -> tuple[Entity, ...]:
        done = {unit for unit, _ in self.rolled}
        tied = sorted(unit for group in self.groups if len(group) > 1 for unit in group)
        return tuple(unit for unit in tied if unit not in done)

    def after(self, value: int) -> AgendaItem:
        rolled = (*self.rolled, (self._due()[0], value))
        if len(self._due()) > 1:
            return OrderRoll(self.expr, self.groups, self.source, rolled, self.passes)
        groups = tuple(part for group in self.groups for part in _split(group, dict(rolled)))
        if all(len(group) == 1 for group in groups) or self.passes == MOST_TIES:
            return Ordered(tuple(unit for group in groups for unit in group))
        return OrderRoll(self.expr, groups, self.source, (), self.passes + 1)


def _split(group: tuple[Entity, ...], rolled: dict[Entity, int]) -> list[tuple[Entity, ...]]:
    """Split a group by its rolls, highest first. Units without a roll stay together."""
    values = sorted({rolled.get(unit, 0) for unit in group}, reverse=True)
    return [tuple(u for u in group if rolled.get(u, 0) == value) for value in values]


class Joining(System[Join]):
    """A system that adds arriving units at the end of the turn order, from the next round on."""

    def process(self, world: World, item: Join) -> None:
        rounds = world.find(world.root, Rounds)
        new = tuple(u for u in item.units if rounds and u not in rounds.order)
        if rounds and new:
            order, acted = (*rounds.order, *new), (*rounds.acted, *new)
            world.put(world.root, replace(rounds, order=order, acted=acted))


class TurnOrder(System[SetOrder | Ordered | NextTurn | NextRound | BeginTurn | PassOver]):
    """A system that counts rounds and gives units their turns.

    If more than one unit of a group can act next, `pick` makes the book's ask for one of them. The
    answer's effect must call `give_turn`.
    """

    def __init__(
        self,
        rule: str,
        pick: Callable[[str, Entity], Ask] | None = None,
        is_able: Callable[[World, Entity], bool] = always,
        trains: Trains = alone,
    ) -> None:
        self._rule = rule
        self._pick = pick
        self._is_able = is_able
        self._trains = trains

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case SetOrder(roll):
                units = tuple(train[0] for train in self._trains(world))
                rolls = roll is not None and len(units) > 1
                world.push(OrderRoll(roll or "", (units,), self._rule) if rolls else Ordered(units))
            case Ordered(order, groups):
                followers = {train[0]: train[1:] for train in self._trains(world)}
                order = tuple(one for unit in order for one in (unit, *followers.get(unit, ())))
                groups = (*groups, *(some for some in followers.values() if len(some) > 1))
                self._start_round(world, Rounds(1, order, (), groups))
            case NextTurn():
                self._next(world)
            case NextRound():
                self._next_round(world)
            case BeginTurn(unit):
                world.put(world.root, Acting(unit))
                started = TurnStarted(unit=id_of(world, unit), rule=self._rule)
                world.tell(started, witnesses(world, unit))

    def _start_round(self, world: World, rounds: Rounds) -> None:
        there = in_play(world)
        order = tuple(unit for unit in rounds.order if unit in there)
        world.put(world.root, rounds)
        self._tell_round(world, rounds.number, order)

    def _tell_round(self, world: World, number: int, order: tuple[Entity, ...]) -> None:
        """Log a round and its turn order.

        Sides that don't see all units get an order without any hidden units.
        """
        hidden = {unit: seeing for unit in order if (seeing := witnesses(world, unit)) is not None}
        names = tuple(id_of(world, unit) for unit in order)
        told = RoundStarted(round=number, order=names, rule=self._rule)
        if not hidden:
            world.tell(told)
            return
        sides = (side.id for side in world.scene.level.sides)
        seeing = tuple(side for side in sides if all(side in some for some in hidden.values()))
        open_names = tuple(id_of(world, unit) for unit in order if unit not in hidden)
        world.tell(told, seeing, replace(told, order=open_names))

    def _next(self, world: World) -> None:
        rounds, there = world.get(world.root, Rounds), set(in_play(world))
        unit = next((u for u in rounds.order if u not in rounds.acted), None)
        # Push this beneath the turn, so that the next turn comes once this turn is settled.
        world.push(NextTurn())
        if unit is None:
            world.push(NextRound())
        elif unit not in there:
            world.put(world.root, replace(rounds, acted=(*rounds.acted, unit)))
            world.push(PassOver(unit))
        elif self._pick and sum(self._is_able(world, u) for u in due_of_group(world, unit)) > 1:
            world.push(self._pick(side_of(world, unit), unit))
        else:
            give_turn(world, unit)

    def _next_round(self, world: World) -> None:
        rounds, level = world.get(world.root, Rounds), world.scene.level
        if rounds.number >= level.rounds:
            world.push(Finish(level.rounds_winner, "round_limit"))
        else:
            self._start_round(world, replace(rounds, number=rounds.number + 1, acted=()))


def give_turn(world: World, unit: Entity) -> None:
    """Begin the unit's turn."""
    world.push(TakeTurn(unit), BeginTurn(unit))


def due_of_group(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the units of this unit's group, including itself, that have yet to act this round."""
    rounds = world.get(world.root, Rounds)
    group = next((group for group in rounds.groups if unit in group), (unit,))
    return tuple(u for u in remaining(world, rounds) if u in group)


class TakingTurns(System[TakeTurn]):
    """A system that asks the unit whose turn it is, until its turn is over or the unit is dead."""

    def __init__(
        self,
        ask: Callable[[str, Entity], Ask],
        is_able: Callable[[World, Entity], bool] = always,
    ) -> None:
        """Make the system. `ask` makes the book's ask from the side and the unit.

        If `is_able` returns False for a unit, its turn ends at once.
        """
        self._ask = ask
        self._is_able = is_able

    def process(self, world: World, item: TakeTurn) -> None:
        # This item waits beneath each ask of its turn, and beneath `EndTurn`, which drops `Acting`.
        if not world.has(world.root, Acting):
            return
        if world.has(item.unit, Position) and self._is_able(world, item.unit):
            world.push(item, self._ask(side_of(world, item.unit), item.unit))
        else:
            world.push(EndTurn(item.unit))


class TurnEnding(System[EndTurn]):
    """A system that ends a turn. Unused movement is lost."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: EndTurn) -> None:
        rounds = world.get(world.root, Rounds)
        world.put(world.root, replace(rounds, acted=(*rounds.acted, item.unit)))
        world.drop(item.unit, Stride)
        world.drop(world.root, Acting)
        ended = TurnEnded(unit=id_of(world, item.unit), rule=self._rule)
        world.tell(ended, witnesses(world, item.unit))


def remaining(world: World, rounds: Rounds) -> tuple[Entity, ...]:
    """Return the units in play that have yet to act this round, in turn order."""
    there = set(in_play(world))
    return tuple(u for u in rounds.order if u not in rounds.acted and u in there)


def turn_slots(world: World) -> tuple[QueueSlot, ...]:
    """Return the queue of turns: the rest of this round, then the whole next round."""

    def together(units: list[Entity], number: int) -> list[QueueSlot]:
        return _slots(world, world.get(world.root, Rounds), units, number)

    return slots_by(world, together, together)


SlotsOf = Callable[[list[Entity], int], list[QueueSlot]]
"""A function that returns the slots for some units in the round with a given number."""


def slots_by(world: World, this_round: SlotsOf, next_round: SlotsOf) -> tuple[QueueSlot, ...]:
    """Return the slot of the acting unit, then the slots left in this round, then the next round's.

    `this_round` and `next_round` make the slots for the two rounds.
    """
    rounds, acting = world.find(world.root, Rounds), world.find(world.root, Acting)
    if rounds is None:
        return ()
    there = in_play(world)
    now = acting.unit if acting and acting.unit in there else None
    slots = [QueueSlot((id_of(world, now),), rounds.number, "acting")] if now is not None else []
    slots += this_round([u for u in remaining(world, rounds) if u != now], rounds.number)
    if rounds.number < world.scene.level.rounds:
        slots += next_round([u for u in rounds.order if u in there], rounds.number + 1)
    return tuple(slots)


def _slots(world: World, rounds: Rounds, units: list[Entity], number: int) -> list[QueueSlot]:
    """Return the slots of units in order. Units that act together share a slot."""
    slots, placed = [], set[Entity]()
    for unit in units:
        if unit not in placed:
            group = next((g for g in rounds.groups if unit in g), (unit,))
            together = [u for u in units if u in group]
            placed.update(together)
            slots.append(QueueSlot(tuple(id_of(world, u) for u in together), number))
    return slots


TURNS = Part((NextTurn, NextRound, BeginTurn, TakeTurn, EndTurn, Join, Rounds, Acting, Offers))
"""The part of this module that a book with its own turn order needs."""

PART = part_of(globals(), *TURNS.records)
