"""Lines between two footprints, exact in integers, and the tiles that block them.

A footprint is a square of tiles, given by its upper left tile and its span. Its points are the
corners of its tiles; points on its rim are moved inwards by a sixty-fourth of a tile. Lines go from
each point of one footprint to every point of the other.

A line is blocked by a tile whose inside it passes through. If it passes exactly through a corner,
both tiles there that it doesn't enter must block. Some lines between large footprints run along an
edge: they count as inside the tiles on both sides, so that no line depends on grazing a wall. Tiles
of the two footprints never block. No line leaves the map, because all points are within its tiles.

Tiles are bits, so a line is tested by an AND of the tiles that block and those that can block it.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.core.cells import Cell

GRAIN = 64
"""Units per side of a tile. Points are measured in these units."""

Point: TypeAlias = tuple[int, int]
"""(column, row), with `GRAIN` units per tile."""

Line: TypeAlias = tuple[int, int, int]
"""A line: the bits of tiles that block it alone; the distance in bits between the two tiles of a
pair; and the lower bits of the pairs that block it together.
"""


class Lines(NamedTuple):
    """All lines between two footprints.

    A tile is a bit of the grid's screens, shifted right by `shift` plus the index of the first
    footprint's cell. `area` has the bits of all relevant tiles. `starts` has the lines from each
    point of the first footprint.
    """

    shift: int
    area: int
    starts: tuple[tuple[Line, ...], ...]


def fewest(lines: Lines, near: int) -> int:
    """Return the number of lines that the tiles in `near` block, from the point with the fewest.

    Return 0 if they block fewer than half of the lines from any point.
    """
    every = least = len(lines.starts[0])
    for start in lines.starts:
        blocked = 0
        for alone, apart, lower in start:
            # The tiles of a line's pairs are all the same distance apart. Shift by that
            # distance, and the two bits of a blocking pair meet at its lower tile.
            if near & alone or (lower and near & lower & near >> apart):
                blocked += 1
        if blocked < least:
            # Fewer than half give no cover, so the exact number doesn't matter.
            if 2 * blocked < every:
                return 0
            least = blocked
    return least


# Cached by offset, not by position: a battle asks for the same few offsets all over the map.
@lru_cache(maxsize=2048)
def lines(dx: int, dy: int, a_span: int, b_span: int, stride: int) -> Lines:
    """Return the lines from a footprint at (0, 0) to one at (dx, dy), for rows of `stride` bits."""
    left, top = min(0, dx), min(0, dy)
    a, b = (-left, -top), (dx - left, dy - top)
    own = _bits(a, a_span, stride) | _bits(b, b_span, stride)
    ends = points(b, b_span)
    starts = tuple(tuple(_line(p, q, own, stride) for q in ends) for p in points(a, a_span))
    area = 0
    for start in starts:
        for alone, apart, lower in start:
            area |= alone | lower | lower << apart
    return Lines(top * stride + left, area, starts)


def points(cell: Cell, span: int) -> tuple[Point, ...]:
    """Return the points of a footprint, row by row."""
    within = (1, *range(GRAIN, GRAIN * span, GRAIN), GRAIN * span - 1)
    x, y = GRAIN * cell[0], GRAIN * cell[1]
    return tuple((x + across, y + down) for down in within for across in within)


def centre(cell: Cell) -> Point:
    """Return the centre of a tile."""
    return GRAIN * cell[0] + GRAIN // 2, GRAIN * cell[1] + GRAIN // 2


def _bits(cell: Cell, span: int, stride: int) -> int:
    x, y = cell
    return sum(((1 << span) - 1) << (y + down) * stride + x for down in range(span))


def _line(p: Point, q: Point, own: int, stride: int) -> Line:
    """Return the bits that block the line between two points."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    if (dx or p[0] % GRAIN) and (dy or p[1] % GRAIN):
        return _slanted_line(p, dx, dy, own, stride)
    alone = 0
    for ((x, y),) in passed(p, q):
        alone |= 1 << y * stride + x
    return alone & ~own, 0, 0


