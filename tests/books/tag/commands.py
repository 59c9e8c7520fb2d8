"""Tag's own command, beside move and end."""

from game.terms.commands import Command


class Tag(Command, frozen=True):
    """Touch a foe next to the unit."""

    unit: str
    target: str
