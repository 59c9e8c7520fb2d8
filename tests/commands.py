"""Commands of a rulebook, from texts that a player could type."""

from game.engine.legality import commands_of
from game.rules.registry import find_books
from game.terms.commands import Command, from_text

BOOKS = find_books().books


def command(book: str, text: str) -> Command:
    """Return the command of a rulebook that a text stands for."""
    return from_text(text, commands_of(BOOKS[book]))
