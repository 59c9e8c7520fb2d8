"""What a side may choose its units from before a battle: as a level says it, and resolved."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import ref
from game.terms.level_script import AreaName, FileTable, Number, SideName, UnitName

KindName = Annotated[str, ref("kind")]
Kinds = Annotated[tuple[KindName, ...], msgspec.Meta(min_length=1)]
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""More are not chosen one by one."""
Price = Annotated[int, msgspec.Meta(ge=1, le=1000)]
"""What a kind of the bestiary costs where units are chosen for points."""


class Roster(FileTable, frozen=True, kw_only=True):
    """A side may choose its units before the battle; the level's own are what it has else."""

    side: SideName
    """Who chooses."""
    points: Number | None = None
    """What they may cost together, by the prices of the bestiary; any may be chosen if not said."""
    units: Annotated[tuple[UnitName, ...], msgspec.Meta(min_length=1)] | None = None
    """The units that make room for who is chosen, in this order; by default all of the side that
    do not come later."""
    kinds: Kinds | None = None
    """What may be chosen; by default all of the bestiary that has a price."""
    lead: Kinds | None = None
    """Exactly one of these is chosen, and takes the first place; the others are from `kinds`."""
    least: Few = 1
    """At least so many are chosen; who else is in `units` may be left out."""
    most: Few | None = None
    """At most so many are chosen; by default as many as `units`."""
    area: AreaName | None = None
    """Where those stand who are more than `units`, unless the side places them itself."""
    once: bool = False
    """Whether each kind may be chosen once only."""
    keeps: tuple[Annotated[str, ref("key")], ...] = ()
    """Keys of a unit that whoever takes its place has, too."""


class Offered(msgspec.Struct, frozen=True):
    """A kind that may be chosen."""

    title: str
    price: int
    """0 where it has none."""


class Offer(msgspec.Struct, frozen=True):
    """A roster of a level, resolved."""

    side: str
    places: tuple[str, ...]
    """The full ids of the units that make room for who is chosen."""
    usual: tuple[str, ...]
    """The kinds of these units: what the side has if nobody chooses."""
    kinds: dict[str, Offered]
    """All that may be chosen, those for the first place first."""
    lead: tuple[str, ...] = ()
    """The kinds of which exactly one is chosen; it takes the first place."""
    points: int | None = None
    least: int = 1
    most: int = 1
    once: bool = False
    spots: tuple[Cell, ...] = ()
    """Where those stand who are more than the places; none where they are placed otherwise."""
    keeps: tuple[str, ...] = ()

    def cost(self, kinds: Iterable[str]) -> int:
        """Return the cost of some kinds together."""
        return sum(self.kinds[kind].price for kind in kinds)
