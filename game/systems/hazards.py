"""Damage from hazardous ground to moving units (ALL-03)."""

from collections.abc import Callable, Iterable

from game.core.cells import Cell
from game.core.least_harm_paths import Perils, harmless
from game.world import World
from game.world.hazardous_tiles import TileHarm, harms, mean_harm, mean_harms

Tiles = Callable[[Cell], Iterable[Cell]]
"""A function that returns the tiles that a moving unit takes up when its anchor is on a cell."""


def entering(world: World, tiles: Tiles | None = None) -> Callable[[Cell, Cell], int]:
    """Return a function that returns the mean harm of a step.

    Each kind of terrain counts once per step. `tiles` returns the tiles of a unit that takes up
    more than one; None for a unit of one tile.
    """
    by_cell = harms(world)
    if not by_cell:
        return harmless
    if tiles is None:
        means = mean_harms(world)
        return lambda _, to: means.get(to, 0)

    def harm(origin: Cell, to: Cell) -> int:
        new = (by_cell[cell] for cell in set(tiles(to)) - set(tiles(origin)) if cell in by_cell)
        return sum(mean_harm(dice) for dice in {one.what: one.dice for one in new}.values())

    return harm


def perils(world: World) -> Perils:
    """Return the known harm to a moving unit of one tile, in a book where steps provoke no one."""
    return Perils(entering(world), where=frozenset(harms(world)))


def along(
    world: World, start: Cell, path: Iterable[Cell], tiles: Tiles | None = None
) -> tuple[TileHarm, ...]:
    """Return the damaging tiles along a path, each as often as the path enters it."""
    by_cell, found, before = harms(world), list[TileHarm](), start
    for cell in path if by_cell else ():
        new = [cell] if tiles is None else [t for t in tiles(cell) if t not in tiles(before)]
        kinds = {by_cell[tile].what: by_cell[tile] for tile in reversed(new) if tile in by_cell}
        found += sorted(kinds.values(), key=lambda harm: harm.at)
        before = cell
    return tuple(found)
