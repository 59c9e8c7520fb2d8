"""Movement in progress."""

from game.components.unit import Position
from game.core.cells import Cell
from game.terms.records import Component


class Stride(Component, frozen=True):
    """The movement that a unit has left this turn."""

    left: int


class Path(Component, frozen=True, omit_defaults=True):
    """The tiles that a unit has yet to enter in its current move; empty if it starts a crossing.

    Anything that ends the move removes this component at once.
    """

    cells: tuple[Cell, ...]
    until_hit: bool = False
    """Whether the move ends when an attack hits the unit."""


class Footing(Component, frozen=True):
    """The places along the current move where the unit could stay, beginning with its start."""

    stands: tuple[Position, ...]
