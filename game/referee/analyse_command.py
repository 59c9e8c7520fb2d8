"""The command `replay --analyse`: how each choice and each roll changed the chances to win."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from game.engine.book import Book
from game.present.analysis.analysis_search import analysed
from game.present.analysis.report import account_lines
from game.record.failure import Failure
from game.record.reader import Unreadable, file_trouble, read_save
from game.referee.terminal_sentences import said

EQUAL, DIFFERS = 0, 1
"""Exit codes. A file that can't be read at all raises Failure instead."""


def analyse(path: Path, books: Mapping[str, Book], out: TextIO) -> int:
    """Print the accounts of a recorded battle, and return the exit code."""
    try:
        found = analysed(read_save(path), books)
    except Unreadable as fault:
        raise Failure(file_trouble(path, fault)) from fault
    out.write(said("analyse", "games" if found.games else "fitted", games=found.games) + "\n")
    for account in found.accounts:
        out.write("\n")
        for line in account_lines(account):
            out.write(line + "\n")
    if found.trouble:
        out.write("\n" + said("replay", "differs", why=found.trouble) + "\n")
        return DIFFERS
    return EQUAL
