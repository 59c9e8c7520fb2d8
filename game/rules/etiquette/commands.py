"""Etiquette's own commands, in addition to those of all board-game books."""

from typing import Literal

from game.terms.board_commands import Decline, Engage, Flee, TryDisengage
from game.terms.commands import Command, End, Lay, Move, Use, Words

PromiseKind = Literal["peace", "leave", "gift"]


class Send(Command, frozen=True):
    """Let this robot move next."""

    unit: str


class Promise(Command, frozen=True):
    """Make a promise: not to fight now, to leave the other player alone, or to give an item.

    `words` is free text, which the rules ignore.
    """

    unit: str
    promise: PromiseKind
    words: Words = ""


class Silent(Command, frozen=True):
    """Promise nothing."""

    unit: str


class Give(Command, frozen=True):
    """Give an item of the owner's choice, as promised."""

    unit: str
    item: str


class Keep(Command, frozen=True):
    """Keep the promised item instead of giving it."""

    unit: str


class Attack(Command, frozen=True):
    """Attack the foe, with or without an item."""

    unit: str
    target: str
    item: str | None = None


class One(Command, frozen=True):
    """Defend with one die, with or without an item."""

    unit: str
    item: str | None = None


class Two(Command, frozen=True):
    """Defend with two dice, with or without an item."""

    unit: str
    item: str | None = None


COMMANDS = (
    *(Move, Lay, Use, End, Send),
    *(Promise, Silent, Engage, Decline, Give, Keep),
    *(Attack, TryDisengage, One, Two, Flee),
)
"""All commands of the book, in the order in which its asks list them."""
