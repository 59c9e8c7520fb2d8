"""The possible answers to an ask: the types of command, and the rules of each."""

from collections.abc import Callable, Iterable
from typing import Generic, Never, TypeVar

import msgspec

from game.core.cells import Cell
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.terms.work import Work
from game.world.world import World

AskT = TypeVar("AskT", bound=Ask)
ContextT = TypeVar("ContextT")
CommandT = TypeVar("CommandT", bound=Command)
AskOf = TypeVar("AskOf", bound=Ask, contravariant=True)
ContextOf = TypeVar("ContextOf", contravariant=True)


class WalkRisks(msgspec.Struct, frozen=True):
    """The risks of a walk, as far as the side that walks knows them."""

    strikers: tuple[str, ...] = ()
    """Ids of the foes that it provokes."""
    tiles: tuple[Cell, ...] = ()
    """Tiles where it can do harm."""


NO_RISKS = WalkRisks()


def _free(context: object, command: object) -> int | None:
    return None


def _no_others(context: object, command: object) -> tuple[()]:
    return ()


def _nowhere(context: object, command: object) -> Iterable[Cell]:
    return ()


def no_facts(*seen: object) -> TextFacts:
    """Return nothing: most texts mention only the fields of their command or ask."""
    return {}


def _safe(context: object, command: object) -> WalkRisks:
    return NO_RISKS


def no_work(context: object, command: object) -> Work | None:
    """Return None: most commands use no thing."""
    return None


class AnyOption(Generic[AskOf, ContextOf]):
    """The common base of all options of an ask: an `Option` for an unknown type of command."""

    __slots__ = ()
    command: type[Command]
    propose: Callable[[ContextOf], Iterable[Command]]
    facts: Callable[[ContextOf, Never], TextFacts]


class Option(
    AnyOption[AskOf, ContextOf],
    msgspec.Struct,
    Generic[AskOf, ContextOf, CommandT],
    frozen=True,
    eq=False,
):
    """One type of command that an ask takes. mypy rejects functions written for another type.

    - `propose` lists the canonical commands in a fixed order; they may turn out to be illegal.
    - `check` alone decides whether a command is legal.
    - `effect` trusts that the command is legal.

    `propose` and `check` get the ask's context, made from the view of the side that is asked.
    `effect` gets the true world, after the ask has been removed.
    """

    command: type[CommandT]
    propose: Callable[[ContextOf], Iterable[CommandT]]
    check: Callable[[ContextOf, CommandT], Refusal | None]
    effect: Callable[[World, AskOf, CommandT], None]
    cost: Callable[[ContextOf, CommandT], int | None] = _free
    """Movement that the command spends, if it spends any."""
    facts: Callable[[ContextOf, CommandT], TextFacts] = no_facts
    """Values for the command's text beyond its fields."""
    also: Callable[[ContextOf, CommandT], Iterable[CommandT]] = _no_others
    """Other forms of a listed command, offered to people along with it."""
    area: Callable[[ContextOf, CommandT], Iterable[Cell]] = _nowhere
    """Tiles that the command would affect, if it has an area."""
    work: Callable[[ContextOf, CommandT], Work | None] = no_work
    """What the command uses, if it uses a thing. It is refused if that could change nothing
    (ALL-08). Only called for commands that pass their check.
    """
    vain: Callable[[ContextOf], Iterable[CommandT]] | None = None
    """Commands that can be refused only because they would change nothing, to be shown with that
    reason. Default: all proposed commands.
    """
    is_sound: bool = False
    """Whether all proposed commands are legal, and need no check."""
    risks: Callable[[ContextOf, CommandT], WalkRisks] = _safe
    """The risks of a legal walk."""


class AnyAskRules:
    """The common base of all rules of asks: `AskRules` for an unknown type of ask."""

    __slots__ = ()
    ask: type[Ask]
    options: tuple[AnyOption[Never, Never], ...]
    never: type[Command] | None
    facts: Callable[[Never], TextFacts]


class AskRules(AnyAskRules, msgspec.Struct, Generic[AskT, ContextT], frozen=True, eq=False):
    """The possible answers to one type of ask, with options in the order of listing.

    `never` is the command that declines: odds use it under the assumption `never`, and the first
    legal command of another type under `always`. Without it, every assumption stops at the ask.
    """

    ask: type[AskT]
    context: Callable[[World, AskT], ContextT]
    options: tuple[AnyOption[AskT, ContextT], ...]
    never: type[Command] | None = None
    facts: Callable[[ContextT], TextFacts] = no_facts
    """Values for the ask's text beyond its fields."""
