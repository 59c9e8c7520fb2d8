"""The registered books, and small positions of each to play from.

Contest and the sketch are played from drawings, and Contest from its shipped levels too. A book
that is not known here is played on the levels that are shipped for it.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from game.content.levels import all_levels, load_level
from game.engine.battle import Battle
from game.engine.book import Book
from game.rules.registry import Registry, find_books
from game.terms.level import Level

TEST_BOOKS = ("tests.books.sketch",)

Factory = Callable[[], Battle]
Drawing = tuple[str, dict[str, Any]]


def _is_there(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False


@lru_cache(maxsize=1)
def registry() -> Registry:
    """All books: those of the game and those of the tests."""
    return find_books(package for package in TEST_BOOKS if _is_there(package))


def books() -> dict[str, Book]:
    """The registered books by id, Contest first."""
    found = registry().books
    return dict(sorted(found.items(), key=lambda pair: (pair[0] != "contest", pair[0])))


class Case(NamedTuple):
    """A position of a book, from which battles are started."""

    book: str
    name: str
    start: Factory

    def __str__(self) -> str:
        return f"{self.book}-{self.name}"


def positions(book_id: str) -> list[tuple[str, Factory]]:
    """Small positions of a book by name, in a fixed order."""
    drawn = [(name, partial(_drawn, book_id, name)) for name in DRAWINGS.get(book_id, ())]
    return [*drawn, *((f"level-{name}", start) for name, start in shipped(book_id))]


def cases(books_played: Iterable[str] | None = None) -> list[Case]:
    """Every position of every book, or of the books named."""
    names = books() if books_played is None else books_played
    return [Case(book, name, start) for book in names for name, start in positions(book)]


def shipped(book_id: str) -> list[tuple[str, Factory]]:
    """The levels of the levels folder that are for a book."""
    return [
        (found.id, partial(_opened, found.path))
        for found in all_levels()
        if found.rulebook == book_id
    ]


@lru_cache(maxsize=64)
def _level(path: Path) -> Level:
    return load_level(path, books())


def _opened(path: Path) -> Battle:
    level = _level(path)
    return Battle.start(books()[level.rulebook], level)


# What the drawings mean stands in the builders of the two books


@lru_cache(maxsize=64)
def _drawn_level(book_id: str, name: str) -> Level:
    rows, figures = DRAWINGS[book_id][name]
    builder: Any = importlib.import_module(BUILDERS[book_id])
    level: Level = builder.level(rows, **deepcopy(figures))
    return level


def _drawn(book_id: str, name: str) -> Battle:
    return Battle.start(books()[book_id], _drawn_level(book_id, name))


BUILDERS = {"contest": "tests.rules.contest.duel", "sketch": "tests.books.sketch.build"}

CONTEST: dict[str, Drawing] = {
    "corridor": ("a.b", {"a": {"movement": "2"}, "b": {"movement": "1"}}),
    "closet": ("ab", {"a": {"movement": "1d3", "life": 4}, "b": {"movement": "1d3", "life": 4}}),
    "yard": (
        """
        a.^.
        .#.~
        ...b
        """,
        {
            "a": {"movement": "1d3", "hand": ["squib", "jaws", "bandage", "whetstone"]},
            "b": {"movement": "3", "hand": ["hook", "tripwire", "tonic"], "armour": 1},
        },
    ),
    "pockets": (
        """
        a.
        .b
        """,
        {
            "a": {"hand": ["hook", "adder", "acid", "flour"], "weapon": "club"},
            "b": {"hand": ["pepper", "throwing_knife", "hook"], "weapon": "needle"},
        },
    ),
    "three": (
        """
        a.^b
        .~..
        .c..
        """,
        {
            "a": {"hand": ["squib", "jaws", "cordial"], "movement": "1d4"},
            "b": {"hand": ["hook", "adder", "stinkpot"], "weapon": "halberd"},
            "c": {"hand": ["flour", "tripwire", "tonic"], "movement": "1d6"},
        },
    ),
    "six": (
        """
        ab.
        c.d
        .ef
        """,
        {
            "settings": {"order": "roll", "initiative": "1d2", "sudden_death": 4},
            "a": {"life": 3, "hand": ["caltrops"]},
            "b": {"life": 3, "hand": ["padding"]},
            "c": {"life": 3, "weapon": "mallet"},
            "d": {"life": 3, "hand": ["hobnails", "squib"]},
            "e": {"life": 3, "hand": ["hook"]},
            "f": {"life": 3, "hand": ["jaws"]},
        },
    ),
}

SKETCH: dict[str, Drawing] = {
    "clash": (
        """
        a..
        .#p
        """,
        {
            "settings": {"initiative": "1d2"},
            "a": {"speed": 2, "weapon": "knife", "parries": True},
            "p": {"speed": 2, "weapon": "knife", "parries": True, "armour": 12},
        },
    ),
    "ambush": (
        """
        a...
        .~.p
        """,
        {
            "settings": {"initiative": "1d3", "rounds": 12},
            "a": {"speed": 3, "weapon": "bow", "armour": 8, "life": 6},
            "p": {"speed": 3, "weapon": "pike", "life": 6, "bonus": 1},
        },
    ),
    "gauntlet": (
        """
        .p.q
        a^..
        .b..
        """,
        {
            "settings": {"initiative": "1d3", "rounds": 10},
            "a": {"speed": 4, "life": 5, "weapon": "ram"},
            "b": {"speed": 4, "life": 5, "weapon": "axe", "parries": True},
            "p": {"speed": 3, "life": 5, "weapon": "pike"},
            "q": {"speed": 3, "life": 5, "agility": 1},
        },
    ),
    "three": (
        """
        a.x
        ..p
        """,
        {"settings": {"rounds": 15}, "a": {"speed": 2}, "p": {"speed": 2}, "x": {"speed": 2}},
    ),
}

DRAWINGS: dict[str, dict[str, Drawing]] = {"contest": CONTEST, "sketch": SKETCH}
