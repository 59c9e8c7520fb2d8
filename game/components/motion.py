"""Movement that is under way."""

from game.core.cells import Cell
from game.terms.records import Component


class Stride(Component, frozen=True):
    """The movement a unit has left to spend."""

    left: int


class Path(Component, frozen=True):
    """The tiles a unit still means to walk. What stops it shortens or drops this at once."""

    cells: tuple[Cell, ...]


class Footing(Component, frozen=True):
    """The tiles of the walk under way where the unit could have stood, its start first."""

    cells: tuple[Cell, ...]
