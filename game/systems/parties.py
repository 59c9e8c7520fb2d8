"""The players' side, and the storyteller's sides (ALL-04)."""

from game.terms.level import Level
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of


def party(world: World) -> str:
    """Return the players' side."""
    return world.scene.level.party_side


def only_party(level: Level) -> tuple[str, ...]:
    """Return the players' side alone: the only side asked if the rules act for the storyteller."""
    return (level.party_side,)


def is_player(world: World, unit: Entity) -> bool:
    """Return whether the unit is on the players' side."""
    return side_of(world, unit) == party(world)
