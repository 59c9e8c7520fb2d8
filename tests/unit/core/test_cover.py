"""Cover that can be drawn on squared paper.

`A` looks at `B`; a large one is drawn on all its tiles. `#` is a wall, `G` glass: total cover that
can be seen through, `w` gives three-quarters at most, `o` half at most, `c` is a creature.
"""

import pytest

from game.core.cells import Cell
from game.core.cover import cover, in_sight
from game.core.grid import Grid

CAPS = {"o": 1, "w": 2, "G": 3}
NONE, HALF, MOST, TOTAL = range(4)


def grid_of(*rows: str) -> Grid:
    text = "".join(rows)
    covers = [CAPS.get(tile, 0) for tile in text]
    opaque = [tile == "#" for tile in text]
    return Grid(len(rows[0]), len(rows), [1] * len(text), opaque, True, covers=covers)


def tiles_of(letter: str, rows: tuple[str, ...]) -> list[Cell]:
    return [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == letter]


def footprint(letter: str, rows: tuple[str, ...]) -> tuple[Cell, int]:
    return tiles_of(letter, rows)[0], max(row.count(letter) for row in rows)


def drawn(*rows: str, back: bool = False) -> int:
    """Cover of B from A; `back`: of A from B."""
    a, b = footprint("A", rows), footprint("B", rows)
    bodies = frozenset(tiles_of("c", rows))
    return cover(grid_of(*rows), *(b if back else a), *(a if back else b), bodies)


def seen(*rows: str) -> bool:
    return in_sight(grid_of(*rows), *footprint("A", rows), *footprint("B", rows))


def test_in_the_open_there_is_none() -> None:
    assert drawn("A..B", "....") == NONE
    assert drawn("AB") == NONE
    assert drawn("A#", ".B") == NONE


def test_half_two_of_four() -> None:
    """From A's upper right corner the lines to B's lower corners pass the wall."""
    assert drawn(".....", ".A#B.", ".....") == HALF


def test_three_quarters_three_of_four() -> None:
    """From A's upper right corner only the line to B's upper right corner is free."""
    assert drawn("A..", ".#.", "..B") == MOST


def test_total_four_of_four() -> None:
    assert drawn("..#..", ".A#B.", "..#..") == TOTAL


def test_the_best_corner_counts() -> None:
    """With the lower wall gone, the two lines from A's lower right corner along it are free."""
    assert drawn("..#..", ".A#.B", "..#..") == TOTAL
    assert drawn("..#..", ".A#.B", ".....") == HALF


def test_cover_other_than_total_may_differ_by_direction() -> None:
    rows = ".....", "A.#..", "..#BB", "...BB"
    assert drawn(*rows) == MOST
    assert drawn(*rows, back=True) == NONE


@pytest.mark.parametrize(("tile", "cap"), [("o", HALF), ("c", HALF), ("w", MOST), ("G", TOTAL)])
def test_an_obstacle_gives_no_more_than_its_own(tile: str, cap: int) -> None:
    """However many lines it blocks: here all, then three of four, then two."""
    assert drawn(*(row.replace("#", tile) for row in ("..#..", ".A#B.", "..#.."))) == cap
    assert drawn(*(row.replace("#", tile) for row in ("A..", ".#.", "..B"))) == min(cap, MOST)
    assert drawn(*(row.replace("#", tile) for row in (".....", ".A#B.", "....."))) == HALF


def test_obstacles_add_up_to_the_level_all_of_them_can_give() -> None:
    assert drawn("..#..", ".AoB.", "..#..") == HALF
    assert drawn("..w..", ".A#B.", "..w..") == MOST
    assert drawn("..w..", ".A#B.", "..c..") == HALF


def test_a_line_along_an_edge_is_blocked_only_from_both_sides() -> None:
    """Lines between the upper corners run below the upper wall, if there is one."""
    assert drawn("..#..", ".A.B.", ".....") == NONE
    assert drawn(".....", ".A#B.", "..#..") == HALF
    assert drawn("..#..", ".A#B.", "..#..") == TOTAL


def test_along_the_rim_the_tile_inside_is_enough() -> None:
    """Of a wall at the rim the other side is left to look along; of one between two rims none."""
    assert drawn("A#B", "...") == HALF
    assert drawn("A#B") == TOTAL
    assert drawn("A#B", ".#.", "...") == TOTAL
    assert drawn("AA", "AA", "##", "BB", "BB") == TOTAL
    assert drawn("A..B", "....") == NONE
    assert drawn("A.B", "#.#") == NONE


@pytest.mark.parametrize(("tile", "cap"), [("o", HALF), ("c", HALF), ("w", MOST), ("G", TOTAL)])
def test_off_the_map_covers_as_much_as_the_tile_inside(tile: str, cap: int) -> None:
    rows = f"A{tile}B", f".{tile}.", "..."
    assert drawn(*rows) == drawn(*rows, back=True) == cap
    assert drawn(*rows[::-1]) == cap
    for turned in (rows, rows[::-1]):
        assert drawn(*map("".join, zip(*turned, strict=True))) == cap


def test_a_wall_from_rim_to_rim_is_not_seen_past() -> None:
    rows = "A#B", ".#.", ".#."
    assert not seen(*rows)
    assert not seen(*map("".join, zip(*rows, strict=True)))
    assert not seen("AA", "AA", "##", "BB", "BB")
    assert seen("A.B", ".#.", ".#.")


