"""The origin of each value of a level's units and settings.

A unit takes a value from its own table, else from its kind in the bestiary, else the default. The
book may then change it, for example for a rank.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from game.content.levels import Books, load_level
from game.content.pack_data import is_pack, own_paths, shared_paths
from game.content.shipped_folders import levels_root
from game.content.toml_files.finding_texts import Words, because
from game.content.toml_files.positions import Keys
from game.content.toml_files.source import Source
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import BookLike
from game.content.values.decoding import field_names
from game.core.pack_folders import pack_of
from game.terms.level import Level

_OF_UNITS = ("side", "kind", "title", "at", "behaviour")


class Value(NamedTuple):
    """A final value and its origin: a file and line, or `default`.

    If the book has changed the value, for example for a rank, the origin says so.
    """

    value: object
    origin: str


class Origins(NamedTuple):
    """The values of a level by their keys, in the order of the book's types."""

    settings: Mapping[str, Value]
    units: Mapping[str, Mapping[str, Value]]
    """The units by full id, in the level's order."""


def origins(path: Path, books: Books, *, root: Path | None = None) -> Origins:
    """Return the values of the level in a file. Raise LevelError if it is unplayable."""
    root = root or (pack_of(path) or levels_root())
    return origins_in(str(path), load_level(path, books, root=root), books, root=root)


def origins_in(file: str, level: Level, books: Books, *, root: Path | None = None) -> Origins:
    """Return the values of a level that was read; `file` is the name of its file."""
    return _Search(file, level, books[level.rulebook], root or levels_root()).found()


class _Search:
    def __init__(self, file: str, level: Level, book: BookLike, root: Path) -> None:
        paths = shared_paths(book, root)
        self.level = level
        self.book = book
        self.file = Source(file, level.text)
        self.kinds = _source(paths["bestiary"])
        self.own_kinds = _source(own_paths(book, root)["bestiary"]) if is_pack(root) else None
        self.settings = _source(paths["settings"])

    def found(self) -> Origins:
        names = field_names(self.book.schema.settings)
        sources = ((self.file, (self.book.id,)), (self.settings, ()))
        settings = self._values(names, self.level.settings, *sources)
        tables = enumerate(self.file.tables["unit"])
        units = {self.level.units[number].id: self._unit(number, table) for number, table in tables}
        return Origins(settings, units)

    def _unit(self, number: int, table: Mapping[str, object]) -> Mapping[str, Value]:
        unit, keys = self.level.units[number], ("unit", number)
        found = self._values(_OF_UNITS, unit, (self.file, keys))
        if "behaviour" not in table:
            found["behaviour"] = Value(None, str(because("default")))
        if "at" not in table and unit.at is not None:
            line = self.file.positions.letter(("map", "grid"), unit.at[1], unit.at[0]).line
            found["at"] = Value(unit.at, f"{self.file.file}:{line}")
        names = [name for name in field_names(self.book.schema.unit) if name not in _OF_UNITS]
        own_kinds = self.own_kinds
        is_own = own_kinds is not None and unit.kind in own_kinds.tables
        kinds = own_kinds if own_kinds is not None and is_own else self.kinds
        sources = ((self.file, keys), (kinds, (unit.kind,)))
        own, final = self._values(names, unit.stats, *sources), self.book.schema.final
        stats = unit.stats if final is None else final(unit.stats)
        return found | {name: _gained(own[name], getattr(stats, name)) for name in names}

    def _values(
        self, names: tuple[str, ...] | list[str], values: Any, *sources: tuple[Source, Keys]
    ) -> dict[str, Value]:
        """Return each value, with the first of the source tables that sets it as its origin."""
        return {name: Value(getattr(values, name), _origin(name, sources)) for name in names}


def _gained(own: Value, final: Any) -> Value:
    """Return a value as used in battle. If it isn't as written, say so in its origin."""
    if own.value == final:
        return own
    return Value(final, str(because("gained", origin=Words(own.origin))))


def _origin(name: str, sources: tuple[tuple[Source, Keys], ...]) -> str:
    for source, keys in sources:
        if _has(source.tables, (*keys, name)):
            return f"{source.file}:{source.positions.key((*keys, name)).line}"
    return str(because("default"))


def _has(tables: Any, keys: Keys) -> bool:
    """Return whether a file sets the value at a path."""
    for key in keys:
        if isinstance(key, str) and key not in tables:
            return False
        tables = tables[key]
    return True


def _source(path: Path) -> Source:
    return Source(str(path), read_text(path) if path.exists() else "")
