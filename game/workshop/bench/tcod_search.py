"""The search of the library tcod, if installed, to compare with the engine's search."""

from game.core.cells import Cell
from game.workshop.bench.measuring import NotMeasured

try:
    from tcod import path as tcod
except ImportError:
    HAS_TCOD = False
else:
    HAS_TCOD = True


class TcodMap:
    """A map's costs in the form that tcod takes."""

    def __init__(self, costs: list[list[int]]) -> None:
        """Take the costs row by row. Raise NotMeasured if tcod isn't installed."""
        if not HAS_TCOD:
            raise NotMeasured("tcod isn't installed; run 'pip install tcod'")
        self._costs = tcod.maxarray((len(costs), len(costs[0])))
        self._costs[:] = costs

    def reach(self, start: Cell, budget: int) -> dict[Cell, int]:
        """Return the costs of the tiles within the budget. Search only the map around `start`."""
        left, top = max(0, start[0] - budget), max(0, start[1] - budget)
        window = self._costs[top : start[1] + budget + 1, left : start[0] + budget + 1]
        found = tcod.maxarray(window.shape)
        found[start[1] - top, start[0] - left] = 0
        tcod.dijkstra2d(found, window, 1, 1, out=found)
        down, across = (found <= budget).nonzero()
        cells = zip((across + left).tolist(), (down + top).tolist(), strict=True)
        return dict(zip(cells, found[down, across].tolist(), strict=True))
