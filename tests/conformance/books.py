"""The registered rulebooks, and small positions of each to play from.

The positions are drawings, and the shipped levels. A rulebook without drawings is played on its
levels alone.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from game.content.levels import ListedLevel, all_levels, load_level
from game.content.toml_files.findings import LevelError
from game.engine.battle import Battle
from game.engine.book import Book
from game.rules.registry import Registry, find_books
from game.terms.level import Level
from tests.conformance.drawings import BUILDERS, DRAWINGS

TEST_BOOKS = ("tests.books.tag",)

Factory = Callable[[], Battle]


def _is_there(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Return all rulebooks: those of the game and those of the tests."""
    return find_books(package for package in TEST_BOOKS if _is_there(package))


def books() -> dict[str, Book]:
    """Return the registered rulebooks by id, Contest first."""
    found = registry().books
    return dict(sorted(found.items(), key=lambda pair: (pair[0] != "contest", pair[0])))


class Case(NamedTuple):
    """A position of a rulebook, from which tests start battles."""

    book: str
    name: str
    start: Factory

    def __str__(self) -> str:
        return f"{self.book}-{self.name}"


def positions(book_id: str) -> list[tuple[str, Factory]]:
    """Return small positions of a rulebook by name, in a fixed order."""
    drawn = [(name, partial(_drawn, book_id, name)) for name in DRAWINGS.get(book_id, ())]
    return [*drawn, *((f"level-{name}", start) for name, start in shipped(book_id))]


def cases(books_played: Iterable[str] | None = None) -> list[Case]:
    """Return every position of every rulebook, or of the named rulebooks."""
    names = books() if books_played is None else books_played
    return [Case(book, name, start) for book in names for name, start in positions(book)]


MOST_DONE = 520
"""Maximum product of tiles and units for a level that every suite plays, not only the long one."""


def is_large(case: Case) -> bool:
    """Return whether a position is too large for most suites, except in the long run."""
    return case.name.removeprefix("level-") in large_levels()


@lru_cache(maxsize=1)
def large_levels() -> frozenset[str]:
    """Return the ids of the large levels; a level that can't be read isn't large."""
    return frozenset(found.id for found in _listed() if _is_large(found.path))


def _is_large(path: Path) -> bool:
    try:
        level = _level(path)
    except LevelError:
        return False
    return level.width * level.height * len(level.units) > MOST_DONE


def every_case() -> pytest.MarkDecorator:
    """Return a parametrisation of `case` with every position.

    Large positions are in the long suite only.
    """
    long: dict[bool, Any] = {True: pytest.mark.long, False: ()}
    found = [pytest.param(case, marks=long[is_large(case)], id=str(case)) for case in cases()]
    return pytest.mark.parametrize("case", found)


def shipped(book_id: str) -> list[tuple[str, Factory]]:
    """Return the shipped levels of a rulebook."""
    return [
        (found.id, partial(_opened, found.path)) for found in _listed() if found.rulebook == book_id
    ]


@lru_cache(maxsize=1)
def _listed() -> tuple[ListedLevel, ...]:
    return tuple(all_levels())


@lru_cache(maxsize=64)
def _level(path: Path) -> Level:
    return load_level(path, books())


def _opened(path: Path) -> Battle:
    level = _level(path)
    return Battle.start(books()[level.rulebook], level)


# The rulebooks' builders explain the drawings.


@lru_cache(maxsize=64)
def _drawn_level(book_id: str, name: str) -> Level:
    rows, figures = DRAWINGS[book_id][name]
    builder: Any = importlib.import_module(BUILDERS[book_id])
    level: Level = builder.level(rows, **deepcopy(figures))
    return level


def _drawn(book_id: str, name: str) -> Battle:
    return Battle.start(books()[book_id], _drawn_level(book_id, name))
