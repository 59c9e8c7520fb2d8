"""Disengaging from a fight by a roll, and fleeing a number of tiles."""

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from game.components.motion import Stride
from game.components.turns import Acting
from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.systems.rounds import BeginTurn
from game.systems.turn_upkeep import conditions_of
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead
from game.terms.odds import Modifier, OddsRoll
from game.terms.parts import part_of
from game.terms.records import Component, Entity, Record
from game.world import World
from game.world.system import System
from game.world.unit_names import side_of


class Fleeing(Component, frozen=True):
    """The state of a fleeing unit: the tile that it flees from, and whether it can still move on.

    The unit can move on until it has left `origin`, and again after an encounter has stopped it.
    `kept` is the movement left in its own turn, which it gets back after the flight. `joined` is
    the waiting fight that the flight has led into: the unit can move on once that fight is over.
    """

    origin: Cell
    kept: int
    open: bool = True
    joined: Entity | None = None


class Tries(Component, frozen=True):
    """On the root: the number of attempts to disengage this turn."""

    count: int = 0


class Flight(AgendaItem, frozen=True):
    """The flight of a unit, until it must stop or chooses to stop."""

    unit: Entity


class FleeAsk(Ask, frozen=True):
    """The choice of the path to flee along."""

    name: ClassVar[str] = "flee"


class FlightContender(Record, frozen=True, tag="Contender"):
    """A unit that rolls to disengage or to keep another from disengaging, with its modifiers."""

    unit: Entity
    parts: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """The sum of the unit's modifiers."""
        return sum(part.value for part in self.parts)


class Breakaway(Chain, frozen=True):
    """The rolls to disengage: the fleeing unit's first, then its foes' in turn order.

    The first of `waiting` rolls next. `own` is the fleeing unit's total, `best` the highest total
    of its foes so far.
    """

    fight: Entity
    expr: str
    source: str
    waiting: tuple[FlightContender, ...]
    runner: Entity
    own: int | None = None
    best: int | None = None
    parts: tuple[Modifier, ...] = ()

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def head(self) -> RollHead:
        why, due = "disengage" if self.own is None else "hold", self.waiting[0]
        rolls = tuple(
            OddsRoll(
                "hold" if n or self.own is not None else why, self.expr, one.parts, who=one.unit
            )
            for n, one in enumerate(self.waiting)
        )
        return RollHead(why, self.source, due.unit, self.parts, added=due.parts, rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        total = value + self.waiting[0].bonus
        own = total if self.own is None else self.own
        best = self.best
        if self.own is not None:
            best = total if best is None else max(best, total)
        rest = self.waiting[1:]
        if not rest:
            return Broke(self.fight, self.runner, max(0, own - (best or 0)))
        return Breakaway(
            self.fight, self.expr, self.source, rest, self.runner, own, best, self.parts
        )


class Broke(Outcome, frozen=True):
    """The result of the rolls: the margin by which the fleeing unit won, or 0 if it didn't."""

    fight: Entity
    unit: Entity
    margin: int


def breakaway(
    world: World, fight: Entity, unit: Entity, rivals: tuple[Entity, ...], expr: str, rule: str
) -> Breakaway:
    """Return the rolls to disengage: the fleeing unit's, then its rivals' in turn order."""
    who = tuple(
        FlightContender(each, conditions_of(world, each).modifiers("balance"))
        for each in (unit, *rivals)
    )
    parts = (*who[0].parts, *(_against(part) for rival in who[1:] for part in rival.parts))
    return Breakaway(fight, expr, rule, who, unit, None, None, parts)


def _against(part: Modifier) -> Modifier:
    """Return a rival's modifier with its sign reversed, as it affects the fleeing unit."""
    return Modifier(f"rival_{part.text}", -part.value, part.rule)


def tries_of(world: World) -> int:
    """Return the number of attempts to disengage this turn."""
    tries = world.find(world.root, Tries)
    return tries.count if tries else 0


def count_try(world: World) -> None:
    """Count an attempt to disengage."""
    world.put(world.root, Tries(tries_of(world) + 1))


def set_fleeing(world: World, unit: Entity, origin: Cell, spaces: int, keeps: bool) -> None:
    """Make a unit flee. With `keeps`, it gets back the movement of its own turn afterwards."""
    before, stride = world.find(unit, Fleeing), world.find(unit, Stride)
    # If the unit is fleeing already, its `Stride` belongs to that flight, and `kept` has the
    # movement of its own turn.
    kept = before.kept if before else stride.left if stride and keeps else 0
    world.put(unit, Stride(spaces))
    world.put(unit, Fleeing(origin, kept))
    world.push(Flight(unit))


def no_more_flight(world: World, unit: Entity) -> None:
    """Let the flight end after the move that begins now, unless an encounter interrupts it."""
    fleeing = world.find(unit, Fleeing)
    if fleeing:
        world.put(unit, replace(fleeing, open=False))


def stopped_in_flight(world: World, unit: Entity) -> None:
    """Let a flight that led into an encounter resume once the encounter is settled."""
    fleeing = world.find(unit, Fleeing)
    if fleeing:
        world.put(unit, replace(fleeing, open=True))


class Breath(System[BeginTurn]):
    """A system that resets the count of attempts to disengage at the start of every turn."""

    def process(self, world: World, item: BeginTurn) -> None:
        world.put(world.root, Tries())


def free(world: World, unit: Entity) -> bool:
    """Return False: nothing delays the flight."""
    return False


class Fleers(System[Flight]):
    """A system that asks where to flee, until the flight is over.

    `can_go_on` returns whether there is a tile to flee to, and `held` whether the unit must wait on
    the tile it fled to. `over` is called at the end of the flight.
    """

    def __init__(
        self,
        can_go_on: Callable[[World, Entity], bool],
        over: Callable[[World, Entity], None],
        held: Callable[[World, Entity], bool] = free,
    ) -> None:
        self._can_go_on = can_go_on
        self._over = over
        self._held = held

    def process(self, world: World, item: Flight) -> None:
        unit = item.unit
        fleeing, position = world.find(unit, Fleeing), world.find(unit, Position)
        if fleeing is None or position is None:
            return
        has_left = position.at != fleeing.origin
        if has_left and self._held(world, unit):
            return
        if (fleeing.open or not has_left) and self._can_go_on(world, unit):
            world.push(Flight(unit), FleeAsk(side_of(world, unit), unit))
        else:
            self._end(world, unit)

    def _end(self, world: World, unit: Entity) -> None:
        kept = world.get(unit, Fleeing).kept
        world.drop(unit, Fleeing)
        # A unit that flees during another unit's turn has no movement apart from the flight.
        if world.get(world.root, Acting).unit == unit:
            world.put(unit, Stride(kept))
        else:
            world.drop(unit, Stride)
        self._over(world, unit)


PART = part_of(globals(), restated={Fleeing: Stride})
