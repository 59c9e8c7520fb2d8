"""Where a unit can go, at what cost, and by which path."""

from collections.abc import Container, Sequence

from game.core.cells import Cell
from game.core.grid import Grid


class Reach:
    """What can be reached from a start: the least cost of each cell, and canonical paths.

    `costs` is in order of discovery, which is fixed but not reading order. Containers given to
    `reach` may change afterwards without changing the paths.
    """

    __slots__ = ("_before", "_grid", "_slowed", "_stops", "costs", "start")

    def __init__(self, grid: Grid, start: Cell) -> None:
        self.start = start
        self.costs: dict[Cell, int] = {start: 0}
        self._grid = grid
        self._slowed: set[Cell] = set()
        self._stops: set[Cell] = set()
        self._before: dict[Cell, Cell] = {}

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells walked to a cell, without the start; KeyError if it is out of reach.

        Among the cheapest it is the one found by walking back from the end, each time to the
        possible predecessor that is first by row and column.
        """
        steps = []
        while cell != self.start:
            steps.append(cell)
            if cell not in self._before:
                self._before[cell] = self._predecessor(cell)
            cell = self._before[cell]
        return tuple(reversed(steps))

    def _predecessor(self, cell: Cell) -> Cell:
        left = self.costs[cell] - self._grid.cost(cell) * (2 if cell in self._slowed else 1)
        if not left:
            return self.start
        return next(
            near
            for near, _ in self._grid.neighbours(cell)
            if self.costs.get(near) == left and near not in self._stops
        )


def reach(
    grid: Grid,
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
    found = Reach(grid, start)
    span = grid.dearest * 2
    limit = span * grid.width * grid.height if budget is None else budget
    buckets: list[list[Cell]] = [[start], *([] for _ in range(span))]
    level = idle = 0
    while level < limit and idle <= span:
        if not buckets[level]:
            idle += 1
        else:
            idle = 0
            if closed or final or slow:
                _spread_by(found, buckets, level, limit, closed, final, slow)
            elif grid.even:
                _spread_even(grid, found.costs, buckets, level, limit)
            else:
                _spread(grid, found.costs, buckets, level, limit)
        buckets.append([])
        level += 1
    return found


def _spread_even(
    grid: Grid, costs: dict[Cell, int], buckets: list[list[Cell]], level: int, limit: int
) -> None:
    """Where all tiles cost the same, the first way found to a tile is a cheapest one."""
    total = level + grid.dearest
    if total > limit:
        return
    push = buckets[total].append
    for cell in buckets[level]:
        for near, _ in grid.neighbours(cell):
            if near not in costs:
                costs[near] = total
                push(near)


def _spread(
    grid: Grid, costs: dict[Cell, int], buckets: list[list[Cell]], level: int, limit: int
) -> None:
    over = limit + 1
    for cell in buckets[level]:
        if costs[cell] == level:
            for near, cost in grid.neighbours(cell):
                if level + cost < costs.get(near, over):
                    costs[near] = level + cost
                    buckets[level + cost].append(near)


def _spread_by(
    found: Reach,
    buckets: list[list[Cell]],
    level: int,
    limit: int,
    closed: Container[Cell],
    final: Container[Cell],
    slow: Container[Cell],
) -> None:
    """Like `_spread`, asking the containers and noting what paths need of their answers."""
    costs, grid, start = found.costs, found._grid, found.start
    for cell in buckets[level]:
        if costs[cell] < level:
            continue
        if cell in final and cell != start:
            found._stops.add(cell)
            continue
        for near, cost in grid.neighbours(cell):
            if costs.get(near, limit + 1) <= level + cost or near in closed:
                continue
            if near in slow:
                found._slowed.add(near)
                cost *= 2
                if costs.get(near, limit + 1) <= level + cost:
                    continue
            costs[near] = level + cost
            buckets[level + cost].append(near)


def path_cost(
    grid: Grid, start: Cell, path: Sequence[Cell], *, slow: Container[Cell] = ()
) -> int | None:
    """What walking a path costs, or None if some step of it cannot be made on this terrain."""
    total, at = 0, start
    for cell in path:
        cost = dict(grid.neighbours(at)).get(cell)
        if cost is None:
            return None
        total += cost * 2 if cell in slow else cost
        at = cell
    return total
