"""The looks of terrain, and how neighbouring tiles change them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import tomli
from msgspec.structs import replace

from game.core.cells import Cell

QUARTERS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south and west: the directions of edges."""
AROUND: tuple[Cell, ...] = (*QUARTERS, (1, -1), (1, 1), (-1, 1), (-1, -1))
REACH = 2
"""Maximum distance at which a tile's terrain affects the look of another tile."""


class TerrainLook(msgspec.Struct, frozen=True):
    """The look of a terrain; `assets/terrain/terrain.toml` explains each key."""

    ground: tuple[str, ...] = ("floor-1",)
    ground_turned: tuple[str, ...] = ()
    borrow: bool = False
    edges: str | None = None
    edges_under: str | None = None
    raised: bool = False
    thing: tuple[str, ...] = ()
    thing_turned: tuple[str, ...] = ()
    links: str | None = None
    shade: bool = False

    @property
    def lends(self) -> bool:
        """Return whether neighbouring tiles with `borrow` may show this ground."""
        return not (self.borrow or self.raised)


UNKNOWN = TerrainLook()


def with_own(
    looks: Mapping[str, TerrainLook], alike: Mapping[str, str], images: Mapping[str, str]
) -> dict[str, TerrainLook]:
    """Return the looks of the game's terrain and of a pack's.

    `alike` names the ground that another one looks like, and `images` the image of a ground.
    """
    own = {id: looks[as_] for id, as_ in alike.items() if as_ in looks}
    for id, image in images.items():
        own[id] = replace(own.get(id, UNKNOWN), ground=(image,), ground_turned=(), borrow=False)
    return {**looks, **own}


def read_terrain(path: Path) -> dict[str, TerrainLook]:
    """Read the looks of terrain, by id; return none if the file can't be read."""
    try:
        raw = tomli.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {id: _terrain(entry) for id, entry in raw.items() if isinstance(entry, dict)}


def _terrain(entry: Mapping[str, Any]) -> TerrainLook:
    fields = {name: entry[name] for name in TerrainLook.__struct_fields__ if name in entry}
    for name in ("ground", "ground_turned", "thing", "thing_turned"):
        given = fields.get(name, ())
        fields[name] = (given,) if isinstance(given, str) else tuple(given)
    fields["ground"] = fields["ground"] or UNKNOWN.ground
    return TerrainLook(**fields)


class Chart:
    """The current map: the terrain of each tile, and the resulting looks."""

    def __init__(self, looks: Mapping[str, TerrainLook]) -> None:
        """Show terrain with these looks."""
        self._looks = looks
        self.rows: list[str] = []
        self.legend: dict[str, str] = {}
        self._unwalkable: Collection[str] = ()
        self._by_sign: dict[str, TerrainLook] = {}
        self._sources: dict[Cell, TerrainLook] = {}

    def show(
        self, rows: list[str], legend: dict[str, str], unwalkable: Collection[str]
    ) -> set[Cell] | None:
        """Take a map; return the tiles that changed, or None if all may have changed.

        `unwalkable` has the ids of terrain that no unit can enter.
        """
        is_other = legend != self.legend or [*map(len, rows)] != [*map(len, self.rows)]
        changed = None if is_other else _changes(self.rows, rows)
        if changed == set():
            return changed
        self.rows, self.legend, self._unwalkable = rows, legend, unwalkable
        self._by_sign = {sign: self._looks.get(id, UNKNOWN) for sign, id in legend.items()}
        self._sources.clear()
        return changed

    def terrain(self, cell: Cell) -> str:
        """Return the id of a tile's terrain, or "" off the map."""
        x, y = cell
        if not (0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])):
            return ""
        return self.legend.get(self.rows[y][x], "")

    def look(self, cell: Cell) -> TerrainLook | None:
        """Return the look of a tile's own terrain, or None off the map."""
        x, y = cell
        if x < 0 or y < 0 or y >= len(self.rows) or x >= len(self.rows[y]):
            return None
        return self._by_sign.get(self.rows[y][x], UNKNOWN)

    def look_of(self, terrain: str) -> TerrainLook:
        """Return the look of a terrain by its id."""
        return self._looks.get(terrain, UNKNOWN)

    def source(self, cell: Cell) -> TerrainLook | None:
        """Return the look whose ground a tile shows: the tile's own look, or a neighbour's."""
        look = self.look(cell)
        if look is None or not look.borrow:
            return look
        found = self._sources.get(cell)
        if found is None:
            found = self._sources[cell] = self._borrowed(cell) or look
        return found

    def runs(self, y: int, left: int, right: int) -> Iterator[tuple[TerrainLook, int, int]]:
        """Yield the looks whose ground a part of a row shows, from column `left` up to `right`.

        Each comes with its first column and the number of its tiles.
        """
        x = left
        for sign, same in groupby(self.rows[y][left:right]):
            look, count = self._by_sign.get(sign, UNKNOWN), sum(1 for _ in same)
            if not look.borrow:
                yield look, x, count
            else:
                yield from ((self.source((n, y)) or look, n, 1) for n in range(x, x + count))
            x += count

    def _borrowed(self, cell: Cell) -> TerrainLook | None:
        """Return the most common look around a tile; neighbours at its four sides count twice."""
        votes: dict[str, int] = {}
        for dx, dy in AROUND:
            near = cell[0] + dx, cell[1] + dy
            look, id = self.look(near), self.terrain(near)
            if look is not None and look.lends and id not in self._unwalkable:
                votes[id] = votes.get(id, 0) + (1 if dx and dy else 2)
        return self._looks.get(max(votes, key=lambda id: votes[id])) if votes else None

    def is_turned(self, cell: Cell) -> bool:
        """Return whether the passage through a tile runs from west to east."""
        x, y = cell
        down = self._blocked(((x, y - 1), (x, y + 1)))
        return down > self._blocked(((x - 1, y), (x + 1, y)))

    def _blocked(self, cells: Iterable[Cell]) -> int:
        return sum(self.terrain(cell) in self._unwalkable for cell in cells)

    def joins(self, cell: Cell, family: str) -> bool:
        """Return whether a tile belongs to a family of edges. Tiles off the map always do."""
        source = self.source(cell)
        return source is None or family in (source.edges, source.edges_under)

    def is_raised(self, cell: Cell) -> bool:
        """Return whether a tile is a wall, which casts a shadow."""
        look = self.look(cell)
        return look is not None and look.raised

    def links(self, cell: Cell) -> str:
        """Return the sides at which an object, such as a wall, continues: letters of "nwes"."""
        look, (x, y) = self.look(cell), cell
        if look is None or look.links is None:
            return ""
        near = {"n": (x, y - 1), "w": (x - 1, y), "e": (x + 1, y), "s": (x, y + 1)}
        around = {side: self.look(at) for side, at in near.items()}
        return "".join(s for s, other in around.items() if other and other.links == look.links)


def _changes(old: list[str], new: list[str]) -> set[Cell]:
    return {
        (x, y)
        for y, (before, after) in enumerate(zip(old, new, strict=True))
        if before != after
        for x, (a, b) in enumerate(zip(before, after, strict=True))
        if a != b
    }


def mixed(cell: Cell, salt: int = 0) -> int:
    """Return a number that looks random, but is always the same for a tile."""
    x, y = cell
    found = (x * 0x27D4EB2F + y * 0x165667B1 + salt * 0x9E3779B1 + 0x2545F491) & 0xFFFFFFFF
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        found = (found ^ found >> shift) * factor & 0xFFFFFFFF
    return found ^ found >> 16
