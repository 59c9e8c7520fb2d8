"""Cover, compared with plain geometry."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cells import Cell
from game.core.cover import cover
from game.core.grid import Grid
from game.core.sight import sees
from tests.properties.lines_of_sight import (
    Footprint,
    Kinds,
    footprints,
    grid_of,
    maps,
    slow_cover,
)

Map = tuple[int, Kinds]


def bodies_on(grid: Grid) -> st.SearchStrategy[set[Cell]]:
    return st.sets(st.sampled_from(list(grid.cells())), max_size=6)


def fast_cover(grid: Grid, a: Footprint, b: Footprint, bodies: set[Cell] | tuple[()] = ()) -> int:
    return cover(grid, *a, *b, frozenset(bodies))


@settings(max_examples=100, deadline=None)
@given(maps(), st.data())
def test_cover_equals_geometry(terrain: Map, data: st.DataObject) -> None:
    check_cover(terrain, data)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(maps(), st.data())
def test_cover_equals_geometry_in_many_places(terrain: Map, data: st.DataObject) -> None:
    check_cover(terrain, data)


def check_cover(terrain: Map, data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    a, bodies = data.draw(footprints(grid)), data.draw(bodies_on(grid))
    for b in data.draw(st.lists(footprints(grid), min_size=2, max_size=4)):
        assert fast_cover(grid, a, b, bodies) == slow_cover(grid, a, b, bodies)


@settings(max_examples=300, deadline=None)
@given(maps(), st.data())
def test_total_cover_is_symmetric(terrain: Map, data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    for _ in range(4):
        a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
        assert (fast_cover(grid, a, b) == 3) == (fast_cover(grid, b, a) == 3)


@settings(max_examples=200, deadline=None)
@given(maps(), st.data())
def test_total_cover_equals_lack_of_sight_when_only_walls_give_cover(
    terrain: Map, data: st.DataObject
) -> None:
    width, kinds = terrain
    grid = grid_of(width, [(min(cap, 2), wall) for cap, wall in kinds])
    for _ in range(4):
        a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
        assert (fast_cover(grid, a, b) == 3) != sees(grid, *a, *b)


@settings(max_examples=200, deadline=None)
@given(maps(), st.data())
def test_bodies_give_half_cover_at_most(terrain: Map, data: st.DataObject) -> None:
    grid = grid_of(*terrain)
    a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
    plain, among = fast_cover(grid, a, b), fast_cover(grid, a, b, set(grid.cells()))
    assert among == plain or (plain, among) == (0, 1)


@settings(max_examples=300, deadline=None)
@given(maps(), st.data())
def test_extra_obstacle_never_lowers_cover(terrain: Map, data: st.DataObject) -> None:
    width, kinds = terrain
    grid = grid_of(width, kinds)
    a, b = data.draw(footprints(grid)), data.draw(footprints(grid))
    at, cap = data.draw(st.integers(0, len(kinds) - 1)), data.draw(st.integers(1, 3))
    more = list(kinds)
    more[at] = max(cap, kinds[at][0]), kinds[at][1]
    assert fast_cover(grid_of(width, more), a, b) >= fast_cover(grid, a, b)
    body = {(at % width, at // width)}
    assert fast_cover(grid, a, b, body) >= fast_cover(grid, a, b)
