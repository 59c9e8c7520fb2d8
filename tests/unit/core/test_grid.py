"""Terrain: costs, opacity, neighbours and closed diagonals."""

from collections.abc import Sequence

import pytest

from game.core.grid import MOST_FOUND, Grid


def grid_of(*rows: str, diagonal: bool = True) -> Grid:
    """Return a grid: digits are costs, `#` is a wall, `~` an impassable but transparent chasm."""
    text = "".join(rows)
    costs = [int(tile) if tile.isdigit() else 0 for tile in text]
    return Grid(len(rows[0]), len(rows), costs, [tile == "#" for tile in text], diagonal)


def test_tiles_have_costs_and_opacity() -> None:
    grid = grid_of("12", "#~")
    assert [grid.cost(cell) for cell in grid.cells()] == [1, 2, 0, 0]
    assert [grid.is_opaque(cell) for cell in grid.cells()] == [False, False, True, False]
    assert grid.dearest == 2


def test_tiles_off_the_grid_are_impassable_and_opaque() -> None:
    grid = grid_of("11", "11")
    for cell in [(-1, 0), (0, -1), (2, 0), (0, 2)]:
        assert cell not in grid
        assert grid.cost(cell) == 0
        assert grid.is_opaque(cell)
        assert grid.neighbours(cell) == ()
        assert not grid.adjacent(cell, (0, 0))
        assert not grid.adjacent((0, 0), cell)


def test_cells_are_in_reading_order() -> None:
    assert list(grid_of("111", "111").cells()) == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_neighbours_are_in_reading_order_with_their_costs() -> None:
    grid = grid_of("123", "411", "1#1")
    assert grid.neighbours((1, 1)) == (
        ((0, 0), 1),
        ((1, 0), 2),
        ((2, 0), 3),
        ((0, 1), 4),
        ((2, 1), 1),
        ((0, 2), 1),
        ((2, 2), 1),
    )
    assert grid.neighbours((1, 1)) is grid.neighbours((1, 1))


def test_grid_without_diagonals_has_four_neighbours() -> None:
    grid = grid_of("11", "11", diagonal=False)
    assert grid.neighbours((0, 0)) == (((1, 0), 1), ((0, 1), 1))
    assert not grid.adjacent((0, 0), (1, 1))
    assert grid.adjacent((0, 0), (0, 1))


def test_diagonal_is_closed_only_by_both_tiles_beside_it() -> None:
    closed, half = grid_of("1~", "#1"), grid_of("1~", "11")
    assert closed.neighbours((0, 0)) == ()
    assert not closed.adjacent((0, 0), (1, 1))
    assert closed.adjacent((1, 0), (0, 1)), "a diagonal between two free tiles is closed"
    assert ((1, 1), 1) in half.neighbours((0, 0))
    assert half.adjacent((1, 1), (0, 0))


def test_adjacency_ignores_the_two_tiles_themselves() -> None:
    grid = grid_of("##", "11")
    assert grid.adjacent((0, 0), (1, 0))
    assert not grid.adjacent((0, 1), (0, 1))
    assert grid.neighbours((0, 0)) == (((0, 1), 1), ((1, 1), 1))


def test_grid_equals_only_itself() -> None:
    grid, same = grid_of("1"), grid_of("1")
    assert grid != same
    assert len({grid, same}) == 2


def test_tables_can_be_bytes() -> None:
    tables = [1, 0, 3, 2], [0, 1, 0, 1], [0, 2, 1, 3], [4, 3, 2, 4]
    costs, opaque, covers, rooms = tables
    listed = Grid(2, 2, costs, opaque, True, covers=covers, rooms=rooms)
    packed = [bytes(table) for table in tables]
    read = Grid(2, 2, packed[0], packed[1], True, covers=packed[2], rooms=packed[3])
    for name in ("opaque", "covers", "rooms", "tightest", "screens", "dearest"):
        assert getattr(read, name) == getattr(listed, name), name
    assert list(map(read.cost, read.cells())) == list(map(listed.cost, listed.cells()))
    assert read.neighbours((0, 0)) == listed.neighbours((0, 0))
    with pytest.raises(ValueError, match="cannot fit size 9"):
        Grid(2, 1, b"\1\1", b"\0\0", True, rooms=b"\4\t")


def test_wrong_sizes_and_costs_are_reported() -> None:
    with pytest.raises(ValueError, match="at least one tile, not 0 by 3"):
        Grid(0, 3, [], [], True)
    with pytest.raises(ValueError, match="2 by 2 needs 4 costs, not 3"):
        Grid(2, 2, [1, 1, 1], [False] * 4, True)
    with pytest.raises(ValueError, match="2 by 1 needs 2 opaque, not 1"):
        Grid(2, 1, [1, 1], [False], True)
    with pytest.raises(ValueError, match="cannot cost -1"):
        Grid(2, 1, [1, -1], [False] * 2, True)


def test_results_are_cached_per_grid() -> None:
    one, other, asked = grid_of("11"), grid_of("11"), list[str]()

    def find() -> int:
        asked.append("asked")
        return len(asked)

    assert [one.once("a", find), one.once("a", find), one.once("b", find)] == [1, 1, 2]
    assert other.once("a", find) == 3


def test_cache_of_a_grid_is_limited() -> None:
    known = grid_of("11")
    known.once(-1, lambda: "old")
    for key in range(MOST_FOUND):
        known.once(key, lambda: "newer")
    assert known.once(-1, lambda: "new") == "new"


@pytest.mark.parametrize("costs", [[1, 0, 2, 0, 0, 3], bytes([0, 1, 1, 0, 4, 0]), [0] * 6])
def test_enterable_tiles_are_those_with_a_cost(costs: Sequence[int]) -> None:
    grid = Grid(3, 2, costs, [0] * 6, diagonal=True)
    assert list(grid.cells_of(grid.enterable)) == [c for c in grid.cells() if grid.cost(c)]


@pytest.mark.parametrize("every", [1, 2, 15, 16, 17, 100])
def test_cells_of_few_and_of_many_bits_are_those_set(every: int) -> None:
    grid = Grid(25, 16, [1] * 400, [0] * 400, diagonal=True)
    bits = sum(1 << at for at in range(3, 400, every))
    expected = [cell for at, cell in enumerate(grid.cells()) if bits >> at & 1]
    assert list(grid.cells_of(bits)) == expected


def test_no_bits_have_no_cells() -> None:
    assert not list(Grid(3, 2, [1] * 6, [0] * 6, diagonal=True).cells_of(0))
