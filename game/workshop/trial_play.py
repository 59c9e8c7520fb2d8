"""A level that is being edited, written where it can be played, saved or not."""

from pathlib import Path

from game.content.levels import listed
from game.play.books import Books
from game.play.level_list import ChoosableLevel, shelved
from game.record.failure import Failure
from game.record.safe_files import reason
from game.workshop.document.level_document import LevelDocument
from game.workshop.workshop_sentences import failure

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
    level = shelved(listed(path), books)
    if level.trouble:
        raise Failure(level.trouble)
    return level
