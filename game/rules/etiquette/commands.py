"""Etiquette's own commands, beside those of all board-game books."""

from typing import Literal

from game.terms.commands import Command, Words

PromiseKind = Literal["peace", "leave", "gift"]


class Send(Command, frozen=True):
    """Let this minion move next."""

    unit: str


class Promise(Command, frozen=True):
    """Promise something: not to fight now, to leave the other alone, or to give an item.

    `words` are anything one may want to add; nobody judges them.
    """

    unit: str
    promise: PromiseKind
    words: Words = ""


class Silent(Command, frozen=True):
    """Promise nothing."""

    unit: str


class Give(Command, frozen=True):
    """Give the item that was promised, one of one's choice."""

    unit: str
    item: str


class Keep(Command, frozen=True):
    """Give nothing after all."""

    unit: str


class Attack(Command, frozen=True):
    """Attack the opponent, with an item or without."""

    unit: str
    target: str
    item: str | None = None


class One(Command, frozen=True):
    """Meet the attack with one die, with an item or without."""

    unit: str
    item: str | None = None


class Two(Command, frozen=True):
    """Meet the attack with two dice, with an item or without."""

    unit: str
    item: str | None = None
