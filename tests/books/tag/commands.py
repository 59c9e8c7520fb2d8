"""Tag's own command, in addition to move and end."""

from game.terms.commands import Command


class Tag(Command, frozen=True):
    """Touch a foe next to the unit."""

    unit: str
    target: str
