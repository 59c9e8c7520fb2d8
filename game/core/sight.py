"""Who sees whom: exact lines between the centres of tiles, the same in both directions.

A line is blocked by an opaque tile whose interior it passes, its two ends aside. Where it passes
exactly through a corner, it is blocked if both tiles beside that corner are opaque. All of it is
counted in integers.
"""

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

from game.core.cells import Cell
from game.core.grid import Grid

MOST_KEPT = 200_000
"""Tiles kept in the fields of sight of one grid, about; the oldest field is dropped first."""

_UNIT = 1 << 40
"""Slopes 0 to 1 as integers. Distinct fractions with denominators below 2**20 stay distinct."""

Shadow = tuple[int, int]


class Line(NamedTuple):
    """Offsets of the tiles a line passes, ends left out, and the pairs beside its corners."""

    tiles: tuple[Cell, ...]
    corners: tuple[tuple[Cell, Cell], ...]


@lru_cache(maxsize=16_384)
def line(dx: int, dy: int) -> Line:
    """The line from a tile's centre to that of the tile (dx, dy) away, in walking order."""
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    nx, ny = abs(dx), abs(dy)
    tiles, corners = [], []
    x = y = 0
    while x < nx or y < ny:
        ahead = (2 * x + 1) * ny - (2 * y + 1) * nx
        if ahead == 0:
            corners.append((((x + 1) * sx, y * sy), (x * sx, (y + 1) * sy)))
        x, y = x + (ahead <= 0), y + (ahead >= 0)
        tiles.append((x * sx, y * sy))
    return Line(tuple(tiles[:-1]), tuple(corners))


def sees(grid: Grid, a: Cell, b: Cell) -> bool:
    """Whether two tiles see each other; one sees itself, and off the grid nothing is seen."""
    if a not in grid or b not in grid:
        return False
    (x, y), width, opaque = a, grid.width, grid.opaque
    tiles, corners = line(b[0] - x, b[1] - y)
    at = y * width + x
    if any(opaque[at + dy * width + dx] for dx, dy in tiles):
        return False
    return not any(
        opaque[at + ay * width + ax] and opaque[at + by * width + bx]
        for (ax, ay), (bx, by) in corners
    )


def field(grid: Grid, a: Cell, radius: int | None = None) -> frozenset[Cell]:
    """All tiles seen from a, itself included, up to a Chebyshev radius (None: no limit).

    Equal to asking `sees` for each tile. Kept with the grid.
    """
    if a not in grid:
        return frozenset()
    farthest = max(a[0], a[1], grid.width - 1 - a[0], grid.height - 1 - a[1])
    key = a, farthest if radius is None else min(radius, farthest)
    known = grid.fields.get(key)
    if known is None:
        known = grid.fields[key] = _look(grid, *key)
        while len(grid.fields) > 1 + MOST_KEPT // len(known):
            del grid.fields[next(iter(grid.fields))]
    return known


def _look(grid: Grid, a: Cell, radius: int) -> frozenset[Cell]:
    """Eight octants; what lies on their borders is found twice and alike."""
    seen = [a]
    (x, y), width = a, grid.width
    at = y * width + x
    for sx, across in ((1, width - 1 - x), (-1, x)):
        for sy, down in ((1, grid.height - 1 - y), (-1, y)):
            wide, tall = min(across, radius), min(down, radius)
            flat = _octant(grid.opaque, at, sx, sy * width, wide, tall)
            flat += _octant(grid.opaque, at, sy * width, sx, tall, wide)
            seen += [(i % width, i // width) for i in flat]
    return frozenset(seen)


def _octant(opaque: bytes, at: int, out: int, up: int, far: int, high: int) -> list[int]:
    """Indices of the tiles seen in one octant: `far` ranks outwards, at most `high` upwards.

    `out` and `up` are index strides. Tile (x, y) of the octant lies on the slope y/x, and a line
    to it passes only tiles of lower ranks: so the ranks are taken in order, and each casts its
    shadows, closed ranges of slopes, on those behind it. A corner may lie on the octant's border,
    so one tile more than the octant's is read.
    """
    seen: list[int] = []
    shadows: list[Shadow] = []
    before = bytes([opaque[at + y * up] for y in range(min(1, high) + 1)])
    for x in range(1, far + 1):
        first = at + x * out
        rank = bytes([opaque[first + y * up] for y in range(min(x + 1, high) + 1)])
        walls = [y for y, wall in enumerate(rank) if wall]
        corners = [y for y in walls if before[y + 1 : y + 2] == b"\1"]
        if corners:
            shadows = _merged(shadows + [_corner(x, y) for y in corners])
        seen += _lit(range(first, first + (min(x, high) + 1) * up, up), _slopes(x), shadows)
        if walls:
            shadows = _merged(shadows + [_shade(x, y) for y in walls])
            if shadows[0][0] <= 0 and shadows[0][1] >= _UNIT:
                break
        before = rank
    return seen


def _lit(rank: range, slopes: tuple[int, ...], shadows: list[Shadow]) -> list[int]:
    """What of a rank lies in no shadow."""
    lit: list[int] = []
    start = 0
    for low, high in shadows:
        lit += rank[start : bisect_left(slopes, low)]
        start = bisect_right(slopes, high)
    lit += rank[start:]
    return lit


def _merged(shadows: list[Shadow]) -> list[Shadow]:
    """The same slopes as ranges that are ascending and apart."""
    out: list[Shadow] = []
    for low, high in sorted(shadows):
        if out and low <= out[-1][1]:
            out[-1] = out[-1][0], max(high, out[-1][1])
        else:
            out.append((low, high))
    return out


def _shade(x: int, y: int) -> Shadow:
    """Slopes strictly between those of the outermost corners of tile (x, y)."""
    return (2 * y - 1) * _UNIT // (2 * x + 1) + 1, (2 * y + 1) * _UNIT // (2 * x - 1) - 1


def _corner(x: int, y: int) -> Shadow:
    """The one slope through the corner that tile (x, y) shares with (x - 1, y + 1)."""
    slope = (2 * y + 1) * _UNIT // (2 * x - 1)
    return slope, slope


@lru_cache(maxsize=1024)
def _slopes(x: int) -> tuple[int, ...]:
    return tuple(y * _UNIT // x for y in range(x + 1))
