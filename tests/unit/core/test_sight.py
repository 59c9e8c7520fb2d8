"""Lines of sight that can be drawn on squared paper."""

import gc
import weakref

from game.core.grid import Grid
from game.core.sight import field, line, sees


def grid_of(*rows: str) -> Grid:
    walls = [tile == "#" for tile in "".join(rows)]
    return Grid(len(rows[0]), len(rows), [1] * len(walls), walls, True)


def test_tiles_and_corners_of_lines() -> None:
    assert line(0, 0) == ((), ())
    assert line(3, 0) == (((1, 0), (2, 0)), ())
    assert line(0, -2) == (((0, -1),), ())
    assert line(2, 1) == (((1, 0), (1, 1)), ())
    assert line(-2, 2) == (((-1, 1),), (((-1, 0), (0, 1)), ((-2, 1), (-1, 2))))
    assert line(3, 1) == (((1, 0), (2, 1)), (((2, 0), (1, 1)),))


def test_a_wall_between_hides_and_an_end_does_not() -> None:
    grid = grid_of("..#.#")
    assert sees(grid, (0, 0), (2, 0))
    assert sees(grid, (2, 0), (4, 0))
    assert not sees(grid, (0, 0), (3, 0))
    assert not sees(grid, (3, 0), (0, 0))


def test_one_wall_beside_a_corner_does_not_hide_and_two_do() -> None:
    assert sees(grid_of(".#", ".."), (0, 0), (1, 1))
    assert not sees(grid_of(".#", "#."), (0, 0), (1, 1))
    assert sees(grid_of(".#", "#."), (1, 0), (0, 1))


def test_a_corner_passed_on_a_flat_line() -> None:
    assert sees(grid_of("..#.", "...."), (0, 0), (3, 1))
    assert sees(grid_of("....", ".#.."), (0, 0), (3, 1))
    assert not sees(grid_of("..#.", ".#.."), (0, 0), (3, 1))


def test_off_the_grid_nothing_is_seen() -> None:
    grid = grid_of("..")
    assert not sees(grid, (0, 0), (2, 0))
    assert not sees(grid, (-1, 0), (0, 0))
    assert field(grid, (5, 5)) == frozenset()


def test_field_of_a_closet_holds_its_walls_and_nothing_behind() -> None:
    """Its corner tiles lie behind two walls that meet, so they are not seen either."""
    grid = grid_of(".....", ".###.", ".#.#.", ".###.", ".....")
    assert field(grid, (2, 2)) == {(2, 2), (2, 1), (1, 2), (3, 2), (2, 3)}


def test_field_in_the_open_is_a_square_cut_by_the_map() -> None:
    grid = grid_of("....", "....", "....")
    assert field(grid, (0, 0), 1) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert field(grid, (1, 1), 0) == {(1, 1)}
    assert field(grid, (3, 2)) == frozenset(grid.cells())


def test_a_pillar_casts_a_shadow() -> None:
    grid = grid_of(".....", "..#..", ".....")
    assert sorted(set(grid.cells()) - field(grid, (0, 1))) == [(3, 1), (4, 0), (4, 1), (4, 2)]


def test_fields_are_kept_and_die_with_their_grid() -> None:
    grid = grid_of("....")
    assert field(grid, (0, 0)) is field(grid, (0, 0), 99)
    kept = weakref.ref(grid)
    del grid
    gc.collect()
    assert kept() is None


def test_kept_fields_are_bounded() -> None:
    grid = grid_of(*["." * 60] * 60)
    for cell in list(grid.cells())[:80]:
        field(grid, cell)
    assert len(grid.fields) <= 1 + 200_000 // 3600
