"""The commands `add` and `remove`, which change what is on the shelf."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from game.content.levels import check_level
from game.content.pack_table import VERSION
from game.content.shelf import FOLDERS, MINE, OWN, Shelf, ShelfFolder, folders_text
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_bytes, text_of_bytes
from game.content.values.book_data import ID
from game.engine.book import Book
from game.record.failure import Failure
from game.record.safe_files import read_plain, reason, typed_path, write_new, write_whole
from game.workshop.packs.pack_archive import BEGINNING, ENDING
from game.workshop.packs.pack_store import Agree, installed, restore, uninstall
from game.workshop.packs.terminal_consent import TerminalConsent
from game.workshop.workshop_sentences import failure, said

PACK_NAME = re.compile(rf"{ID.pattern}(@{VERSION.pattern})?")
"""A pack's id, with or without its version."""
MOST_NAMES = 1000
"""Maximum number of names tried for a copy of a level."""


def add(
    words: Iterable[str], books: Mapping[str, Book], data: Path, consent: TerminalConsent
) -> None:
    """Put levels, packs and folders on the shelf. Raise Failure at the first that can't be added.

    Each pack is installed only with consent.
    """
    for word in words:
        consent.out.write(added(word, books, data, consent.agree) + "\n")


def added(word: str, books: Mapping[str, Book], data: Path, agree: Agree) -> str:
    """Put a level, a pack or a folder on the shelf, and return a sentence about it.

    `agree` decides whether a pack is installed.
    """
    try:
        if PACK_NAME.fullmatch(word) and not Path(word).exists():
            return restore(word, data)
        path = typed_path(word).resolve()
        if path.is_dir():
            return _folder_added(path, data)
        if is_pack_file(path):
            return installed(path, books, data, agree)
        return _level_added(path, books, data)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except OSError as fault:
        raise failure("shelf", "not_added", file=word, why=reason(fault)) from fault


def is_pack_file(path: Path) -> bool:
    """Return whether a file is a pack's, by its name or its beginning."""
    if path.suffix.lower() == ENDING:
        return True
    return path.is_file() and read_plain(path, len(BEGINNING)) == BEGINNING


def _folder_added(path: Path, data: Path) -> str:
    """Put a folder on the shelf; its files stay where they are."""
    if path.is_relative_to(levels_root()):
        raise failure("shelf", "there_already", folder=str(path))
    if path == (data / OWN).resolve():
        return said("shelf", "there_already", folder=str(path))
    before = Shelf(data).added()
    if path not in before:
        folder = ShelfFolder(MINE, path, True)
        shelf = Shelf(data)
        if not shelf.level_files(folder) and not shelf.campaigns_in(folder):
            raise failure("shelf", "no_levels", folder=str(path))
        _write(data, [*before, path])
    found = next(folder for folder in Shelf(data).folders() if folder.path == path)
    return said("shelf", "folder_added", folder=str(path), id=found.id)


def _level_added(path: Path, books: Mapping[str, Book], data: Path) -> str:
    """Copy a level to the author's folder. Raise Failure if it has errors."""
    if path.name == CAMPAIGN:
        raise failure("shelf", "campaign_file", folder=str(path.parent))
    if path.suffix.lower() != ".toml" and path.exists():
        raise failure("shelf", "not_for_shelf", file=str(path))
    content = read_bytes(path)
    checked = check_level(
        text_of_bytes(content, str(path)), file=str(path), id=path.stem, books=books
    )
    if checked.level is None:
        count = sum(found.severity == "error" for found in checked.findings) + checked.more
        raise failure("shelf", "level_errors", file=str(path), count=count)
    if path.parent == data / OWN:
        return said("shelf", "level_added", title=checked.level.title, id=f"{MINE}/{path.stem}")
    names = (path.stem, *(f"{path.stem}_{n}" for n in range(2, MOST_NAMES)))
    copy = write_new((data / OWN / f"{name}.toml" for name in names), content)
    return said("shelf", "level_added", title=checked.level.title, id=f"{MINE}/{copy.stem}")


def first_level(path: Path, data: Path) -> str:
    """Return the id of the first level that is in a folder on the shelf, or in a file copied to it.

    Return "" if there is none.
    """
    shelf, place = Shelf(data), path.resolve()
    own = next((it for it in shelf.folders() if it.path.resolve() == place), None)
    if own is not None:
        return next((id for id, _ in shelf.level_files(own)), "")
    copies = (it for it in shelf.levels() if it.path.parent == data / OWN)
    named = [it for it in copies if it.path.stem.startswith(path.stem)]
    return max(named, key=lambda it: it.path.stat().st_mtime_ns).id if named else ""


def first_campaign(path: Path, data: Path) -> Path | None:
    """Return the file of the first campaign in a folder on the shelf, or None if it has none."""
    shelf, place = Shelf(data), path.resolve()
    own = next((it for it in shelf.folders() if it.path.resolve() == place), None)
    roads = shelf.campaigns_in(own) if own is not None else []
    return roads[0].path if roads else None


def first_of_pack(id: str, data: Path) -> str:
    """Return the id of the first level of an installed pack, or "" if it has none."""
    shelf = Shelf(data)
    pack = next((it for it in shelf.packs() if it.id == id), None)
    return next((id for id, _ in shelf.level_files(pack)), "") if pack is not None else ""


def remove(word: str, data: Path, out: TextIO) -> None:
    """Remove a pack or take a folder off the shelf, and print how to undo it.

    Raise Failure for anything else.
    """
    shelf = Shelf(data)
    id, _, version = word.partition("@")
    if versions := shelf.versions(id):
        if version and version not in versions:
            raise failure("shelf", "nothing_called", id=word)
        out.writelines(f"{line}\n" for line in uninstall(word, data))
        return
    folder = next((one for one in shelf.folders() if one.id == word), None)
    if folder is None or folder.id == MINE:
        own = data / OWN if folder is not None else shelf.path_of(word)
        if own is None:
            raise failure("shelf", "nothing_called", id=word)
        raise failure("shelf", "own_file", id=word, path=str(own))
    _write(data, [path for path in shelf.added() if path != folder.path])
    out.write(said("shelf", "folder_removed", id=word, folder=str(folder.path)) + "\n")


def _write(data: Path, folders: list[Path]) -> None:
    """Write the list of folders on the shelf. Raise Failure if that is impossible."""
    path = data / FOLDERS
    try:
        write_whole(path, folders_text(folders).encode())
    except OSError as fault:
        raise failure("shelf", "not_written", path=str(path), why=reason(fault)) from fault
