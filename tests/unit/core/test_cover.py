"""Cover that can be drawn on squared paper.

`A` looks at `B`; a large one is drawn on all its tiles. `#` is a wall, `G` glass: total cover that
can be seen through, `w` gives three-quarters at most, `o` half at most, `c` is a creature.
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
    """Cover of B from A; `back`: of A from B."""
    a, b = footprint("A", rows), footprint("B", rows)
    bodies = frozenset(tiles_of("c", rows))
    return cover(grid_of(*rows), *(b if back else a), *(a if back else b), bodies)


def seen(*rows: str) -> bool:
    return sees(grid_of(*rows), *footprint("A", rows), *footprint("B", rows))


def test_in_the_open_there_is_none() -> None:
    assert drawn("A..B", "....") == NONE
    assert drawn("AB") == NONE
    assert drawn("A#", ".B") == NONE


def behind(far: int, row: int) -> str:
    """Cover from a wall at the left end, so far before B, of who looks from columns before it."""
    wall, size = (10, row), (11 + far, row + 1)
    grid = Grid(*size, [1] * (size[0] * size[1]), _walls(size, wall), True)
    return "".join("nhqT"[cover(grid, (x, 0), 1, (10 + far, row), 1)] for x in range(9, 1, -1))


def _walls(size: tuple[int, int], wall: Cell) -> list[bool]:
    return [(x, y) == wall for y in range(size[1]) for x in range(size[0])]


def test_right_behind_a_wall() -> None:
    """In line total, off the line three-quarters, steeply past it none."""
    assert [behind(1, row) for row in range(5)] == [
        "TTTTTTTT",
        "qqqqqqqq",
        "nqqqqqqq",
        "nnqqqqqq",
        "nnnqqqqq",
    ]


def test_two_tiles_behind_a_wall() -> None:
    """In line total, off the line half, then none."""
    assert [behind(2, row) for row in range(5)] == [
        "TTTTTTTT",
        "nhhhhhhh",
        "nnnhhhhh",
        "nnnnnnhh",
        "nnnnnnnn",
    ]


def test_half_two_of_four() -> None:
    """From A's lower left point the lines to B's upper points pass the wall."""
    assert drawn("A.#..", "....B") == HALF
    assert drawn("A#.", "..B") == HALF


def test_three_quarters_three_of_four() -> None:
    """From B's lower points only the line to A's lower left point is free."""
    assert drawn("A#.", "..B", back=True) == MOST


def test_total_four_of_four() -> None:
    assert drawn(".A..#B.") == TOTAL
    assert drawn(".......", ".A..#B.", ".......") == TOTAL


def test_the_best_point_counts() -> None:
    """From A's lower left point the wall blocks two lines, from its others all."""
    assert drawn("A#.", "..B") == HALF
    assert drawn("A#.", ".#B") == TOTAL


def test_cover_other_than_total_may_differ_by_direction() -> None:
    assert drawn("A#.", "..B") == HALF
    assert drawn("A#.", "..B", back=True) == MOST


@pytest.mark.parametrize(("tile", "cap"), [("o", HALF), ("c", HALF), ("w", MOST), ("G", TOTAL)])
def test_an_obstacle_gives_no_more_than_its_own(tile: str, cap: int) -> None:
    """However many lines it blocks: here all, then three of four, then two."""
    assert drawn(f".A{tile}.B.") == cap
    assert drawn(f"A{tile}.", "..B", back=True) == min(cap, MOST)
    assert drawn(f"A{tile}.", "..B") == HALF


def test_obstacles_add_up_to_the_level_all_of_them_can_give() -> None:
    """Of the lines from B's best point the wall blocks three, what stands below it the fourth."""
    assert drawn("A#.", "..B", back=True) == MOST
    assert drawn("A#.", ".#B", back=True) == TOTAL
    assert drawn("A#.", ".wB", back=True) == MOST
    assert drawn("Aw.", ".oB", back=True) == MOST
    assert drawn("Ao.", ".oB", back=True) == HALF


def test_what_a_line_only_runs_beside_does_not_block_it() -> None:
    assert drawn("..#..", ".A.B.", "..#..") == NONE
    assert drawn("A.B", "#.#") == NONE


def test_a_line_along_an_edge_passes_no_wall_on_either_side() -> None:
    """Such run between the middles of large ones only; walls in turn on both sides stop them."""
    assert seen("AA", "AA", ".#", "BB", "BB")
    assert not seen("AA", "AA", "##", "BB", "BB")
    assert not seen("AA##BB", "AA##BB")
    assert not seen("AA#.BB", "AA.#BB")
    assert not seen("AA", "AA", "#.", ".#", "BB", "BB")
    assert drawn("AA", "AA", "##", "BB", "BB") == TOTAL


def test_beyond_the_rim_nobody_looks() -> None:
    assert drawn("A#B", "...") == TOTAL
    assert drawn("A#B") == TOTAL
    assert drawn("A..B") == NONE


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


def test_large_ones_look_past_a_closed_diagonal_from_farther_off() -> None:
    """Where only their corners touch, walls beside that corner stop all lines."""
    assert not seen("AA..", "AA#.", ".#BB", "..BB")
    assert drawn("AA..", "AA#.", ".#BB", "..BB") == TOTAL
    assert drawn("AA...", "AA#..", ".#.BB", "...BB") == MOST
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
    assert drawn("A.#B.", ".....") == TOTAL
    assert drawn("A.#BB", "...BB") == MOST
    assert drawn("A.#BB", "..#BB") == TOTAL


def test_of_nine_lines_five_are_more_than_half() -> None:
    """Of so many no number is just half: from none it is one step to three-quarters."""
    assert drawn("A....", "..oBB", "...BB") == HALF
    assert drawn("A....", "..#BB", "...BB") == MOST
    assert drawn("A....", "...BB", "..#BB") == NONE


def test_a_large_attacker_has_more_points() -> None:
    assert drawn("...B", "..#.", ".A..", "....") == TOTAL
    assert drawn("...B", "..#.", "AA..", "AA..") == MOST


def test_centres_have_no_say() -> None:
    """Every line of points is blocked, though that between the centres is free."""
    rows = ("A..........", ".........#.", ".......#..B")
    assert drawn(*rows) == TOTAL
    assert not seen(*rows)


def test_glass_covers_whom_it_shows() -> None:
    rows = ("..G..", ".AGB.", "..G..")
    assert drawn(*rows) == TOTAL
    assert seen(*rows)
    assert not seen(*(row.replace("G", "#") for row in rows))


def test_a_large_one_is_seen_by_any_of_its_points() -> None:
    assert seen("A.#BB", "...BB")
    assert not seen("A.#BB", "..#BB")


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
