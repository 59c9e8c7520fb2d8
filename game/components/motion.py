"""Movement that is under way."""

from game.components.unit import Position
from game.core.cells import Cell
from game.terms.records import Component


class Stride(Component, frozen=True):
    """The movement a unit has left to spend."""

    left: int


class Path(Component, frozen=True, omit_defaults=True):
    """The tiles a unit still means to walk, or none for one that sets out on a crossing.

    Whatever ends the walk drops this at once.
    """

    cells: tuple[Cell, ...]
    until_hit: bool = False
    """Whether the walk ends when an attack hits the unit."""


class Footing(Component, frozen=True):
    """Where along the walk under way the unit could have stood, its start first."""

    stands: tuple[Position, ...]
