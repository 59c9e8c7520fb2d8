"""What a book says about its part of a level file, and how its fields are marked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec


def ref(table: str) -> msgspec.Meta:
    """Marks a text that names a thing of one of the book's tables."""
    return msgspec.Meta(extra={"ref": table})


DiceText = Annotated[str, msgspec.Meta(extra={"dice": True})]
"""A dice expression such as `1d6`, `2d6kh1+1` or `3`."""


@dataclass(frozen=True)
class Schema:
    """The types a level's book-specific tables are decoded into.

    `settings` is the table under the book's own id, laid over the defaults in the book's
    `settings.toml`; `unit` is what a kind of the bestiary says and a unit may override; `gear`
    maps the other data files of the book (`arms` for `arms.toml`, …) to the type of their things.
    Kinds and things have a `title`.
    """

    settings: type[Any]
    unit: type[Any]
    gear: Mapping[str, type[Any]] = field(default_factory=dict)
    diagonal: bool = True
    """Whether steps go to eight neighbours, or to four."""
    handles: bool = False
    """Whether units handle and break what stands on tiles, so that doors open without triggers."""
