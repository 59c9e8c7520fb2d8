"""The tiles that lines between footprints pass."""

from game.core.cells import Cell
from game.core.lines_between import centre, passed, points


def between(a: Cell, b: Cell) -> list[tuple[Cell, ...]]:
    return list(passed(centre(a), centre(b)))


def test_points_are_a_sixty_fourth_inside_the_outline() -> None:
    assert points((0, 0), 1) == ((1, 1), (63, 1), (1, 63), (63, 63))
    assert points((1, 2), 2)[:4] == ((65, 129), (128, 129), (191, 129), (65, 192))
    assert points((1, 2), 2)[4] == (128, 192)


def test_passed_tiles_are_in_order_along_the_line() -> None:
    assert between((0, 0), (0, 0)) == [((0, 0),)]
    assert between((0, 0), (2, 0)) == [((0, 0),), ((1, 0),), ((2, 0),)]
    assert between((0, 1), (0, -1)) == [((0, 1),), ((0, 0),), ((0, -1),)]
    assert between((0, 0), (2, 1)) == [((0, 0),), ((1, 0),), ((1, 1),), ((2, 1),)]


def test_corners_passed_exactly_give_pairs() -> None:
    assert between((0, 0), (-1, 1)) == [((0, 0),), ((-1, 0), (0, 1)), ((-1, 1),)]
    found = between((0, 0), (3, 1))
    assert found == [((0, 0),), ((1, 0),), ((2, 0), (1, 1)), ((2, 1),), ((3, 1),)]


def test_line_along_an_edge_passes_tiles_on_both_sides() -> None:
    tiles = [((x, y),) for y in range(3) for x in range(2)]
    assert list(passed((64, 63), (64, 129))) == tiles
    assert list(passed((129, 64), (63, 64))) == [((y, x),) for ((x, y),) in tiles]
