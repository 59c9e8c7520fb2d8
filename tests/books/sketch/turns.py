"""A unit's turn: what it has anew, what it is asked, what ends with it (ACT-06, ACT-09)."""

from typing import ClassVar

from game.components.motion import Stride
from game.components.unit import Position
from game.systems.rounds import BeginTurn, EndTurn
from game.world import World
from game.world.system import System
from tests.books.sketch.records import Disengaged, Fighter, Readied, Spent


class Fresh(System):
    """Speed, action and reaction come back; what was readied lapses."""

    acts_on: ClassVar = (BeginTurn,)

    def process(self, world: World, item: BeginTurn) -> None:
        if world.has(item.unit, Position):
            world.put(item.unit, Stride(world.get(item.unit, Fighter).speed))
            world.put(item.unit, Spent())
            world.drop(item.unit, Readied)


class Lapsing(System):
    """What held for the turn ends with it."""

    acts_on: ClassVar = (EndTurn,)

    def process(self, world: World, item: EndTurn) -> None:
        world.drop(item.unit, Disengaged)
