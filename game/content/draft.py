"""A level as far as it could be read: what the checks look at, right or wrong as it may be."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game.content.books import BookData, BookLike
from game.content.decoding import Decoder, Names, field_names
from game.content.positions import Keys
from game.content.source import Source
from game.content.tables import Letter, LevelTable, MapTable, TerrainName, UnitTable
from game.content.wording import given, quoted
from game.core.cells import Cell
from game.terms.level import Side, Terrain

GRID: Keys = ("map", "grid")
LEGEND: Keys = ("map", "legend")


@dataclass(frozen=True)
class UnitDraft:
    """A table `[[unit]]`; what is missing or wrong in it is None."""

    keys: Keys
    table: Mapping[str, Any]
    """What stands in the file."""
    id: str | None
    side: str | None
    kind: str | None
    title: str | None
    at: Cell | None
    stats: Any


@dataclass(frozen=True)
class SideDraft:
    """A table `[[side]]`, with its id if that is a text."""

    keys: Keys
    id: str | None
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Draft:
    """All tables of a level, each as far as it could be read. Faults are noted on the source."""

    source: Source
    header: Mapping[str, Any]
    rows: tuple[str, ...] | None
    """The lines of the grid; None if there is no text for one."""
    legend: Mapping[str, Letter | None] | None
    """None for a letter whose entry is wrong, or if there is no legend."""
    sides: tuple[SideDraft, ...]
    units: tuple[UnitDraft, ...]
    settings: Any
    terrain: Mapping[str, Terrain]

    @cached_property
    def width(self) -> int:
        """The length most rows have."""
        lengths = Counter(map(len, self.rows or ()))
        return lengths.most_common(1)[0][0] if lengths else 0

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows or ())

    @cached_property
    def placed(self) -> Mapping[str, Sequence[tuple[str, Cell]]]:
        """For each unit that letters of the grid place, those letters with their tiles."""
        legend = self.legend or {}
        units = {x: entry.unit for x, entry in legend.items() if entry and entry.unit}
        found: dict[str, list[tuple[str, Cell]]] = {}
        for y, row in enumerate(self.rows or ()):
            if not units.keys().isdisjoint(row):
                for x, letter in enumerate(row):
                    if letter in units:
                        found.setdefault(units[letter], []).append((letter, (x, y)))
        return found

    def count(self, name: str) -> int:
        """How many entries an array of the file has, tables or not; 1 for what is no array."""
        entries = self.source.tables.get(name, ())
        return len(entries) if isinstance(entries, list | tuple) else 1

    def terrain_at(self, cell: Cell) -> Terrain | None:
        """The terrain of a tile, if the legend tells it."""
        rows = self.rows or ()
        letter = rows[cell[1]][cell[0] : cell[0] + 1] if 0 <= cell[1] < len(rows) else ""
        entry = (self.legend or {}).get(letter)
        return self.terrain.get(entry.terrain) if entry else None


def draft_of(
    source: Source, book: BookLike | None, data: BookData | None, books: Collection[str] = ()
) -> Draft:
    """Reads the tables one by one. Without a book, what only a book knows is left unsaid.

    `books` are the ids of all books: while it is not clear which is meant, each may have its table.
    """
    own = books if book is None else (book.id,)
    return _Reader(source, book, data, own).draft()


class _Reader:
    def __init__(
        self,
        source: Source,
        book: BookLike | None,
        data: BookData | None,
        own: Collection[str],
    ) -> None:
        self.source = source
        self.own = own
        self.tables = source.tables
        self.book = book
        self.data = data
        self.decoder = Decoder(source, self._names())

    def draft(self) -> Draft:
        elsewhere = ("map", "side", "unit", *self.own)
        header = self.decoder.fields(LevelTable, self.tables, (), elsewhere=elsewhere)
        rows, legend = self._map()
        return Draft(
            self.source,
            header,
            rows,
            legend,
            tuple(self._side(keys, table) for keys, table in self._entries("side")),
            tuple(self._unit(keys, table) for keys, table in self._entries("unit")),
            self._settings(),
            self.data.terrain if self.data else {},
        )

    def _names(self) -> Names:
        data = self.data
        gear = data.gear if data else {}
        return {
            "terrain": data.terrain if data else None,
            "kind": data.kinds if data else None,
            "side": self._ids("side"),
            "unit": self._ids("unit"),
            **gear,
        }

    def _ids(self, name: str) -> list[str] | None:
        """The ids that the tables of an array give themselves; None if any of them is unclear."""
        entries = self.tables.get(name, [])
        tables = entries if isinstance(entries, list) else [None]
        ids = [table.get("id") if isinstance(table, dict) else None for table in tables]
        known = dict.fromkeys(id for id in ids if isinstance(id, str))
        return list(known) if None not in ids else None

    def _entries(self, name: str) -> Iterator[tuple[Keys, dict[str, Any]]]:
        """The tables of an array; what else stands there is noted."""
        entries = self.tables.get(name, [])
        if not isinstance(entries, list):
            text = f"{name!r} must be written as [[{name}]] for each, not {given(entries)}."
            self.source.error("wrong-type", text, (name,))
            return
        for number, entry in enumerate(entries):
            if isinstance(entry, dict):
                yield (name, number), entry
            else:
                text = f"{name.capitalize()} {number + 1} must be a table, not {given(entry)}."
                self.source.error("wrong-type", text, (name, number), at_value=True)

    def _map(self) -> tuple[tuple[str, ...] | None, Mapping[str, Letter | None] | None]:
        table = self.tables.get("map")
        if table is None:
            return None, None
        found = self.decoder.fields(MapTable, table, ("map",), elsewhere=("legend",))
        letters = None
        if isinstance(table, dict) and "legend" in table:
            letters = self._legend(table["legend"])
        return (rows_of(found["grid"], letters or {}) if "grid" in found else None), letters

    def _legend(self, legend: object) -> dict[str, Letter | None] | None:
        if not isinstance(legend, dict):
            text = f"'legend' in [map] must be a table, not {given(legend)}."
            self.source.error("wrong-type", text, LEGEND, at_value=True)
            return None
        for letter in legend:
            if len(letter) != 1:
                text = f"A key of the legend must be one letter, not {quoted(letter)}."
                self.source.error("wrong-value", text, (*LEGEND, letter))
        return {letter: self._letter(letter, entry) for letter, entry in legend.items()}

    def _letter(self, letter: str, entry: object) -> Letter | None:
        found = self.decoder.value(TerrainName | Letter, entry, (*LEGEND, letter))
        return Letter(found) if isinstance(found, str) else found

    def _side(self, keys: Keys, table: dict[str, Any]) -> SideDraft:
        found = self.decoder.fields(Side, table, keys)
        return SideDraft(keys, found.get("id"), found)

    def _unit(self, keys: Keys, table: dict[str, Any]) -> UnitDraft:
        of_book = () if self.book is None else field_names(self.book.schema.unit)
        others = table if self.book is None else of_book
        elsewhere = [key for key in others if key not in UnitTable.__struct_fields__]
        found = self.decoder.fields(UnitTable, table, keys, elsewhere=elsewhere)
        return UnitDraft(
            keys,
            table,
            id=found.get("id"),
            side=found.get("side"),
            kind=found.get("kind"),
            title=found.get("title"),
            at=found.get("at"),
            stats=self._stats(keys, table, found),
        )

    def _stats(self, keys: Keys, table: dict[str, Any], found: Mapping[str, Any]) -> Any:
        """The kind's figures with the unit's words laid over them."""
        if self.book is None or self.data is None:
            return None
        kind = self.book.schema.unit
        own = {key: table[key] for key in field_names(kind) if key in table}
        right = self.decoder.fields(kind, own, keys, partial=True)
        if "kind" not in found or len(right) < len(own):
            return None
        if not own:
            return self.data.figures[found["kind"]]
        return self.decoder.merged(kind, self.data.kinds[found["kind"]], own, keys)

    def _settings(self) -> Any:
        if self.book is None or self.data is None:
            return None
        kind, keys = self.book.schema.settings, (self.book.id,)
        own = self.tables.get(self.book.id, {})
        right = self.decoder.fields(kind, own, keys, partial=True)
        if not isinstance(own, dict) or len(right) < len(own):
            return None
        return self.decoder.merged(kind, self.data.settings, own, keys)


def rows_of(grid: str, letters: Mapping[str, object]) -> tuple[str, ...]:
    """The lines of a grid, without the end of the last one and the indent of what closes it."""
    rows = grid.split("\n")
    if not rows[-1].strip(" \t") and (" " not in letters or not rows[-1]):
        rows.pop()
    return tuple(rows)
