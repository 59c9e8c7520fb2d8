"""Paths where it counts first how many zones they enter (ACT-27)."""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from game.core.cells import Cell, reading

ZONE = 1 << 40
"""What entering a zone adds to the toll of a step: more than any path costs on the grid."""

Steps = Callable[[Cell], Iterable[tuple[Cell, int]]]
"""The cells one step away, each with the toll of the step: what it would cost on the grid, at least
1, and what entering a zone adds."""


def routes(start: Cell, steps: Steps, most: int) -> dict[Cell, tuple[Cell, ...]]:
    """One path of least toll to each cell that is within `most`, without the start.

    Among the cheapest it is the one found by walking back from the end, each time to the possible
    predecessor that is first by row and column.
    """
    least: dict[Cell, int] = {start: 0}
    before: dict[Cell, Cell] = {}
    waiting = [(0, start)]
    while waiting:
        so_far, cell = heappop(waiting)
        if so_far > least[cell]:
            continue
        for near, cost in steps(cell):
            toll = so_far + cost
            known = least.get(near, most + 1)
            if toll < known:
                least[near], before[near] = toll, cell
                heappush(waiting, (toll, near))
            elif toll == known <= most and reading(cell) < reading(before[near]):
                before[near] = cell
    paths: dict[Cell, tuple[Cell, ...]] = {start: ()}
    for cell in sorted(before, key=least.__getitem__):
        paths[cell] = (*paths[before[cell]], cell)
    del paths[start]
    return paths
