"""A rulebook's data with the kinds and grounds that a pack adds."""

from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

from game.content.shipped_folders import levels_root
from game.content.svg_images import image_trouble
from game.content.toml_files.finding_texts import Problem, Words
from game.content.toml_files.findings import Finding
from game.content.toml_files.source import Source, raise_errors
from game.content.toml_files.text_reading import printable, read_text
from game.content.toml_files.translated_data import translate
from game.content.values.book_data import (
    PRICE,
    TERRAIN,
    BookData,
    BookLike,
    book_data,
    data_paths,
    file_stamp,
    kinds_of,
    prices_of,
    things_of,
)
from game.content.values.value_checks import Names
from game.core.pack_folders import PACK, pack_of
from game.terms.book_schema import Flaw, Schema
from game.terms.level import Terrain
from game.terms.texts import Texts

KINDS, PIECES = "kinds", "pieces"
"""The folders of a pack for kinds by rulebook, and for the images of these kinds."""
MOST_KEPT = 200
"""Maximum number of packs' data remembered."""

_kept: dict[tuple[Path, str], tuple[object, BookData, Schema, BookData]] = {}


def level_data(book: BookLike, root: Path) -> BookData:
    """Return a book's data from a levels folder, or from a pack, which adds to those of the game.

    Read them again only if a file has changed. Raise LevelError with all errors in any of the
    files.
    """
    if not is_pack(root):
        return book_data(book, root)
    base = book_data(book, levels_root())
    stamp = (Texts.language, *((it, file_stamp(it)) for it in own_paths(book, root).values()))
    kept = _kept.get((root, book.id))
    if kept is None or kept[0] != stamp or kept[1] is not base or kept[2] is not book.schema:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _extended(book, base, root)
        kept = _kept[root, book.id] = (stamp, base, book.schema, found)
    return kept[3]


def data_root_of(path: Path) -> Path:
    """Return the folder of the data that a level uses: its pack's, or else the levels folder."""
    return pack_of(path) or levels_root()


def is_pack(folder: Path) -> bool:
    """Return whether a folder is a pack."""
    return (folder / PACK).is_file()


def shared_paths(book: BookLike, root: Path) -> dict[str, Path]:
    """Return the files of a book's data by name; for a pack, those of the game."""
    return data_paths(book, levels_root() if is_pack(root) else root)


def own_paths(book: BookLike, pack: Path) -> dict[str, Path]:
    """Return the files that a pack adds to a book's data, by name. They may not exist."""
    kinds = pack / KINDS / f"{book.id}.toml"
    images = sorted((pack / PIECES).glob("*.svg"))
    return {"terrain": pack / TERRAIN, "bestiary": kinds} | {it.stem: it for it in images}


def flawed(book: BookLike, root: Path, flaws: Iterable[Flaw], texts: Texts) -> list[Finding]:
    """Return a book's findings about its own data files, with their places in the files."""
    paths = shared_paths(book, root)
    own = own_paths(book, root) if is_pack(root) else {}
    added = {name: _tables(path) for name, path in own.items() if path.suffix == ".toml"}
    sources: dict[Path, Source] = {}
    for flaw in flaws:
        is_own = bool(flaw.at) and flaw.at[0] in added.get(flaw.file, ())
        path = own[flaw.file] if is_own else paths[flaw.file]
        if path not in sources:
            sources[path] = Source(str(path), read_text(path))
        problem = Problem("book-rule", text=Words(flaw.text(texts)))
        sources[path].add(flaw.severity, problem, flaw.at, at_value=True)
    return [finding for source in sources.values() for finding in source.found]


def _tables(path: Path) -> Collection[str]:
    """Return the names of the tables in a file that has been read; none if there is no file."""
    return Source(str(path), read_text(path)).tables if path.is_file() else ()


def _extended(book: BookLike, base: BookData, pack: Path) -> BookData:
    """Return a book's data with the kinds and grounds that a pack adds. Raise LevelError."""
    paths, schema = own_paths(book, pack), book.schema
    sources = {name: _added(paths[name]) for name in ("terrain", "bestiary")}
    raise_errors([it for it in sources.values() if it.has_errors])
    kinds, grounds = sources["bestiary"], sources["terrain"]
    names: Names = {
        "terrain": (*base.terrain, *grounds.tables),
        "kind": (*base.kinds, *kinds.tables),
        **{table: tuple(things) for table, things in base.gear.items()},
    }
    figures = things_of(kinds, schema.unit, names, (PRICE,))
    terrain = things_of(grounds, Terrain, names)
    prices = prices_of(kinds)
    for id in kinds.tables.keys() & base.kinds.keys():
        kinds.error("thing-twice", (id,), variant="shipped", id=id)
    shipped = {*base.terrain, *(id for things in base.gear.values() for id in things)}
    for id in grounds.tables.keys() & shipped:
        grounds.error("thing-twice", (id,), variant="shipped", id=id)
    pieces = {id: _image(paths[id], kinds) for id in kinds.tables if id in paths}
    raise_errors([kinds, grounds])
    return base._replace(
        kinds={**base.kinds, **kinds_of(kinds)},
        figures={**base.figures, **figures},
        terrain={**base.terrain, **terrain},
        prices={**base.prices, **prices},
        pieces=pieces,
    )


def _added(path: Path) -> Source:
    """Return a file of a pack; if there is none, an empty one. Raise LevelError with its errors."""
    source = Source(printable(str(path)), read_text(path) if path.exists() else "")
    source.change(partial(translate, path))
    return source


def _image(path: Path, kinds: Source) -> str:
    """Return the SVG text of a kind's image; record an error if the window can't draw it."""
    text = read_text(path)
    why = image_trouble(text)
    if why:
        name = printable(path.name)
        kinds.error("file-unreadable", (path.stem,), variant="image", file=name, why=Words(why))
    return text
