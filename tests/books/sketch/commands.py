"""The sketch's own commands, beside move and end."""

from game.core.cells import Cell
from game.terms.commands import Command


class Attack(Command, frozen=True):
    """Attack a foe that is seen."""

    unit: str
    target: str


class Probe(Command, frozen=True):
    """Attack a tile where an unseen foe may be."""

    unit: str
    at: Cell


class Disengage(Command, frozen=True):
    """Provoke nobody for the rest of the turn."""

    unit: str


class Ready(Command, frozen=True):
    """Wait to attack the next foe that enters the unit's reach."""

    unit: str


class Hide(Command, frozen=True):
    """Go out of the sight of all other sides."""

    unit: str


class React(Command, frozen=True):
    """Use the reaction."""

    unit: str


class Pass(Command, frozen=True):
    """Keep the reaction."""

    unit: str
