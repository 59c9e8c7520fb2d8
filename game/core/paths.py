"""Reachable cells, their costs, and the paths to them."""

from collections.abc import Container, Iterable, Sequence, Set
from typing import Protocol

from game.core.cells import Cell, reading
from game.core.grid import Grid, GridStep, Links

SHUT = -1
"""The cost that a barred tile gets during a search, so that no path leads there."""

Trail = tuple[int, tuple[Cell, ...], Cell]
"""The bends of a path, its cells, and the cell before the last one."""


class CellGraph(Protocol):
    """A graph of cells to move on: a Grid, or the Room of a creature on one.

    The cost of a step is the `cost` of the cell that it enters. `neighbours` returns the cells one
    step away with these costs, in reading order. `dearest` is at least the highest cost.
    """

    width: int
    height: int
    dearest: int

    def cost(self, cell: Cell, /) -> int: ...

    def neighbours(self, cell: Cell, /) -> Links: ...


class Reach:
    """The cells within reach of a start: the lowest cost of each, and canonical paths.

    `costs` is in order of discovery, which is fixed but not reading order. Containers passed to
    `reach` can change afterwards without changing the paths.
    """

    __slots__ = ("_back", "_ground", "_paths", "_slowed", "_stops", "costs", "start")

    def __init__(self, ground: CellGraph, start: Cell) -> None:
        self.start = start
        self.costs: dict[Cell, int] = {start: 0}
        self._ground = ground
        self._slowed: set[Cell] = set()
        self._stops: set[Cell] = set()
        self._paths: dict[Cell, tuple[Cell, ...]] | None = None
        self._back: dict[Cell, list[tuple[Cell, int]]] | None = None

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the path to a cell, without the start. Raise KeyError if it is out of reach.

        Of the cheapest paths, return the one with the fewest bends; of these, the one found by
        tracing back from the end, each time to the first possible predecessor in reading order. All
        paths are computed at once.
        """
        if self._paths is None:
            self._paths = self._found_paths()
        return self._paths[cell]

    def _found_paths(self) -> dict[Cell, tuple[Cell, ...]]:
        """Return the paths to all cells: the straightest for each direction of the last step."""
        costs, stops, start = self.costs, self._stops, self.start
        cost_of, slowed = self._ground.cost, self._slowed
        straightest: dict[Cell, Trail] = {start: (-1, (), start)}
        trails: dict[Cell, dict[Cell, Trail]] = {start: {}}
        # Go in order of cost, so that the paths to all earlier cells are known.
        for cell in sorted(costs, key=costs.__getitem__):
            if cell == start:
                continue
            x, y = cell
            # The cost of a cheapest path to the cell, without its last step.
            left = costs[cell] - cost_of(cell) * (2 if cell in slowed else 1)
            best: Trail | None = None
            own: dict[Cell, Trail] = {}
            trails[cell] = own
            for near, _ in self._around(cell) if left else ((start, 0),):
                # Every part of a cheapest path is cheapest, too, and no path
                # continues from a stop.
                if costs.get(near) == left and near not in stops:
                    x_before, y_before = near
                    ahead = 2 * x_before - x, 2 * y_before - y
                    turned, straight = straightest[near], trails[near].get(ahead)
                    # The straightest path to a cell need not begin the
                    # straightest to the next: one more bend may save another.
                    # So keep one per direction of the last step.
                    if straight is not None and _is_first(straight, turned):
                        own[near] = trail = straight[0], (*straight[1], cell), near
                    else:
                        own[near] = trail = turned[0] + 1, (*turned[1], cell), near
                    if best is None or trail[0] < best[0]:
                        best = trail
            assert best is not None, "every cell has a cheapest path"
            straightest[cell] = best
        return {cell: path for cell, (_, path, _) in straightest.items()}

    def _around(self, cell: Cell) -> Iterable[tuple[Cell, int]]:
        """Return the cells from which steps lead to a cell. On a grid, steps go both ways."""
        if isinstance(self._ground, Grid):
            return self._ground.neighbours(cell)
        if self._back is None:
            self._back = self._turned()
        return self._back[cell]

    def _turned(self) -> dict[Cell, list[tuple[Cell, int]]]:
        """Return the steps that can be on a cheapest path, by the cells that they enter."""
        costs = self.costs
        back: dict[Cell, list[tuple[Cell, int]]] = {cell: [] for cell in costs}
        most = max(costs.values())
        for cell in sorted((cell for cell in costs if costs[cell] < most), key=reading):
            for near, cost in self._ground.neighbours(cell):
                if costs.get(near, 0) > costs[cell]:
                    back[near].append((cell, cost))
        return back


def _is_first(straight: Trail, turned: Trail) -> bool:
    """Return whether going straight on is better than turning, by bends and then reading order."""
    if straight[0] != turned[0] + 1:
        return straight[0] <= turned[0]
    return reading(straight[2]) <= reading(turned[2])


def reach(
    ground: CellGraph,
    start: Cell,
    budget: int | None,
    *,
    closed: Container[Cell] = (),
    final: Container[Cell] = (),
    slow: Container[Cell] = (),
) -> Reach:
    """Return all cells within `budget` (None: no limit) of a start, which need not be enterable.

    `closed` tiles can't be entered. A path can't leave `final` tiles, except for the start.
    Entering a `slow` tile costs double. Cells wait in one bucket per cost (Dial's algorithm), so
    the time grows with the tiles found and the highest cost, never with the map.
    """
    found = Reach(ground, start)
    # Give closed cells a cost beforehand, like cells already found: then one lookup per step
    # shows that a cell is barred. Remove them again at the end.
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
    """Compute the costs on a grid, from the steps that the grid caches as worth trying."""
    costs = found.costs
    buckets: list[list[GridStep]] = [[] for _ in range(max(limit, 0) + 1)]
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
    """Compute the costs on any graph, and record stops and slow cells for the paths.

    The cost of a step depends only on its end, so the first path found to a tile is a cheapest one.
    """
    costs, ground, start = found.costs, found._ground, found.start
    span = ground.dearest * 2
    most = span * ground.width * ground.height if limit is None else limit
    buckets: list[list[Cell]] = [[start], *([] for _ in range(span))]
    level = idle = 0
    # No step costs more than `span`, so after that many empty buckets no cell can be waiting.
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
                    # Note it now, because the container may change before
                    # someone asks for the path.
                    found._slowed.add(near)
                    total += cost
                if total <= most:
                    costs[near] = total
                    buckets[total].append(near)
        buckets.append([])
        level += 1


def path_cost(
    ground: CellGraph, start: Cell, path: Sequence[Cell], *, slow: Container[Cell] = ()
) -> int | None:
    """Return the cost of a path, or None if the terrain doesn't allow one of its steps."""
    total, at = 0, start
    for cell in path:
        cost = dict(ground.neighbours(at)).get(cell)
        if cost is None:
            return None
        total += cost * 2 if cell in slow else cost
        at = cell
    return total
