"""The signs over the tables of the inn: what books are called, told before any is opened."""

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
    """What stands over the table of a book, and which table that is."""

    place: int
    book: str
    title: str
    under: str


def signs(books: "Mapping[str, Book]") -> tuple[InnSign, ...]:
    """The signs of the books of the game, and of those named besides, in the order of their places.

    None of the books is imported. One without a sign, or whose sign cannot be read, has no table.
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
    """The sign of a package, if it has one."""
    try:
        raw = tomli.loads((folder / SIGN).read_text(encoding="utf-8"))
        return InnSign(int(raw["place"]), folder.name, str(raw["title"]), str(raw["under"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
