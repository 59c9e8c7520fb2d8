"""The registry of rulebooks, and the only module that imports one.

A book is a package in this folder with a `BOOK`. If a book can't be imported, or was written for
another version of the engine, it is disabled with a reason. The other books still work.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from game.engine.book import API, Book
from game.engine.bookshelf import Bookshelf

SHARED_CODEX = Path(__file__).parent / "codex.toml"
"""The codex entries of rules that all books share."""


class Registry:
    """The available books by id, and the reason for each disabled book."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}
        self.broken: dict[str, str] = {}

    def add(self, package: str) -> None:
        """Register the book of a package by its import name."""
        name = package.rpartition(".")[2]
        try:
            book = importlib.import_module(package).BOOK
            self._accept(book)
        except Exception as fault:  # whatever a book does wrong, the others still work
            self.broken[name] = f"{type(fault).__name__}: {fault}"

    def _accept(self, book: object) -> None:
        if not isinstance(book, Book):
            raise TypeError(f"BOOK must be a Book, not a {type(book).__name__}")
        if book.api != API:
            raise ValueError(f"the book {book.id!r} needs api {book.api}; this is {API}")
        if book.id in self.books:
            raise ValueError(f"there is already a book {book.id!r}")
        self.books[book.id] = book


def find_books(extra: Iterable[str] = ()) -> Registry:
    """Return all books in this folder and in the packages named in `extra`."""
    registry = Registry()
    for package in _packages(extra):
        registry.add(package)
    return registry


class BooksOnDemand(Bookshelf):
    """The books by id, each imported on first use; iterating imports them all.

    A book's id should be the name of its package. Looking up any other id imports all packages.
    """

    def __init__(self, extra: Iterable[str], tell: Callable[[str, str], object]) -> None:
        """Add the packages in `extra`. Call `tell` with each disabled book and the reason."""
        self._registry = Registry()
        self.extra = tuple(extra)
        self._waiting = {package.rpartition(".")[2]: package for package in _packages(self.extra)}
        self._tell = tell

    def __getitem__(self, id: str) -> Book:
        if id in self._waiting:
            self._take(id)
        if id not in self._registry.books:
            self._take_all()
        return self._registry.books[id]

    def __iter__(self) -> Iterator[str]:
        self._take_all()
        return iter(sorted(self._registry.books))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _take_all(self) -> None:
        for name in list(self._waiting):
            self._take(name)

    def _take(self, name: str) -> None:
        self._registry.add(self._waiting.pop(name))
        if name in self._registry.broken:
            self._tell(name, self._registry.broken[name])


def _packages(extra: Iterable[str]) -> list[str]:
    """Return the packages in this folder by name, then those in `extra`."""
    found = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
    return [*(f"game.rules.{name}" for name in found), *extra]
