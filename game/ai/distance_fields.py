"""Distances from each tile to a goal. Doors that units can open count as open.

A tile that damages units counts as farther, so that paths lead around it if they can.
"""

from collections.abc import Mapping

from game.components.script_progress import ChangedTerrain
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.paths import reach
from game.terms.level import Level, made_passable
from game.world import World
from game.world.hazardous_tiles import THOUSAND, mean_harms

FAR = 200
"""The distance, in movement, of a tile that can't be reached."""
DETOUR = 2
"""Movement that units spend to avoid each point of mean damage from a tile."""
DEAREST = 20
"""Maximum cost of a tile in distances, so that a dangerous path still counts as a path."""


def field_of(grid: Grid, goal: Cell) -> dict[Cell, int]:
    """Return the movement between `goal` and every tile, ignoring units; cached per map."""
    return grid.once(("field", goal), lambda: reach(grid, goal, None).costs)


def near_field(grid: Grid, start: Cell, budget: int) -> dict[Cell, int]:
    """Return the movement from `start` to every tile within `budget`, ignoring units; cached."""
    return grid.once(("near", start, budget), lambda: reach(grid, start, budget).costs)


def with_doors_open(world: World) -> Grid:
    """Return the map after units have opened or broken everything they can."""
    return world.once("doors open", lambda: with_terrain(world, {}), (ChangedTerrain,))


def with_terrain(world: World, more: Mapping[Cell, str]) -> Grid:
    """Return the map with all doors open and the terrain of more tiles changed."""
    terrain = world.scene.level.terrain
    changed = {
        cell: id if terrain[id].walk else made_passable(terrain, id) or id
        for cell, id in world.changed_tiles.items()
    }
    openable = world.scene.once("openable", lambda: _openable(world.scene.level))
    every = {**openable, **changed, **more}
    return world.scene.grid_with(tuple(sorted(every.items())))


def _openable(level: Level) -> dict[Cell, str]:
    """Return the passable terrain that each impassable tile can become, if any."""
    signs = {sign: made_passable(level.terrain, id) for sign, id in level.legend.items()}
    opens = {s: to for s, to in signs.items() if to and not level.terrain[level.legend[s]].walk}
    return {
        (n % level.width, n // level.width): opens[sign]
        for n, sign in enumerate(level.tiles)
        if sign in opens
    }


def walkable(world: World) -> Grid:
    """Return the map by which units judge distances: with doors open, and detours around harm."""
    return world.once("opened", lambda: _with_detours(world), (ChangedTerrain,))


def _with_detours(world: World) -> Grid:
    grid, harms = with_doors_open(world), mean_harms(world)
    if not harms:
        return grid
    # The terrain decides both, so the map is enough of a key.
    return grid.once("with detours", lambda: _dearer(grid, harms))


def _dearer(grid: Grid, harms: Mapping[Cell, int]) -> Grid:
    """Return a map on which tiles that do harm cost more."""
    costs = bytearray(map(grid.cost, grid.cells()))
    for cell, harm in harms.items():
        at = cell[1] * grid.width + cell[0]
        if costs[at]:
            costs[at] = min(DEAREST, costs[at] + -(-harm * DETOUR // THOUSAND))
    walls = grid.opaque
    return Grid(grid.width, grid.height, bytes(costs), walls, grid.diagonal, rooms=grid.rooms)


class Distances:
    """Distances to the nearest of several goals: by movement, else in a straight line."""

    def __init__(self, world: World, goals: tuple[Cell, ...]) -> None:
        self._goals = goals
        grid = walkable(world)
        self._fields = [field_of(grid, goal) for goal in goals]
        self._doors = frozenset(goal for goal in goals if not grid.cost(goal))
        self._grid = grid

    def are_at(self, cell: Cell) -> bool:
        """Return whether a tile is one of the goals, or next to one that can't be entered."""
        if not self._doors or cell in self._goals:
            return cell in self._goals
        return any(self._grid.adjacent(goal, cell) for goal in self._doors)

    def __call__(self, cell: Cell) -> int:
        """Return the distance from a tile to the nearest goal; 0 if there is no goal."""
        if not self._goals:
            return 0
        near = min(found.get(cell, FAR) for found in self._fields)
        if near < FAR:
            return near
        return FAR + min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in self._goals)
