"""A unit's turn: what it has anew, what ends with it (ACT-02, ACT-06, ACT-09)."""

from game.components.motion import Stride
from game.components.unit import Position
from game.rules.action import conditions, dying, economy
from game.rules.action.records import Disengaged, Economy, Readied, Surprised
from game.systems.movement import Stepped
from game.systems.rounds import BeginTurn, EndTurn
from game.world import World
from game.world.system import System


class Fresh(System[BeginTurn]):
    """Speed, actions and reaction come back; what was readied or helped lapses."""

    def process(self, world: World, item: BeginTurn) -> None:
        dying.stop_helping(world, item.unit)
        world.drop(item.unit, Readied)
        if world.has(item.unit, Position):
            world.put(item.unit, Stride(conditions.stride_of(world, item.unit)))
            world.put(item.unit, Economy())


class Running(System[Stepped]):
    """Counts the tiles that the unit has walked in its turn."""

    def process(self, world: World, item: Stepped) -> None:
        if world.has(item.unit, Position):
            economy.use(world, item.unit, moved=economy.economy(world, item.unit).moved + 1)


class Lapsing(System[EndTurn]):
    """What held for the turn ends with it; the surprised are free from now on (ACT-02)."""

    def process(self, world: World, item: EndTurn) -> None:
        world.drop(item.unit, Disengaged)
        world.drop(item.unit, Surprised)
        used = economy.economy(world, item.unit)
        if world.has(item.unit, Position):
            world.put(
                item.unit, Economy(action=True, bonus=True, reaction=used.reaction, hand=True)
            )
