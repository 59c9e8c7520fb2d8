"""Items and weapons that units carry, and items and traps on the ground."""

from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component, Record


class Armed(Component, frozen=True):
    """The weapon in hand and the armour worn."""

    weapon: str
    armour: int = 0


class Hand(Component, frozen=True):
    """The ids of the items that a unit carries, which only its own side knows."""

    items: tuple[str, ...] = ()


class Gear(Component, frozen=True):
    """Items and weapons on the belt and in the pack, hidden from other sides."""

    belt: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()


class Loot(Placed, frozen=True):
    """The items that lie on a tile, visible to everyone."""

    items: tuple[str, ...]


class LaidTrap(Record, frozen=True, tag="Laid"):
    """One item set as a trap on a tile."""

    at: Cell
    item: str


class Traps(Component, frozen=True):
    """The traps that a unit has set and no one has sprung yet. Only the unit's own side knows them.

    They are stored with their owner, not as separate entities, so that not even the number of
    entities gives them away.
    """

    laid: tuple[LaidTrap, ...]
