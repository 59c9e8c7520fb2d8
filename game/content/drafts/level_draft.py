"""A level as far as it could be read, errors and all, for the checks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import msgspec

from game.content.drafts.level_tables import Letter
from game.content.toml_files.finding_texts import Words
from game.content.toml_files.positions import Keys
from game.content.toml_files.source import Source
from game.content.values.wording import capital, subject
from game.core.cells import Cell, reading
from game.terms.level import Terrain, made_passable
from game.terms.level_script import Area, Deploy, Expect, Lesson, Objective, Story, Trigger
from game.terms.rosters import Roster
from game.terms.script.behaviours import Behaviour
from game.terms.script.effects import Do
from game.terms.script.names import FileTable

GRID: Keys = ("map", "grid")
LEGEND: Keys = ("map", "legend")
ZONES: Keys = ("map", "zones")

MOST_TILES = 250_000
"""Maximum number of tiles in all areas together: as many as the largest map has."""

UNZONED = (".", " ")
"""Signs in `zones` for tiles without a zone."""

T_co = TypeVar("T_co", bound=FileTable, covariant=True)


class UnitDraft(NamedTuple):
    """A table `[[unit]]`. Missing or wrong parts of it are None."""

    keys: Keys
    table: Mapping[str, object]
    """The table as written in the file."""
    id: str | None
    side: str | None
    kind: str | None
    title: str | None
    at: Cell | None
    stats: object
    behaviour: Behaviour | None = None
    look: str | None = None


class SideDraft(NamedTuple):
    """A table `[[side]]`. `id` is None unless it is a text."""

    keys: Keys
    id: str | None
    fields: Mapping[str, object]
    """The table's valid keys, decoded."""


class TableEntry(NamedTuple, Generic[T_co]):
    """A table of any other array, such as `[[area]]`. `value` is None if the table has an error."""

    keys: Keys
    id: str | None
    """The table's id if it is a text, else None."""
    value: T_co | None


