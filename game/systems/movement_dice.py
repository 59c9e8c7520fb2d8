"""Movement rolled by dice every turn, and sudden death in late rounds."""

from collections.abc import Callable
from typing import Protocol

from game.components.motion import Stride
from game.components.turns import Rounds
from game.components.unit import Position
from game.core.dice import Dice
from game.systems.damage import Blow, Hurt
from game.systems.rounds import BeginTurn, EndTurn
from game.terms.agenda import AgendaItem, Outcome, SingleRoll
from game.terms.board_events import MovementGained
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


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


class SuddenDeathSettings(Protocol):
    """The settings of a book with sudden death."""

    @property
    def sudden_death(self) -> int:
        """The first round of sudden death."""

    @property
    def sudden_death_loss(self) -> int:
        """Life that a unit loses at the end of its turn."""


class SuddenDeath(System[EndTurn]):
    """A system that damages units at the end of their turns, from a certain round on.

    `settings` is the book's type of settings. `tires` returns whether a unit is affected.
    """

    def __init__(
        self,
        rule: str,
        settings: type[SuddenDeathSettings],
        tires: Callable[[World, Entity], bool] = everybody,
    ) -> None:
        self._rule = rule
        self._settings = settings
        self._tires = tires

    def process(self, world: World, item: EndTurn) -> None:
        numbers = world.scene.settings(self._settings)
        begins, loss = numbers.sudden_death, numbers.sudden_death_loss
        if world.get(world.root, Rounds).number < begins or not self._tires(world, item.unit):
            return
        if world.has(item.unit, Position) and loss:
            world.push(Hurt((Blow(item.unit, loss, "sudden_death", self._rule),)))


PART = part_of(globals())
