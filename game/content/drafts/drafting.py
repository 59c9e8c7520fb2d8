"""Read a level's tables into a draft."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from game.content.drafts.effect_names import effect_names
from game.content.drafts.level_draft import (
    GRID,
    LEGEND,
    LevelDraft,
    LevelHeader,
    Plot,
    SideDraft,
    TableEntry,
    UnitDraft,
)
from game.content.drafts.level_tables import (
    KEPT,
    MOST,
    MOST_LETTERS,
    Letter,
    LevelTable,
    MapTable,
    UnitTable,
)
from game.content.toml_files.finding_texts import Problem, Words
from game.content.toml_files.positions import Keys
from game.content.toml_files.source import Source
from game.content.values.book_data import BookData, BookLike, verbs_of
from game.content.values.decoding import Decoder, field_names
from game.content.values.value_checks import Names
from game.content.values.wording import given
from game.terms.level import Side
from game.terms.level_script import (
    DEEDS,
    UNDO,
    Area,
    Deploy,
    Expect,
    Lesson,
    Objective,
    Story,
    Trigger,
)
from game.terms.rosters import Roster
from game.terms.script.names import FileTable, TerrainName

T = TypeVar("T", bound=FileTable)

_ARRAYS = tuple(MOST)
_MOST_STRANGE = 20
"""Maximum number of unknown tables to find a likely meaning for."""
_TOP = ("format", "rulebook", "title", "rounds", "rounds_winner", "party")
_OF_UNITS = frozenset(UnitTable.__struct_fields__)


def draft_of(
    source: Source, book: BookLike | None, data: BookData | None, books: Collection[str] = ()
) -> LevelDraft:
    """Read the tables of a level one by one. Without a book, skip the book's own keys.

    `books` are the ids of all rulebooks. If it is unclear which rulebook applies, the level can
    have the table of any rulebook.
    """
    return _Reader(source, book, data, books).draft()


class _Reader:
    def __init__(
        self,
        source: Source,
        book: BookLike | None,
        data: BookData | None,
        books: Collection[str],
    ) -> None:
        self.source = source
        self.own = books if book is None else (book.id,)
        self.tables = source.tables
        self.book = book
        self.data = data
        self.unclear = self._unclear()
        own = "" if book is None else book.id
        self.decoder = Decoder(source, self._names(), _TOP, books=books, own=own)

    def draft(self) -> LevelDraft:
        elsewhere = ("map", "text", *_ARRAYS, *self.own)
        misspelt: dict[str, object] = {"map": {}} if "map" in self.unclear else {}
        header = self.decoder.fields(
            LevelTable, {**misspelt, **self.tables}, (), elsewhere=elsewhere
        )
        rows, legend, zone_rows, zone_names = self._map()
        settings, schema = self._settings(), self.book.schema if self.book else None
        joined = schema.joined(settings) if schema and schema.joined and settings else ()
        return LevelDraft(
            self.source,
            LevelHeader(*(header.get(key) for key in LevelHeader._fields)),
            rows,
            legend,
            zone_rows,
            zone_names,
            tuple(self._side(keys, table) for keys, table in self._entries("side")),
            self._units(),
            self._plot(),
            settings,
            self.data.terrain if self.data else {},
            self.data.gear if self.data else {},
            self.book.round_limit if self.book else None,
            self.unclear,
            self.decoder.used,
            schema is not None and schema.handles,
            schema.usable if schema and schema.usable in schema.gear else "",
            tuple(joined),
            schema is not None and schema.stations,
            self.data.prices if self.data else {},
            schema is not None and schema.reacts,
            schema is not None and schema.joins,
        )

    def _unclear(self) -> frozenset[str]:
        """Return the names of tables that are in the wrong brackets, or probably misspelt."""
        known = {*field_names(LevelTable), *self.own}
        found = {n for n in _ARRAYS if not isinstance(self.tables.get(n, []), list)}
        for key in islice((k for k in self.tables if k not in known), _MOST_STRANGE):
            if _is_table(self.tables[key]):
                near = self.source.nearest(key, known)
                absent = {name for name in (*_ARRAYS, "map") if name not in self.tables}
                found |= absent if near is None else {near}
        if self._strange(self._letters() or ()):
            found |= {"side", "unit"}
        return frozenset(found)

    def _strange(self, letters: Collection[str]) -> set[str]:
        """Return the keys of the legend that belong to the level, a side or a unit."""
        of_book = () if self.book is None else field_names(self.book.schema.unit)
        known = {*field_names(LevelTable), *field_names(Side), *_OF_UNITS, *of_book}
        return {letter for letter in letters if letter in known and len(letter) > 1}

    def _names(self) -> Names:
        data = self.data
        gear = data.gear if data else {}
        return {
            "terrain": data.terrain if data else None,
            "kind": data.kinds if data else None,
            **{name: self._ids(name) for name in ("side", "unit", "area", "objective", "trigger")},
            "letter": self._letters(),
            "zone": self._zones(),
            "key": self._unit_keys(),
            **self._deeds(),
            **effect_names(self.tables.get("trigger", ()), "trigger" in self.unclear),
            "thing": {id: None for things in gear.values() for id in things} if data else None,
            **gear,
        }

    def _deeds(self) -> Names:
        """Return the names of commands and of deeds, for lessons; None without a book."""
        if self.book is None:
            return dict.fromkeys(("command", "able", "deed"))
        verbs = verbs_of(self.book)
        able, deeds = (UNDO, *verbs), (*DEEDS, *verbs)
        return {
            "command": dict.fromkeys(verbs),
            "able": dict.fromkeys(able),
            "deed": dict.fromkeys(deeds),
        }

    def _unit_keys(self) -> Collection[str] | None:
        """Return the keys of a unit that its replacement can keep, or None without a book."""
        if self.book is None:
            return None
        return dict.fromkeys((*KEPT, *field_names(self.book.schema.unit)))

    def _ids(self, name: str) -> Collection[str] | None:
        """Return the ids of an array's tables, or None if any of them is unclear."""
        if name in self.unclear:
            return None
        entries = self.tables.get(name, [])
        tables = entries if isinstance(entries, list) else [None]
        ids = [table.get("id") if isinstance(table, dict) else None for table in tables]
        known = dict.fromkeys(id for id in ids if isinstance(id, str))
        return known if None not in ids else None

    def _letters(self) -> Collection[str] | None:
        table = self.tables.get("map")
        legend = table.get("legend") if isinstance(table, dict) else None
        return legend if isinstance(legend, dict) else None

    def _zones(self) -> Collection[str] | None:
        """Return the letters of the zones; empty without zones, None if they can't be read."""
        table = self.tables.get("map")
        zones = table.get("zones", "") if isinstance(table, dict) else None
        return sorted(set(zones) - set(".\n\r\t ")) if isinstance(zones, str) else None

    def _entries(self, name: str) -> Iterator[tuple[Keys, dict[str, object]]]:
        """Yield the tables of an array.

        Record errors for entries that aren't tables, and for too many tables.
        """
        entries = self.tables.get(name, [])
        if not isinstance(entries, list):
            self.source.error(
                "wrong-type",
                (name,),
                variant="array",
                array=name,
                header=Words(name),
                given=given(entries),
            )
            return
        if len(entries) > MOST[name]:
            count, most, header = len(entries), MOST[name], Words(name)
            self.source.error(
                "too-many", (name, most), variant="entries", count=count, header=header, most=most
            )
        for number, entry in enumerate(entries[: MOST[name]]):
            if isinstance(entry, dict):
                yield (name, number), entry
            else:
                self.source.error(
                    "wrong-type",
                    (name, number),
                    at_value=True,
                    variant="table",
                    subject=Words(f"{name.capitalize()} {number + 1}"),
                    given=given(entry),
                )

    # The map

    def _map(
        self,
    ) -> tuple[
        tuple[str, ...] | None,
        Mapping[str, Letter | None] | None,
        tuple[str, ...] | None,
        Mapping[str, str],
    ]:
        table = self.tables.get("map")
        if table is None:
            return None, None, None, {}
        if isinstance(table, list):
            self.source.error("wrong-type", ("map",), variant="map")
            return None, None, None, {}
        whole = table
        if isinstance(table, dict) and "legend" in self.tables:
            whole = {"legend": {}, **table}
        found = self.decoder.fields(MapTable, whole, ("map",), elsewhere=("legend",))
        letters = None
        if isinstance(table, dict) and "legend" in table:
            letters = self._legend(table["legend"])
        rows = rows_of(found["grid"], " " in (letters or {})) if "grid" in found else None
        if rows and " " not in (letters or " ") and _are_indented(rows):
            problem = Problem("unknown-letter", variant="indented")
            self.source.add("error", problem, GRID, letter=(0, 0))
            rows = None
        zones = None
        if "zones" in found:
            zones = rows_of(found["zones"], True)
            zones = (
                zones[:-1] if rows and len(zones) > len(rows) and _is_blank(zones[-1]) else zones
            )
        return rows, letters, zones, found.get("zone_names", {})

    def _legend(self, legend: object) -> dict[str, Letter | None] | None:
        if not isinstance(legend, dict):
            self.source.error(
                "wrong-type",
                LEGEND,
                at_value=True,
                variant="table",
                subject=Words("'legend' in [map]"),
                given=given(legend),
            )
            return None
        if len(legend) > MOST_LETTERS:
            count, most = len(legend), MOST_LETTERS
            self.source.error("too-many", LEGEND, variant="letters", count=count, most=most)
            return None
        strange = self._strange(legend)
        for letter in legend:
            if len(letter) != 1:
                keys = (*LEGEND, letter)
                if letter in strange:
                    self.source.error("wrong-value", keys, variant="stray-key", given=letter)
                else:
                    self.source.error("wrong-value", keys, variant="letter", given=letter)
        return {
            letter: None if letter in strange else self._letter(letter, entry)
            for letter, entry in legend.items()
        }

    def _letter(self, letter: str, entry: object) -> Letter | None:
        found = self.decoder.value(TerrainName | Letter, entry, (*LEGEND, letter))
        return Letter(found) if isinstance(found, str) else found

    # Sides and units

    def _side(self, keys: Keys, table: dict[str, object]) -> SideDraft:
        found = self.decoder.fields(Side, table, keys)
        return SideDraft(keys, found.get("id"), found)

    def _units(self) -> tuple[UnitDraft, ...]:
        """Return the units: decoded together if none has errors, else checked key by key."""
        entries = list(self._entries("unit"))
        found = self._quick_units(entries)
        return tuple(self._unit(*entry) for entry in entries) if found is None else found

    def _quick_units(
        self, entries: list[tuple[Keys, dict[str, object]]]
    ) -> tuple[UnitDraft, ...] | None:
        if self.book is None or self.data is None:
            return None
        kind, decoder = self.book.schema.unit, self.decoder
        of_book = frozenset(field_names(kind))
        known = of_book | _OF_UNITS
        if not all(known.issuperset(table) for _, table in entries):
            return None
        others = [_part(table, of_book) for _, table in entries]
        heads = decoder.quick_all(UnitTable, [_part(table, _OF_UNITS) for _, table in entries])
        if heads is None:
            return None
        stats = [self._quick_stats(head.kind, own) for head, own in zip(heads, others, strict=True)]
        if None in stats:
            return None
        return tuple(
            _unit_of(keys, table, head, figure)
            for (keys, table), head, figure in zip(entries, heads, stats, strict=True)
        )

    def _quick_stats(self, name: str, own: dict[str, object]) -> object:
        assert self.book is not None
        assert self.data is not None
        if not own:
            return self.data.figures[name]
        kind = self.book.schema.unit
        return self.decoder.quick(kind, {**self.data.kinds[name], **own})

    def _unit(self, keys: Keys, table: dict[str, object]) -> UnitDraft:
        of_book = () if self.book is None else field_names(self.book.schema.unit)
        others = table if self.book is None else of_book
        elsewhere = [key for key in others if key not in _OF_UNITS]
        found = self.decoder.fields(UnitTable, table, keys, elsewhere=elsewhere)
        return UnitDraft(
            keys,
            table,
            id=found.get("id"),
            side=found.get("side"),
            kind=found.get("kind"),
            title=found.get("title"),
            at=found.get("at"),
            stats=self._stats(keys, table, found.get("kind")),
            behaviour=found.get("behaviour"),
            look=found.get("look"),
        )

    def _stats(self, keys: Keys, table: dict[str, object], name: str | None) -> object:
        """Return the kind's stats with the unit's own keys merged over them."""
        if self.book is None or self.data is None:
            return None
        kind = self.book.schema.unit
        own = {key: table[key] for key in field_names(kind) if key in table}
        right = self.decoder.fields(kind, own, keys, partial=True)
        if name is None or len(right) < len(own):
            return None
        if not own:
            return self.data.figures[name]
        return self.decoder.merged(kind, self.data.kinds[name], own, keys)

    # Script

    def _plot(self) -> Plot:
        return Plot(
            self._script("area", Area),
            self._script("roster", Roster),
            self._script("deploy", Deploy),
            self._script("objective", Objective),
            self._script("trigger", Trigger),
            self._script("lesson", Lesson),
            self._script("expect", Expect),
            self.decoder.value(Story, self.tables["text"], ("text",))
            if "text" in self.tables
            else None,
        )

    def _script(self, name: str, kind: type[T]) -> tuple[TableEntry[T], ...]:
        return tuple(
            TableEntry(keys, _text(table.get("id")), self.decoder.struct(kind, table, keys))
            for keys, table in self._entries(name)
        )

    def _settings(self) -> object:
        if self.book is None or self.data is None:
            return None
        kind, keys = self.book.schema.settings, (self.book.id,)
        own = self.tables.get(self.book.id, {})
        right = self.decoder.fields(kind, own, keys, partial=True)
        if not isinstance(own, dict) or len(right) < len(own):
            return None
        return self.decoder.merged(kind, self.data.settings, own, keys)


