"""Sight against exact geometry: segments and squares in fractions."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cells import Cell, steps_apart
from game.core.grid import Grid
from game.core.sight import field, sees


@st.composite
def maps(draw: st.DrawFn, size: int) -> Grid:
    width, height = draw(st.integers(1, size)), draw(st.integers(1, size))
    kinds = draw(st.sampled_from([[0, 1], [0, 0, 0, 1], [0] * 11 + [1]]))
    area = width * height
    walls = draw(st.lists(st.sampled_from(kinds), min_size=area, max_size=area))
    return Grid(width, height, [1] * area, [bool(wall) for wall in walls], True)


def inside(a: int, b: int, tile: int) -> tuple[Fraction, Fraction] | None:
    """Open range of t in which a + t (b - a) lies within half a unit of `tile`; None if never."""
    if a == b:
        return (Fraction(-1), Fraction(2)) if a == tile else None
    ends = sorted(Fraction(2 * (tile - a) + side, 2 * (b - a)) for side in (-1, 1))
    return ends[0], ends[1]


def crosses(a: Cell, b: Cell, tile: Cell) -> bool:
    """Whether the segment of centres passes the tile's open square."""
    across, down = inside(a[0], b[0], tile[0]), inside(a[1], b[1], tile[1])
    if across is None or down is None:
        return False
    return max(across[0], down[0], Fraction(0)) < min(across[1], down[1], Fraction(1))


def is_on(a: Cell, b: Cell, twice: Cell) -> bool:
    """Whether a point, given by doubled coordinates, lies on the segment of centres."""
    (ax, ay), (bx, by), (x, y) = (2 * a[0], 2 * a[1]), (2 * b[0], 2 * b[1]), twice
    straight = (bx - ax) * (y - ay) == (by - ay) * (x - ax)
    return straight and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def slow_sees(grid: Grid, a: Cell, b: Cell) -> bool:
    walls = [cell for cell in grid.cells() if grid.is_opaque(cell)]
    if any(crosses(a, b, wall) for wall in walls if wall not in (a, b)):
        return False
    rising = b[0] != a[0] and (b[1] - a[1]) * (b[0] - a[0]) > 0
    for x in range(grid.width - 1):
        for y in range(grid.height - 1):
            if is_on(a, b, (2 * x + 1, 2 * y + 1)):
                beside = [(x + 1, y), (x, y + 1)] if rising else [(x, y), (x + 1, y + 1)]
                if all(map(grid.is_opaque, beside)):
                    return False
    return True


@settings(max_examples=250, deadline=None)
@given(maps(9), st.data())
def test_sight_equals_geometry(grid: Grid, data: st.DataObject) -> None:
    a = data.draw(st.sampled_from(list(grid.cells())))
    for b in data.draw(st.lists(st.sampled_from(list(grid.cells())), max_size=8)):
        assert sees(grid, a, b) == slow_sees(grid, a, b)


@settings(max_examples=150, deadline=None)
@given(maps(7))
def test_sight_is_symmetric(grid: Grid) -> None:
    cells = list(grid.cells())
    for a in cells:
        assert sees(grid, a, a)
        assert all(sees(grid, a, b) == sees(grid, b, a) for b in cells)


@settings(max_examples=250, deadline=None)
@given(maps(16), st.one_of(st.none(), st.integers(0, 9)), st.data())
def test_the_field_is_what_is_seen(grid: Grid, radius: int | None, data: st.DataObject) -> None:
    a = data.draw(st.sampled_from(list(grid.cells())))
    assert field(grid, a, radius) == {
        b
        for b in grid.cells()
        if sees(grid, a, b) and (radius is None or steps_apart(a, b, True) <= radius)
    }
