"""Damage from hazardous ground, which all sides know of (ALL-03)."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.components.script_progress import ChangedTerrain
from game.core.cells import Cell
from game.core.dice import Dice
from game.core.least_harm_paths import Perils, harmless
from game.terms.level import Level
from game.world import World

THOUSAND = 1000
"""Harm is measured in thousandths of life, so that sums of means are exact and equal everywhere."""

Tiles = Callable[[Cell], Iterable[Cell]]
"""A function that returns the tiles that a moving unit takes up when its anchor is on a cell."""


class TileHarm(NamedTuple):
    """A tile that damages units entering it: its terrain, its cell, and the dice."""

    what: str
    at: Cell
    dice: str


@lru_cache(maxsize=1000)
def mean_harm(dice: str) -> int:
    """Return the mean of a dice expression in thousandths of life."""
    dist = Dice.of(dice).dist()
    return round(THOUSAND * dist.summed() / dist.total)


def harms(world: World) -> Mapping[Cell, TileHarm]:
    """Return the tiles of the current map that damage units entering them."""
    found: Mapping[Cell, TileHarm] = world.once(
        "hazards", lambda: dict(_harms(world)), (ChangedTerrain,)
    )
    return found


def _harms(world: World) -> Iterable[tuple[Cell, TileHarm]]:
    terrain = world.scene.level.terrain
    drawn = world.scene.once("hazards", lambda: _drawn(world.scene.level))
    for cell in {**drawn, **world.changed_tiles}:
        what = world.tile(cell)
        dice = terrain[what].hazard
        if dice:
            yield cell, TileHarm(what, cell, dice)


def _drawn(level: Level) -> dict[Cell, str]:
    """Return the damaging tiles of the level's original map, with their terrain."""
    signs = {sign: id for sign, id in level.legend.items() if level.terrain[id].hazard}
    found = {}
    for place, sign in enumerate(level.tiles) if signs else ():
        if sign in signs:
            y, x = divmod(place, level.width)
            found[x, y] = signs[sign]
    return found


def _means(world: World) -> Mapping[Cell, int]:
    """Return the mean harm of each damaging tile."""
    return {cell: mean_harm(harm.dice) for cell, harm in harms(world).items()}


def entering(world: World, tiles: Tiles | None = None) -> Callable[[Cell, Cell], int]:
    """Return a function that returns the mean harm of a step.

    Each kind of terrain counts once per step. `tiles` returns the tiles of a unit that takes up
    more than one; None for a unit of one tile.
    """
    by_cell = harms(world)
    if not by_cell:
        return harmless
    if tiles is None:
        means: Mapping[Cell, int] = world.once("harm", lambda: _means(world), (ChangedTerrain,))
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
