"""The signs over the inn's tables: titles of rulebooks, read without importing the rulebooks."""

import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import tomli

from game.content.shipped_folders import rules_root
from game.engine.bookshelf import extra_packages

if TYPE_CHECKING:
    from game.engine.book import Book

SIGN = "sign.toml"


class InnSign(NamedTuple):
    """The sign over a book's table in the inn, and the place of that table."""

    place: int
    book: str
    title: str
    under: str


def signs(books: "Mapping[str, Book]") -> tuple[InnSign, ...]:
    """Return the signs of the game's books and of extra books, ordered by place.

    No book is imported. A book without a readable sign has no table.
    """
    folders = [*rules_root().iterdir(), *_folders(extra_packages(books))]
    found = (_read(folder) for folder in folders)
    return tuple(sorted(sign for sign in found if sign is not None))


def _folders(packages: Iterable[str]) -> Iterator[Path]:
    for package in packages:
        try:
            spec = importlib.util.find_spec(package)
        except ImportError:
            continue
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).parent


def _read(folder: Path) -> InnSign | None:
    """Return the sign of a package, or None if it has none."""
    try:
        raw = tomli.loads((folder / SIGN).read_text(encoding="utf-8"))
        return InnSign(int(raw["place"]), folder.name, str(raw["title"]), str(raw["under"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
