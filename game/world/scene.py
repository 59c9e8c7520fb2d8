"""The scene: what of a battle never changes, shared by all its worlds."""

from dataclasses import dataclass, field
from typing import TypeVar

from game.core.grid import Grid
from game.terms.level import Level

S = TypeVar("S")


@dataclass(frozen=True, eq=False)
class Scene:
    """The level, its grid, and the titles of units and things."""

    level: Level
    grid: Grid
    names: dict[str, str] = field(default_factory=dict)

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
    terrain = [level.terrain[id] for id in level.tiles]
    costs = [max(1, t.cost) if t.walk else 0 for t in terrain]
    grid = Grid(level.width, level.height, costs, [not t.see for t in terrain], diagonal)
    names = {id: kind.title for id, kind in level.terrain.items()}
    names |= {id: thing.title for table in level.gear.values() for id, thing in table.items()}
    names |= {side.id: side.title or side.id.capitalize() for side in level.sides}
    names |= {unit.id: unit.title for unit in level.units}
    return Scene(level, grid, names)