def _part(table: dict[str, object], names: frozenset[str]) -> dict[str, object]:
    """Return the part of a table whose keys are among `names`."""
    if names.issuperset(table):
        return table
    return {} if names.isdisjoint(table) else {k: v for k, v in table.items() if k in names}


def _unit_of(keys: Keys, table: dict[str, object], head: UnitTable, stats: object) -> UnitDraft:
    """Return the draft of a unit without errors."""
    own = (head.id, head.side, head.kind, head.title, head.at, stats, head.behaviour, head.look)
    return UnitDraft(keys, table, *own)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def rows_of(grid: str, has_blanks: bool) -> tuple[str, ...]:
    """Return the lines of a grid, without the last line end and the closing indent.

    If the grid `has_blanks` as letters, a last line of blanks is one of its rows.
    """
    rows = grid.split("\n")
    if _is_blank(rows[-1]) and not (has_blanks and rows[-1]):
        rows.pop()
    return tuple(rows)


def _are_indented(rows: tuple[str, ...]) -> bool:
    """Return whether all rows of a grid begin with a space or tab."""
    return all(row[:1] in (" ", "\t") for row in rows)


def _is_table(value: object) -> bool:
    return isinstance(value[0] if isinstance(value, list) and value else value, dict)


def _is_blank(row: str) -> bool:
    return not row.strip(" \t")
