"""What can be answered to an ask: the types of command, and the rules of each."""

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
    """Return None: most commands put nothing to work."""
    return None


class Option(msgspec.Struct, Generic[AskOf, ContextOf, CommandT], frozen=True, eq=False):
    """One type of command that an ask takes; mypy refuses functions that are for another.

    `propose` lists the canonical ones in a fixed order (they may turn out illegal), `check` is the
    one truth about any of them, `effect` trusts. `propose` and `check` get the ask's context,
    which is made from the view of the side that is asked; `effect` gets the true world, from which
    the ask has just been taken.
    """

    command: type[CommandT]
    propose: Callable[[ContextOf], Iterable[CommandT]]
    check: Callable[[ContextOf, CommandT], Refusal | None]
    effect: Callable[[World, AskOf, CommandT], None]
    cost: Callable[[ContextOf, CommandT], int | None] = _free
    """Movement the command spends, where that means something."""
    facts: Callable[[ContextOf, CommandT], dict[str, Any]] = no_facts
    """What the command's text may mention beside its fields."""
    also: Callable[[ContextOf, CommandT], Iterable[CommandT]] = _no_others
    """Other forms of a listed command, which people are offered beside it."""
    area: Callable[[ContextOf, CommandT], Iterable[Cell]] = _nowhere
    """The tiles that the command would touch, where it has an area."""
    work: Callable[[ContextOf, CommandT], Work | None] = no_work
    """What the command puts to work, if it uses a thing; it is refused if that could change
    nothing (ALL-08). It is asked about commands that pass their check only."""
    vain: Callable[[ContextOf], Iterable[CommandT]] | None = None
    """The commands that might be refused only because they could change nothing, to be shown with
    that reason; by default all that is proposed."""
    is_sound: bool = False
    """Whether all that is proposed is legal, so that it need not be checked one by one."""


class AskRules(msgspec.Struct, Generic[AskT, ContextT], frozen=True, eq=False):
    """The possible answers to one type of ask, the options in the order they are listed.

    `never` is the command that declines: odds under the assumption `never` take it, under
    `always` the first legal one of another type. Without it every assumption stops at the ask.
    """

    ask: type[AskT]
    context: Callable[[World, AskT], ContextT]
    options: tuple[Option[AskT, ContextT, Any], ...]
    never: type[Command] | None = None
    facts: Callable[[ContextT], dict[str, Any]] = no_facts
    """What the text of the ask may mention beside its fields."""
