"""The tiles that damage units, which all sides know of (ALL-03)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.components.script_progress import ChangedTerrain
from game.core.cells import Cell
from game.core.dice import Dice
from game.terms.level import Level
from game.world.world import World

THOUSAND = 1000
"""Harm is measured in thousandths of life, so that sums of means are exact and equal everywhere."""


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


def mean_harms(world: World) -> Mapping[Cell, int]:
    """Return the mean harm of each damaging tile."""
    means: Mapping[Cell, int] = world.once(
        "harm",
        lambda: {cell: mean_harm(harm.dice) for cell, harm in harms(world).items()},
        (ChangedTerrain,),
    )
    return means


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
