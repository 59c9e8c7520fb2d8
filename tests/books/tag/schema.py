"""The schema of a Tag level."""

from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import DiceText, Schema
from game.terms.script.names import ref

Number = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[tag]`."""

    reach: DiceText
    """Dice of a touch (TAG-03)."""


class Shoes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of shoes."""

    title: str
    steps: Number
    """Movement per turn."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary."""

    title: str
    life: Number
    """Number of touches that put it out."""
    quick: Number
    """Roll needed to touch it."""
    shoes: Annotated[str, ref("shoes")]
    den: Cell | None = None
    """Tile where it can't be touched. Only its own side knows it (TAG-04)."""


SCHEMA = Schema(Settings, Figure, {"shoes": Shoes})
