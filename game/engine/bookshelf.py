"""The rulebooks by id, and the packages with rulebooks beyond the game's own.

This module imports no rulebook and nothing that rulebooks need, so that the title screen opens at
once.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.book import Book
    from game.engine.level_rules import LevelRules


class Bookshelf(Mapping[str, "Book"]):
    """Rulebooks by id. Some may come from packages by other authors."""

    extra: tuple[str, ...] = ()
    """The packages in addition to the game's own."""

    @property
    @abstractmethod
    def level_rules(self) -> "Mapping[str, LevelRules]":
        """The level rules of the rulebooks by id. Reading them loads no rules of battles."""


class LazyBookshelf(Bookshelf):
    """Rulebooks that are loaded only when the first one is needed."""

    def __init__(self, extra: tuple[str, ...], find: "Callable[[], Mapping[str, Book]]") -> None:
        self.extra, self._find = extra, find

    @cached_property
    def _books(self) -> "Mapping[str, Book]":
        return self._find()

    @property
    def level_rules(self) -> "Mapping[str, LevelRules]":
        books = self._books
        if isinstance(books, Bookshelf):
            return books.level_rules
        return {id: book.level_rules for id, book in books.items()}

    def __getitem__(self, id: str) -> "Book":
        return self._books[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._books)

    def __len__(self) -> int:
        return len(self._books)


def extra_packages(books: "Mapping[str, Book]") -> tuple[str, ...]:
    """Return the packages in addition to the game's own; empty for a plain mapping."""
    return books.extra if isinstance(books, Bookshelf) else ()
