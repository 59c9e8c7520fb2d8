"""Rosters: the units that a side can choose from before a battle, as written and resolved."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.terms.script.names import AreaName, FileTable, KindName, Number, SideName, UnitName, ref

Kinds = Annotated[tuple[KindName, ...], msgspec.Meta(min_length=1)]
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""A number of units, small because people choose units one at a time."""
Price = Annotated[int, msgspec.Meta(ge=1, le=1000)]
"""Price of a kind in the bestiary, in points."""


class Roster(FileTable, frozen=True, kw_only=True):
    """A roster: the units that a side can choose from before the battle.

    If the side chooses nothing, it has the units that the level gives it.
    """

    side: SideName
    """Side that chooses."""
    points: Number | None = None
    """Maximum total price of the units. Default: no limit."""
    units: Annotated[tuple[UnitName, ...], msgspec.Meta(min_length=1)] | None = None
    """Units of the level that the chosen units replace, in this order. Default: all units of the
    side that don't arrive later.
    """
    kinds: Kinds | None = None
    """Kinds to choose from. Default: all kinds in the bestiary that have a price."""
    lead: Kinds | None = None
    """Kinds from which the side must choose exactly one unit, for the first place. All other units
    come from `kinds`.
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
    """Full ids of the units that the chosen units replace."""
    usual: tuple[str, ...]
    """Kinds of the units in `places`. The side keeps them if it chooses nothing."""
    kinds: dict[str, Offered]
    """All kinds that can be chosen, with the kinds for the first place first."""
    lead: tuple[str, ...] = ()
    """Kinds from which exactly one unit is chosen, for the first place."""
    points: int | None = None
    least: int = 1
    most: int = 1
    once: bool = False
    spots: tuple[Cell, ...] = ()
    """Tiles for units beyond the number of places; empty if the side places them itself."""
    keeps: tuple[str, ...] = ()

    def cost(self, kinds: Iterable[str]) -> int:
        """Return the total price of some kinds."""
        return sum(self.kinds[kind].price for kind in kinds)
