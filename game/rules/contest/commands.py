"""Contest's own commands, in addition to those of all board-game books."""

from game.core.cells import Cell
from game.terms.board_commands import Decline, Engage, Flee, TryDisengage
from game.terms.commands import Command, End, Lay, Move, Use


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


COMMANDS = (
    *(Move, Lay, Use, End),
    *(Engage, Decline),
    *(Attack, TryDisengage),
    *(Flee, Chase, Stay),
)
"""All commands of the book, in the order in which its asks list them."""
