"""Cover that can be drawn on squared paper.

`A` looks at `B`; a large unit is drawn on all its tiles. `#` is a wall, and `G` is glass:
transparent total cover. `w` gives three-quarters at most, `o` half at most, `c` is a creature.
"""

import pytest

from game.core.cells import Cell
from game.core.cover import cover
from game.core.grid import Grid
from game.core.sight import sees

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
    """Return the cover of B from A; with `back`, of A from B."""
    a, b = footprint("A", rows), footprint("B", rows)
    bodies = frozenset(tiles_of("c", rows))
    return cover(grid_of(*rows), *(b if back else a), *(a if back else b), bodies)


def seen(*rows: str) -> bool:
    return sees(grid_of(*rows), *footprint("A", rows), *footprint("B", rows))


def test_cover_in_the_open_is_none() -> None:
    assert drawn("A..B", "....") == NONE
    assert drawn("AB") == NONE
    assert drawn("A#", ".B") == NONE


def behind(far: int, row: int) -> str:
    """Return the cover of B, `far` tiles behind a wall, from each column in front of the wall."""
    wall, size = (10, row), (11 + far, row + 1)
    grid = Grid(*size, [1] * (size[0] * size[1]), _walls(size, wall), True)
    return "".join("nhqT"[cover(grid, (x, 0), 1, (10 + far, row), 1)] for x in range(9, 1, -1))


def _walls(size: tuple[int, int], wall: Cell) -> list[bool]:
    return [(x, y) == wall for y in range(size[1]) for x in range(size[0])]


def test_cover_directly_behind_a_wall_falls_off() -> None:
    """Cover is total in line, three-quarters off the line, and none from a steep angle."""
    assert [behind(1, row) for row in range(5)] == [
        "TTTTTTTT",
        "qqqqqqqq",
        "nqqqqqqq",
        "nnqqqqqq",
        "nnnqqqqq",
    ]


def test_cover_two_tiles_behind_a_wall_falls_off() -> None:
    """Cover is total in line, then half, then none."""
    assert [behind(2, row) for row in range(5)] == [
        "TTTTTTTT",
        "nhhhhhhh",
        "nnnhhhhh",
        "nnnnnnhh",
        "nnnnnnnn",
    ]


def test_two_of_four_lines_blocked_are_half() -> None:
    """From A's lower left point, the lines to B's upper points pass the wall."""
    assert drawn("A.#..", "....B") == HALF
    assert drawn("A#.", "..B") == HALF


def test_three_of_four_lines_blocked_are_three_quarters() -> None:
    """From B's lower points, only the line to A's lower left point is free."""
    assert drawn("A#.", "..B", back=True) == MOST


def test_four_of_four_lines_blocked_are_total() -> None:
    assert drawn(".A..#B.") == TOTAL
    assert drawn(".......", ".A..#B.", ".......") == TOTAL


def test_best_point_counts() -> None:
    """From A's lower left point the wall blocks two lines; from its other points, all."""
    assert drawn("A#.", "..B") == HALF
    assert drawn("A#.", ".#B") == TOTAL


def test_cover_below_total_can_differ_by_direction() -> None:
    assert drawn("A#.", "..B") == HALF
    assert drawn("A#.", "..B", back=True) == MOST


@pytest.mark.parametrize(("tile", "cap"), [("o", HALF), ("c", HALF), ("w", MOST), ("G", TOTAL)])
def test_obstacle_gives_no_more_than_its_own_level(tile: str, cap: int) -> None:
    """The obstacle blocks all lines, then three of four, then two."""
    assert drawn(f".A{tile}.B.") == cap
    assert drawn(f"A{tile}.", "..B", back=True) == min(cap, MOST)
    assert drawn(f"A{tile}.", "..B") == HALF


def test_obstacles_add_up_to_the_level_they_can_all_give() -> None:
    """The wall blocks three lines from B's best point, and the obstacle below it the fourth."""
    assert drawn("A#.", "..B", back=True) == MOST
    assert drawn("A#.", ".#B", back=True) == TOTAL
    assert drawn("A#.", ".wB", back=True) == MOST
    assert drawn("Aw.", ".oB", back=True) == MOST
    assert drawn("Ao.", ".oB", back=True) == HALF


def test_tile_beside_a_line_does_not_block_it() -> None:
    assert drawn("..#..", ".A.B.", "..#..") == NONE
    assert drawn("A.B", "#.#") == NONE


def test_line_along_an_edge_passes_no_wall_on_either_side() -> None:
    """Such lines run between the centres of large footprints; walls on both sides stop them."""
    assert seen("AA", "AA", ".#", "BB", "BB")
    assert not seen("AA", "AA", "##", "BB", "BB")
    assert not seen("AA##BB", "AA##BB")
    assert not seen("AA#.BB", "AA.#BB")
    assert not seen("AA", "AA", "#.", ".#", "BB", "BB")
    assert drawn("AA", "AA", "##", "BB", "BB") == TOTAL


def test_line_does_not_leave_the_map() -> None:
    assert drawn("A#B", "...") == TOTAL
    assert drawn("A#B") == TOTAL
    assert drawn("A..B") == NONE


def test_wall_across_the_map_cannot_be_seen_past() -> None:
    rows = "A#B", ".#.", ".#."
    assert not seen(*rows)
    assert not seen(*map("".join, zip(*rows, strict=True)))
    assert not seen("AA", "AA", "##", "BB", "BB")
    assert seen("A.B", ".#.", ".#.")


