"""The levels that can be edited, and the files they are opened from and saved in."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

from game.content.levels import Books, all_levels, find_campaign, find_level
from game.content.shelf import OWN, Shelf, is_installed
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.core.pack_folders import pack_of
from game.engine.book import Book
from game.record.failure import Failure
from game.record.safe_files import reason
from game.terms.texts import titles_text
from game.workshop.carried_kinds import (
    carry_kinds,
    is_place_in_pack,
    place_in_pack,
    used_of_pack,
)
from game.workshop.document.level_document import LevelDocument
from game.workshop.workshop_sentences import failure

NEW = "new_level.toml"
"""The name of a level that has no file yet."""


LONGEST = 40
"""Maximum number of letters of a file name that is made from a title."""


class EditableLevel(NamedTuple):
    """A level of the list. `name` opens it: a path, or the id of a level to copy."""

    name: str
    title: str
    rulebook: str
    is_own: bool


def editable_levels(folder: Path) -> list[EditableLevel]:
    """Return the levels on the shelf, and then those that come with the game."""
    shelf = Shelf(folder)
    rows = ((it, one) for it in shelf.folders() for one in shelf.levels_in(it))
    return [
        *(
            EditableLevel(str(one.path), one.title or one.id, one.rulebook, it.is_own)
            for it, one in rows
        ),
        *(EditableLevel(it.id, it.title or it.id, it.rulebook, False) for it in all_levels()),
    ]


def opened_level(name: str, books: Books, tell: Callable[[str], object]) -> LevelDocument:
    """Return the document of a level. Raise Failure if it can't be read.

    An id stands for a level that comes with the game: its text is copied, and saved elsewhere, like
    that of a pack's level. Any other path stands for the file itself.
    """
    try:
        path = find_level(name)
        if find_campaign(name) is not None:
            raise failure("edit", "campaign", name=name)
        if _is_shipped(name, path) or is_installed(path):
            text, root = read_text(path), pack_of(path)
            return LevelDocument(
                text, books, name=path.name, is_copy=True, tell=tell, data_root=root
            )
        return LevelDocument.open(path, books, tell)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except OSError as fault:
        raise failure("edit", "unreadable", name=name, why=reason(fault)) from fault


def new_document(
    book: str, books: Mapping[str, Book], tell: Callable[[str], object]
) -> LevelDocument:
    """Return the document of a new level, which has no file yet: an empty room of a rulebook.

    Raise Failure if the rulebook has none.
    """
    blank = books[book].blank or books[book].template
    if blank is None:
        raise failure("new", "no_level", book=book)
    return LevelDocument(read_text(blank), books, name=NEW, tell=tell)


def _is_shipped(name: str, path: Path) -> bool:
    """Return whether a name is the id of a level that comes with the game."""
    return name == path.stem and path.is_relative_to(levels_root())


def save_new(document: LevelDocument, path: Path, folder: Path) -> None:
    """Save a level in a new file, and make the author's folder if it is needed.

    If it uses kinds or grounds of a pack, they come along into a folder of its own. Raise Failure
    if that is impossible, or if they would be unknown at this path.
    """
    if path.suffix != ".toml":
        raise failure("new", "level_name", example=f"{path}.toml")
    used = _used(document, unless_in=pack_of(path))
    if used:
        _carry(document, path, folder, used)
    elif path.parent == folder / OWN:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise failure("edit", "no_folder", path=str(path.parent), why=reason(fault)) from fault
    document.save_as(path)


def _used(document: LevelDocument, unless_in: Path | None = None) -> tuple[str, ...]:
    """Return the ids of the kinds and grounds that a level has from its pack.

    Leave out those that another pack, `unless_in`, has too.
    """
    book, pack = document.reading.book, document.data_root
    if book is None or pack is None:
        return ()
    there = used_of_pack(document.text, book.id, unless_in) if unless_in is not None else ()
    return tuple(id for id in used_of_pack(document.text, book.id, pack) if id not in there)


def _carry(document: LevelDocument, path: Path, folder: Path, used: tuple[str, ...]) -> None:
    """Make the pack in which a new level will be, with the kinds and grounds of its own pack."""
    home, pack = path.parent.parent, document.data_root
    assert pack is not None
    if pack_of(path) is not None or not is_place_in_pack(path):
        proposed = str(place_to_save(folder, document))
        names = titles_text(used)
        raise failure("carried", "needed", names=names, path=str(path), proposed=proposed)
    draft = document.reading.draft
    title = draft.source.tables.get("title") if draft is not None else None
    try:
        carry_kinds(pack, home, title if isinstance(title, str) and title else home.name)
        path.parent.mkdir()
    except OSError as fault:
        raise failure("edit", "no_folder", path=str(home), why=reason(fault)) from fault


def file_name(document: LevelDocument) -> str:
    """Return the name of a level's file; a new level is named after its title."""
    name, draft = document.reading.file, document.reading.draft
    title = draft.source.tables.get("title") if draft is not None else None
    if document.path is not None or name != NEW or not isinstance(title, str):
        return name
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    words = re.findall("[a-z0-9]+", plain.replace("'", ""))
    return "_".join(words)[:LONGEST].rstrip("_") + ".toml" if words else name


def place_to_save(folder: Path, document: LevelDocument) -> Path:
    """Return a free path in the author's folder for a level that has no file yet.

    If the level uses kinds or grounds of a pack, the path is in a folder with room for them.
    """
    stem, needs_pack = Path(file_name(document)).stem or "level", bool(_used(document))
    for number in count(1):
        name = f"{stem}_{number}" if number > 1 else stem
        path, home = folder / OWN / f"{name}.toml", folder / OWN / name
        if needs_pack and not home.exists():
            return place_in_pack(home, name)
        if not needs_pack and not path.exists():
            return path
    raise AssertionError
