"""The rulebook that a command names."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.content.toml_files.finding_texts import words_text
from game.play.play_sentences import failure

if TYPE_CHECKING:
    from game.engine.book import Book


def book_called(id: str | None, books: "Mapping[str, Book]") -> "Book":
    """Return the rulebook with this id. Raise Failure if there is none, or if `id` is None."""
    if id is None:
        raise failure("rulebook", "unnamed", ids=words_text(tuple(books), "or"))
    if id not in books:
        if not books:
            raise failure("rulebook", "unknown_none", id=id)
        raise failure("rulebook", "unknown", id=id, ids=words_text(tuple(books)))
    return books[id]
