"""How much of a target is covered: lines between the corners of tiles, exact in integers.

A footprint is a square of tiles: its upper left one and its span. From each corner of the
attacker's tiles lines go to every corner of the target's. A line is blocked by a tile whose
interior it passes. Where it runs along an edge, both tiles beside that edge must block; where it
passes exactly through a corner, both tiles beside that corner which it does not enter. Tiles of
the two footprints never block; those off the map do.

Two footprints that touch only at a corner face each other across it: the two other tiles at that
corner close it together, for every line that meets it, even one that begins, ends or is there.

Tiles are bits, so that a line is tried by an AND of all that stands and what can block it.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from game.core.cells import Cell
from game.core.grid import TOTAL, Grid
from game.core.sight import sees

NONE, HALF, MOST = 0, 1, 2
"""Levels of cover below total."""

Obstacle: TypeAlias = tuple[Cell, ...]
"""One tile that blocks a line, or two that do so together."""

Line: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""The bits of the tiles that block it alone; then for pairs of tiles how many bits they lie apart,
and the lower bits of all that lie so."""


class Lines(NamedTuple):
    """All lines between the corners of two footprints.

    A tile is a bit of the grid's screens, shifted right by `shift` more than the index of the
    attacker's cell without its margin. `area` has the bits of all tiles that matter; nothing is
    blocked without one of `inner`, as those around both footprints, perhaps off the map, block only
    together with one within. `corners` are the lines from each of the attacker's corners, `needs`
    how many of them must be blocked for half, three-quarters and total cover.
    """

    shift: int
    area: int
    inner: int
    corners: tuple[tuple[Line, ...], ...]
    needs: tuple[int, int, int]


def cover(
    grid: Grid,
    a: Cell,
    a_span: int,
    b: Cell,
    b_span: int,
    bodies: frozenset[Cell] = frozenset(),
) -> int:
    """Cover that b has from a's best corner: 0 none, 1 half, 2 three-quarters, 3 total.

    Both footprints lie on the map. `bodies` are the tiles of creatures; they give half at most,
    and those on the two footprints nothing. Who is seen from centre to centre is not wholly
    covered, unless something other than an opaque tile is why.
    """
    (x, y), stride = a, grid.stride
    lines = _lines(b[0] - x, b[1] - y, a_span, b_span, stride)
    shift, area, inner, _, needs = lines
    half, most, total, _ = grid.screens
    at = y * stride + x + shift
    low = half >> at & area
    if bodies:
        low |= _crowd(bodies, stride) >> at & area
    if not low & inner:
        return NONE
    blocked = _least(lines, low)
    if blocked < needs[0]:
        return NONE
    for screen, need, level in ((most, needs[1], HALF), (total, needs[2], MOST)):
        near = screen >> at & area
        if near != low:
            low, blocked = near, _least(lines, near)
        if blocked < need:
            return level
    return MOST if _peeps(grid, a, a_span, b, b_span) else TOTAL


