"""The kinds of different rulebooks that correspond to each other: the types of fighters."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec
import tomli

from game.content.shipped_folders import rules_root
from game.content.toml_files.text_reading import read_text

LENS = rules_root() / "lens.toml"
"""The rulebook lens: for each book's kinds, the corresponding kinds in the other books."""

Way = Literal["near", "far"]


class Likeness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds and weapons of one book for a type of fighter."""

    kinds: tuple[str, ...]
    target: str = ""
    weapons: tuple[str, ...] = ()

    def has(self, kind: str) -> bool:
        """Return whether a kind belongs to this type of fighter."""
        return kind in self.kinds or kind == self.target

    @property
    def struck(self) -> str:
        """The kind to use as the target of an attack; "" for none."""
        return self.target or (self.kinds[0] if self.kinds else "")

    @property
    def first(self) -> str:
        """The kind that plays for those of other books; "" for none."""
        return self.kinds[0] if self.kinds else self.target


class LensFighter(msgspec.Struct, frozen=True):
    """A type of fighter: whether it attacks from near or from afar, and its kinds in each book."""

    way: Way
    books: dict[str, Likeness]


def fighter_of(row: Mapping[str, object]) -> LensFighter:
    """Return the type of fighter in a row of the lens's file. Raise ValidationError if invalid."""
    books = {book: entry for book, entry in row.items() if book != "way"}
    way: Way = msgspec.convert(row.get("way", "near"), Way)
    return LensFighter(way, msgspec.convert(books, dict[str, Likeness]))


def counterpart(kind: str, book: str, other: str) -> str | None:
    """Return the kind that plays for a book's kind in another book, or None if there is none."""
    for fighter in _fighters():
        own, there = fighter.books.get(book), fighter.books.get(other)
        if own is not None and kind in own.kinds and there is not None and there.first:
            return there.first
    return None


@cache
def _fighters() -> tuple[LensFighter, ...]:
    return tuple(fighter_of(row) for row in tomli.loads(read_text(LENS))["like"])
