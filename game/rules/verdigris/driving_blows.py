"""Blows that drive their targets back: the quality `driving`."""

from game.components.unit import Position
from game.rules.verdigris import figures
from game.rules.verdigris.records import Driven
from game.systems import shoving
from game.world import World
from game.world.system import System

RULE = "VER-08"


class Driving(System[Driven]):
    """Moves who was hit a tile straight back, if there is room; riders stay where they are."""

    def process(self, world: World, item: Driven) -> None:
        origin = world.find(item.by, Position)
        if origin and figures.is_able(world, item.unit) and not figures.rides(world, item.unit):
            shoving.shove(world, item.unit, item.by, origin, 1)
