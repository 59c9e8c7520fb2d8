"""The start and the end of a unit's turn (ACT-02, ACT-06, ACT-09)."""

from game.components.motion import Stride
from game.components.unit import Position
from game.rules.action.combat import dying
from game.rules.action.records import Economy, HasDisengaged, IsSurprised, Readied
from game.rules.action.units import conditions, turn_economy
from game.systems.movement import Stepped
from game.systems.rounds import BeginTurn, EndTurn
from game.world import World
from game.world.system import System


class RefreshingTurn(System[BeginTurn]):
    """A system that renews speed, actions and reaction, and ends readied attacks and help."""

    def process(self, world: World, item: BeginTurn) -> None:
        dying.stop_helping(world, item.unit)
        world.drop(item.unit, Readied)
        if world.has(item.unit, Position):
            world.put(item.unit, Stride(conditions.stride_of(world, item.unit)))
            world.put(item.unit, Economy())


class CountingSteps(System[Stepped]):
    """A system that counts the tiles that the unit has moved in its turn."""

    def process(self, world: World, item: Stepped) -> None:
        if world.has(item.unit, Position):
            turn_economy.use(
                world, item.unit, moved=turn_economy.economy(world, item.unit).moved + 1
            )


class TurnLapsing(System[EndTurn]):
    """A system that ends effects at the end of the turn, such as surprise (ACT-02)."""

    def process(self, world: World, item: EndTurn) -> None:
        world.drop(item.unit, HasDisengaged)
        world.drop(item.unit, IsSurprised)
        used = turn_economy.economy(world, item.unit)
        if world.has(item.unit, Position):
            world.put(
                item.unit, Economy(action=True, bonus=True, reaction=used.reaction, hand=True)
            )