@pytest.mark.parametrize(
    ("tiles", "cap"),
    [("##", TOTAL), ("#G", TOTAL), ("w#", MOST), ("ww", MOST), ("oG", HALF), ("c#", HALF)],
)
def test_a_closed_diagonal_covers_as_much_as_the_lower_of_its_sides(tiles: str, cap: int) -> None:
    """No line goes through the corner between A and B, not even one that ends or begins there."""
    rows = f".....|..A{tiles[0]}.|..{tiles[1]}B.|.....".split("|")
    for turned in (rows, rows[::-1]):
        assert drawn(*turned) == drawn(*turned, back=True) == cap
    assert drawn(*(row.replace(tiles[0], ".", 1) for row in rows)) == NONE


def test_across_a_closed_diagonal_only_walls_stop_sight() -> None:
    assert not seen("A#", "#B")
    assert not seen("#A", "B#")
    assert seen("A#", "GB")
    assert seen("A#", ".B")
    assert drawn("A.", ".B") == NONE


def test_large_ones_may_look_past_a_closed_diagonal() -> None:
    """The walls at their corner stop the lines there; others pass by, until more walls stand."""
    assert seen("AA..", "AA#.", ".#BB", "..BB")
    assert drawn("AA..", "AA#.", ".#BB", "..BB") == MOST
    assert not seen("AA##", "AA##", "##BB", "##BB")
    assert drawn("AA##", "AA##", "##BB", "##BB") == TOTAL
    assert drawn("AA#.", "AAB.", "...#") == NONE


def test_a_line_through_a_corner_is_blocked_only_by_both_tiles_beside_it() -> None:
    assert drawn("A...", "..#.", "....", "...B") == NONE
    assert drawn("A...", "....", ".#..", "...B") == NONE
    assert drawn("A...", "..#.", ".#..", "...B") == TOTAL
    assert drawn("A...", "..o.", ".#..", "...B") == HALF


def test_what_is_not_between_does_not_count() -> None:
    assert drawn("A..B", "...#") == NONE
    assert drawn("A..B#", "#..##") == NONE
    assert drawn("A..Bc", "c..cc") == NONE


def test_who_stands_on_the_footprints_is_not_in_between() -> None:
    grid = grid_of("......", "......", "......")
    assert cover(grid, (0, 0), 2, (4, 0), 2, frozenset({(0, 0), (1, 0), (4, 1), (5, 1)})) == NONE
    assert cover(grid, (0, 0), 2, (4, 0), 2, frozenset({(2, 0), (2, 1), (2, 2)})) == HALF


def test_a_large_target_needs_more_in_between() -> None:
    """The same wall, the target one tile wide and then two; then a wall as long as it is wide."""
    assert drawn(".....", "A.#B.", ".....") == HALF
    assert drawn("...BB", "A.#BB", ".....") == NONE
    assert drawn("..#BB", "A.#BB", ".....") == HALF
    assert drawn("..#BB", "A.#BB", "..#..") == TOTAL


def test_of_nine_lines_half_is_five() -> None:
    """From A's upper right corner the wall blocks four; two block five or more from each."""
    assert drawn("BB...", "BB#..", "....A") == NONE
    assert drawn("BB#..", "BB#..", "....A") == HALF


def test_a_large_attacker_has_more_corners() -> None:
    assert drawn("...B", "..#.", ".A..", "....") == MOST
    assert drawn("...B", "..#.", "AA..", "AA..") == HALF


def test_who_is_seen_from_centre_to_centre_is_not_wholly_covered() -> None:
    """Every line of corners is blocked, and yet the centres see each other between the walls."""
    rows = ("A..........", ".........#.", ".......#..B")
    assert drawn(*rows) == MOST
    assert drawn(*(row.replace("#", "G") for row in rows)) == MOST
    assert seen(*rows)


def test_glass_covers_whom_it_shows() -> None:
    rows = ("..G..", ".AGB.", "..G..")
    assert drawn(*rows) == TOTAL
    assert seen(*rows)
    assert not seen(*(row.replace("G", "#") for row in rows))


def test_a_large_one_is_seen_by_any_of_its_tiles() -> None:
    assert seen("..#BB", "A.#BB", ".....")
    assert not seen("..#BB", "A.#BB", "..#..")


def test_what_a_grid_keeps_of_covers_and_rooms() -> None:
    plain = Grid(2, 1, [1, 1], [False, True], True)
    assert (plain.covers, plain.rooms) == (b"\0\3", b"\4\4")
    told = Grid(3, 1, [1] * 3, [False, True, False], True, covers=[1, 1, 2], rooms=[0, 1, 2])
    assert (told.covers, told.rooms) == (b"\1\3\2", b"\0\1\2")


def test_wrong_covers_and_rooms_are_named() -> None:
    with pytest.raises(ValueError, match="2 by 1 needs 2 covers, not 1"):
        Grid(2, 1, [1, 1], [False] * 2, True, covers=[0])
    with pytest.raises(ValueError, match="2 by 1 needs 2 rooms, not 3"):
        Grid(2, 1, [1, 1], [False] * 2, True, rooms=[4] * 3)
    with pytest.raises(ValueError, match="cannot give cover 4"):
        Grid(2, 1, [1, 1], [False] * 2, True, covers=[0, 4])
    with pytest.raises(ValueError, match="cannot fit size -1"):
        Grid(2, 1, [1, 1], [False] * 2, True, rooms=[4, -1])
