"""The scene: what of a battle never changes, shared by all its worlds."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, TypeVar

import msgspec

from game.core.cells import Cell
from game.core.grid import Grid
from game.terms.level import Level, Unit

S = TypeVar("S")

Changes = tuple[tuple[Cell, str], ...]

COVERS = ("none", "half", "three-quarters", "total")
SIZES = ("tiny", "small", "medium", "large", "huge")

MOST_GRIDS = 64
"""Grids of changed terrain that are kept for the next time."""


class Scene(msgspec.Struct, frozen=True, eq=False):
    """The level, its grid, and the titles of units and things."""

    level: Level
    grid: Grid
    diagonal: bool
    names: dict[str, str] = {}
    units: dict[str, Unit] = {}
    """The level's units by id."""
    memo: dict[Any, Any] = {}
    """What books have found out about the level once and for all."""
    _grids: dict[tuple[Changes, bool], Grid] = {}

    def grid_with(self, changes: Changes, flying: bool = False) -> Grid:
        """The grid with some tiles of other terrain; made once for the same changes."""
        if len(self._grids) > MOST_GRIDS:
            self._grids.clear()
        key = changes, flying
        if key not in self._grids:
            self._grids[key] = _grid(self.level, self.diagonal, changes, flying)
        return self._grids[key]

    def settings(self, kind: type[S]) -> S:
        """The level's settings for its book."""
        found = self.level.settings
        assert isinstance(found, kind), f"settings are {type(found).__name__}"
        return found

    def gear(self, table: str, id: str, kind: type[S]) -> S:
        """A thing of one of the book's tables."""
        found = self.level.gear[table][id]
        assert isinstance(found, kind), f"{id!r} is {type(found).__name__}"
        return found


def scene_of(level: Level, diagonal: bool) -> Scene:
    """The scene of a level."""
    names = {id: kind.title for id, kind in level.terrain.items()}
    names |= {id: thing.title for table in level.gear.values() for id, thing in table.items()}
    names |= {side.id: side.title or side.id.capitalize() for side in level.sides}
    names |= {unit.id: unit.title for unit in level.units}
    units = {unit.id: unit for unit in level.units}
    return Scene(level, _grid(level, diagonal, (), False), diagonal, names, units)


def _grid(level: Level, diagonal: bool, changes: Changes, flying: bool) -> Grid:
    """The map as who walks, or who flies, finds it; in the air no ground is hard going."""
    signs = {id: chr(number) for number, id in enumerate(level.terrain)}
    tiles, kinds = "".join(itemgetter(*level.tiles)(signs)), level.terrain.values()
    if changes:
        changed = list(tiles)
        for (x, y), terrain in changes:
            changed[y * level.width + x] = signs[terrain]
        tiles = "".join(changed)

    def table(values: Iterable[int]) -> bytes:
        """The value of each tile, from those of all kinds of terrain."""
        return tiles.translate("".join(map(chr, values))).encode("latin-1")

    if flying:
        costs = table(kind.walk or kind.fly for kind in kinds)
    else:
        costs = table(max(1, kind.cost) if kind.walk else 0 for kind in kinds)
    opaque = table(not kind.see for kind in kinds)
    covers = table(COVERS.index(kind.cover) for kind in kinds)
    rooms = table(SIZES.index(kind.max_size) for kind in kinds)
    return Grid(level.width, level.height, costs, opaque, diagonal, covers=covers, rooms=rooms)
