"""Movement rolled by dice every turn, and sudden death in late rounds."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from game.components.motion import Stride
from game.components.turns import Rounds
from game.components.unit import Position
from game.core.dice import Dice
from game.systems.damage import Blow, Hurt
from game.systems.rounds import BeginTurn, EndTurn
from game.systems.shared_lints import Lint, name_in_file
from game.terms.agenda import AgendaItem, Outcome, SingleRoll
from game.terms.board_events import MovementGained
from game.terms.board_items import Goods
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of

MOST_MOVEMENT = 40
"""Maximum movement per turn: beyond it, there are too many tiles to list."""

S = TypeVar("S")


class Allowance(Component, frozen=True):
    """The dice that a unit rolls for its movement each turn."""

    dice: str


def most_movement(world: World, unit: Entity) -> int:
    """Return the most movement that the unit can roll for a turn."""
    allowance = world.find(unit, Allowance)
    return max(0, Dice.of(allowance.dice).highest) if allowance else 0


class AllowanceRoll(SingleRoll, frozen=True):
    """The movement roll at the start of a turn."""

    unit: Entity

    def after(self, value: int) -> AgendaItem:
        return Allowed(self.unit, max(0, value))


class Allowed(Outcome, frozen=True):
    """The movement that a unit has rolled for this turn."""

    unit: Entity
    movement: int


class Allowances(System[BeginTurn | Allowed]):
    """A system that rolls for movement at the start of a turn.

    List it after everything else that happens at the start of a turn.
    """

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case BeginTurn(unit) if world.has(unit, Position):
                expr = world.get(unit, Allowance).dice
                world.push(AllowanceRoll(expr, "movement", unit, self._rule, unit))
            case Allowed(unit, movement):
                world.put(unit, Stride(movement))
                name, dice = id_of(world, unit), world.faces
                world.tell(
                    MovementGained(
                        unit=name, amount=movement, left=movement, rule=self._rule, dice=dice
                    )
                )


def everybody(world: World, unit: Entity) -> bool:
    """Return True: sudden death affects all units."""
    return True


class SuddenDeath(System[EndTurn]):
    """A system that damages units at the end of their turns, from a certain round on.

    `terms` returns that round, and the damage. `tires` returns whether a unit is affected.
    """

    def __init__(
        self,
        rule: str,
        terms: Callable[[World], tuple[int, int]],
        tires: Callable[[World, Entity], bool] = everybody,
    ) -> None:
        self._rule = rule
        self._terms = terms
        self._tires = tires

    def process(self, world: World, item: EndTurn) -> None:
        begins, loss = self._terms(world)
        if world.get(world.root, Rounds).number < begins or not self._tires(world, item.unit):
            return
        if world.has(item.unit, Position) and loss:
            world.push(Hurt((Blow(item.unit, loss, "sudden_death", self._rule),)))


def movement_in_bounds(stats: type[S], movement: Callable[[S], str]) -> Lint:
    """Return a lint for units with too much movement.

    Every tile in reach is listed, so movement must stay low. `stats` is the book's type of stats;
    `movement` returns the movement dice in them.
    """

    def lint(level: Level) -> Iterable[Flaw]:
        for unit in level.units:
            yield from _movement_flaws(unit, movement(unit.stats_as(stats)))
        for id, thing in level.things("items", Goods).items():
            most = Dice.of(thing.gain).highest if thing.gain else 0
            if most > MOST_MOVEMENT:
                at, limit = (id, "gain"), MOST_MOVEMENT
                yield Flaw("gain-high", at, file="items", header=id, most=most, limit=limit)

    return lint


def _movement_flaws(unit: Unit, dice: str) -> Iterable[Flaw]:
    most, name, at = Dice.of(dice).highest, name_in_file(unit), ("unit", unit.id, "movement")
    if most > MOST_MOVEMENT:
        yield Flaw("movement-high", at, unit=name, most=most, limit=MOST_MOVEMENT)
    elif most <= 0:
        yield Flaw("movement-none", at, severity="warning", unit=name, dice=dice)


PART = part_of(globals())
