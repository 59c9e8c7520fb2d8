"""The world: all state of one battle, and the only importer of esper's storage."""

from game.world.scene import Scene
from game.world.world import Mark, World

__all__ = ["Mark", "Scene", "World"]
