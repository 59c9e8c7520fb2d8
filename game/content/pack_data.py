"""A rulebook's data with the kinds and grounds that a pack adds."""

from collections.abc import Collection, Iterable
from functools import partial
from itertools import chain
from pathlib import Path

from game import __version__
from game.content.pack_table import is_from_before, pack_name, table_of
from game.content.shipped_folders import levels_root
from game.content.svg_images import BOXES, GROUND_BOXES, Boxes, image_trouble
from game.content.toml_files.finding_texts import Problem, Words
from game.content.toml_files.findings import Finding, LevelError
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
from game.terms.level import OwnLooks, Terrain, looks_of_grounds
from game.terms.texts import Texts

KINDS, PIECES, GROUNDS = "kinds", "pieces", "grounds"
"""The folders of a pack for kinds by rulebook, and for the images of these kinds and of grounds."""
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
    paths = (root / PACK, *own_paths(book, root).values(), *_images(root / PIECES).values())
    paths = (*paths, *_images(root / GROUNDS).values())
    stamp = (Texts.language, *((it, file_stamp(it)) for it in paths))
    kept = _kept.get((root, book.id))
    if kept is None or kept[0] != stamp or kept[1] is not base or kept[2] is not book.schema:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _extended(book, base, root)
        kept = _kept[root, book.id] = (stamp, base, book.schema, found)
    return kept[3]


def looks_of_pack(book: BookLike, root: Path) -> OwnLooks:
    """Return the looks of all kinds and grounds of a pack; none if `root` isn't one.

    Raise LevelError with all errors in its files.
    """
    data = level_data(book, root)
    grounds = looks_of_grounds(data.terrain)
    return OwnLooks(book.id, pack_name(root), data.pieces, grounds, data.ground_images)


def data_root_of(path: Path) -> Path:
    """Return the folder of the data that a level uses: its pack's, or else the levels folder."""
    return pack_of(path) or levels_root()


class DataReadOnce:
    """The data of rulebooks by folder, for a list: read once, however many files use them."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Path], BookData | None] = {}

    def of(self, book: BookLike, path: Path) -> BookData | None:
        """Return the data that a file with this book uses, or None if they have errors."""
        key = book.id, data_root_of(path)
        if key not in self._found:
            try:
                self._found[key] = level_data(book, key[1])
            except LevelError:
                self._found[key] = None
        return self._found[key]


def is_pack(folder: Path) -> bool:
    """Return whether a folder is a pack."""
    return (folder / PACK).is_file()


def shared_paths(book: BookLike, root: Path) -> dict[str, Path]:
    """Return the files of a book's data by name; for a pack, those of the game."""
    return data_paths(book, levels_root() if is_pack(root) else root)


def own_paths(book: BookLike, pack: Path) -> dict[str, Path]:
    """Return the files that a pack adds to a book's data, by name. They may not exist."""
    return {"terrain": pack / TERRAIN, "bestiary": pack / KINDS / f"{book.id}.toml"}


def _images(folder: Path) -> dict[str, Path]:
    """Return the images in a folder of a pack, by the ids of what they show."""
    return {path.stem: path for path in sorted(folder.glob("*.svg"))}


def flawed(book: BookLike, root: Path, flaws: Iterable[Flaw], texts: Texts) -> list[Finding]:
    """Return a book's findings about its own data files, with their places in the files."""
    paths = shared_paths(book, root)
    own = own_paths(book, root) if is_pack(root) else {}
    added = {name: _tables(path) for name, path in own.items()}
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
    if not _is_older(pack):
        _refuse_shipped(kinds, base.kinds)
        _refuse_shipped(grounds, (*base.terrain, *chain.from_iterable(base.gear.values())))
    pieces = _drawn(pack / PIECES, kinds, BOXES)
    ground_images = _drawn(pack / GROUNDS, grounds, GROUND_BOXES)
    raise_errors([kinds, grounds])
    return base._replace(
        kinds={**base.kinds, **kinds_of(kinds)},
        figures={**base.figures, **figures},
        terrain={**base.terrain, **terrain},
        prices={**base.prices, **prices},
        pieces=pieces,
        ground_images=ground_images,
    )


def _is_older(pack: Path) -> bool:
    """Return whether a pack was made with an older version of the game.

    The game may have things since then that have the same ids as some of the pack. In the pack's
    own levels, they keep the pack's meaning.
    """
    table = table_of(pack)
    return table is not None and is_from_before(table, __version__)


def _refuse_shipped(source: Source, shipped: Iterable[str]) -> None:
    """Record an error for each table of a pack's file whose id is one of the game's."""
    for id in source.tables.keys() & set(shipped):
        source.error("thing-twice", (id,), variant="shipped", id=id)


def _added(path: Path) -> Source:
    """Return a file of a pack; if there is none, an empty one. Raise LevelError with its errors."""
    source = Source(printable(str(path)), read_text(path) if path.exists() else "")
    source.change(partial(translate, path))
    return source


def _drawn(folder: Path, source: Source, boxes: Boxes) -> dict[str, str]:
    """Return the SVG texts of the images of a file's things.

    Record an error for each image that the window can't draw.
    """
    found: dict[str, str] = {}
    for id, path in _images(folder).items():
        if id in source.tables:
            found[id] = text = read_text(path)
            if why := image_trouble(text, boxes):
                name = printable(path.name)
                source.error("file-unreadable", (id,), variant="image", file=name, why=Words(why))
    return found
