"""A level that is being edited, written where it can be played, saved or not."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from game.content.levels import listed
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_bytes, read_text
from game.core.cells import Cell
from game.play.books import Books
from game.play.level_list import ChoosableLevel, shelved
from game.record.failure import Failure
from game.record.safe_files import reason
from game.workshop.document.file_watch import FileWatch
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.level_reading import LevelReading
from game.workshop.forms.use_list import place_of
from game.workshop.workshop_sentences import failure, said

TRIALS = "trials"
"""The folder within the data folder for the levels that are played from the editor."""


def trial_of(document: LevelDocument, folder: Path, books: Books) -> ChoosableLevel:
    """Write the text of this moment to a file of its own, and return it as a level to play.

    Raise Failure if it has errors, or can't be written.
    """
    reading = document.reading
    if reading.level is None:
        first = next(iter(reading.findings), None)
        raise failure("edit", "not_playable", why=first.finding.message if first else "")
    path = folder / TRIALS / f"{Path(reading.file).stem or 'level'}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document.text.encode())
    except OSError as fault:
        raise failure("edit", "no_trial", path=str(path), why=reason(fault)) from fault
    level = shelved(listed(path)._replace(root=document.data_root), books)
    if level.trouble:
        raise Failure(level.trouble)
    return level


class LevelNews(NamedTuple):
    """A change of a level that is being played."""

    trouble: str = ""
    """A sentence about why the level can't be played now, or "" if it can."""
    cell: Cell | None = None
    """The tile of what is wrong, or None."""


class LevelSource(Protocol):
    """The origin of a level that is being played. Call `look` about every 100 ms."""

    def look(self) -> LevelNews | None:
        """Return news if the level has changed since the last look, else None."""


class FileSource:
    """A level's file, which other programs may change."""

    def __init__(self, path: Path, books: Books) -> None:
        self._path, self._books = path, books
        try:
            content: bytes | None = read_bytes(path)
        except (LevelError, OSError):
            content = None
        self._watch = FileWatch(path, content)

    def look(self) -> LevelNews | None:
        """Return news if the file has other content."""
        seen = self._watch.changed()
        if seen is None:
            return None
        name = self._path.name
        if seen.content is None:
            return LevelNews(said("reload", "gone", name=name))
        trouble = shelved(listed(self._path), self._books).trouble
        if not trouble:
            return LevelNews()
        cell = None
        with suppress(LevelError, OSError):
            text = read_text(self._path)
            cell = _wrong_cell(LevelReading(text, str(self._path), self._path.stem, self._books))
        return LevelNews(said("reload", "broken", name=name, why=trouble), cell)


class DocumentSource:
    """The document in the editor from which a level is played; its file may change."""

    def __init__(self, document: LevelDocument, folder: Path, books: Books) -> None:
        self._document, self._folder, self._books = document, folder, books

    def look(self) -> LevelNews | None:
        """Take in a change of the document's file, and return news if there is one."""
        before, change = self._document.text, self._document.look()
        if change is None:
            return None
        if self._document.text == before:
            name = Path(self._document.reading.file).name
            known = change.kind in ("conflict", "gone")
            return LevelNews(said("reload", change.kind, name=name) if known else change.sentence)
        try:
            trial_of(self._document, self._folder, self._books)
        except Failure as fault:
            return LevelNews(str(fault), _wrong_cell(self._document.reading))
        return LevelNews()


def _wrong_cell(reading: LevelReading) -> Cell | None:
    """Return the tile of the first finding that has one, if errors prevent play; else None."""
    for one in reading.findings if reading.level is None else ():
        cell = one.cell or (place_of(reading, one.keys) if reading.is_toml else None)
        if one.finding.severity == "error" and cell is not None:
            return cell
    return None


def is_own(path: Path) -> bool:
    """Return whether a level's file is an author's own, and not one of the game's."""
    return path.suffix == ".toml" and not path.resolve().is_relative_to(levels_root().resolve())