class Plot(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The parts of the level beyond its map, sides and units."""

    areas: tuple[TableEntry[Area], ...] = ()
    rosters: tuple[TableEntry[Roster], ...] = ()
    deploys: tuple[TableEntry[Deploy], ...] = ()
    objectives: tuple[TableEntry[Objective], ...] = ()
    triggers: tuple[TableEntry[Trigger], ...] = ()
    lessons: tuple[TableEntry[Lesson], ...] = ()
    expects: tuple[TableEntry[Expect], ...] = ()
    story: Story | None = None

    @cached_property
    def is_clear(self) -> bool:
        """True if no entry has errors, so that a part that seems missing is really missing."""
        parts = (
            *(self.areas, self.rosters, self.deploys),
            *(self.objectives, self.triggers, self.lessons, self.expects),
        )
        return all(entry.value is not None for entries in parts for entry in entries)


class LevelHeader(NamedTuple):
    """The level's keys outside its tables; missing or wrong ones are None."""

    title: str | None
    rounds: int | None
    rounds_winner: str | None
    party: str | None


class LevelDraft(msgspec.Struct, frozen=True, eq=False, dict=True):
    """All tables of a level, as far as they could be read. Errors are recorded on the source."""

    source: Source
    header: LevelHeader
    rows: tuple[str, ...] | None
    """The rows of the grid, or None if it is missing or isn't a text."""
    legend: Mapping[str, Letter | None] | None
    """The entry of each letter, None if it has an error. Without a legend, the whole value is None.
    """
    zone_rows: tuple[str, ...] | None
    """The rows of `zones`, or None without zones."""
    zone_names: Mapping[str, str]
    """The zones' names for players, by letter."""
    sides: tuple[SideDraft, ...]
    units: tuple[UnitDraft, ...]
    plot: Plot
    settings: object
    terrain: Mapping[str, Terrain]
    gear: Mapping[str, Mapping[str, object]]
    round_limit: int | None
    """The book's number of rounds, or None without a book."""
    unclear: frozenset[str] = frozenset()
    """Tables of the level that are misspelt, or written with the wrong brackets."""
    used: Mapping[str, set[str]] = {}
    """The names of areas, units, sides, zones, … that anything in the level uses."""
    handles: bool = False
    """Whether the book lets units interact with things on tiles, and break them."""
    usable: str = ""
    """The book's table of consumable items; "" if it has none."""
    joined: tuple[tuple[str, str], ...] = ()
    """Pairs of zones that the book connects even without a path of passable tiles."""
    stations: bool = False
    """Whether the book places units to which the level gives no place."""
    prices: Mapping[str, int] = {}
    """The price of each kind that has one."""
    reacts: bool = False
    """Whether the book has attacks as reactions."""
    joins: bool = False
    """Whether the book lets units join another side."""

    @cached_property
    def width(self) -> int:
        """The most frequent length of rows."""
        lengths = Counter(map(len, self.rows or ()))
        return lengths.most_common(1)[0][0] if lengths else 0

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows or ())

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters used in the grid."""
        return frozenset("".join(set(self.rows or ())))

    @cached_property
    def placed(self) -> Mapping[str, Sequence[tuple[str, Cell]]]:
        """The letters that place each unit in the grid, with their tiles, by unit."""
        legend = self.legend or {}
        units = {x: entry.unit for x, entry in legend.items() if entry and entry.unit}
        found: dict[str, list[tuple[str, Cell]]] = {}
        for letter in units.keys() & self.letters:
            found.setdefault(units[letter], []).extend((letter, at) for at in self._all(letter))
        return {unit: sorted(spots, key=lambda s: reading(s[1])) for unit, spots in found.items()}

    @cached_property
    def zones(self) -> Mapping[str, Sequence[Cell]]:
        """The tiles of each zone."""
        found: dict[str, list[Cell]] = {}
        for y, row in enumerate(self.zone_rows or ()):
            for x, letter in enumerate(row):
                found.setdefault(letter, []).append((x, y))
        return found

    @cached_property
    def distinct(self) -> Mapping[str, UnitDraft]:
        """The units by id. If several share an id, only the first counts."""
        found: dict[str, UnitDraft] = {}
        for unit in self.units:
            if unit.id is not None:
                found.setdefault(unit.id, unit)
        return found

    @cached_property
    def standing(self) -> Mapping[str, Cell]:
        """The place of each unit that has a place. If a unit has several, only the first counts."""
        if not self.width:
            return {}
        found: dict[str, Cell] = {}
        for id, unit in self.distinct.items():
            spots = self.placed.get(id, ())
            if unit.at is not None:
                found[id] = unit.at
            elif spots and "at" not in unit.table:
                found[id] = spots[0][1]
        return found

    @cached_property
    def areas(self) -> Mapping[str, tuple[Cell, ...]]:
        """The tiles of each area in reading order, without tiles off the map.

        Areas beyond the maximum number of tiles are left out.
        """
        found: dict[str, tuple[Cell, ...]] = {}
        total = 0
        for entry in self.plot.areas:
            if entry.value is not None:
                total += self.size(entry.value)
                if total <= MOST_TILES:
                    found.setdefault(entry.value.id, self._tiles(entry.value))
        return found

    @cached_property
    def opened(self) -> frozenset[Cell]:
        """The tiles that a trigger makes passable."""
        deeds = (deed for t in self.plot.triggers if t.value for deed in t.value.do)
        areas = {
            deed.open.area
            for deed in deeds
            if deed.open
            and deed.open.terrain in self.terrain
            and self.terrain[deed.open.terrain].walk
        }
        return frozenset(cell for area in areas for cell in self.areas.get(area, ()))

    def can_come(self, cell: Cell) -> bool:
        """Return whether a tile can be entered, now or once a trigger or a unit has opened it."""
        return cell in self.opened or self.terrain_id(cell) in self.passable

    @property
    def is_faulty(self) -> bool:
        """True if the level, or its book's files, have errors that prevent play."""
        return self.source.has_errors or not self.terrain

    @cached_property
    def passable(self) -> frozenset[str]:
        """The terrains that can be entered, or made passable by interacting or breaking."""
        return frozenset(
            id
            for id, kind in self.terrain.items()
            if kind.walk or (self.handles and made_passable(self.terrain, id))
        )

    @cached_property
    def brought(self) -> Mapping[str, Sequence[Keys]]:
        """The keys of the triggers that bring in each unit, by unit."""
        found: dict[str, list[Keys]] = {}
        for trigger in self.plot.triggers:
            for number, deed in enumerate(trigger.value.do if trigger.value else ()):
                for index, unit in enumerate(
                    deed.reinforcement.units if deed.reinforcement else ()
                ):
                    keys = (*trigger.keys, "do", number, "reinforcement", "units", index)
                    found.setdefault(unit, []).append(keys)
        return found

    @cached_property
    def rounds(self) -> int | None:
        """The last round, or None if unclear."""
        if "rounds" in self.source.tables:
            return self.header.rounds
        return self.round_limit

    def is_placed(self, unit: UnitDraft) -> bool:
        """Return whether the map or the unit itself gives its place."""
        return "at" in unit.table or unit.id in self.placed

    def says_to_bring(self, keys: Keys) -> bool:
        """Return whether a trigger has a reinforcement, even one with errors or a misspelt key."""
        deeds = self.source.tables[str(keys[0])][keys[1]].get("do")
        known = {*Do.__struct_fields__} - {"reinforcement"}
        return isinstance(deeds, list) and any(
            isinstance(deed, dict) and not known.issuperset(deed) for deed in deeds
        )

    def deployed(self, deploy: Deploy) -> tuple[str, ...]:
        """Return the units that a side places: the named ones, or all that have no other place."""
        if deploy.units is not None:
            return deploy.units
        return tuple(
            id
            for id, unit in self.distinct.items()
            if unit.side == deploy.side and id not in self.brought and not self.is_placed(unit)
        )

    def rostered(self, roster: Roster) -> tuple[str, ...]:
        """Return the units that a roster can replace: the named ones, or all but later arrivals.

        Skip names of units that aren't on the roster's side.
        """
        own = (id for id, unit in self.distinct.items() if unit.side == roster.side)
        if roster.units is None:
            return tuple(id for id in own if id not in self.brought)
        mine = set(own)
        return tuple(id for id in dict.fromkeys(roster.units) if id in mine)

    def choosable(self, roster: Roster) -> tuple[str, ...]:
        """Return the kinds that a roster offers for any unit but the leader."""
        lead = roster.lead or ()
        kinds = tuple(self.prices) if roster.kinds is None else roster.kinds
        return tuple(kind for kind in dict.fromkeys(kinds) if kind not in lead)

    def most(self, roster: Roster) -> int:
        """Return the maximum number of units to choose."""
        return len(self.rostered(roster)) if roster.most is None else roster.most

    def more(self, roster: Roster) -> int:
        """Return the number of units that can be chosen beyond the level's own."""
        return max(0, self.most(roster) - len(self.rostered(roster)))

    @cached_property
    def spots(self) -> Mapping[str, tuple[Cell, ...]]:
        """The tiles for chosen units that replace no unit of the level, by side.

        They are the first free tiles of the roster's area: one for each such unit, or fewer if the
        area is full. No two sides share a tile.
        """
        found: dict[str, tuple[Cell, ...]] = {}
        taken: set[Cell] = set()
        for roster in (entry.value for entry in self.plot.rosters):
            if roster is not None and roster.area is not None:
                free = [cell for cell in self.free(roster.area) if cell not in taken]
                found[roster.side] = tuple(free[: self.more(roster)])
                taken.update(found[roster.side])
        return found

    def count(self, name: str) -> int:
        """Return the number of entries in an array of the file; 1 if it is not an array.

        Entries that aren't tables count, too.
        """
        entries = self.source.tables.get(name, ())
        return len(entries) if isinstance(entries, list | tuple) else 1

    def called(self, keys: Keys) -> Words:
        """Return words for a value of the file, capitalised to begin a sentence."""
        return capital(subject(self.source.tables, keys))

    def free(self, area: str) -> list[Cell]:
        """Return the passable tiles of an area without a unit at the start."""
        taken = set(self.standing.values())
        return [c for c in self.areas.get(area, ()) if self.can_walk(c) and c not in taken]

    def has(self, cell: Cell) -> bool:
        """Return whether a tile is on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def terrain_id(self, cell: Cell) -> str | None:
        """Return the id of a tile's terrain, or None if the legend doesn't have it."""
        rows = self.rows or ()
        letter = rows[cell[1]][cell[0] : cell[0] + 1] if 0 <= cell[1] < len(rows) else ""
        entry = (self.legend or {}).get(letter)
        return entry.terrain if entry else None

    def terrain_at(self, cell: Cell) -> Terrain | None:
        """Return the terrain of a tile, or None if the legend doesn't have it."""
        id = self.terrain_id(cell)
        return self.terrain.get(id) if id is not None else None

    def can_walk(self, cell: Cell) -> bool:
        """Return whether a tile can be entered when the battle starts."""
        terrain = self.terrain_at(cell)
        return terrain is not None and terrain.walk

    def size(self, area: Area) -> int:
        """Return the number of tiles that an area lists."""
        if area.letter is not None:
            return sum(row.count(area.letter) for row in self.rows or ())
        return len(area.tiles or ()) if area.rect is None else area.rect[2] * area.rect[3]

    def _tiles(self, area: Area) -> tuple[Cell, ...]:
        if area.letter is not None:
            return tuple(self._all(area.letter))
        if area.rect is not None:
            x, y, width, height = area.rect
            rows = range(max(y, 0), min(y + height, self.height))
            columns = range(max(x, 0), min(x + width, self.width))
            return tuple((column, row) for row in rows for column in columns)
        return tuple(sorted(filter(self.has, set(area.tiles or ())), key=reading))

    def _all(self, letter: str) -> list[Cell]:
        """Return the tiles of a letter in reading order."""
        found: list[Cell] = []
        for y, row in enumerate(self.rows or ()):
            x = row.find(letter)
            while x >= 0:
                found.append((x, y))
                x = row.find(letter, x + 1)
        return found
