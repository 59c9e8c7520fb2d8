"""Cover against exact geometry: every line clipped to every tile, in fractions."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cells import Cell
from game.core.cover import cover, in_sight
from game.core.grid import Grid
from game.core.sight import sees

Footprint = tuple[Cell, int]
Blocks = Callable[[Cell], bool]
Caps = Callable[[Cell], int]


def grid_of(width: int, kinds: list[tuple[int, bool]]) -> Grid:
    """Each tile is its cover and whether it is opaque."""
    covers, opaque = [cap for cap, _ in kinds], [wall for _, wall in kinds]
    return Grid(width, len(kinds) // width, [1] * len(kinds), opaque, True, covers=covers)


@st.composite
def tiles(draw: st.DrawFn) -> tuple[int, list[tuple[int, bool]]]:
    """Width and kinds of a map, from open ground to thickets of walls."""
    width, height = draw(st.integers(2, 8)), draw(st.integers(2, 8))
    low, high, glass, wall = (1, False), (2, False), (3, False), (0, True)
    few = [(0, False)] * 6 + [low, wall]
    many = [(0, False)] * 5 + [low, high, glass, wall, wall]
    kinds = draw(st.sampled_from([few, many, [(0, False), wall], [(0, False), glass, *[wall] * 4]]))
    area = width * height
    return width, draw(st.lists(st.sampled_from(kinds), min_size=area, max_size=area))


@st.composite
def footprints(draw: st.DrawFn, grid: Grid) -> Footprint:
    span = min(draw(st.sampled_from([1, 1, 1, 2, 3])), grid.width, grid.height)
    x, y = draw(st.integers(0, grid.width - span)), draw(st.integers(0, grid.height - span))
    return (x, y), span


def bodies_on(grid: Grid) -> st.SearchStrategy[set[Cell]]:
    return st.sets(st.sampled_from(list(grid.cells())), max_size=6)


def square(footprint: Footprint, more: int = 0) -> list[Cell]:
    (x, y), span = footprint
    return list(product(range(x, x + span + more), range(y, y + span + more)))


def between(a: int, b: int, low: int) -> tuple[Fraction, Fraction] | None:
    """Open range of t in which a + t (b - a) lies between low and low + 1; None if never."""
    if a == b:
        return None
    ends = sorted(Fraction(edge - a, b - a) for edge in (low, low + 1))
    return ends[0], ends[1]


def crosses(a: Cell, b: Cell, tile: Cell) -> bool:
    """Whether the segment between two corners passes the open square of a tile."""
    across, down = between(a[0], b[0], tile[0]), between(a[1], b[1], tile[1])
    if across is None or down is None:
        return False
    return max(across[0], down[0], Fraction(0)) < min(across[1], down[1], Fraction(1))


def strictly_on(a: Cell, b: Cell, twice: Cell) -> bool:
    """Whether a point, in doubled coordinates, lies on the segment and is none of its ends."""
    (ax, ay), (bx, by), (x, y) = (2 * a[0], 2 * a[1]), (2 * b[0], 2 * b[1]), twice
    straight = (bx - ax) * (y - ay) == (by - ay) * (x - ax)
    inside = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return straight and inside and twice not in ((ax, ay), (bx, by))


def pair_blocks(grid: Grid, a: Cell, b: Cell, blocks: Blocks) -> bool:
    """Whether the line meets an edge or a corner that tiles on both its sides close."""
    rising = (b[0] - a[0]) * (b[1] - a[1]) > 0
    for x, y in product(range(grid.width + 1), range(grid.height + 1)):
        if a[1] == b[1] and strictly_on(a, b, (2 * x + 1, 2 * y)):
            pair = (x, y - 1), (x, y)
        elif a[0] == b[0] and strictly_on(a, b, (2 * x, 2 * y + 1)):
            pair = (x - 1, y), (x, y)
        elif a[0] != b[0] and a[1] != b[1] and strictly_on(a, b, (2 * x, 2 * y)):
            pair = ((x, y - 1), (x - 1, y)) if rising else ((x - 1, y - 1), (x, y))
        else:
            continue
        if all(map(blocks, pair)):
            return True
    return False


def line_blocked(grid: Grid, a: Cell, b: Cell, blocks: Blocks) -> bool:
    solid = any(blocks(tile) and crosses(a, b, tile) for tile in grid.cells())
    return solid or pair_blocks(grid, a, b, blocks)


def closes(a: Footprint, b: Footprint, start: Cell, end: Cell, blocks: Blocks) -> bool:
    """Whether the line meets the only corner that both footprints have, closed on both sides."""
    shared = {*square(a, 1)} & {*square(b, 1)}
    if len(shared) != 1:
        return False
    x, y = shared.pop()
    met = (x, y) in (start, end) or strictly_on(start, end, (2 * x, 2 * y))
    around = {*product((x - 1, x), (y - 1, y))}
    return met and all(map(blocks, around - {*square(a), *square(b)}))


def least_blocked(grid: Grid, a: Footprint, b: Footprint, cap: Caps, level: int) -> Fraction:
    """The part of the lines to b that tiles of a level's cap block from a's best corner."""
    own = {*square(a), *square(b)}

    def stands(tile: Cell) -> bool:
        return tile not in own and (tile not in grid or cap(tile) >= level)

    def stopped(start: Cell, end: Cell) -> bool:
        return line_blocked(grid, start, end, stands) or closes(a, b, start, end, stands)

    ends = square(b, 1)
    return min(
        Fraction(sum(stopped(start, end) for end in ends), len(ends)) for start in square(a, 1)
    )


def centres(grid: Grid, a: Footprint, b: Footprint) -> bool:
    return any(sees(grid, p, q) for p in square(a) for q in square(b))


def slow_cover(grid: Grid, a: Footprint, b: Footprint, bodies: set[Cell]) -> int:
    def cap(tile: Cell) -> int:
        return max(grid.covers[tile[1] * grid.width + tile[0]], tile in bodies)

    total = [(0, at == 3) for at in grid.covers]
    for level, part in ((3, Fraction(1)), (2, Fraction(3, 4)), (1, Fraction(1, 2))):
        if least_blocked(grid, a, b, cap, level) >= part:
            return 2 if level == 3 and centres(grid_of(grid.width, total), a, b) else level
    return 0


def fast_cover(grid: Grid, a: Footprint, b: Footprint, bodies: set[Cell] | tuple[()] = ()) -> int:
    return cover(grid, *a, *b, frozenset(bodies))


@settings(max_examples=100, deadline=None)
@given(tiles(), st.data())
def test_cover_equals_geometry(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    check_cover(terrain, data)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(tiles(), st.data())
def test_cover_equals_geometry_in_many_places(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    check_cover(terrain, data)


def check_cover(terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    a, bodies = data.draw(footprints(grid)), data.draw(bodies_on(grid))
    for b in data.draw(st.lists(footprints(grid), min_size=2, max_size=4)):
        assert fast_cover(grid, a, b, bodies) == slow_cover(grid, a, b, bodies)


@settings(max_examples=200, deadline=None)
@given(tiles(), st.data())
def test_sight_of_footprints_equals_geometry(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    grid = grid_of(*terrain)
    a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
    seen = centres(grid, a, b) or least_blocked(grid, a, b, grid.is_opaque, 1) < 1
    assert in_sight(grid, *a, *b) == seen


@settings(max_examples=200, deadline=None)
@given(tiles(), st.data())
def test_single_tiles_that_touch_see_each_other_as_their_centres_do(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    grid = grid_of(*terrain)
    x, y = data.draw(st.sampled_from(list(grid.cells())))
    for other in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
        if other in grid and other != (x, y):
            assert in_sight(grid, (x, y), 1, other, 1) == sees(grid, (x, y), other)


@settings(max_examples=200, deadline=None)
@given(tiles(), st.data())
def test_beyond_a_wall_across_the_map_nothing_is_in_sight(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    width, kinds = terrain
    at = width * data.draw(st.integers(1, len(kinds) // width - 1))
    a = data.draw(footprints(grid_of(width, kinds[:at])))
    (x, y), span = data.draw(footprints(grid_of(width, kinds[at:])))
    b = (x, y + at // width + 1), span
    grid = grid_of(width, kinds[:at] + [(0, True)] * width + kinds[at:])
    assert not in_sight(grid, *a, *b)
    assert fast_cover(grid, a, b) == fast_cover(grid, b, a) == 3


@settings(max_examples=300, deadline=None)
@given(tiles(), st.data())
def test_total_cover_and_sight_are_symmetric(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    grid = grid_of(*terrain)
    for _ in range(4):
        a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
        assert (fast_cover(grid, a, b) == 3) == (fast_cover(grid, b, a) == 3)
        assert in_sight(grid, *a, *b) == in_sight(grid, *b, *a)


@settings(max_examples=200, deadline=None)
@given(tiles(), st.data())
def test_where_only_walls_give_total_cover_it_is_the_want_of_sight(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    width, kinds = terrain
    grid = grid_of(width, [(min(cap, 2), wall) for cap, wall in kinds])
    for _ in range(4):
        a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
        assert (fast_cover(grid, a, b) == 3) != in_sight(grid, *a, *b)


@settings(max_examples=200, deadline=None)
@given(tiles(), st.data())
def test_bodies_give_half_cover_at_most(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    grid = grid_of(*terrain)
    a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
    plain, among = fast_cover(grid, a, b), fast_cover(grid, a, b, set(grid.cells()))
    assert among == plain or (plain, among) == (0, 1)


@settings(max_examples=300, deadline=None)
@given(tiles(), st.data())
def test_one_more_obstacle_never_lowers_cover(
    terrain: tuple[int, list[tuple[int, bool]]], data: st.DataObject
) -> None:
    width, kinds = terrain
    grid = grid_of(width, kinds)
    a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
    at, cap = data.draw(st.integers(0, len(kinds) - 1)), data.draw(st.integers(1, 3))
    more = list(kinds)
    more[at] = max(cap, kinds[at][0]), kinds[at][1]
    assert fast_cover(grid_of(width, more), a, b) >= fast_cover(grid, a, b)
    body = {(at % width, at // width)}
    assert fast_cover(grid, a, b, body) >= fast_cover(grid, a, b)
