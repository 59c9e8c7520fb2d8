"""The scene: what of a battle never changes, shared by all its worlds."""

from dataclasses import dataclass, field
from typing import TypeVar

from game.core.cells import Cell
from game.core.grid import Grid
from game.terms.level import Level

S = TypeVar("S")

Changes = tuple[tuple[Cell, str], ...]

MOST_GRIDS = 64
"""Grids of changed terrain that are kept for the next time."""


@dataclass(frozen=True, eq=False)
class Scene:
    """The level, its grid, and the titles of units and things."""

    level: Level
    grid: Grid
    diagonal: bool
    names: dict[str, str] = field(default_factory=dict)
    _grids: dict[Changes, Grid] = field(default_factory=dict)

    def grid_with(self, changes: Changes) -> Grid:
        """The grid with some tiles of other terrain; made once for the same changes."""
        if len(self._grids) > MOST_GRIDS:
            self._grids.clear()
        if changes not in self._grids:
            self._grids[changes] = _grid(self.level, self.diagonal, dict(changes))
        return self._grids[changes]

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
    return Scene(level, _grid(level, diagonal, {}), diagonal, names)


def _grid(level: Level, diagonal: bool, changed: dict[Cell, str]) -> Grid:
    ids = list(level.tiles)
    for (x, y), terrain in changed.items():
        ids[y * level.width + x] = terrain
    kinds = [level.terrain[id] for id in ids]
    costs = [max(1, kind.cost) if kind.walk else 0 for kind in kinds]
    return Grid(level.width, level.height, costs, [not kind.see for kind in kinds], diagonal)
