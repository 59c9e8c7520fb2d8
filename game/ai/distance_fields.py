"""Distances from each tile to a goal. Doors that units can open count as open.

A tile that damages units counts as farther, so that paths lead around it if they can. So does a
door or the like that units have to break.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from game.components.script_progress import ChangedTerrain
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.paths import reach
from game.terms.level import Level, Terrain, made_passable
from game.world import World
from game.world.hazardous_tiles import THOUSAND, mean_harms

FAR = 200
"""The distance, in movement, of a tile that can't be reached."""
DETOUR = 2
"""Movement that units spend to avoid each point of mean damage from a tile."""
DEAREST = 20
"""Maximum cost of a tile in distances, so that a dangerous path still counts as a path."""
BREAKING, TOUGHEST = 1, 100
"""Movement that a unit could spend while it breaks each point of life of a thing on its path; and
the maximum for one thing, so that a path past it still counts as a path.
"""


def field_of(grid: Grid, goal: Cell) -> dict[Cell, int]:
    """Return the movement between `goal` and every tile, ignoring units; cached per map."""
    return grid.once(("field", goal), lambda: reach(grid, goal, None).costs)


def near_field(grid: Grid, start: Cell, budget: int) -> dict[Cell, int]:
    """Return the movement from `start` to every tile within `budget`, ignoring units; cached."""
    return grid.once(("near", start, budget), lambda: reach(grid, start, budget).costs)


def with_doors_open(world: World) -> Grid:
    """Return the map after units have opened or broken everything they can."""
    return world.once("doors open", lambda: with_terrain(world, {}), (ChangedTerrain,))


def with_terrain(world: World, more: Mapping[Cell, str], is_broken: bool = True) -> Grid:
    """Return the map with all doors open and the terrain of more tiles changed.

    With `is_broken`, everything that units can break has been broken.
    """
    scene, terrain = world.scene, world.scene.level.terrain
    changed = {
        cell: id if terrain[id].walk else made_passable(terrain, id) or id
        for cell, id in world.changed_tiles.items()
    }
    every = {**scene.once("openable", lambda: _openable(scene.level)), **changed}
    if not is_broken:
        tough = breakable(world)
        every = {cell: id for cell, id in every.items() if cell not in tough}
        every |= {cell: id for cell, id in world.changed_tiles.items() if cell in tough}
    return scene.grid_with(tuple(sorted({**every, **more}.items())))


def unbroken(world: World) -> Grid:
    """Return the map with all doors open, but with nothing broken."""
    return world.once(
        "unbroken", lambda: with_terrain(world, {}, is_broken=False), (ChangedTerrain,)
    )


def breakable(world: World) -> Mapping[Cell, int]:
    """Return the tiles that units can make passable only by breaking something: its life."""
    return world.once("breakable", lambda: _breakable(world), (ChangedTerrain,))


def _breakable(world: World) -> dict[Cell, int]:
    scene, terrain = world.scene, world.scene.level.terrain
    if not scene.handles:
        return {}
    test = partial(_is_breakable, terrain)
    drawn = scene.once("drawn breakable", lambda: _drawn(scene.level, test))
    tiles = dict.fromkeys((*drawn, *world.changed_tiles))
    kinds = {cell: terrain[world.tile(cell)] for cell in tiles}
    return {cell: kind.life for cell, kind in kinds.items() if test(kind)}


def _is_breakable(terrain: Mapping[str, Terrain], kind: Terrain) -> bool:
    """Return whether units can enter tiles of a terrain only once they have broken it."""
    is_door = kind.becomes is not None and terrain[kind.becomes].walk
    is_thing = kind.life > 0 and kind.wreck is not None and terrain[kind.wreck].walk
    return is_thing and not (kind.walk or is_door)


def _openable(level: Level) -> dict[Cell, str]:
    """Return the passable terrain that each impassable tile can become, if any."""
    found = _drawn(level, lambda kind: not kind.walk)
    made = {cell: made_passable(level.terrain, id) for cell, id in found.items()}
    return {cell: to for cell, to in made.items() if to}


def _drawn(level: Level, test: Callable[[Terrain], bool]) -> dict[Cell, str]:
    """Return the tiles of the level's original map whose terrain passes a test."""
    signs = {sign: id for sign, id in level.legend.items() if test(level.terrain[id])}
    return {
        (n % level.width, n // level.width): signs[sign]
        for n, sign in enumerate(level.tiles)
        if sign in signs
    }


def toil(life: int) -> int:
    """Return the movement that a unit could spend while it breaks a thing."""
    return min(TOUGHEST, life * BREAKING)


def walkable(world: World) -> Grid:
    """Return the map by which units judge distances.

    Doors are open, and paths lead around harm, and around things to break.
    """
    return world.once("opened", lambda: _with_detours(world), (ChangedTerrain,))


def _with_detours(world: World) -> Grid:
    grid, harms, tough = with_doors_open(world), mean_harms(world), breakable(world)
    if not (harms or tough):
        return grid
    # Apart from what is broken, the terrain decides these, so the map is enough of a key.
    key = "with detours", tuple(tough.items())
    return grid.once(key, lambda: _dearer(grid, harms, tough))


def _dearer(grid: Grid, harms: Mapping[Cell, int], tough: Mapping[Cell, int]) -> Grid:
    """Return a map on which tiles cost more that do harm, or that are `tough` to break."""
    costs = bytearray(map(grid.cost, grid.cells()))
    for cell, harm in harms.items():
        at = cell[1] * grid.width + cell[0]
        if costs[at]:
            costs[at] = min(DEAREST, costs[at] + -(-harm * DETOUR // THOUSAND))
    for cell, life in tough.items():
        costs[cell[1] * grid.width + cell[0]] += toil(life)
    walls = grid.opaque
    return Grid(grid.width, grid.height, bytes(costs), walls, grid.diagonal, rooms=grid.rooms)


class Distances:
    """Distances to the nearest of several goals: by movement, else in a straight line."""

    def __init__(self, world: World, goals: tuple[Cell, ...]) -> None:
        self._goals = goals
        grid = walkable(world)
        self._fields = [field_of(grid, goal) for goal in goals]
        self._others = self._fields[1:]
        self._doors = frozenset(goal for goal in goals if not grid.cost(goal))
        self._grid = grid

    def are_at(self, cell: Cell) -> bool:
        """Return whether a tile is one of the goals, or next to one that can't be entered."""
        if not self._doors or cell in self._goals:
            return cell in self._goals
        return any(self._grid.adjacent(goal, cell) for goal in self._doors)

    def path(self, cell: Cell) -> Iterator[Cell]:
        """Yield the tiles of a path from a tile to the nearest goal; none if there is no path."""
        if not self._goals:
            return
        grid = self._grid
        far, n = min((field.get(cell, FAR), n) for n, field in enumerate(self._fields))
        while 0 < far < FAR:
            far -= grid.cost(cell)
            around = (near for near, _ in grid.neighbours(cell) if self._fields[n].get(near) == far)
            # The goal may be a tile that can't be entered.
            cell = next(around) if far else self._goals[n]
            yield cell

    def __call__(self, cell: Cell) -> int:
        """Return the distance from a tile to the nearest goal; 0 if there is no goal."""
        if not self._goals:
            return 0
        near = self._fields[0].get(cell, FAR)
        for field in self._others:
            near = min(near, field.get(cell, FAR))
        if near < FAR:
            return near
        return FAR + min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in self._goals)
