"""Sight between footprints: two footprints see each other if any line between them is free.

Sight is the same in both directions, and the same for attacks, hiding, threats and everything else.
A target out of sight has total cover. `lines_between` defines which tiles block a line.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import product

from game.core.cells import Cell
from game.core.footprints import tiles
from game.core.grid import TOTAL, Grid
from game.core.lines_between import GRAIN, fewest, lines, points

_UNIT = 1 << 40
"""Scale of slopes as integers. Distinct fractions with denominators below 2**20 stay distinct."""

_STEEPEST = 1 << 80
"""The slope of a line straight up."""

_AS_WALL = bytes(int(cover == TOTAL) for cover in range(256))
_AS_BIT = bytes((ord("0"), *[ord("1")] * 255))


def sees(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Return whether two footprints on the map see each other."""
    (x, y), width = a, grid.width
    between = lines(b[0] - x, b[1] - y, a_span, b_span, width)
    # Usually nothing opaque is near, and no line has to be tested.
    near = grid.screens[-1] >> y * width + x + between.shift & between.area
    return not near or fewest(between, near) < (b_span + 1) ** 2


def field(
    grid: Grid, a: Cell, span: int = 1, radius: int | None = None, *, glass: bool = False
) -> int:
    """Return the tiles that a footprint on the map sees, its own included, as bits of a screen.

    Only tiles within `radius` steps count; None: no limit. With `glass`, tiles that give total
    cover block like walls even if they can be seen through, as they do for shots. The result equals
    calling `sees` for each tile, and is cached per grid.
    """
    farthest = max(grid.width, grid.height)
    reach = farthest if radius is None else min(radius, farthest)
    return grid.once(("field", a, span, reach, glass), lambda: _look(grid, a, span, reach, glass))


def _look(grid: Grid, a: Cell, span: int, radius: int, glass: bool) -> int:
    """Return the tiles that free lines from the footprint's points reach, as bits of a screen."""
    (x, y), width, height = a, grid.width, grid.height
    walls = bytearray(grid.covers.translate(_AS_WALL) if glass else grid.opaque)
    seen = bytearray(width * height)
    # A footprint never blocks its own sight, even on an opaque tile.
    for column, row in tiles(a, span):
        walls[row * width + column], seen[row * width + column] = 0, 1
    left, right = max(0, x - radius), min(width, x + span + radius)
    top, bottom = max(0, y - radius), min(height, y + span + radius)
    longest = radius + span
    for px, py in points(a, span):
        ways = product(_ahead(px, left, right), _ahead(py, top, bottom))
        for (column, out, across, wide), (row, up, along, tall) in ways:
            at, rise = row * width + column, up * width
            _sweep(walls, seen, at, out, rise, wide, tall, across, along, longest)
    # Reverse the bytes, because the first tile is the lowest bit. Setting the bits of an int one
    # at a time would copy the whole map each time.
    return int(seen[::-1].translate(_AS_BIT), 2)


def _ahead(p: int, first: int, end: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the sweeps in both directions along an axis, from tile `first` to before `end`.

    A sweep has the tile that the point is in or at the edge of, the step, the offset within the
    tile, and the number of tiles.
    """
    up, down = p // GRAIN, (p - 1) // GRAIN
    return (up, 1, p % GRAIN, end - up), (down, -1, -p % GRAIN, down - first + 1)


# In the loops below:
# - `y` begins one tile below the range of slopes, because that tile extends up to the range.
# - All points and directions mark the same map: a tile seen once counts as seen.
# - The slopes below a wall continue into the next column; those above may meet the next wall.
# - Two walls that touch at a corner leave no gap (see `lines_between`): the slope through the
#   corner is cut, too. Slopes are integers, so the next one is 1 more. The first column has no
#   column before it, so nothing to touch.
def _sweep(
    walls: bytearray,
    seen: bytearray,
    at: int,
    out: int,
    up: int,
    wide: int,
    tall: int,
    px: int,
    py: int,
    longest: int,
) -> None:
    """Mark the tiles seen from a point in one quadrant, to the right and up.

    The index strides `out` and `up` lead right and up. The slopes of free lines form ranges. Column
    by column, and upwards in each, cut out every wall that a range meets; the parts left below a
    wall continue into the next column. Also cut a slope that only touches two walls at their common
    corner. `longest` is the maximum of `tall`, so that slopes are computed once for a whole map.
    """
    free = [(0, _STEEPEST)]
    low = _corners(0, px, py, longest)
    for x in range(wide):
        high, targets = _corners(x + 1, px, py, longest), _targets(x, px, py, longest)
        onward: list[tuple[int, int]] = []
        for least, most in free:
            y = max(0, bisect_left(low, least) - 1)
            i = at + y * up
            while y < tall and high[y] < most:
                if not seen[i]:
                    a, b, c, d = targets[y]
                    if (
                        least <= a <= most
                        or least <= b <= most
                        or least <= c <= most
                        or least <= d <= most
                    ):
                        seen[i] = 1
                if walls[i]:
                    if least <= high[y]:
                        onward.append((least, high[y]))
                    is_closed = x and y + 1 < tall and walls[i - out + up]
                    least = low[y + 1] + 1 if is_closed else low[y + 1]
                y, i = y + 1, i + up
            if least <= most:
                onward.append((least, most))
        if not onward:
            return
        free, low, at = onward, high, at + out


def _slopes(dx: int, dys: range) -> list[int]:
    """Return the slopes of lines that go right and up, with -1 for any other line."""
    if dx > 0:
        return [dy * _UNIT // dx for dy in dys]
    return [_STEEPEST if dx == 0 and dy > 0 else -1 for dy in dys]


@lru_cache(maxsize=2048)
def _targets(x: int, px: int, py: int, longest: int) -> tuple[tuple[int, ...], ...]:
    """Return the slopes to the four points of each tile of a column."""
    near, far = GRAIN * x + 1 - px, GRAIN * x + GRAIN - 1 - px
    starts = (1 - py, GRAIN - 1 - py)
    low, high = (range(first, first + GRAIN * longest, GRAIN) for first in starts)
    return tuple(zip(*(_slopes(dx, dys) for dx in (near, far) for dys in (low, high)), strict=True))


@lru_cache(maxsize=2048)
def _corners(x: int, px: int, py: int, longest: int) -> tuple[int, ...]:
    """Return the slopes to the lower left corner of each tile of a column, and of one tile beyond.

    A corner behind the point counts as steeper than any line if it is above the point, otherwise as
    flatter.
    """
    dx, dys = GRAIN * x - px, (GRAIN * y - py for y in range(longest + 1))
    if dx > 0:
        return tuple(dy * _UNIT // dx for dy in dys)
    return tuple(_STEEPEST + 1 if dy > 0 else -1 for dy in dys)
