"""Lines between footprints by plain geometry: exact, every line against every tile.

Lengths are whole numbers of grains, because fractions would take most of the time.
"""

from collections.abc import Callable
from itertools import product

from hypothesis import strategies as st

from game.core.cells import Cell
from game.core.grid import Grid

Footprint = tuple[Cell, int]
Blocks = Callable[[Cell], bool]
Point = tuple[int, int]
Kinds = list[tuple[int, bool]]

TILE = 64
"""Width of a tile in grains. Corners are moved inwards by one grain."""


def grid_of(width: int, kinds: Kinds) -> Grid:
    """Return a grid from each tile's cover and opacity."""
    covers, opaque = [cap for cap, _ in kinds], [wall for _, wall in kinds]
    return Grid(width, len(kinds) // width, [1] * len(kinds), opaque, True, covers=covers)


@st.composite
def maps(draw: st.DrawFn, most: int = 8) -> tuple[int, Kinds]:
    """Draw the width and the tiles of a map, from open ground to dense walls."""
    width, height = draw(st.integers(2, most)), draw(st.integers(2, most))
    low, high, glass, wall = (1, False), (2, False), (3, False), (0, True)
    few = [(0, False)] * 6 + [low, wall]
    many = [(0, False)] * 5 + [low, high, glass, wall, wall]
    walls = [(0, False)] * 7 + [wall]
    mixed = [(0, False), glass, *[wall] * 4]
    kinds = draw(st.sampled_from([few, many, walls, [(0, False), wall], mixed]))
    area = width * height
    return width, draw(st.lists(st.sampled_from(kinds), min_size=area, max_size=area))


@st.composite
def footprints(draw: st.DrawFn, grid: Grid) -> Footprint:
    span = min(draw(st.sampled_from([1, 1, 1, 2, 3])), grid.width, grid.height)
    x, y = draw(st.integers(0, grid.width - span)), draw(st.integers(0, grid.height - span))
    return (x, y), span


def square(footprint: Footprint) -> list[Cell]:
    (x, y), span = footprint
    return list(product(range(x, x + span), range(y, y + span)))


def points(footprint: Footprint) -> list[Point]:
    """Return the corners of the footprint's tiles, with those on its outline moved inwards."""
    (x, y), span = footprint

    def inside(low: int, at: int) -> int:
        return (low + at) * TILE + (1 if at == 0 else -1 if at == span else 0)

    return [(inside(x, i), inside(y, j)) for i in range(span + 1) for j in range(span + 1)]


def crosses(p: Point, q: Point, tile: Cell) -> bool:
    """Return whether the segment between two points passes the open square of a tile.

    On each axis, it is within the tile's range from `enter` to `leave` of `length`, shares of the
    segment. It passes the square if it is within both ranges at once.
    """
    ranges = []
    for one, other, at in zip(p, q, tile, strict=True):
        low, high, length = at * TILE, (at + 1) * TILE, abs(other - one)
        if not length:
            if not low < one < high:
                return False
            continue
        enter, leave = (low - one, high - one) if one < other else (one - high, one - low)
        if enter >= length or leave <= 0:
            return False
        ranges.append((enter, leave, length))
    return all(
        enter * other < leave * length for enter, _, length in ranges for _, leave, other in ranges
    )


def touches(p: Point, q: Point, x: int, y: int) -> bool:
    """Return whether a point is on the segment and not one of its ends."""
    straight = (q[0] - p[0]) * (y - p[1]) == (q[1] - p[1]) * (x - p[0])
    within = min(p[0], q[0]) <= x <= max(p[0], q[0]) and min(p[1], q[1]) <= y <= max(p[1], q[1])
    return straight and within and (x, y) not in (p, q)


def grazes(p: Point, q: Point, tile: Cell) -> bool:
    """Return whether the segment runs along an edge of the tile."""
    x, y, half = tile[0] * TILE, tile[1] * TILE, TILE // 2
    if p[1] == q[1]:
        return any(touches(p, q, x + half, edge) for edge in (y, y + TILE))
    return p[0] == q[0] and any(touches(p, q, edge, y + half) for edge in (x, x + TILE))


def pairs(grid: Grid, p: Point, q: Point) -> list[tuple[Cell, Cell]]:
    """Return the pairs of tiles that close a corner on the segment."""
    found: list[tuple[Cell, Cell]] = []
    if p[0] == q[0] or p[1] == q[1]:
        return found
    rising = (q[0] - p[0]) * (q[1] - p[1]) > 0
    for x, y in product(range(grid.width + 1), range(grid.height + 1)):
        if touches(p, q, x * TILE, y * TILE):
            other = ((x, y - 1), (x - 1, y)) if rising else ((x - 1, y - 1), (x, y))
            found.append(other)
    return found


def is_blocked(grid: Grid, p: Point, q: Point, blocks: Blocks) -> bool:
    if any(blocks(at) and (crosses(p, q, at) or grazes(p, q, at)) for at in grid.cells()):
        return True
    return any(blocks(one) and blocks(other) for one, other in pairs(grid, p, q))


def blocked(grid: Grid, a: Footprint, b: Footprint, blocks: Blocks) -> list[int]:
    """Return the number of blocked lines from each point of `a`, ignoring both footprints."""
    own = {*square(a), *square(b)}

    def stands(tile: Cell) -> bool:
        return tile not in own and blocks(tile)

    return [sum(is_blocked(grid, p, q, stands) for q in points(b)) for p in points(a)]


def slow_sees(grid: Grid, a: Footprint, b: Footprint) -> bool:
    return min(blocked(grid, a, b, grid.is_opaque)) < len(points(b))


def slow_cover(grid: Grid, a: Footprint, b: Footprint, bodies: set[Cell]) -> int:
    def least(level: int) -> int:
        def blocks(tile: Cell) -> bool:
            cap = grid.covers[tile[1] * grid.width + tile[0]]
            return max(cap, int(tile in bodies)) >= level

        return min(blocked(grid, a, b, blocks))

    every = len(points(b))
    if least(3) == every:
        return 3
    if 2 * least(2) > every:
        return 2
    return int(2 * least(1) >= every)
