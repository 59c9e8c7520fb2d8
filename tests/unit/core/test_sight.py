"""Sight that can be drawn on squared paper."""

import gc
import weakref

from game.core.cells import Cell
from game.core.grid import Grid
from game.core.sight import field, sees


def grid_of(*rows: str) -> Grid:
    walls = [tile == "#" for tile in "".join(rows)]
    return Grid(len(rows[0]), len(rows), [1] * len(walls), walls, True)


def seen(grid: Grid, a: Cell, radius: int | None = None) -> set[Cell]:
    return set(grid.cells_of(field(grid, a, radius=radius)))


def test_wall_in_between_hides_and_its_end_does_not() -> None:
    grid = grid_of("..#.#")
    assert sees(grid, (0, 0), 1, (2, 0), 1)
    assert sees(grid, (2, 0), 1, (4, 0), 1)
    assert not sees(grid, (0, 0), 1, (3, 0), 1)
    assert not sees(grid, (3, 0), 1, (0, 0), 1)


def test_wall_directly_in_between_hides_although_there_is_room_beside_it() -> None:
    assert not sees(grid_of(".......", ".a..#b.", "......."), (1, 1), 1, (5, 1), 1)


def test_one_wall_beside_a_corner_does_not_hide_and_two_do() -> None:
    assert sees(grid_of(".#", ".."), (0, 0), 1, (1, 1), 1)
    assert not sees(grid_of(".#", "#."), (0, 0), 1, (1, 1), 1)
    assert sees(grid_of(".#", "#."), (1, 0), 1, (0, 1), 1)


def test_large_unit_is_seen_by_any_of_its_points() -> None:
    assert sees(grid_of("..#..", "..#..", "....."), (0, 1), 1, (3, 1), 2)
    assert not sees(grid_of("..#..", "..#..", "..#.."), (0, 1), 1, (3, 1), 2)


def test_field_of_a_closet_has_its_walls_and_nothing_behind() -> None:
    """Hide the corner tiles too, as they are behind two walls that meet."""
    grid = grid_of(".....", ".###.", ".#.#.", ".###.", ".....")
    assert seen(grid, (2, 2)) == {(2, 2), (2, 1), (1, 2), (3, 2), (2, 3)}


def test_field_in_the_open_is_a_square_limited_by_the_map() -> None:
    grid = grid_of("....", "....", "....")
    assert seen(grid, (0, 0), 1) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert seen(grid, (1, 1), 0) == {(1, 1)}
    assert seen(grid, (3, 2)) == set(grid.cells())


def test_field_of_a_large_unit_starts_at_its_outline() -> None:
    grid = grid_of("......", "......", "......")
    assert set(grid.cells_of(field(grid, (0, 0), 2, 1))) == {
        (x, y) for x in range(3) for y in range(3)
    }


def test_pillar_hides_tiles_in_line_behind_it() -> None:
    grid = grid_of(".....", "..#..", ".....")
    assert set(grid.cells()) - seen(grid, (0, 1)) == {(3, 1), (4, 1)}


def test_shots_stop_at_glass_and_sight_does_not() -> None:
    grid = Grid(3, 1, [1] * 3, [False] * 3, True, covers=[0, 3, 0])
    assert set(grid.cells_of(field(grid, (0, 0)))) == {(0, 0), (1, 0), (2, 0)}
    assert set(grid.cells_of(field(grid, (0, 0), glass=True))) == {(0, 0), (1, 0)}


def test_fields_are_cached_with_their_grid() -> None:
    grid = grid_of(*["." * 20] * 20)
    assert field(grid, (0, 0)) is field(grid, (0, 0), radius=99)
    kept = weakref.ref(grid)
    del grid
    gc.collect()
    assert kept() is None
