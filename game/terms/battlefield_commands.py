"""Commands that the battlefield rulebooks share."""

from game.terms.commands import Command


class Stand(Command, frozen=True):
    """Stand up."""

    unit: str


class Draw(Command, frozen=True):
    """Take a carried weapon in hand."""

    unit: str
    weapon: str


class Go(Command, frozen=True):
    """Let this unit act next."""

    unit: str


class Pass(Command, frozen=True):
    """Decline to use a reaction or a free attack."""

    unit: str