def _slanted_line(p: Point, dx: int, dy: int, own: int, stride: int) -> Line:
    """Return the same for a line that doesn't run along an edge: the tiles of `_slanted`, as bits.

    A step to the next tile shifts the bit of the tile.
    """
    nx, ny, right, down = abs(dx), abs(dy), dx >= 0, dy >= 0
    x, y = p[0] if right else -p[0], p[1] if down else -p[1]
    column, row = x // GRAIN, y // GRAIN
    bit = 1 << (row if down else ~row) * stride + (column if right else ~column)
    across, along = -(-(x + nx) // GRAIN) - 1 - column, -(-(y + ny) // GRAIN) - 1 - row
    ahead = (GRAIN * (column + 1) - x) * ny - (GRAIN * (row + 1) - y) * nx
    alone, apart, lower, wide, tall = bit, 0, 0, GRAIN * ny, GRAIN * nx
    while across or along:
        if ahead == 0:
            low, high = sorted((bit << 1 if right else bit >> 1, _next_row(bit, stride, down)))
            # A pair needs both tiles to block, and tiles of the two footprints never do.
            if not (low | high) & own:
                lower |= low
                apart = high.bit_length() - low.bit_length()
        is_across, is_along = ahead <= 0, ahead >= 0
        if is_across:
            bit = bit << 1 if right else bit >> 1
            across, ahead = across - 1, ahead + wide
        if is_along:
            bit = _next_row(bit, stride, down)
            along, ahead = along - 1, ahead - tall
        alone |= bit
    return alone & ~own, apart, lower


def _next_row(bit: int, stride: int, down: bool) -> int:
    return bit << stride if down else bit >> stride


def passed(p: Point, q: Point) -> Iterator[tuple[Cell, ...]]:
    """Return the tiles that a line enters or runs along, and the pairs at its corners."""
    (x, y), (dx, dy) = p, (q[0] - p[0], q[1] - p[1])
    if not dx and not x % GRAIN:
        x //= GRAIN
        yield from (((column, row),) for row in _between(y, q[1]) for column in (x - 1, x))
    elif not dy and not y % GRAIN:
        y //= GRAIN
        yield from (((column, row),) for column in _between(x, q[0]) for row in (y - 1, y))
    else:
        yield from _slanted(p, dx, dy)


def _between(a: int, b: int) -> range:
    """Return the columns or rows between two points, including partial ones."""
    return range(min(a, b) // GRAIN, -(-max(a, b) // GRAIN))


def _slanted(p: Point, dx: int, dy: int) -> Iterator[tuple[Cell, ...]]:
    """Return the tiles and pairs of a line that doesn't run along an edge.

    Compute them as if the line went right and down, and mirror the tiles.
    """
    nx, ny = abs(dx), abs(dy)
    x, y = p[0] if dx >= 0 else -p[0], p[1] if dy >= 0 else -p[1]

    # Mirror points by sign but tiles by `~`, because the tile below 0 is -1, not 0.
    def tile(column: int, row: int) -> Cell:
        return column if dx >= 0 else ~column, row if dy >= 0 else ~row

    column, row = x // GRAIN, y // GRAIN
    last = -(-(x + nx) // GRAIN) - 1, -(-(y + ny) // GRAIN) - 1
    yield (tile(column, row),)
    while (column, row) != last:
        # Cross-multiply to find which edge comes first: at a corner the result is exactly 0, which
        # division couldn't guarantee.
        ahead = (GRAIN * (column + 1) - x) * ny - (GRAIN * (row + 1) - y) * nx
        if ahead == 0:
            yield tile(column + 1, row), tile(column, row + 1)
        column, row = column + (ahead <= 0), row + (ahead >= 0)
        yield (tile(column, row),)
