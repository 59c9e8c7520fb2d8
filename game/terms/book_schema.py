"""The schema of a book's part of a level file, and the marks on its fields."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Literal

import msgspec


def ref(table: str, *, or_none: bool = False) -> msgspec.Meta:
    """Mark a text as the id of an entry in one of the book's tables.

    With `or_none`, "" is allowed too, and stands for none.
    """
    return msgspec.Meta(extra={"ref": table, "or_none": or_none})


DiceText = Annotated[str, msgspec.Meta(extra={"dice": True})]
"""A dice expression such as `1d6`, `2d6kh1+1` or `3`."""


class Flaw(msgspec.Struct, frozen=True):
    """A finding of a book about a level or about its own files."""

    text: str
    """A full sentence."""
    at: tuple[str | int, ...] = ()
    """Path to the key that the finding is about, with full ids of units and sides: `("unit",
    "red.ann", "speed")`, `("side", "red")`, `("action", "links", 0)`.
    """
    severity: Literal["error", "warning", "note"] = "error"
    """Severity. Only errors make a level unplayable."""
    file: str = ""
    """The book's data file that `at` refers to: `arms` for `arms.toml`, `terrain`, …; "" for the
    level itself.
    """


class Schema(msgspec.Struct, frozen=True):
    """The types that a level's book-specific tables are decoded into.

    - `settings`: the table under the book's own id, merged over the defaults in the book's
      `settings.toml`.
    - `unit`: the keys of a kind of the bestiary, all of which a unit can override.
    - `gear`: maps the book's other data files (`arms` for `arms.toml`, …) to the types of their
      entries.

    Kinds and entries have a `title`.
    """

    settings: type[msgspec.Struct]
    unit: type[msgspec.Struct]
    gear: Mapping[str, type[msgspec.Struct]] = {}
    diagonal: bool = True
    """Whether steps go to eight neighbours, or to four."""
    handles: bool = False
    """Whether units interact with and break things on tiles, so that doors open without triggers.
    """
    stations: bool = False
    """Whether the book itself places the units without a place in the level."""
    usable: str = "items"
    """Data file of the consumable items."""
    gained: str = ""
    """Key of a unit's ranks gained; "" if the book has none."""
    lost: str = ""
    """Key of a unit's life lost; "" if the book has none. A level can then show a wounded unit only
    by giving it less life.
    """
    final: Callable[[object], object] | None = None
    """Function that returns a unit's stats as used in battle, if some of them change others."""
    joined: Callable[[object], Iterable[tuple[str, str]]] | None = None
    """Function that returns the pairs of zones that the settings link other than on foot."""
