"""Where a unit of its size has room."""

from game.components.unit import Bulk
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.rooms import SPAN, tiles
from game.world.names import others_at
from game.world.world import World

MEDIUM = 2
"""The size of who has no other."""


def size_of(world: World, unit: int) -> int:
    """How large a unit is, from tiny to huge."""
    bulk = world.find(unit, Bulk)
    return bulk.size if bulk else MEDIUM


def full_span(world: World, unit: int) -> int:
    """The side of the square of tiles it takes where it has room."""
    return SPAN[size_of(world, unit)]


def is_free(world: World, cells: tuple[Cell, ...], unit: int) -> bool:
    """Whether no other unit stands on any of the tiles."""
    return not any(others_at(world, cell, unit) for cell in cells)


def fits(world: World, unit: int, at: Cell, grid: Grid | None = None) -> bool:
    """Whether the unit can be put down with its upper left tile here, at its full size.

    `grid` is the map as it finds it; the ground if not said.
    """
    cells = tiles(at, full_span(world, unit))
    return has_room(world, unit, at, grid) and is_free(world, cells, unit)


def has_room(world: World, unit: int, at: Cell, grid: Grid | None = None) -> bool:
    """Whether the terrain has room for it there, whoever else stands there."""
    size, grid = size_of(world, unit), grid or world.grid
    return all(
        grid.cost(cell) and grid.rooms[cell[1] * grid.width + cell[0]] >= size
        for cell in tiles(at, SPAN[size])
    )
