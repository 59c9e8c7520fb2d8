"""Rosters: the units that a side can choose from before a battle, as written and resolved."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import ref
from game.terms.level_script import AreaName, FileTable, Number, SideName, UnitName

KindName = Annotated[str, ref("kind")]
Kinds = Annotated[tuple[KindName, ...], msgspec.Meta(min_length=1)]
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""A small number, for things that people choose one at a time."""
Price = Annotated[int, msgspec.Meta(ge=1, le=1000)]
"""Price in points of a kind of the bestiary."""


class Roster(FileTable, frozen=True, kw_only=True):
    """A roster: units that a side can choose before the battle.

    Default: the units that the level gives it.
    """

    side: SideName
    """Side that chooses."""
    points: Number | None = None
    """Maximum total price of the units. Default: no limit."""
    units: Annotated[tuple[UnitName, ...], msgspec.Meta(min_length=1)] | None = None
    """Units of the level that the chosen ones replace, in this order. Default: all units of the
    side that don't arrive later.
    """
    kinds: Kinds | None = None
    """Kinds to choose from. Default: all kinds of the bestiary that have a price."""
    lead: Kinds | None = None
    """Kinds of which the side must choose exactly one, for the first place. The others come from
    `kinds`.
    """
    least: Few = 1
    """Minimum number of units chosen. Unfilled places in `units` stay empty."""
    most: Few | None = None
    """Maximum number of units chosen. Default: the number of `units`."""
    area: AreaName | None = None
    """Area for chosen units beyond the number of `units`, unless the side places them itself."""
    once: bool = False
    """Whether each kind can be chosen only once."""
    keeps: tuple[Annotated[str, ref("key")], ...] = ()
    """Keys of a replaced unit that its replacement keeps."""


class Offered(msgspec.Struct, frozen=True):
    """A kind that can be chosen."""

    title: str
    price: int
    """Price in points; 0 for none."""


class Offer(msgspec.Struct, frozen=True):
    """A roster of a level, resolved."""

    side: str
    places: tuple[str, ...]
    """Full ids of the units that the chosen ones replace."""
    usual: tuple[str, ...]
    """Kinds of these units: what the side has if it chooses nothing."""
    kinds: dict[str, Offered]
    """All kinds that can be chosen, those for the first place first."""
    lead: tuple[str, ...] = ()
    """Kinds of which exactly one is chosen, for the first place."""
    points: int | None = None
    least: int = 1
    most: int = 1
    once: bool = False
    spots: tuple[Cell, ...] = ()
    """Tiles for units beyond the number of places; empty if they are placed another way."""
    keeps: tuple[str, ...] = ()

    def cost(self, kinds: Iterable[str]) -> int:
        """Return the total price of some kinds."""
        return sum(self.kinds[kind].price for kind in kinds)
