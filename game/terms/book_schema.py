"""What a book says about its part of a level file, and how its fields are marked."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec


def ref(table: str, *, or_none: bool = False) -> msgspec.Meta:
    """Mark a text as naming a thing of one of the book's tables, or, with `or_none`, "" for
    none.
    """
    return msgspec.Meta(extra={"ref": table, "or_none": or_none})


DiceText = Annotated[str, msgspec.Meta(extra={"dice": True})]
"""A dice expression such as `1d6`, `2d6kh1+1` or `3`."""


class Flaw(msgspec.Struct, frozen=True):
    """What a book has to say against a level or its own files, and where that stands."""

    text: str
    """A sentence."""
    at: tuple[str | int, ...] = ()
    """The way to the key it is about; units and sides by their full ids: `("unit", "red.ann",
    "speed")`, `("side", "red")`, `("action", "links", 0)`."""
    severity: Literal["error", "warning", "note"] = "error"
    """Only errors forbid to play the level."""
    file: str = ""
    """The book's data file that `at` is a way in: `arms` for `arms.toml`, `terrain`, …; "" for the
    level itself."""


class Schema(msgspec.Struct, frozen=True):
    """The types a level's book-specific tables are decoded into.

    `settings` is the table under the book's own id, laid over the defaults in the book's
    `settings.toml`; `unit` is what a kind of the bestiary says and a unit may override; `gear`
    maps the other data files of the book (`arms` for `arms.toml`, …) to the type of their things.
    Kinds and things have a `title`.
    """

    settings: type[Any]
    unit: type[Any]
    gear: Mapping[str, type[Any]] = {}
    diagonal: bool = True
    """Whether steps go to eight neighbours, or to four."""
    handles: bool = False
    """Whether units handle and break what stands on tiles, so that doors open without triggers."""
    stations: bool = False
    """Whether the book itself puts units on the board to which the level gives no place."""
    usable: str = "items"
    """The data file of the things that units use up."""
    gained: str = ""
    """The key of units for the ranks that they have gained; "" where nobody gains any."""
    lost: str = ""
    """The key of units for the life that they have lost; "" where a book has none, so that of who
    is hurt a level can only say less life."""
    final: Callable[[Any], Any] | None = None
    """A unit's figures as the battle has them, where some of them change others."""
    joined: Callable[[Any], Iterable[tuple[str, str]]] | None = None
    """The pairs of zones between which the settings make a way that is not on foot."""
