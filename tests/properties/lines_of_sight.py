"""Lines between footprints by plain geometry: exact fractions, every line against every tile."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from game.core.cells import Cell
from game.core.grid import Grid

Footprint = tuple[Cell, int]
Blocks = Callable[[Cell], bool]
Point = tuple[Fraction, Fraction]
Kinds = list[tuple[int, bool]]

GRAIN = Fraction(1, 64)


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

    def inside(low: int, at: int) -> Fraction:
        return Fraction(low + at) + (GRAIN if at == 0 else -GRAIN if at == span else 0)

    return [(inside(x, i), inside(y, j)) for i in range(span + 1) for j in range(span + 1)]


def part(p: Fraction, q: Fraction, low: int) -> tuple[Fraction, Fraction]:
    """Return the open range of t in which p + t (q - p) is between low and low + 1."""
    if p == q:
        return (Fraction(0), Fraction(1)) if low < p < low + 1 else (Fraction(1), Fraction(0))
    one, other = (low - p) / (q - p), (low + 1 - p) / (q - p)
    return min(one, other), max(one, other)


def crosses(p: Point, q: Point, tile: Cell) -> bool:
    """Return whether the segment between two points passes the open square of a tile."""
    across, down = part(p[0], q[0], tile[0]), part(p[1], q[1], tile[1])
    return max(across[0], down[0], Fraction(0)) < min(across[1], down[1], Fraction(1))


def touches(p: Point, q: Point, x: Fraction, y: Fraction) -> bool:
    """Return whether a point is on the segment and not one of its ends."""
    straight = (q[0] - p[0]) * (y - p[1]) == (q[1] - p[1]) * (x - p[0])
    within = min(p[0], q[0]) <= x <= max(p[0], q[0]) and min(p[1], q[1]) <= y <= max(p[1], q[1])
    return straight and within and (x, y) not in (p, q)


def grazes(p: Point, q: Point, tile: Cell) -> bool:
    """Return whether the segment runs along an edge of the tile."""
    (x, y), half = tile, Fraction(1, 2)
    if p[1] == q[1]:
        return any(touches(p, q, x + half, Fraction(edge)) for edge in (y, y + 1))
    return p[0] == q[0] and any(touches(p, q, Fraction(edge), y + half) for edge in (x, x + 1))


def pairs(grid: Grid, p: Point, q: Point) -> list[tuple[Cell, Cell]]:
    """Return the pairs of tiles that close a corner on the segment."""
    found: list[tuple[Cell, Cell]] = []
    if p[0] == q[0] or p[1] == q[1]:
        return found
    rising = (q[0] - p[0]) * (q[1] - p[1]) > 0
    for x, y in product(range(grid.width + 1), range(grid.height + 1)):
        if touches(p, q, Fraction(x), Fraction(y)):
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
