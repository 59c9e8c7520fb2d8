"""Paths of least harm, on maps small enough to follow by hand."""

from game.core.cells import Cell
from game.core.least_harm_paths import Perils, paths_to, spared
from game.core.paths import reach
from tests.unit.core.test_paths import grid_of

STRIP = grid_of("11111", "11111", "11111")


def thorns(*cells: Cell) -> Perils:
    return Perils(lambda _, to: 2500 if to in cells else 0, where=frozenset(cells))


def path_to(end: Cell, perils: Perils, most: int) -> tuple[Cell, ...]:
    found = reach(STRIP, (0, 1), most)
    return paths_to(found, (end,), perils, STRIP.neighbours, most)[end]


def test_path_avoids_harm_within_the_movement_left() -> None:
    assert path_to((4, 1), thorns((2, 0), (2, 1)), 4) == ((1, 2), (2, 2), (3, 2), (4, 1))
    fence = thorns((2, 0), (2, 1), (2, 2))
    assert path_to((4, 1), fence, 4) == ((1, 1), (2, 1), (3, 1), (4, 1))


def test_longer_path_is_taken_only_if_it_does_less_harm() -> None:
    grid = grid_of("11111", "1###1", "11111", diagonal=False)
    found = reach(grid, (0, 0), 12)
    around = paths_to(found, ((4, 0),), thorns((2, 0)), grid.neighbours, 12)[4, 0]
    assert len(around) == 8
    assert len(paths_to(found, ((4, 0),), thorns((2, 0)), grid.neighbours, 7)[4, 0]) == 4
    both = thorns((2, 0), (2, 2))
    assert len(paths_to(found, ((4, 0),), both, grid.neighbours, 12)[4, 0]) == 4


def test_foe_counts_once_even_if_its_reach_is_left_several_times() -> None:
    held = {(1, 0), (1, 1), (1, 2), (3, 0), (3, 1), (3, 2)}
    perils = Perils(strikers=lambda a, b: frozenset({7} if a in held and b not in held else ()),
                    blows={7: 3000}, where=None)  # fmt: skip
    trail = spared((0, 1), STRIP.neighbours, 4, perils)[4, 1]
    assert (trail.harm, trail.struck, trail.path[0]) == (3000, frozenset({7}), (1, 1))


def test_harder_hitting_foe_is_avoided_first() -> None:
    foes = {1: {(2, 0)}, 2: {(2, 1)}, 3: {(2, 2)}}
    perils = Perils(strikers=lambda a, _: frozenset(f for f in foes if a in foes[f]),
                    blows={1: 2000, 2: 3000, 3: 1000}, where=None)  # fmt: skip
    assert path_to((4, 1), perils, 4) == ((1, 2), (2, 2), (3, 2), (4, 1))
