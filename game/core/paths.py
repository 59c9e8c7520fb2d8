"""Where a unit can go, at what cost, and by which path."""

from collections.abc import Callable, Container, Iterable, Sequence, Set
from typing import Protocol

from game.core.cells import Cell, reading
from game.core.grid import Grid, Links, Step

SHUT = -1
"""What a tile that cannot be entered costs while ways are sought, so that none leads there."""

Strikers = Callable[[Cell, Cell], frozenset[int]]
"""The foes that would strike at a step from one cell to the next."""


class Ground(Protocol):
    """A graph of cells to walk on: a Grid, or the Room of a creature on one.

    What a step costs depends on its end only: the `cost` of that cell, which `neighbours` of the
    start, in reading order, give with it. `dearest` is at least the highest cost.
    """

    width: int
    height: int
    dearest: int

    def cost(self, cell: Cell, /) -> int: ...

    def neighbours(self, cell: Cell, /) -> Links: ...


class Reach:
    """What can be reached from a start: the least cost of each cell, and canonical paths.

    `costs` is in order of discovery, which is fixed but not reading order. Containers given to
    `reach` may change afterwards without changing the paths. Paths are kept, so that listing those
    to all ends makes each of them one step longer than another.
    """

    __slots__ = ("_back", "_ground", "_paths", "_slowed", "_stops", "costs", "start")

    def __init__(self, ground: Ground, start: Cell) -> None:
        self.start = start
        self.costs: dict[Cell, int] = {start: 0}
        self._ground = ground
        self._slowed: set[Cell] = set()
        self._stops: set[Cell] = set()
        self._paths: dict[Cell, tuple[Cell, ...]] = {start: ()}
        self._back: dict[Cell, list[tuple[Cell, int]]] | None = None

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells walked to a cell, without the start; KeyError if it is out of reach.

        Among the cheapest it is the one found by walking back from the end, each time to the
        possible predecessor that is first by row and column.
        """
        paths, steps = self._paths, []
        while cell not in paths:
            steps.append(cell)
            cell = self._source(cell)
        path = paths[cell]
        for step in reversed(steps):
            path = paths[step] = (*path, step)
        return path

    def safest(self, strikers: Strikers) -> "Safest":
        """The same ends by paths of the same cost, chosen for few strikes along them."""
        return Safest(self, strikers)

    def _source(self, cell: Cell) -> Cell:
        """The first of the cells before a cell on its cheapest paths."""
        costs, stops, left = self.costs, self._stops, self._left(cell)
        for near, _ in self._around(cell) if left else ():
            if costs.get(near) == left and near not in stops:
                return near
        return self.start

    def _sources(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells before a cell on its cheapest paths, in reading order."""
        costs, stops, left = self.costs, self._stops, self._left(cell)
        if not left:
            return (self.start,)
        around = self._around(cell)
        return tuple([near for near, _ in around if costs.get(near) == left and near not in stops])

    def _left(self, cell: Cell) -> int:
        """What a cheapest path to a cell costs without its last step."""
        return self.costs[cell] - self._ground.cost(cell) * (2 if cell in self._slowed else 1)

    def _around(self, cell: Cell) -> Iterable[tuple[Cell, int]]:
        """The cells that steps lead from to a cell; on a grid the same that they lead to."""
        if isinstance(self._ground, Grid):
            return self._ground.neighbours(cell)
        if self._back is None:
            self._back = self._turned()
        return self._back[cell]

    def _turned(self) -> dict[Cell, list[tuple[Cell, int]]]:
        """The steps that may be on a cheapest path, by their ends."""
        costs = self.costs
        back: dict[Cell, list[tuple[Cell, int]]] = {cell: [] for cell in costs}
        most = max(costs.values())
        for cell in sorted((cell for cell in costs if costs[cell] < most), key=reading):
            for near, cost in self._ground.neighbours(cell):
                if costs.get(near, 0) > costs[cell]:
                    back[near].append((cell, cost))
        return back


