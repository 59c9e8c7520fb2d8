"""Commands of the board-game books, beside move, lay, use and end."""

from game.core.cells import Cell
from game.terms.commands import Command


class Engage(Command, frozen=True):
    """Fight, and take the first turn of the fight."""

    unit: str


class Decline(Command, frozen=True):
    """Do not fight, as far as it depends on this unit."""

    unit: str


class TryDisengage(Command, frozen=True, tag="disengage"):
    """Try to break away from the fight."""

    unit: str


class Flee(Command, frozen=True):
    """Flee along the path; without tiles, stop where the unit is."""

    unit: str
    path: tuple[Cell, ...] = ()
