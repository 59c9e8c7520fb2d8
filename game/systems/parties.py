"""Players and storyteller (ALL-04)."""

from game.terms.level import Level
from game.world import World
from game.world.names import side_of


def party(world: World) -> str:
    """The side of the players: the one the level names, or else the first it lists."""
    return party_of(world.scene.level)


def party_of(level: Level) -> str:
    """The same, from the level."""
    return level.party or level.sides[0].id


def only_party(level: Level) -> tuple[str, ...]:
    """The sides that are asked where the rules act for the storyteller."""
    return (party_of(level),)


def is_player(world: World, unit: int) -> bool:
    """Whether the unit is one of the players', and not the storyteller's."""
    return side_of(world, unit) == party(world)
