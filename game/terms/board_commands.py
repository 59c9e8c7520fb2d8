"""Commands of the board-game books, in addition to move, lay, use and end."""

from game.core.cells import Cell
from game.terms.commands import Command


class Engage(Command, frozen=True):
    """Fight, and take the first turn of the fight."""

    unit: str


class Decline(Command, frozen=True):
    """Decline to fight. The other unit can still start the fight."""

    unit: str


class TryDisengage(Command, frozen=True, tag="disengage"):
    """Try to disengage from the fight."""

    unit: str


class Flee(Command, frozen=True):
    """Flee along the path. With no tiles, stay on the unit's tile."""

    unit: str
    path: tuple[Cell, ...] = ()
