"""Tag's own command, in addition to move and end."""

from game.terms.commands import Command, End, Move


class Tag(Command, frozen=True):
    """Touch a foe next to the unit."""

    unit: str
    target: str


COMMANDS = (Move, Tag, End)
"""All commands of the book, in the order in which its ask lists them."""
