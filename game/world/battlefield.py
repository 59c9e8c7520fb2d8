"""The parts of a battle that never change, shared by all its worlds."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import msgspec

from game.core.cells import Cell
from game.core.footprints import SIZES
from game.core.grid import Grid
from game.terms.level import Level, Terrain, Unit, titles_of

S = TypeVar("S")

Changes = tuple[tuple[Cell, str], ...]

COVERS = ("none", "half", "three-quarters", "total")

MOST_GRIDS = 64
"""Maximum number of cached grids of changed terrain."""


class Battlefield(msgspec.Struct, frozen=True, eq=False):
    """The level, its grid, and titles by id.

    The id of a zone has the form `zone o`, and that of an objective `objective:bridge`.
    """

    level: Level
    grid: Grid
    diagonal: bool
    names: dict[str, str] = {}
    units: dict[str, Unit] = {}
    """The level's units by id."""
    handles: bool = False
    """Whether units interact with and break things on tiles."""
    figures: dict[str, object] = {}
    """The stats of units by id, with everything that their book adds, once it has found them."""
    _found: dict[Hashable, Any] = {}
    _grids: dict[tuple[Changes, bool], Grid] = {}

    def grid_with(self, changes: Changes, flying: bool = False) -> Grid:
        """Return the grid with the terrain of some tiles changed, cached per set of changes."""
        if len(self._grids) > MOST_GRIDS:
            self._grids.clear()
        key = changes, flying
        if key not in self._grids:
            self._grids[key] = _grid(self.level, self.diagonal, changes, flying)
        return self._grids[key]

    def once(self, key: Hashable, find: Callable[[], S]) -> S:
        """Return the result of `find`, computed once for all battles of the level."""
        found: S | None = self._found.get(key)
        if found is None:
            found = self._found[key] = find()
        return found

    def settings(self, kind: type[S]) -> S:
        """Return the level's settings for its book."""
        return self.level.settings_as(kind)

    def gear(self, table: str, id: str, kind: type[S]) -> S:
        """Return an entry of one of the book's tables."""
        # The same as `Level.thing`, but inlined: nothing is called more often.
        found = self.level.gear[table][id]
        assert isinstance(found, kind), f"{id!r} is {type(found).__name__}"
        return found


_latest: list[Battlefield] = []
"""The battlefield that was made last, for the next battle of the same level."""


def battlefield_of(level: Level, diagonal: bool, handles: bool = False) -> Battlefield:
    """Return the battlefield of a level, from two keys of its book's schema.

    Battles of a level that follow each other, as in the lab, share all that was found about it.
    """
    for kept in _latest:
        if kept.level is level and (kept.diagonal, kept.handles) == (diagonal, handles):
            return kept
    _latest[:] = [_made(level, diagonal, handles)]
    return _latest[0]


def _made(level: Level, diagonal: bool, handles: bool) -> Battlefield:
    names = {id: kind.title for id, kind in level.terrain.items()}
    for things in level.gear.values():
        names |= titles_of(things)
    names |= {side.id: level.side_title(side.id) for side in level.sides}
    names |= {unit.id: unit.title for unit in level.units}
    names |= {f"zone {letter}": name for letter, name in level.zone_names.items()}
    names |= {f"objective:{aim.id}": aim.title for aim in level.script.objectives}
    units = {unit.id: unit for unit in level.units}
    grid = _grid(level, diagonal, (), False)
    return Battlefield(level, grid, diagonal, names, units, handles)


def _grid(level: Level, diagonal: bool, changes: Changes, flying: bool) -> Grid:
    """Return the grid for units on foot, or for flying units. In the air, each tile costs 1."""

    def table(value: Callable[[Terrain], int]) -> bytes:
        """Return the value of each tile, computed once per kind of terrain."""
        signs = {ord(sign): value(level.terrain[id]) for sign, id in level.legend.items()}
        values = level.tiles.translate(signs).encode("latin-1")
        if not changes:
            return values
        changed = bytearray(values)
        for (x, y), terrain in changes:
            changed[y * level.width + x] = value(level.terrain[terrain])
        return bytes(changed)

    return Grid(
        *(level.width, level.height),
        table(_flight if flying else _walk),
        table(lambda kind: not kind.see),
        diagonal,
        covers=table(lambda kind: COVERS.index(kind.cover)),
        rooms=table(lambda kind: SIZES.index(kind.max_size)),
    )


def _walk(kind: Terrain) -> int:
    """Return the cost of a terrain to units on foot; 0 if they can't enter it."""
    return max(1, kind.cost) if kind.walk else 0


def _flight(kind: Terrain) -> int:
    """Return 1 if flying units can enter a terrain, else 0."""
    return kind.walk or kind.fly
