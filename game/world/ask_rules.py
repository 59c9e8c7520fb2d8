"""The possible answers to an ask: the types of command, and the rules of each."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from game.core.cells import Cell
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.terms.work import Work
from game.world.world import World

AskT = TypeVar("AskT", bound=Ask)
ContextT = TypeVar("ContextT")
CommandT = TypeVar("CommandT", bound=Command)
AskOf = TypeVar("AskOf", bound=Ask, contravariant=True)
ContextOf = TypeVar("ContextOf", contravariant=True)


def _free(context: Any, command: Any) -> int | None:
    return None


def _no_others(context: Any, command: Any) -> tuple[()]:
    return ()


def _nowhere(context: Any, command: Any) -> Iterable[Cell]:
    return ()


def no_facts(*seen: object) -> dict[str, Any]:
    """Return nothing: most texts mention only the fields of their command or ask."""
    return {}


def no_work(context: Any, command: Any) -> Work | None:
    """Return None: most commands use no thing."""
    return None


class Option(msgspec.Struct, Generic[AskOf, ContextOf, CommandT], frozen=True, eq=False):
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
    facts: Callable[[ContextOf, CommandT], dict[str, Any]] = no_facts
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


class AskRules(msgspec.Struct, Generic[AskT, ContextT], frozen=True, eq=False):
    """The possible answers to one type of ask, with options in the order of listing.

    `never` is the command that declines: odds use it under the assumption `never`, and the first
    legal command of another type under `always`. Without it, every assumption stops at the ask.
    """

    ask: type[AskT]
    context: Callable[[World, AskT], ContextT]
    options: tuple[Option[AskT, ContextT, Any], ...]
    never: type[Command] | None = None
    facts: Callable[[ContextT], dict[str, Any]] = no_facts
    """Values for the ask's text beyond its fields."""
