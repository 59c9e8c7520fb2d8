"""The error for a command that can't be carried out, and the check of a rulebook's id."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.book import Book


class Failure(Exception):
    """The error for a command that can't be carried out. The message is a sentence."""


def book_called(id: str | None, books: "Mapping[str, Book]") -> "Book":
    """Return the rulebook with this id. Raise Failure if there is none, or if `id` is None."""
    if id is None:
        raise Failure(f"Name the rulebook: --rulebook {' or '.join(books)}.")
    if id not in books:
        raise Failure(
            f"There is no rulebook {id!r}; the rulebooks are {', '.join(books) or 'none'}."
        )
    return books[id]
