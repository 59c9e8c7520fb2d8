"""Translate the texts in data files of the game."""

from pathlib import Path

from game.content.toml_files.findings import Finding, LevelError
from game.terms.texts import BadTexts, Texts


def translate(path: Path, tables: dict[str, object]) -> None:
    """Translate the texts in the tables of a file, in place, if there is a translation.

    Files that aren't the game's stay as they are. Raise LevelError if the translation is unusable.
    """
    if Texts.language is None:
        return
    try:
        Texts.language.translate(path.resolve(), tables)
    except BadTexts as fault:
        error = Finding(str(path), 0, 0, "error", "file-unreadable", str(fault))
        raise LevelError([error]) from fault
