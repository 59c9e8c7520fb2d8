"""What a level of Tag may say."""

from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import DiceText, Schema, ref

Number = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[tag]`."""

    reach: DiceText
    """What a touch rolls (TAG-03)."""


class Shoes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on the feet."""

    title: str
    steps: Number
    """The movement of a turn."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary."""

    title: str
    life: Number
    """So often it can be touched."""
    quick: Number
    """What has to be rolled to touch it."""
    shoes: Annotated[str, ref("shoes")]
    den: Cell | None = None
    """The tile where it cannot be touched; only its own side knows of it (TAG-04)."""


SCHEMA = Schema(Settings, Figure, {"shoes": Shoes})
