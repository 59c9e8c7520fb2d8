"""Guard's own commands, in addition to use and end."""

from game.terms.commands import Command, End, Use


class Fight(Command, frozen=True):
    """Attack the monsters."""

    unit: str


class Talk(Command, frozen=True):
    """Try to talk to the monsters. The unit speaks for the party."""

    unit: str


class Sneak(Command, frozen=True):
    """Try to sneak past the monsters, with the whole party."""

    unit: str


class Leave(Command, frozen=True):
    """Leave while the monsters hesitate."""

    unit: str


class TakeStance(Command, frozen=True, tag="stand"):
    """Take a stance for this round: aggressive, neutral or defensive."""

    unit: str
    stance: str


class Pick(Command, frozen=True):
    """Let this character act next."""

    unit: str


class Attack(Command, frozen=True):
    """Attack a group with a weapon."""

    unit: str
    target: str
    weapon: str


class Cast(Command, frozen=True):
    """Cast a spell. If it takes a target, name the character, group or rank."""

    unit: str
    spell: str
    target: str | None = None


class Invoke(Command, frozen=True):
    """Use an ability. If it takes a target, name the character, group or rank."""

    unit: str
    ability: str
    target: str | None = None


class Shift(Command, frozen=True):
    """Move to the other rank."""

    unit: str


COMMANDS = (
    *(Fight, Talk, Sneak, Leave),
    *(TakeStance, Pick),
    *(Attack, Cast, Invoke, Use, Shift, End),
)
"""All commands of the book, in the order in which its asks list them."""