@pytest.mark.parametrize(
    ("tiles", "cap"),
    [("##", TOTAL), ("#G", TOTAL), ("w#", MOST), ("ww", MOST), ("oG", HALF), ("c#", HALF)],
)
def test_closed_diagonal_covers_as_much_as_the_lower_of_its_sides(tiles: str, cap: int) -> None:
    """No line goes through the corner between A and B, not even one that begins or ends there."""
    rows = f".....|..A{tiles[0]}.|..{tiles[1]}B.|.....".split("|")
    for turned in (rows, rows[::-1]):
        assert drawn(*turned) == drawn(*turned, back=True) == cap
    assert drawn(*(row.replace(tiles[0], ".", 1) for row in rows)) == NONE


def test_only_walls_stop_sight_across_a_closed_diagonal() -> None:
    assert not seen("A#", "#B")
    assert not seen("#A", "B#")
    assert seen("A#", "GB")
    assert seen("A#", ".B")
    assert drawn("A.", ".B") == NONE


def test_large_units_see_past_a_closed_diagonal_from_farther_away() -> None:
    """If only their corners touch, walls beside that corner stop all lines."""
    assert not seen("AA..", "AA#.", ".#BB", "..BB")
    assert drawn("AA..", "AA#.", ".#BB", "..BB") == TOTAL
    assert drawn("AA...", "AA#..", ".#.BB", "...BB") == MOST
    assert drawn("AA#.", "AAB.", "...#") == NONE


def test_line_through_a_corner_is_blocked_only_by_both_tiles_beside_it() -> None:
    assert drawn("A...", "..#.", "....", "...B") == NONE
    assert drawn("A...", "....", ".#..", "...B") == NONE
    assert drawn("A...", "..#.", ".#..", "...B") == TOTAL
    assert drawn("A...", "..o.", ".#..", "...B") == HALF


def test_tiles_not_in_between_do_not_count() -> None:
    assert drawn("A..B", "...#") == NONE
    assert drawn("A..B#", "#..##") == NONE
    assert drawn("A..Bc", "c..cc") == NONE


def test_units_on_the_footprints_are_not_in_between() -> None:
    grid = grid_of("......", "......", "......")
    assert cover(grid, (0, 0), 2, (4, 0), 2, frozenset({(0, 0), (1, 0), (4, 1), (5, 1)})) == NONE
    assert cover(grid, (0, 0), 2, (4, 0), 2, frozenset({(2, 0), (2, 1), (2, 2)})) == HALF


def test_large_target_needs_more_in_between() -> None:
    """Put one wall before targets one and two tiles wide; then widen the wall to two tiles."""
    assert drawn("A.#B.", ".....") == TOTAL
    assert drawn("A.#BB", "...BB") == MOST
    assert drawn("A.#BB", "..#BB") == TOTAL


def test_five_of_nine_lines_are_more_than_half() -> None:
    """Exactly half of nine is impossible: the step from none leads to three-quarters."""
    assert drawn("A....", "..oBB", "...BB") == HALF
    assert drawn("A....", "..#BB", "...BB") == MOST
    assert drawn("A....", "...BB", "..#BB") == NONE


def test_large_attacker_has_more_points() -> None:
    assert drawn("...B", "..#.", ".A..", "....") == TOTAL
    assert drawn("...B", "..#.", "AA..", "AA..") == MOST


def test_centres_do_not_count() -> None:
    """Every line between points is blocked, although the line between the centres is free."""
    rows = ("A..........", ".........#.", ".......#..B")
    assert drawn(*rows) == TOTAL
    assert not seen(*rows)


def test_glass_covers_visible_units() -> None:
    rows = ("..G..", ".AGB.", "..G..")
    assert drawn(*rows) == TOTAL
    assert seen(*rows)
    assert not seen(*(row.replace("G", "#") for row in rows))


def test_large_unit_is_seen_by_any_of_its_points() -> None:
    assert seen("A.#BB", "...BB")
    assert not seen("A.#BB", "..#BB")


def test_grid_stores_covers_and_rooms() -> None:
    plain = Grid(2, 1, [1, 1], [False, True], True)
    assert (plain.covers, plain.rooms) == (b"\0\3", b"\4\4")
    told = Grid(3, 1, [1] * 3, [False, True, False], True, covers=[1, 1, 2], rooms=[0, 1, 2])
    assert (told.covers, told.rooms) == (b"\1\3\2", b"\0\1\2")


def test_wrong_covers_and_rooms_are_reported() -> None:
    with pytest.raises(ValueError, match="2 by 1 needs 2 covers, not 1"):
        Grid(2, 1, [1, 1], [False] * 2, True, covers=[0])
    with pytest.raises(ValueError, match="2 by 1 needs 2 rooms, not 3"):
        Grid(2, 1, [1, 1], [False] * 2, True, rooms=[4] * 3)
    with pytest.raises(ValueError, match="cannot give cover 4"):
        Grid(2, 1, [1, 1], [False] * 2, True, covers=[0, 4])
    with pytest.raises(ValueError, match="cannot fit size -1"):
        Grid(2, 1, [1, 1], [False] * 2, True, rooms=[4, -1])
