"""Maps for the bench rows about tiles, the same size as the yardstick's map."""

from functools import lru_cache

from game.core.grid import TOTAL, Grid
from game.core.random_streams import Stream
from game.workshop.bench.yardstick import SIZE, START

WALLS = 25
"""Percentage of walls on the map with walls."""


@lru_cache(maxsize=4)
def walls(percent: int) -> tuple[bool, ...]:
    """Return whether each tile is a wall, row by row: always the same walls, never on the start."""
    dice = Stream(1, "bench walls")
    cells = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    return tuple(dice.pick(100) < percent and cell != START for cell in cells)


def costs(percent: int) -> list[int]:
    """Return the cost of each tile, row by row; 0 for walls."""
    return [0 if wall else 1 for wall in walls(percent)]


def grid(percent: int) -> Grid:
    """Return the engine's grid for a map with a percentage of walls."""
    solid = walls(percent)
    covers = [TOTAL if wall else 0 for wall in solid]
    return Grid(SIZE, SIZE, costs(percent), solid, diagonal=True, covers=covers)
