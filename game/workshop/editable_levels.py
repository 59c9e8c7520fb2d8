"""The levels that can be edited, and the files they are opened from and saved in."""

import re
import unicodedata
from collections.abc import Callable, Mapping
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

    Raise Failure if that is impossible.
    """
    if path.suffix != ".toml":
        raise failure("new", "level_name", example=f"{path}.toml")
    if path.parent == folder / OWN:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise failure("edit", "no_folder", path=str(path.parent), why=reason(fault)) from fault
    document.save_as(path)


def file_name(document: LevelDocument) -> str:
    """Return the name of a level's file; a new level is named after its title."""
    name, draft = document.reading.file, document.reading.draft
    title = draft.source.tables.get("title") if draft is not None else None
    if document.path is not None or name != NEW or not isinstance(title, str):
        return name
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    words = re.findall("[a-z0-9]+", plain.replace("'", ""))
    return "_".join(words)[:LONGEST].rstrip("_") + ".toml" if words else name


def place_to_save(folder: Path, name: str) -> Path:
    """Return a free path in the author's folder for a level that has no file yet."""
    stem, number = Path(name).stem or "level", 1
    while True:
        tail = f"_{number}" if number > 1 else ""
        path = folder / OWN / f"{stem}{tail}.toml"
        if not path.exists():
            return path
        number += 1