class Safest:
    """Cheapest paths of a reach that provoke few strikes; a foe strikes once at most on a path.

    Each cell keeps one path, made of the one kept for a predecessor and the step from there: that
    with the fewest strikers, among equals over the first predecessor by row and column. Keeping
    one set of strikers for each cell is greedy: a path worse so far may be the better one in the
    end, and is not found. Where greed would do worse than the plain path, that one is kept.
    """

    __slots__ = ("_found", "_kept", "_plain", "_strikers")

    def __init__(self, found: Reach, strikers: Strikers) -> None:
        none: frozenset[int] = frozenset()
        self._found = found
        self._strikers = strikers
        self._plain = {found.start: none}
        self._kept: dict[Cell, tuple[frozenset[int], tuple[Cell, ...]]] = {found.start: (none, ())}

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells walked to a cell, without the start; KeyError if it is out of reach."""
        return self._keep(cell)[1]

    def struck(self, cell: Cell) -> frozenset[int]:
        """The foes that strike along the path to a cell."""
        return self._keep(cell)[0]

    def _keep(self, cell: Cell) -> tuple[frozenset[int], tuple[Cell, ...]]:
        """What is kept for a cell, after all that the paths to it may come over."""
        kept, waiting = self._kept, [cell]
        while cell not in kept:
            at = waiting[-1]
            first = self._found._source(at)
            if first not in kept:
                waiting.append(first)
            elif not kept[first][0] and not self._strikers(first, at):
                self._plain[at] = self._plain[first]
                kept[at] = kept[first][0], (*kept[first][1], at)
                waiting.pop()
            else:
                self._compare(at, waiting)
        return kept[cell]

    def _compare(self, cell: Cell, waiting: list[Cell]) -> None:
        """Chooses among the sources of the cell that waits last, or lets them go before it."""
        sources = self._found._sources(cell)
        missing = [source for source in sources if source not in self._kept]
        if missing:
            waiting.extend(missing)
        else:
            self._choose(waiting.pop(), sources)

    def _choose(self, cell: Cell, sources: Sequence[Cell]) -> None:
        struck = [self._strikers(source, cell) for source in sources]
        plain = self._plain[cell] = self._plain[sources[0]] | struck[0]
        unions = [self._kept[at][0] | new for at, new in zip(sources, struck, strict=True)]
        least = min(unions, key=len)
        if len(plain) < len(least):
            self._kept[cell] = plain, self._found.path(cell)
        else:
            path = self._kept[sources[unions.index(least)]][1]
            self._kept[cell] = least, (*path, cell)


def reach(
    ground: Ground,
    start: Cell,
    budget: int | None,
    *,
    closed: Container[Cell] = (),
    final: Container[Cell] = (),
    slow: Container[Cell] = (),
) -> Reach:
    """Everything within `budget` (None: no limit) of a start, which need not be enterable.

    `closed` tiles cannot be entered, `final` ones not left again unless the start is one, and
    entering a `slow` tile costs double. Cells wait in one bucket for each cost (Dial), so the
    time grows with the tiles found and the highest cost, never with the map.
    """
    found = Reach(ground, start)
    shut = [cell for cell in closed if cell != start] if isinstance(closed, Set) else []
    found.costs.update(dict.fromkeys(shut, SHUT))
    barred = () if isinstance(closed, Set) else closed
    if isinstance(ground, Grid) and budget is not None and not (barred or final):
        _stride(ground, found, budget, slow)
    else:
        _spread(found, budget, barred, final, slow)
    for cell in shut:
        del found.costs[cell]
    return found


def _stride(grid: Grid, found: Reach, limit: int, slow: Container[Cell]) -> None:
    """On a map, by the steps worth making from each tile, which the grid keeps."""
    costs = found.costs
    buckets: list[list[Step]] = [[] for _ in range(max(limit, 0) + 1)]
    buckets[0].append(grid.outset(found.start))
    for level in range(limit):
        for step in buckets[level]:
            onward = step.onward
            for ahead in grid.onward(step) if onward is None else onward:
                cell = ahead.cell
                if cell not in costs:
                    total = level + ahead.cost
                    if cell in slow:
                        found._slowed.add(cell)
                        total += ahead.cost
                    if total <= limit:
                        costs[cell] = total
                        buckets[total].append(ahead)


def _spread(
    found: Reach,
    limit: int | None,
    barred: Container[Cell],
    final: Container[Cell],
    slow: Container[Cell],
) -> None:
    """On any ground, asking the containers and noting what paths need of their answers.

    As what a step costs depends on its end only, the first way found to a tile is a cheapest one.
    """
    costs, ground, start = found.costs, found._ground, found.start
    span = ground.dearest * 2
    most = span * ground.width * ground.height if limit is None else limit
    buckets: list[list[Cell]] = [[start], *([] for _ in range(span))]
    level = idle = 0
    while level < most and idle <= span:
        idle = 0 if buckets[level] else idle + 1
        for cell in buckets[level]:
            if cell in final and cell != start:
                found._stops.add(cell)
                continue
            for near, cost in ground.neighbours(cell):
                if near in costs or near in barred:
                    continue
                total = level + cost
                if near in slow:
                    found._slowed.add(near)
                    total += cost
                if total <= most:
                    costs[near] = total
                    buckets[total].append(near)
        buckets.append([])
        level += 1


def path_cost(
    ground: Ground, start: Cell, path: Sequence[Cell], *, slow: Container[Cell] = ()
) -> int | None:
    """What walking a path costs, or None if some step of it cannot be made on this terrain."""
    total, at = 0, start
    for cell in path:
        cost = dict(ground.neighbours(at)).get(cell)
        if cost is None:
            return None
        total += cost * 2 if cell in slow else cost
        at = cell
    return total
