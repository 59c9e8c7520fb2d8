"""Paths where it counts first how many zones they enter (ACT-27)."""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from game.core.cells import Cell, reading

Toll = tuple[int, int]
"""Zones entered, and what the steps would cost on the grid; less of the first is always less."""

Steps = Callable[[Cell], Iterable[tuple[Cell, Toll]]]
"""The cells one step away, each with the toll of the step, whose second part is at least 1."""


def routes(start: Cell, steps: Steps, most: Toll) -> dict[Cell, tuple[Cell, ...]]:
    """One path of least toll to each cell that is within `most`, without the start.

    Among the cheapest it is the one found by walking back from the end, each time to the possible
    predecessor that is first by row and column.
    """
    least: dict[Cell, Toll] = {start: (0, 0)}
    before: dict[Cell, Cell] = {}
    waiting = [(least[start], start)]
    while waiting:
        so_far, cell = heappop(waiting)
        if so_far > least[cell]:
            continue
        for near, (zones, cost) in steps(cell):
            toll = so_far[0] + zones, so_far[1] + cost
            known = least.get(near)
            if toll > most or (known is not None and toll > known):
                continue
            if known is None or toll < known:
                least[near], before[near] = toll, cell
                heappush(waiting, (toll, near))
            elif reading(cell) < reading(before[near]):
                before[near] = cell
    return {cell: _walked(cell, before) for cell in before}


def _walked(cell: Cell, before: dict[Cell, Cell]) -> tuple[Cell, ...]:
    path = [cell]
    while before.get(cell) in before:
        cell = before[cell]
        path.append(cell)
    return tuple(reversed(path))
