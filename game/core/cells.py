"""Cells of the tile grid, and the distances between them."""

from collections.abc import Callable
from operator import itemgetter
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""(column, row), both counted from 0 at the top left."""

FOUR: tuple[Cell, ...] = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""Offsets of the orthogonal neighbours, in reading order."""

EIGHT: tuple[Cell, ...] = (
    *((-1, -1), (0, -1), (1, -1)),
    *((-1, 0), (1, 0)),
    *((-1, 1), (0, 1), (1, 1)),
)
"""Offsets of all neighbours, in reading order."""


reading: Callable[[Cell], tuple[int, int]] = itemgetter(1, 0)
"""Sort key for reading order: by row, then by column."""


def cell_text(cell: Cell) -> str:
    """Return a tile as shown in sentences: `(3, 1)`."""
    return f"({cell[0]}, {cell[1]})"


def steps_apart(a: Cell, b: Cell, diagonal: bool) -> int:
    """Return the number of steps from a to b on an empty board.

    Count Chebyshev distance with diagonals, Manhattan distance without.
    """
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dx, dy) if diagonal else dx + dy
