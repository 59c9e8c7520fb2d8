"""Contest's own commands, in addition to those of all board-game books."""

from game.core.cells import Cell
from game.terms.commands import Command


class Attack(Command, frozen=True):
    """Attack a foe on the same tile with the equipped weapon."""

    unit: str
    target: str


class Chase(Command, frozen=True):
    """Chase the unit that fled, along the path."""

    unit: str
    path: tuple[Cell, ...]


class Stay(Command, frozen=True):
    """Let the unit that fled go."""

    unit: str
