"""Things that units carry, and things on the ground."""

from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component, Record


class Armed(Component, frozen=True):
    """The weapon in hand and the armour worn."""

    weapon: str
    armour: int = 0


class Hand(Component, frozen=True):
    """The items a unit carries, by id; a secret of its side."""

    items: tuple[str, ...] = ()


class Loot(Placed, frozen=True):
    """The items that lie on a tile, visible to everyone."""

    items: tuple[str, ...]


class LaidTrap(Record, frozen=True, tag="Laid"):
    """One item set as a trap on a tile."""

    at: Cell
    item: str


class Traps(Component, frozen=True):
    """The traps that a unit has set and no one has sprung yet; a secret of its side.

    They are stored with their owner and not as entities of their own, so that not even the number
    of entities gives them away.
    """

    laid: tuple[LaidTrap, ...]
