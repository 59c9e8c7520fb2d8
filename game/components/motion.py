"""Movement that is under way."""

from game.components.unit import Position
from game.core.cells import Cell
from game.terms.records import Component


class Stride(Component, frozen=True):
    """The movement a unit has left to spend."""

    left: int


class Path(Component, frozen=True):
    """The tiles a unit still means to walk. What stops it shortens or drops this at once."""

    cells: tuple[Cell, ...]


class Footing(Component, frozen=True):
    """Where along the walk under way the unit could have stood, its start first."""

    stands: tuple[Position, ...]
