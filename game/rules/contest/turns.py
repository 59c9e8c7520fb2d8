"""A figure's turn: its movement, what it is asked, sudden death (CON-18, CON-19)."""

from typing import ClassVar

from game.components.motion import Stride
from game.components.turns import Acting, Rounds
from game.components.unit import Position
from game.rules.contest.records import (
    Allowance,
    AllowanceRoll,
    Allowed,
    Tries,
    TurnAsk,
)
from game.rules.contest.schema import Settings
from game.systems.harm import Blow, Hurt
from game.systems.rounds import BeginTurn, EndTurn, TakeTurn
from game.terms.agenda import Item
from game.terms.board_events import MovementGained
from game.world import World
from game.world.names import id_of, side_of
from game.world.system import System


class Allowances(System):
    """Rolls the movement die before anything is chosen, after all else a turn starts with."""

    acts_on: ClassVar = (BeginTurn, Allowed)

    def process(self, world: World, item: Item) -> None:
        match item:
            case BeginTurn(unit) if world.has(unit, Position):
                world.put(world.root, Tries())
                world.push(AllowanceRoll(unit, world.get(unit, Allowance).dice, "CON-18"))
            case Allowed(unit, movement):
                world.put(unit, Stride(movement))
                name, dice = id_of(world, unit), world.faces
                world.tell(
                    MovementGained(
                        unit=name, amount=movement, left=movement, rule="CON-18", dice=dice
                    )
                )


class Turns(System):
    """Asks the figure whose turn it is until it ends its turn or is dead."""

    acts_on: ClassVar = (TakeTurn,)

    def process(self, world: World, item: TakeTurn) -> None:
        acting = world.get(world.root, Acting)
        if world.has(item.unit, Position) and not acting.ended:
            world.push(TakeTurn(item.unit), TurnAsk(side_of(world, item.unit), item.unit))


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
