"""Sight, compared with plain geometry."""

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cells import Cell
from game.core.footprints import steps_between
from game.core.grid import TOTAL, Grid
from game.core.sight import field, sees
from tests.properties.lines_of_sight import (
    Footprint,
    Kinds,
    footprints,
    grid_of,
    maps,
    slow_sees,
    square,
)

Map = tuple[int, Kinds]


def some_cell(data: st.DataObject, grid: Grid) -> Cell:
    return data.draw(st.sampled_from(list(grid.cells())))


def seen(grid: Grid, a: Footprint, radius: int | None = None, glass: bool = False) -> set[Cell]:
    return set(grid.cells_of(field(grid, *a, radius, glass=glass)))


@settings(max_examples=150, deadline=None)
@given(maps(), st.data())
def test_sight_equals_geometry(terrain: Map, data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    a = data.draw(footprints(grid))
    for b in data.draw(st.lists(footprints(grid), max_size=4)):
        assert sees(grid, *a, *b) == slow_sees(grid, a, b)


@settings(max_examples=100, deadline=None)
@given(maps(7))
def test_sight_between_single_tiles_is_mutual(terrain: Map) -> None:
    grid = grid_of(*terrain)
    fields = {cell: seen(grid, (cell, 1)) for cell in grid.cells()}
    for a, found in fields.items():
        assert a in found
        assert all(a in fields[b] for b in found)


@settings(max_examples=200, deadline=None)
@given(maps(), st.data())
def test_sight_between_footprints_is_mutual(terrain: Map, data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    for _ in range(4):
        a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
        assert sees(grid, *a, *b) == sees(grid, *b, *a)


@settings(max_examples=250, deadline=None)
@given(maps(16), st.one_of(st.none(), st.integers(0, 9)), st.data())
def test_field_has_all_visible_tiles(terrain: Map, radius: int | None, data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    a = data.draw(footprints(grid))
    assert seen(grid, a, radius) == {
        b
        for b in grid.cells()
        if b in square(a)
        or (sees(grid, *a, b, 1) and (radius is None or steps_between(*a, b, 1) <= radius))
    }


@settings(max_examples=100, deadline=None)
@given(maps(12), st.data())
def test_shots_pass_as_if_glass_were_walls(terrain: Map, data: st.DataObject) -> None:
    width, kinds = terrain
    walls = grid_of(width, [(cap, wall or cap == TOTAL) for cap, wall in kinds])
    a = data.draw(footprints(walls))
    assert seen(grid_of(*terrain), a, glass=True) == seen(walls, a)


@settings(max_examples=200, deadline=None)
@given(maps(), st.data())
def test_adjacent_single_tiles_see_each_other_unless_their_diagonal_is_closed(
    terrain: Map, data: st.DataObject
) -> None:
    grid = grid_of(*terrain)
    x, y = some_cell(data, grid)
    near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy}
    for to_x, to_y in near & set(grid.cells()):
        closed = to_x != x and to_y != y and all(map(grid.is_opaque, ((x, to_y), (to_x, y))))
        assert sees(grid, (x, y), 1, (to_x, to_y), 1) != closed


@settings(max_examples=200, deadline=None)
@given(maps(), st.data())
def test_tiles_beyond_a_wall_across_the_map_are_hidden(terrain: Map, data: st.DataObject) -> None:
    width, kinds = terrain
    at = width * data.draw(st.integers(1, len(kinds) // width - 1))
    a = data.draw(footprints(grid_of(width, kinds[:at])))
    (x, y), span = data.draw(footprints(grid_of(width, kinds[at:])))
    b = (x, y + at // width + 1), span
    grid = grid_of(width, kinds[:at] + [(0, True)] * width + kinds[at:])
    assert not sees(grid, *a, *b)
