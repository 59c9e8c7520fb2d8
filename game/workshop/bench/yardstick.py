"""*Reach*, the yardstick of most rows: a plain search that is never tuned.

It shares no code with the game's `reach`, so that improvements there show in the ratio.
"""

from game.core.cells import Cell

SIZE = 32
BUDGET = 8
START = (16, 16)
TILES = 289
"""Number of tiles within the budget: 17 by 17."""


def _neighbours(x: int, y: int) -> list[Cell]:
    around = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    return [(a, b) for a, b in around if 0 <= a < SIZE and 0 <= b < SIZE]


NEIGHBOURS = {(x, y): _neighbours(x, y) for y in range(SIZE) for x in range(SIZE)}
"""Neighbours of each tile on an open map."""


def reach() -> dict[Cell, int]:
    """Return the cost of each tile within the budget.

    The search uses Dial's buckets, eight neighbours, and a cost of 1 for every step.
    """
    costs = {START: 0}
    buckets: list[list[Cell]] = [[] for _ in range(BUDGET + 2)]
    buckets[0].append(START)
    for level in range(BUDGET):
        for cell in buckets[level]:
            if costs[cell] < level:
                continue
            for near in NEIGHBOURS[cell]:
                total = level + 1
                if total < costs.get(near, BUDGET + 1):
                    costs[near] = total
                    buckets[total].append(near)
    return costs
