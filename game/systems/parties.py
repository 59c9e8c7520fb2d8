"""Players and storyteller (ALL-04)."""

from game.world import World
from game.world.names import side_of


def party(world: World) -> str:
    """The side of the players: the one the level names, or else the first it lists."""
    level = world.scene.level
    return level.party or level.sides[0].id


def is_player(world: World, unit: int) -> bool:
    """Whether the unit is one of the players', and not the storyteller's."""
    return side_of(world, unit) == party(world)
