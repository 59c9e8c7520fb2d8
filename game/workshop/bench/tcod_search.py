"""The search to compare the engine's own with: tcod's, if it is installed."""

from typing import Any

from game.core.cells import Cell
from game.workshop.bench.measuring import NotMeasured

try:
    from tcod import path as tcod
except ImportError:
    HAS_TCOD = False
else:
    HAS_TCOD = True


def as_array(costs: list[list[int]]) -> Any:
    """Return the costs of a map in tcod's form; raise NotMeasured without tcod."""
    if not HAS_TCOD:
        raise NotMeasured("tcod is not installed; 'pip install tcod' brings it")
    array = tcod.maxarray((len(costs), len(costs[0])))
    array[:] = costs
    return array


def reach(costs: Any, start: Cell, budget: int) -> dict[Cell, int]:
    """Return the cost of each tile within the budget, searching only the part that it can touch."""
    left, top = max(0, start[0] - budget), max(0, start[1] - budget)
    window = costs[top : start[1] + budget + 1, left : start[0] + budget + 1]
    found = tcod.maxarray(window.shape)
    found[start[1] - top, start[0] - left] = 0
    tcod.dijkstra2d(found, window, 1, 1, out=found)
    down, across = (found <= budget).nonzero()
    cells = zip((across + left).tolist(), (down + top).tolist(), strict=True)
    return dict(zip(cells, found[down, across].tolist(), strict=True))
