"""Cover: the share of lines to a target that are blocked."""

from functools import lru_cache

from game.core.cells import Cell
from game.core.grid import TOTAL, Grid
from game.core.lines_between import fewest, lines

NONE, HALF, MOST = 0, 1, 2
"""Levels of cover below total."""


def cover(
    grid: Grid,
    a: Cell,
    a_span: int,
    b: Cell,
    b_span: int,
    bodies: frozenset[Cell] = frozenset(),
) -> int:
    """Return b's cover against a, from a's best point: 0 none, 1 half, 2 three-quarters, 3 total.

    If half of the lines are blocked, the cover is half; if more, three-quarters; if all, total.
    Both footprints must be on the map. `bodies` are the tiles of creatures: they give half cover at
    most, and none on the tiles of the two footprints.
    """
    (x, y), width = a, grid.width
    between = lines(b[0] - x, b[1] - y, a_span, b_span, width)
    half, most, total, _ = grid.screens
    at = y * width + x + between.shift
    low = half >> at & between.area
    # Bodies go into the lowest screen only: creatures give half cover at most, however many.
    if bodies:
        low |= _crowd(bodies, width) >> at & between.area
    # Screens are nested: if the lowest is empty, so are the others.
    blocked = fewest(between, low) if low else 0
    if not blocked:
        return NONE
    every = (b_span + 1) ** 2
    # Start at half cover. Each level needs more blocked lines, by tiles that give at least that
    # much cover. If a level fails, the cover is the level below it.
    for screen, need, level in ((most, every // 2 + 1, HALF), (total, every, MOST)):
        near = screen >> at & between.area
        # Usually the tiles are the same as one level lower: then skip the count, which is slow.
        if near != low:
            low, blocked = near, fewest(between, near)
        if blocked < need:
            return level
    return TOTAL


@lru_cache(maxsize=256)
def _crowd(bodies: frozenset[Cell], width: int) -> int:
    """Return the tiles of creatures as bits, in the layout of the grid's screens."""
    return sum(1 << y * width + x for x, y in bodies)
