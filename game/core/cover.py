"""How much of a target is covered, by the number of lines to it that are blocked."""

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
    """Return the cover that b has from a's best point: 0 none, 1 half, 2 three-quarters, 3 total.

    Half of the lines blocked is half cover, more three-quarters, all total. Both footprints lie on
    the map. `bodies` are the tiles of creatures; they give half at most, and those on the two
    footprints nothing.
    """
    (x, y), width = a, grid.width
    between = lines(b[0] - x, b[1] - y, a_span, b_span, width)
    half, most, total, _ = grid.screens
    at = y * width + x + between.shift
    low = half >> at & between.area
    # Only into the lowest screen: creatures give half cover at most, however many.
    if bodies:
        low |= _crowd(bodies, width) >> at & between.area
    # Screens are nested, so with nothing in the lowest there is nothing in the others.
    blocked = fewest(between, low) if low else 0
    if not blocked:
        return NONE
    every = (b_span + 1) ** 2
    # Upwards from half cover: each level needs more lines blocked, by tiles that give at least that
    # much, and the first that fails leaves the level below it.
    for screen, need, level in ((most, every // 2 + 1, HALF), (total, every, MOST)):
        near = screen >> at & between.area
        # Mostly the tiles are the same, and counting lines is the dear part.
        if near != low:
            low, blocked = near, fewest(between, near)
        if blocked < need:
            return level
    return TOTAL


@lru_cache(maxsize=256)
def _crowd(bodies: frozenset[Cell], width: int) -> int:
    """Return the tiles of creatures as bits, laid out as the grid's screens."""
    return sum(1 << y * width + x for x, y in bodies)
