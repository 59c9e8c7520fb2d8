"""The rulebooks by id, and the packages of books beyond the game's own.

This module imports no rulebook and nothing that rulebooks need, so that the title opens at once.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.book import Book


class Bookshelf(Mapping[str, "Book"]):
    """Rulebooks, some of which may come from packages by others."""

    extra: tuple[str, ...] = ()
    """The packages named in addition to the game's own."""


class LazyBookshelf(Bookshelf):
    """Rulebooks that are loaded when one is first needed."""

    def __init__(self, extra: tuple[str, ...], find: "Callable[[], Mapping[str, Book]]") -> None:
        self.extra, self._find = extra, find

    @cached_property
    def _books(self) -> "Mapping[str, Book]":
        return self._find()

    def __getitem__(self, id: str) -> "Book":
        return self._books[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._books)

    def __len__(self) -> int:
        return len(self._books)


def extra_packages(books: "Mapping[str, Book]") -> tuple[str, ...]:
    """Return the packages with further books; empty for a plain mapping."""
    return books.extra if isinstance(books, Bookshelf) else ()
