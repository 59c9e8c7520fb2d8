"""Reach, compared with repeated relaxation, and its paths, compared with every possible path."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cells import Cell, reading
from game.core.grid import Grid
from game.core.least_harm_paths import UNLIMITED, Perils, paths_to, spared
from game.core.paths import path_cost, reach


@dataclass
class Case:
    """A random map, and a question about it."""

    width: int
    height: int
    costs: list[int]
    diagonal: bool
    start: Cell
    budget: int | None
    closed: set[Cell]
    final: set[Cell]
    slow: set[Cell]

    @property
    def grid(self) -> Grid:
        return Grid(self.width, self.height, self.costs, [False] * len(self.costs), self.diagonal)

    def at(self, cell: Cell) -> int:
        inside = 0 <= cell[0] < self.width and 0 <= cell[1] < self.height
        return self.costs[cell[1] * self.width + cell[0]] if inside else 0

    def cells(self) -> list[Cell]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def is_step(self, a: Cell, b: Cell) -> bool:
        """Return whether the terrain lets a unit move from a to b."""
        dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
        if max(dx, dy) != 1 or not self.at(b):
            return False
        if dx + dy == 1:
            return True
        return self.diagonal and bool(self.at((a[0], b[1])) or self.at((b[0], a[1])))

    def price(self, cell: Cell) -> int:
        return self.at(cell) * (2 if cell in self.slow else 1)

    def steps(self) -> Iterator[tuple[Cell, Cell]]:
        """Return all steps that the question allows."""
        for a in self.cells():
            if a == self.start or a not in self.final:
                yield from ((a, b) for b in self.cells() if self.may_enter(a, b))

    def may_enter(self, a: Cell, b: Cell) -> bool:
        return b not in self.closed and self.is_step(a, b)


@st.composite
def cases(draw: st.DrawFn, size: int = 5, dearest: int = 4) -> Case:
    width, height = draw(st.integers(1, size)), draw(st.integers(1, size))
    area = width * height
    kinds = draw(st.sampled_from([[0, 1], [0, 2], list(range(dearest + 1))]))
    cells = [(x, y) for y in range(height) for x in range(width)]
    some = st.sets(st.sampled_from(cells), max_size=max(1, area // 3))
    few = st.one_of(st.just(set[Cell]()), some)
    return Case(
        width,
        height,
        draw(st.lists(st.sampled_from([*kinds, kinds[-1]]), min_size=area, max_size=area)),
        draw(st.booleans()),
        draw(st.sampled_from(cells)),
        draw(st.one_of(st.none(), st.integers(0, 12))),
        draw(few),
        draw(few),
        draw(few),
    )


def slow_costs(case: Case) -> dict[Cell, int]:
    """Return Bellman-Ford costs: relax every step until nothing changes."""
    best, before = {case.start: 0}, None
    steps = list(case.steps())
    while best != before:
        before = dict(best)
        for a, b in steps:
            if a in best:
                best[b] = min(best.get(b, best[a] + case.price(b)), best[a] + case.price(b))
    return {c: k for c, k in best.items() if case.budget is None or k <= case.budget}


@settings(max_examples=250, deadline=None)
@given(cases())
def test_costs_equal_relaxation(case: Case) -> None:
    found = reach(
        case.grid, case.start, case.budget, closed=case.closed, final=case.final, slow=case.slow
    )
    assert found.costs == slow_costs(case)


@settings(max_examples=150, deadline=None)
@given(cases())
def test_costs_without_units_equal_relaxation(case: Case) -> None:
    case.closed, case.final, case.slow = set(), set(), set()
    assert reach(case.grid, case.start, case.budget).costs == slow_costs(case)


@settings(max_examples=200, deadline=None)
@given(cases())
def test_paths_have_their_stated_cost(case: Case) -> None:
    grid = case.grid
    found = reach(
        grid, case.start, case.budget, closed=case.closed, final=case.final, slow=case.slow
    )
    for cell, cost in found.costs.items():
        path = found.path(cell)
        assert path_cost(grid, case.start, path, slow=case.slow) == cost
        assert not case.closed & set(path)
        assert not case.final & set(path[:-1])
        assert path[-1:] == ((cell,) if cell != case.start else ())


def all_paths(case: Case, path: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield every path from the start that repeats no cell, including the start alone."""
    yield path
    for a, b in case.steps():
        if a == path[-1] and b not in path:
            yield from all_paths(case, (*path, b))