def in_sight(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Whether two footprints on the map see each other: by a line of corners or of centres."""
    x, y = a
    lines = _lines(b[0] - x, b[1] - y, a_span, b_span, grid.stride)
    near = grid.screens[-1] >> y * grid.stride + x + lines.shift & lines.area
    if not near & lines.inner or _least(lines, near) < lines.needs[-1]:
        return True
    return _centres(grid, a, a_span, b, b_span)


def _least(lines: Lines, near: int) -> int:
    """How many lines the tiles `near` block from the best corner; 0 if they are less than half."""
    need, _, least = lines.needs
    for corner in lines.corners:
        blocked = 0
        for alone, pairs in corner:
            if near & alone:
                blocked += 1
            elif pairs:
                for apart, lower in pairs:
                    if near & lower & near >> apart:
                        blocked += 1
                        break
        if blocked < least:
            if blocked < need:
                return 0
            least = blocked
    return least


@lru_cache(maxsize=256)
def _crowd(bodies: frozenset[Cell], stride: int) -> int:
    """The tiles of creatures as bits, laid out as the grid's screens."""
    return sum(1 << (y + 1) * stride + x + 1 for x, y in bodies)


def _centres(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Whether a tile of one footprint sees a tile of the other."""
    return any(sees(grid, p, q) for p, q in product(_square(a, a_span), _square(b, b_span)))


def _peeps(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Whether a line of centres is free of all that gives total cover, opaque or not."""
    if not _centres(grid, a, a_span, b, b_span):
        return False
    if grid.screens[-1] == grid.screens[TOTAL - 1]:
        return True
    walls = [cap == TOTAL for cap in grid.covers]
    solid = Grid(grid.width, grid.height, [1] * len(walls), walls, grid.diagonal)
    return _centres(solid, a, a_span, b, b_span)


@lru_cache(maxsize=2048)
def _lines(dx: int, dy: int, a_span: int, b_span: int, stride: int) -> Lines:
    """The lines between a footprint at (0, 0) and one at (dx, dy), for screens of a stride."""
    corners = _obstacles((dx, dy), a_span, b_span)
    per_corner = (b_span + 1) ** 2
    needs = (per_corner + 1) // 2, (3 * per_corner + 3) // 4, per_corner
    if any(sum(map(bool, corner)) < needs[0] for corner in corners):
        corners = []
    tiles = {
        tile for corner in corners for line in corner for obstacle in line for tile in obstacle
    }
    left, top = min(0, dx) - 1, min(0, dy) - 1
    bits = {(x, y): 1 << (y - top) * stride + x - left for x, y in tiles}
    across = range(min(0, dx), max(a_span, dx + b_span))
    down = range(min(0, dy), max(a_span, dy + b_span))
    return Lines(
        shift=(top + 1) * stride + left + 1,
        area=sum(bits.values()),
        inner=sum(bit for (x, y), bit in bits.items() if x in across and y in down),
        corners=tuple(tuple(_line(line, bits) for line in corner) for corner in corners),
        needs=needs,
    )


def _line(obstacles: list[Obstacle], bits: dict[Cell, int]) -> Line:
    """What blocks a line, as bits."""
    alone, pairs = 0, dict[int, int]()
    for tile, *others in obstacles:
        if not others:
            alone |= bits[tile]
            continue
        low, high = sorted((bits[tile], bits[others[0]]))
        apart = high.bit_length() - low.bit_length()
        pairs[apart] = pairs.get(apart, 0) | low
    return alone, tuple(pairs.items())


def _obstacles(b: Cell, a_span: int, b_span: int) -> list[list[list[Obstacle]]]:
    """What blocks each line, from each of the attacker's corners."""
    own = {*_square((0, 0), a_span), *_square(b, b_span)}
    beside: Obstacle = ()
    corner = max(0, b[0]), max(0, b[1])
    if b[0] in (a_span, -b_span) and b[1] in (a_span, -b_span):
        around = _square((corner[0] - 1, corner[1] - 1), 2)
        beside = tuple(tile for tile in around if tile not in own)

    def between(start: Cell, end: Cell) -> list[Obstacle]:
        (x, y), found = start, []
        for obstacle in _path(end[0] - x, end[1] - y):
            tiles = tuple((x + tile_x, y + tile_y) for tile_x, tile_y in obstacle)
            if own.isdisjoint(tiles):
                found.append(tiles)
        return [*found, beside] if beside and _aligned(start, corner, end) else found

    ends = _square(b, b_span + 1)
    return [[between(start, end) for end in ends] for start in _square((0, 0), a_span + 1)]


def _aligned(p: Cell, corner: Cell, q: Cell) -> bool:
    return (corner[0] - p[0]) * (q[1] - corner[1]) == (corner[1] - p[1]) * (q[0] - corner[0])


def _square(cell: Cell, span: int) -> list[Cell]:
    return [(cell[0] + x, cell[1] + y) for y in range(span) for x in range(span)]


@lru_cache(maxsize=4096)
def _path(dx: int, dy: int) -> tuple[Obstacle, ...]:
    """What can block the line from the corner at the upper left of tile (0, 0)."""
    if dx and dy:
        return tuple(_slanted(dx, dy))
    if dx:
        return tuple(((x, -1), (x, 0)) for x in range(min(0, dx), max(0, dx)))
    return tuple(((-1, y), (0, y)) for y in range(min(0, dy), max(0, dy)))


def _slanted(dx: int, dy: int) -> Iterator[Obstacle]:
    """Tiles in walking order, and the pairs beside the corners between the ends."""
    nx, ny = abs(dx), abs(dy)
    across = range(nx) if dx > 0 else range(-1, -nx - 1, -1)
    down = range(ny) if dy > 0 else range(-1, -ny - 1, -1)
    x = y = 0
    while x < nx and y < ny:
        yield ((across[x], down[y]),)
        ahead = (x + 1) * ny - (y + 1) * nx
        if ahead == 0 and x + 1 < nx:
            yield (across[x + 1], down[y]), (across[x], down[y + 1])
        x, y = x + (ahead <= 0), y + (ahead >= 0)
