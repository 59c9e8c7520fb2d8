"""The world: all state of one battle. No other package uses esper's storage."""

from game.world.battlefield import Battlefield
from game.world.world import UndoMark, World

__all__ = ["Battlefield", "UndoMark", "World"]
