"""A figure's turn: its movement, what it is asked, sudden death (CON-18, CON-19)."""

from typing import ClassVar

from game.components.motion import Stride
from game.components.turns import Rounds
from game.components.unit import Position
from game.rules.contest.records import (
    Allowance,
    AllowanceRoll,
    Allowed,
    Haunts,
)
from game.rules.contest.schema import Settings
from game.systems.harm import Blow, Hurt
from game.systems.movement import Enter
from game.systems.rounds import BeginTurn, EndTurn, TakeTurn
from game.terms.agenda import Item
from game.terms.board_events import MovementGained
from game.world import World
from game.world.names import id_of
from game.world.system import System


class Allowances(System):
    """Rolls the movement die before anything is chosen, after all else a turn starts with."""

    acts_on: ClassVar = (BeginTurn, Allowed)

    def process(self, world: World, item: Item) -> None:
        match item:
            case BeginTurn(unit) if world.has(unit, Position):
                expr = world.get(unit, Allowance).dice
                world.push(AllowanceRoll(expr, "movement", unit, "CON-18", unit))
            case Allowed(unit, movement):
                world.put(unit, Stride(movement))
                name, dice = id_of(world, unit), world.faces
                world.tell(
                    MovementGained(
                        unit=name, amount=movement, left=movement, rule="CON-18", dice=dice
                    )
                )


class Haunting(System):
    """Notes that the figure could lay a trap where it stands, whether it does or not."""

    acts_on: ClassVar = (TakeTurn,)

    def process(self, world: World, item: TakeTurn) -> None:
        position = world.find(item.unit, Position)
        haunts = world.find(item.unit, Haunts) or Haunts(())
        if position and position.at not in haunts.cells:
            world.put(item.unit, Haunts((*haunts.cells, position.at)))


class Wariness(System):
    """Entering a tile where another could have laid a trap tells whether it did.

    So there is no taking back of such a step, be there a trap or not.
    """

    acts_on: ClassVar = (Enter,)

    def process(self, world: World, item: Enter) -> None:
        for other, haunts in world.all(Haunts):
            if other != item.unit and item.at in haunts.cells:
                world.put(other, Haunts(tuple(c for c in haunts.cells if c != item.at)))
                world.reveal()


class SuddenDeath(System):
    """From a certain round on, every figure's turn ends with a loss of life."""

    acts_on: ClassVar = (EndTurn,)

    def process(self, world: World, item: EndTurn) -> None:
        settings = world.scene.settings(Settings)
        if world.get(world.root, Rounds).number < settings.sudden_death:
            return
        if world.has(item.unit, Position) and settings.sudden_death_loss:
            loss = settings.sudden_death_loss
            world.push(Hurt((Blow(item.unit, loss, "sudden_death", "CON-19"),)))