@settings(max_examples=60, deadline=None)
@given(cases(size=3, dearest=2))
def test_path_is_the_straightest_and_the_first_of_equals_read_backwards(case: Case) -> None:
    case.budget = None
    case.costs[6:] = [0] * len(case.costs[6:])
    found = reach(case.grid, case.start, None, closed=case.closed, final=case.final, slow=case.slow)
    best: dict[Cell, tuple[int, int, list[tuple[int, int]], tuple[Cell, ...]]] = {}
    for path in all_paths(case, (case.start,)):
        order = list(map(reading, reversed(path)))
        rank = sum(map(case.price, path[1:])), bends(path), order, path[1:]
        best[path[-1]] = min(best.get(path[-1], rank), rank)
    assert {cell: found.path(cell) for cell in found.costs} == {
        cell: path for cell, (*_, path) in best.items()
    }


def bends(path: tuple[Cell, ...]) -> int:
    """Return the number of times that a path changes direction."""
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    return sum(one != other for one, other in pairwise(ways))


def drawn(*of: int) -> int:
    """Return a number from 0 to 7 that depends only on the arguments."""
    return hash(of) >> 7 & 7


def is_perilous(seed: int, cell: Cell) -> bool:
    """Return whether a cell does damage, or whether entering or leaving it provokes a foe."""
    is_left = any(drawn(seed, foe, *cell) < 2 for foe in range(3))
    return is_left or not all(drawn(seed, foe, *cell) for foe in (3, 4, 9))


def perilous(seed: int) -> Perils:
    """Return tiles that do damage, and foes that attack a unit entering or leaving some cells."""

    def entering(_: Cell, to: Cell) -> int:
        return (drawn(seed, 9, *to) == 0) * 2500

    def strikers(a: Cell, b: Cell) -> frozenset[int]:
        left = (foe for foe in range(3) if drawn(seed, foe, *a) < 2 <= drawn(seed, foe, *b))
        met = (foe for foe in (3, 4) if drawn(seed, foe, *b) == 0 != drawn(seed, foe, *a))
        return frozenset((*left, *met))

    return Perils(entering, strikers, {foe: 1000 * (foe % 3 + 1) for foe in range(5)}, None)


@settings(max_examples=150, deadline=None)
@given(cases(size=3, dearest=2), st.integers(0, 10**6))
def test_chosen_path_does_least_harm_within_the_budget(case: Case, seed: int) -> None:
    case.costs[6:] = [0] * len(case.costs[6:])
    perils, most = perilous(seed), UNLIMITED if case.budget is None else case.budget
    given = {"closed": case.closed, "final": case.final, "slow": case.slow}
    found = reach(case.grid, case.start, case.budget, **given)
    best: dict[Cell, tuple[int, int, int]] = {}
    for path in all_paths(case, (case.start,)):
        cost = sum(map(case.price, path[1:]))
        rank = perils.harm(case.start, path[1:]), cost, bends(path)
        if cost <= most:
            best[path[-1]] = min(best.get(path[-1], rank), rank)

    def steps(cell: Cell) -> list[tuple[Cell, int]]:
        return [(b, case.price(b)) for a, b in case.steps() if a == cell]

    ends = [cell for cell in found.costs if cell != case.start]
    for end, path in paths_to(found, ends, perils, steps, most, case.final).items():
        cost = sum(map(case.price, path))
        walked = (case.start, *path)
        assert (perils.harm(case.start, path), cost, bends(walked)) == best[end]


@settings(max_examples=150, deadline=None)
@given(cases(dearest=2), st.integers(0, 10**6))
def test_knowing_the_harmful_cells_changes_no_path(case: Case, seed: int) -> None:
    perils, most, grid = perilous(seed), 6 if case.budget is None else case.budget, case.grid
    known = perils._replace(where=frozenset(c for c in case.cells() if is_perilous(seed, c)))
    found = reach(grid, case.start, most)
    paths = (paths_to(found, found.costs, one, grid.neighbours, most) for one in (known, perils))
    assert next(paths) == next(paths)


@settings(max_examples=60, deadline=None)
@given(cases(), st.integers(0, 10**6))
def test_paths_of_least_harm_are_the_same_every_time(case: Case, seed: int) -> None:
    def found() -> dict[Cell, tuple[Cell, ...]]:
        trails = spared(case.start, case.grid.neighbours, case.budget or 6, perilous(seed))
        return {end: trail.path for end, trail in trails.items()}

    assert found() == found()


@settings(max_examples=150, deadline=None)
@given(cases())
def test_neighbours_and_adjacency_agree_with_the_terrain(case: Case) -> None:
    grid = case.grid
    for a in case.cells():
        steps = [(b, case.at(b)) for b in case.cells() if case.is_step(a, b)]
        assert list(grid.neighbours(a)) == sorted(steps, key=lambda step: reading(step[0]))
        for b in case.cells():
            assert grid.adjacent(a, b) == grid.adjacent(b, a)
            if case.at(b):
                assert grid.adjacent(a, b) == case.is_step(a, b)
