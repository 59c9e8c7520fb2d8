"""Distances from each tile to a goal. Doors that units can open count as open."""

from game.components.script_progress import ChangedTerrain
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.paths import reach
from game.terms.level import Level, made_passable
from game.world import World

FAR = 200
"""The distance, in movement, of a tile that can't be reached."""


def field_of(grid: Grid, goal: Cell) -> dict[Cell, int]:
    """Return the movement between `goal` and every tile, ignoring units; cached per map."""
    return grid.once(("field", goal), lambda: reach(grid, goal, None).costs)


def with_doors_open(world: World) -> Grid:
    """Return the map after units have opened or broken everything they can."""
    ground = world.find(world.root, ChangedTerrain)
    changed = dict(ground.changed) if ground else {}
    openable = world.scene.once("openable", lambda: _openable(world.scene.level))
    return world.scene.grid_with(tuple(sorted(({**openable, **changed}).items())))


def _openable(level: Level) -> dict[Cell, str]:
    """Return the passable terrain that each impassable tile can become, if any."""
    signs = {sign: made_passable(level.terrain, id) for sign, id in level.legend.items()}
    opens = {s: to for s, to in signs.items() if to and not level.terrain[level.legend[s]].walk}
    return {
        (n % level.width, n // level.width): opens[sign]
        for n, sign in enumerate(level.tiles)
        if sign in opens
    }


class Distances:
    """Distances to the nearest of several goals: by movement, else in a straight line."""

    def __init__(self, world: World, goals: tuple[Cell, ...]) -> None:
        self._goals = goals
        grid = world.once("opened", lambda: with_doors_open(world), (ChangedTerrain,))
        self._fields = [field_of(grid, goal) for goal in goals]

    def are_at(self, cell: Cell) -> bool:
        """Return whether a tile is one of the goals."""
        return cell in self._goals

    def __call__(self, cell: Cell) -> int:
        """Return the distance from a tile to the nearest goal; 0 if there is no goal."""
        if not self._goals:
            return 0
        near = min(found.get(cell, FAR) for found in self._fields)
        if near < FAR:
            return near
        return FAR + min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in self._goals)
