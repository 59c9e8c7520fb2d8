"""What units carry, and what lies about."""

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
    """Items that lie on a tile, for all to see."""

    items: tuple[str, ...]


class LaidTrap(Record, frozen=True, tag="Laid"):
    """One item laid as a trap on a tile."""

    at: Cell
    item: str


class Traps(Component, frozen=True):
    """The traps a unit has laid and nobody has sprung; a secret of its side.

    They lie with their owner and not on entities of their own, so that not even the number of
    entities tells others of them.
    """

    laid: tuple[LaidTrap, ...]
