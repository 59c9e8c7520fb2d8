"""A rulebook as content sees it, and the book's data: settings, bestiary, gear and terrain."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from game.content.toml_files.finding_texts import Words, because
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.source import Source, raise_errors
from game.content.toml_files.text_reading import read_text
from game.content.toml_files.translated_data import translate
from game.content.values.decoding import Decoder
from game.content.values.value_checks import Names
from game.terms.book_schema import Flaw, Schema
from game.terms.commands import Command, verb
from game.terms.level import Level, Terrain
from game.terms.rosters import Price
from game.terms.texts import Texts

TERRAIN = "terrain.toml"
"""The name of the terrain file, which all books share."""
PRICE = "price"
"""The key for a kind's price in points. All books have it, so it isn't in their schemas."""
ID = re.compile("[a-z][a-z0-9_-]{0,30}")


class BookLike(Protocol):
    """What levels need of a rulebook: its `LevelRules` have it, and so has the whole `Book`."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def schema(self) -> Schema: ...
    @property
    def round_limit(self) -> int: ...
    @property
    def catalogue(self) -> Texts: ...
    @property
    def lints(self) -> tuple[Callable[[Level], Iterable[Flaw]], ...]: ...
    @property
    def commands(self) -> tuple[type[Command], ...]: ...


def verbs_of(book: BookLike) -> tuple[str, ...]:
    """Return the verbs of the rulebook's commands, without those of placement before the battle."""
    return tuple(verb(kind) for kind in book.commands)


T = TypeVar("T")


class BookData(NamedTuple):
    """A book's data files, checked.

    Settings and kinds are also kept as written, so that a level's keys can be merged over them.
    """

    settings: Mapping[str, object]
    kinds: Mapping[str, Mapping[str, object]]
    figures: dict[str, object]
    """The kinds, decoded."""
    gear: Mapping[str, Mapping[str, object]]
    terrain: dict[str, Terrain]
    prices: dict[str, int]
    """The prices of the kinds that have one, in the order of the file."""
    pieces: Mapping[str, str] = {}
    """The SVG images of a pack's own kinds, by kind."""
    ground_images: Mapping[str, str] = {}
    """The SVG images of a pack's own grounds, by ground."""


_kept: dict[tuple[Path, str], tuple[object, Schema, BookData]] = {}


def book_data(book: BookLike, root: Path) -> BookData:
    """Return a book's data from a levels folder. Read them again only if a file has changed.

    Raise LevelError with all errors in any of the files.
    """
    paths = data_paths(book, root)
    stamp = (Texts.language, *(file_stamp(path) for path in paths.values()))
    kept = _kept.get((root, book.id))
    if kept is None or kept[0] != stamp or kept[1] is not book.schema:
        kept = _kept[root, book.id] = (stamp, book.schema, _read(book, paths))
    return kept[2]


def is_book_data(folder: Path) -> bool:
    """Return whether a folder contains a book's data and no levels."""
    return (folder / "bestiary.toml").is_file()


def data_paths(book: BookLike, root: Path) -> dict[str, Path]:
    """Return the data files of a book by name: terrain, settings, bestiary and each gear table."""
    names = ("settings", "bestiary", *book.schema.gear)
    folder = root / book.id
    return {"terrain": root / TERRAIN} | {n: folder / f"{n}.toml" for n in names}


def check_ids(source: Source, ids: Iterable[str]) -> None:
    """Record an error for each of a file's tables whose name is not an id."""
    for id in ids:
        if not ID.fullmatch(id):
            source.error("bad-id", (id,), given=id, what=because("table"), rule=because("id-rule"))


def file_stamp(path: Path) -> tuple[int, int] | None:
    """Return the time and size of a file, which show changes, or None if it can't be read."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _read(book: BookLike, paths: Mapping[str, Path]) -> BookData:
    files = _sources(paths)
    schema = book.schema
    names: Names = {
        "terrain": tuple(files["terrain"].tables),
        "kind": tuple(files["bestiary"].tables),
        **{table: tuple(files[table].tables) for table in schema.gear},
    }
    settings = files["settings"]
    decoder = Decoder(settings, names)
    decoder.value(schema.settings, settings.tables, ())
    gear = {table: things_of(files[table], kind, names) for table, kind in schema.gear.items()}
    data = BookData(
        settings.tables,
        kinds_of(files["bestiary"]),
        things_of(files["bestiary"], schema.unit, names, (PRICE,)),
        gear,
        things_of(files["terrain"], Terrain, names),
        prices_of(files["bestiary"]),
    )
    _are_apart(files, schema)
    raise_errors(list(files.values()))
    return data


def _are_apart(files: Mapping[str, Source], schema: Schema) -> None:
    """Record an error if two things, or a thing and a terrain, share an id.

    Texts name them by id alone.
    """
    seen: dict[str, str] = {}
    for table in ("terrain", *schema.gear):
        for id in files[table].tables:
            first = seen.setdefault(id, table)
            if first != table:
                files[table].error("thing-twice", (id,), id=id, file=Words(f"{first}.toml"))


def _sources(paths: Mapping[str, Path]) -> dict[str, Source]:
    """Return the files as sources. Raise LevelError with all errors if any isn't valid TOML."""
    files: dict[str, Source] = {}
    found: list[Finding] = []
    for name, path in paths.items():
        try:
            is_empty = name == "settings" and not path.exists()
            files[name] = Source(str(path), "" if is_empty else read_text(path))
            files[name].change(partial(translate, path))
        except LevelError as error:
            found += error.findings
    if found:
        raise LevelError(found)
    return files


def kinds_of(source: Source) -> dict[str, Mapping[str, object]]:
    """Return the kinds in a file as written, without their prices."""
    return {id: _unpriced(table) for id, table in source.tables.items()}


def _unpriced(table: Any) -> Any:
    """Return a kind's stats without its price."""
    if not isinstance(table, dict) or PRICE not in table:
        return table
    return {key: value for key, value in table.items() if key != PRICE}


def prices_of(source: Source) -> dict[str, int]:
    """Return the prices of kinds. Leave out invalid prices, and record errors for them."""
    decoder = Decoder(source, {})
    tables = ((id, t) for id, t in source.tables.items() if isinstance(t, dict) and PRICE in t)
    found = {id: decoder.value(Price, table[PRICE], (id, PRICE)) for id, table in tables}
    return {id: price for id, price in found.items() if price is not None}


def things_of(
    source: Source, kind: type[T], names: Names, elsewhere: Collection[str] = ()
) -> dict[str, T]:
    """Return the tables of a file, decoded. Leave out invalid tables, and record their errors.

    Keys listed in `elsewhere` are allowed, but not checked here.
    """
    check_ids(source, source.tables)
    decoder = Decoder(source, names)
    found = {
        id: decoder.whole(kind, table, (id,), elsewhere) for id, table in source.tables.items()
    }
    return {id: thing for id, thing in found.items() if thing is not None}
