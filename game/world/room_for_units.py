"""Free places for units of any size."""

from game.components.unit import Bulk, Position
from game.core.cells import Cell, reading
from game.core.footprints import SPAN, steps_between, tiles
from game.core.grid import Grid
from game.terms.records import Entity
from game.world.unit_names import others_at
from game.world.world import World

MEDIUM = 2
"""The size of a unit without `Bulk`."""


def size_of(world: World, unit: Entity) -> int:
    """Return the size of a unit, from tiny to huge."""
    bulk = world.find(unit, Bulk)
    return bulk.size if bulk else MEDIUM


def full_span(world: World, unit: Entity) -> int:
    """Return the side of the square of tiles that the unit takes up at full size."""
    return SPAN[size_of(world, unit)]


def is_free(world: World, cells: tuple[Cell, ...], unit: Entity) -> bool:
    """Return whether no other unit is on any of the tiles."""
    return not any(others_at(world, cell, unit) for cell in cells)


def fits(world: World, unit: Entity, at: Cell, grid: Grid | None = None) -> bool:
    """Return whether the unit can be placed at full size with `at` as its upper left tile.

    `grid` is the map for this unit. Default: the map for units on foot.
    """
    cells = tiles(at, full_span(world, unit))
    return has_room(world, unit, at, grid) and is_free(world, cells, unit)


def nearest_room(world: World, unit: Entity, here: Position) -> Position | None:
    """Return the place nearest to `here` with room for the unit at full size, or None.

    Of equally near places, return the first in reading order.
    """
    span = full_span(world, unit)
    free = (cell for cell in world.grid.cells() if fits(world, unit, cell))
    at = min(
        free, key=lambda c: (steps_between(here.at, here.span, c, span), reading(c)), default=None
    )
    return None if at is None else Position(at, span)


def has_room(world: World, unit: Entity, at: Cell, grid: Grid | None = None) -> bool:
    """Return whether the terrain at a tile has room for the unit, ignoring other units."""
    size, grid = size_of(world, unit), grid or world.grid
    return all(
        grid.cost(cell) and grid.rooms[cell[1] * grid.width + cell[0]] >= size
        for cell in tiles(at, SPAN[size])
    )
