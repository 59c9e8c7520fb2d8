"""The world: all state of one battle, and the only importer of esper's storage."""

from game.world.battlefield import Battlefield
from game.world.world import UndoMark, World

__all__ = ["Battlefield", "UndoMark", "World"]
