"""Attacks that push their targets back: the quality `driving`."""

from game.components.unit import Position
from game.rules.verdigris import figures
from game.rules.verdigris.records import Driven
from game.systems import shoving
from game.world import World
from game.world.system import System

RULE = "VER-08"


class Driving(System[Driven]):
    """A system that moves the target of a hit one tile straight back if there is room.

    Riders stay where they are.
    """

    def process(self, world: World, item: Driven) -> None:
        origin = world.find(item.by, Position)
        if origin and figures.is_able(world, item.unit) and not figures.rides(world, item.unit):
            shoving.shove(world, item.unit, item.by, origin, 1)
