"""Commands of a book, from what a player would type."""

from game.engine.legality import commands_of
from game.rules.registry import find_books
from game.terms.commands import Command, from_text

BOOKS = find_books().books


def command(book: str, text: str) -> Command:
    """Return the command of a book that a text says."""
    return from_text(text, commands_of(BOOKS[book]))
