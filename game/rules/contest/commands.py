"""Contest's own commands, beside those of all board-game books."""

from game.core.cells import Cell
from game.terms.commands import Command


class Attack(Command, frozen=True):
    """Strike an opponent on the same tile with the equipped weapon."""

    unit: str
    target: str


class Chase(Command, frozen=True):
    """Run after who fled, along the path."""

    unit: str
    path: tuple[Cell, ...]


class Stay(Command, frozen=True):
    """Let the one who fled go."""

    unit: str
