"""Finds the rulebooks. The only place that imports one.

A book is a package in this folder with a `BOOK`. One that cannot be imported, or was written for
another version of the engine, is set aside with the reason, and the others still play.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from game.engine.book import API, Book


@dataclass
class Registry:
    """The books there are by id, and why others are set aside."""

    books: dict[str, Book] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def add(self, package: str) -> None:
        """Registers the book of a package by its import name."""
        name = package.rpartition(".")[2]
        try:
            book = importlib.import_module(package).BOOK
            self._accept(book)
        except Exception as fault:  # whatever a book does wrong, the others still play
            self.broken[name] = f"{type(fault).__name__}: {fault}"

    def _accept(self, book: object) -> None:
        if not isinstance(book, Book):
            raise TypeError(f"BOOK is a {type(book).__name__}, not a Book")
        if book.api != API:
            raise ValueError(f"the book {book.id!r} is written for api {book.api}, this is {API}")
        if book.id in self.books:
            raise ValueError(f"there is a book {book.id!r} already")
        self.books[book.id] = book


def find_books(extra: Iterable[str] = ()) -> Registry:
    """All books of this folder, and of the packages named besides."""
    registry = Registry()
    for found in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if found.ispkg:
            registry.add(f"game.rules.{found.name}")
    for package in extra:
        registry.add(package)
    return registry
