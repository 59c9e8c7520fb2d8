"""Reach and paths on maps small enough to follow by hand."""

import pytest

from game.core.cells import Cell
from game.core.grid import Grid
from game.core.paths import path_cost, reach


def grid_of(*rows: str, diagonal: bool = True) -> Grid:
    costs = [int(tile) if tile.isdigit() else 0 for tile in "".join(rows)]
    return Grid(len(rows[0]), len(rows), costs, [False] * len(costs), diagonal)


def test_budget_limits_the_cost_of_entering() -> None:
    grid = grid_of("11211", diagonal=False)
    assert reach(grid, (0, 0), 2).costs == {(0, 0): 0, (1, 0): 1}
    assert reach(grid, (0, 0), 4).costs == {(0, 0): 0, (1, 0): 1, (2, 0): 3, (3, 0): 4}


@pytest.mark.parametrize("budget", [0, -1])
def test_zero_budget_reaches_the_start_only(budget: int) -> None:
    found = reach(grid_of("111"), (1, 0), budget)
    assert found.start == (1, 0)
    assert found.costs == {(1, 0): 0}
    assert found.path((1, 0)) == ()


def test_unlimited_reach_takes_the_cheap_detour() -> None:
    found = reach(grid_of("191", "111", diagonal=False), (0, 0), None)
    assert found.costs[2, 0] == 4
    assert found.path((2, 0)) == ((0, 1), (1, 1), (2, 1), (2, 0))
    assert found.costs[1, 0] == 9


def test_costs_above_one_leave_empty_buckets_between() -> None:
    found = reach(grid_of("5555", diagonal=False), (0, 0), None, slow={(2, 0)})
    assert found.costs == {(0, 0): 0, (1, 0): 5, (2, 0): 15, (3, 0): 20}


def test_unreached_cells_have_no_path() -> None:
    found = reach(grid_of("1#1"), (0, 0), None)
    for cell in [(1, 0), (2, 0), (9, 9)]:
        with pytest.raises(KeyError):
            found.path(cell)


def test_closed_tiles_are_not_entered_but_close_no_diagonal() -> None:
    found = reach(grid_of("11", "11"), (0, 0), None, closed={(1, 0), (0, 1)})
    assert found.costs == {(0, 0): 0, (1, 1): 1}


def test_final_tiles_are_entered_and_not_left() -> None:
    grid = grid_of("1111", diagonal=False)
    assert reach(grid, (0, 0), None, final={(1, 0)}).costs == {(0, 0): 0, (1, 0): 1}
    assert len(reach(grid, (0, 0), None, final={(0, 0)}).costs) == 4


def test_paths_avoid_a_final_tile_of_equal_cost() -> None:
    found = reach(grid_of("111", "111", "111"), (0, 1), None, final={(1, 0)})
    assert found.path((2, 1)) == ((1, 1), (2, 1))


def test_slow_tiles_cost_double_to_enter() -> None:
    found = reach(grid_of("131", diagonal=False), (0, 0), None, slow={(0, 0), (1, 0)})
    assert found.costs == {(0, 0): 0, (1, 0): 6, (2, 0): 7}


def test_canonical_path_has_the_fewest_bends_and_the_first_predecessors() -> None:
    found = reach(grid_of("111", "111", "111", diagonal=False), (0, 0), None)
    assert found.path((2, 2)) == ((1, 0), (2, 0), (2, 1), (2, 2))
    back = reach(grid_of("111", "111", "111", diagonal=False), (2, 2), None)
    assert back.path((0, 0)) == ((2, 1), (2, 0), (1, 0), (0, 0))


def test_path_of_four_tiles_straight_ahead_is_straight() -> None:
    found = reach(grid_of(*["1111111"] * 5), (1, 2), 5)
    assert found.path((5, 2)) == ((2, 2), (3, 2), (4, 2), (5, 2))


def test_paths_do_not_follow_later_changes_of_the_containers() -> None:
    grid, final, slow = grid_of("111", "111"), {(1, 0)}, {(1, 1)}
    stopped, slowed = reach(grid, (0, 1), None, final=final), reach(grid, (0, 1), None, slow=slow)
    final.clear()
    slow.clear()
    assert stopped.path((2, 1)) == ((1, 1), (2, 1))
    assert slowed.path((1, 1)) == ((1, 1),)


def test_start_need_not_be_enterable() -> None:
    found = reach(grid_of("#1", "11"), (0, 0), 1)
    assert found.costs == {(0, 0): 0, (1, 0): 1, (0, 1): 1, (1, 1): 1}
    assert found.path((1, 1)) == ((1, 1),)


def test_start_off_the_grid_leads_nowhere() -> None:
    assert reach(grid_of("1"), (-1, 0), None).costs == {(-1, 0): 0}


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ([], 0),
        ([(1, 0), (2, 0)], 3),
        ([(1, 0), (0, 0), (1, 0)], 5),
        ([(1, 1)], None),
        ([(0, 0)], None),
        ([(2, 0)], None),
        ([(1, 0), (2, 1)], 4),
    ],
)
def test_path_cost_adds_up_its_steps(path: list[Cell], cost: int | None) -> None:
    assert path_cost(grid_of("121", "##2"), (0, 0), path) == cost


def test_path_cost_doubles_slow_tiles() -> None:
    assert path_cost(grid_of("121"), (0, 0), [(1, 0), (2, 0)], slow={(1, 0)}) == 5
