"""Zones: their neighbours and distances (VER-06)."""

from game.core.cells import FOUR, Cell
from game.core.grid import Grid
from game.world import World

Pairs = frozenset[frozenset[str]]


def zone_at(world: World, cell: Cell) -> str:
    """Return the zone of a tile. All unpainted tiles form one zone, ""."""
    level = world.scene.level
    return level.zones[cell[1] * level.width + cell[0]] if level.zones else ""


def _touching(grid: Grid, painted: tuple[str, ...]) -> Pairs:
    """Return the pairs of zones with a common edge that units can cross."""
    found = set[frozenset[str]]()
    for x, y in grid.cells():
        for dx, dy in FOUR if grid.cost((x, y)) else ():
            near = x + dx, y + dy
            if near in grid and grid.cost(near):
                mine, its = painted[y * grid.width + x], painted[near[1] * grid.width + near[0]]
                if mine != its:
                    found.add(frozenset((mine, its)))
    return frozenset(found)


def pairs(world: World) -> Pairs:
    """Return all pairs of neighbouring zones."""
    painted, grid = world.scene.level.zones, world.grid
    if not painted:
        return frozenset()
    return grid.once("zones", lambda: _touching(grid, painted))


def next_to(world: World, zone: str) -> tuple[str, ...]:
    """Return the zones next to a zone, in the order of their letters."""
    return tuple(sorted(z for pair in pairs(world) if zone in pair for z in pair - {zone}))


def borders_between(world: World, a: Cell, b: Cell) -> int | None:
    """Return the fewest zone borders between two tiles; None if no path of zones joins them."""
    return borders(world, zone_at(world, a)).get(zone_at(world, b))


def borders(world: World, start: str) -> dict[str, int]:
    """Return the fewest borders from `start` to each zone that a path of zones joins to it."""
    return world.grid.once(("borders", start), lambda: _borders(world, start))


def _borders(world: World, start: str) -> dict[str, int]:
    found, ends, steps = {start: 0}, {start}, 0
    while ends:
        steps += 1
        ends = {z for zone in ends for z in next_to(world, zone)} - set(found)
        found |= dict.fromkeys(sorted(ends), steps)
    return found
