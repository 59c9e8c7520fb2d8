"""The possible answers to an ask: the types of command that it takes, and the rules for each."""

from collections.abc import Callable, Iterable
from typing import Generic, Never, TypeVar

import msgspec

from game.core.cells import Cell
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.odds import OddsRoll
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
    """The risks of a move, as far as the moving unit's side knows them."""

    strikers: tuple[str, ...] = ()
    """Ids of the foes that the move provokes."""
    tiles: tuple[Cell, ...] = ()
    """Tiles on the path that can harm the unit."""


NO_RISKS = WalkRisks()


def _free(context: object, command: object) -> int | None:
    return None


def no_others(context: object, command: object) -> tuple[()]:
    """Return no variants: most commands have none."""
    return ()


def _nowhere(context: object, command: object) -> Iterable[Cell]:
    return ()


def no_facts(*seen: object) -> TextFacts:
    """Return no values: most texts show only the fields of their command or ask."""
    return {}


def _safe(context: object, command: object) -> WalkRisks:
    return NO_RISKS


def no_rolls(context: object) -> tuple[OddsRoll, ...]:
    """Return no rolls: after most asks, nothing is left to roll."""
    return ()


def no_work(context: object, command: object) -> Work | None:
    """Return None: most commands use no item, power, spell or ability."""
    return None


class AnyOption(Generic[AskOf, ContextOf]):
    """The common base of all options: an `Option` for any type of command."""

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
    """One type of command that an ask takes.

    mypy rejects functions written for another type of command.

    - `propose` lists the canonical commands in a fixed order; some of them may be illegal.
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
    """Movement that the command spends, or None if it spends none."""
    facts: Callable[[ContextOf, CommandT], TextFacts] = no_facts
    """Values for the command's text in addition to its fields."""
    also: Callable[[ContextOf, CommandT], Iterable[CommandT]] = no_others
    """Variants of a proposed command, offered to people together with it."""
    area: Callable[[ContextOf, CommandT], Iterable[Cell]] = _nowhere
    """Tiles that the command would affect, if it has an area."""
    work: Callable[[ContextOf, CommandT], Work | None] = no_work
    """The item, power, spell or ability that the command uses, if any. If using it could change
    nothing, the command is refused (ALL-08). Only called for commands that pass their check.
    """
    samples: Callable[[ContextOf], Iterable[CommandT]] | None = None
    """Commands for each button that the unit has, legal or not. If all samples of a button are
    refused, the button is shown as unavailable, with the first refusal. Default: all proposed
    commands, and for a command that names only its unit, that command.
    """
    is_sound: bool = False
    """Whether all proposed commands are legal and need no check."""
    risks: Callable[[ContextOf, CommandT], WalkRisks] = _safe
    """The risks of a legal move."""


class AnyAskRules:
    """The common base of all ask rules: `AskRules` for any type of ask."""

    __slots__ = ()
    ask: type[Ask]
    options: tuple[AnyOption[Never, Never], ...]
    never: type[Command] | None
    facts: Callable[[Never], TextFacts]


class AskRules(AnyAskRules, msgspec.Struct, Generic[AskT, ContextT], frozen=True, eq=False):
    """The possible answers to one type of ask. Commands are listed in the order of the options.

    `never` is the command that declines. Odds use it under the assumption `never`; under `always`
    they use the first legal command of any other type. If it is None, odds always stop at the ask.
    """

    ask: type[AskT]
    context: Callable[[World, AskT], ContextT]
    options: tuple[AnyOption[AskT, ContextT], ...]
    never: type[Command] | None = None
    facts: Callable[[ContextT], TextFacts] = no_facts
    """Values for the ask's text in addition to its fields."""
    later: Callable[[ContextT], tuple[OddsRoll, ...]] = no_rolls
    """Rolls that follow when the ask is declined. Odds end before them, but forecasts show them."""
