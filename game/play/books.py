"""The rulebooks: their type, for modules that import no engine, and the one a command names."""

from collections.abc import Mapping

from game.content.toml_files.finding_texts import words_text
from game.engine.book import Book
from game.play.play_sentences import failure

__all__ = ["Book", "Books", "book_called"]

Books = Mapping[str, Book]
"""Rulebooks by id."""


def book_called(id: str | None, books: Books) -> Book:
    """Return the rulebook with this id. Raise Failure if there is none, or if `id` is None."""
    if id is None:
        raise failure("rulebook", "unnamed", ids=words_text(tuple(books), "or"))
    if id not in books:
        if not books:
            raise failure("rulebook", "unknown_none", id=id)
        raise failure("rulebook", "unknown", id=id, ids=words_text(tuple(books)))
    return books[id]
