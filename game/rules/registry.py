"""The registry of rulebooks, and the only module that imports one.

A book is a package in this folder. Its `__init__` has the `LEVEL_RULES`, with which its levels are
checked; its module `book` has the `BOOK`, with which battles are played. If a book can't be
imported, or was written for another version of the engine, it is disabled with a reason. The other
books still work.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from game.engine.bookshelf import Bookshelf
from game.engine.level_rules import API, LevelRules

if TYPE_CHECKING:
    from game.engine.book import Book

SHARED_CODEX = Path(__file__).parent / "codex.toml"
"""The codex entries of rules that all books share."""

T = TypeVar("T")


class Registry:
    """The available books by id, and the reason for each disabled book."""

    def __init__(self) -> None:
        self.level_rules: dict[str, LevelRules] = {}
        self.books: dict[str, Book] = {}
        self.broken: dict[str, str] = {}
        self._imported: dict[str, LevelRules | None] = {}
        """The level rules by package; None if they can't be used."""

    def add(self, package: str) -> None:
        """Register the book of a package, and its level rules, by the package's import name."""
        rules = self.add_level_rules(package)
        if rules is None:
            return
        try:
            self.books[rules.id] = _book_of(package, rules)
        except Exception as fault:  # whatever a book does wrong, the others still work
            self._set_aside(package, fault)

    def add_level_rules(self, package: str) -> LevelRules | None:
        """Register the level rules of a package, without its book. Return None if unusable."""
        if package not in self._imported:
            self._imported[package] = None
            try:
                self._imported[package] = self._accepted(importlib.import_module(package))
            except Exception as fault:
                self._set_aside(package, fault)
        return self._imported[package]

    def _accepted(self, package: object) -> LevelRules:
        rules = getattr(package, "LEVEL_RULES", None)
        if not isinstance(rules, LevelRules):
            raise TypeError(f"LEVEL_RULES must be LevelRules, not a {type(rules).__name__}")
        if rules.api != API:
            raise ValueError(f"the book {rules.id!r} needs api {rules.api}; this is {API}")
        if rules.id in self.level_rules:
            raise ValueError(f"there is already a book {rules.id!r}")
        self.level_rules[rules.id] = rules
        return rules

    def _set_aside(self, package: str, fault: Exception) -> None:
        self.broken[_last_part(package)] = f"{type(fault).__name__}: {fault}"


def find_books(extra: Iterable[str] = ()) -> Registry:
    """Return all books in this folder and in the packages named in `extra`."""
    registry = Registry()
    for package in _packages(extra):
        registry.add(package)
    return registry


class _OnDemand(Mapping[str, T]):
    """Values by the ids of books, each loaded on first use; iterating loads them all."""

    def __init__(
        self, packages: Iterable[str], found: Mapping[str, T], load: Callable[[str], object]
    ) -> None:
        """`load` adds the value of a package to `found`, if it can."""
        self._waiting = {_last_part(package): package for package in packages}
        self._found, self._load = found, load

    def __getitem__(self, id: str) -> T:
        if id in self._waiting:
            self._load(self._waiting.pop(id))
        if id not in self._found:
            self._load_all()
        return self._found[id]

    def __iter__(self) -> Iterator[str]:
        self._load_all()
        return iter(sorted(self._found))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load_all(self) -> None:
        for name in list(self._waiting):
            self._load(self._waiting.pop(name))


class BooksOnDemand(Bookshelf):
    """The books by id, each imported on first use; iterating imports them all.

    A book's id should be the name of its package. Looking up any other id imports all packages.
    """

    def __init__(self, extra: Iterable[str], tell: Callable[[str, str], object]) -> None:
        """Add the packages in `extra`. Call `tell` with each disabled book and the reason."""
        self.extra = tuple(extra)
        registry, told, packages = Registry(), set[str](), _packages(self.extra)

        def reporting(add: Callable[[str], object]) -> Callable[[str], None]:
            def load(package: str) -> None:
                add(package)
                for name in registry.broken.keys() - told:
                    told.add(name)
                    tell(name, registry.broken[name])

            return load

        self._books = _OnDemand(packages, registry.books, reporting(registry.add))
        load_rules = reporting(registry.add_level_rules)
        self._level_rules = _OnDemand(packages, registry.level_rules, load_rules)

    @property
    def level_rules(self) -> Mapping[str, LevelRules]:
        return self._level_rules

    def __getitem__(self, id: str) -> "Book":
        return self._books[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._books)

    def __len__(self) -> int:
        return len(self._books)


def _book_of(package: str, rules: LevelRules) -> "Book":
    found: Book = importlib.import_module(f"{package}.book").BOOK
    if getattr(found, "level_rules", None) is not rules:
        raise TypeError("BOOK must be a Book with the LEVEL_RULES of its package")
    return found


def _packages(extra: Iterable[str]) -> list[str]:
    """Return the packages in this folder by name, then those in `extra`."""
    found = sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
    return [*(f"game.rules.{name}" for name in found), *extra]


def _last_part(package: str) -> str:
    return package.rpartition(".")[2]
