"""Commands that rulebooks of the battlefield share."""

from game.terms.commands import Command


class Stand(Command, frozen=True):
    """Stand up."""

    unit: str


class Draw(Command, frozen=True):
    """Take a weapon that the unit carries in hand."""

    unit: str
    weapon: str


class Go(Command, frozen=True):
    """Be the next unit to act."""

    unit: str


class Pass(Command, frozen=True):
    """Keep the reaction, or the free attack."""

    unit: str
