"""The maps for rows about tiles, of the same size as the yardstick's."""

from functools import lru_cache

from game.core.grid import TOTAL, Grid
from game.core.random_streams import Stream
from game.workshop.bench.yardstick import SIZE, START

WALLS = 25
"""Percentage of walls on the map that isn't open."""


@lru_cache(maxsize=4)
def walls(percent: int) -> tuple[bool, ...]:
    """Return the walls row by row; always the same ones, and never on the start."""
    dice = Stream(1, "bench walls")
    cells = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    return tuple(dice.pick(100) < percent and cell != START for cell in cells)


def costs(percent: int) -> list[int]:
    """Return the cost of each tile row by row; 0 for walls."""
    return [0 if wall else 1 for wall in walls(percent)]


def grid(percent: int) -> Grid:
    """Return a map with this percentage of walls, in the engine's form."""
    solid = walls(percent)
    covers = [TOTAL if wall else 0 for wall in solid]
    return Grid(SIZE, SIZE, costs(percent), solid, diagonal=True, covers=covers)
