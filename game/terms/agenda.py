"""The entries of the agenda: items to process, asks to answer, chains of rolls, outcomes.

The agenda is a stack of frames and itself a component, so any moment of a battle can be saved,
cloned, hashed and undone. An item names its units and things; whatever may change while it waits is
a component, and an item that resumes checks that it still applies.
"""

from collections.abc import Hashable
from typing import ClassVar

import msgspec

from game.core.dice import Dice
from game.terms.odds import Modifier
from game.terms.records import Component, Entity, Record


class AgendaItem(Record, frozen=True):
    """Something that is about to happen; the book's systems for its type process it in turn."""


# The number of the system makes an item resumable: a battle saved in the middle of a step goes on
# with the next system and repeats none.
class Frame(Record, frozen=True):
    """An item, and the index of the next system that acts on it."""

    item: AgendaItem
    step: int = 0


class Agenda(Component, frozen=True):
    """The stack of what is about to happen; the last frame is the top."""

    frames: tuple[Frame, ...] = ()


class Ask(AgendaItem, frozen=True):
    """A stop: `side` chooses one legal command for `unit` (an entity). Books subclass it.

    `name` is what the protocol calls the ask.
    """

    name: ClassVar[str] = "ask"

    side: str
    unit: Entity

    @property
    def called(self) -> str:
        """The name of this very ask, which for a `Decision` is its own."""
        return self.name


class RollHead(msgspec.Struct, frozen=True):
    """What people are told of a roll: what it is for, its rule, who makes it, what bears on it."""

    why: str
    """The key of what the roll is for: `damage`, `disengage`, …"""
    rule: str | None = None
    """The rule that calls for the roll."""
    by: Entity | None = None
    """The entity that rolls, if one does."""
    modifiers: tuple[Modifier, ...] = ()
    """What changed the numbers of the whole chain, each with its rule; shown beside the odds."""
    added: tuple[Modifier, ...] | None = None
    """Those that are added to this roll, where they are not all of `modifiers`."""
    cause: str | None = None
    """The id of a thing or terrain that makes the roll, where no unit does."""
    seen_by: tuple[str, ...] | None = None
    """The sides that see the dice; None for all."""

    @property
    def roll_modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that are added to this roll."""
        return self.modifiers if self.added is None else self.added


class Chain(AgendaItem, frozen=True):
    """A roll that is due, with all its numbers frozen in it: a stop until its value is known.

    From the first roll to the outcome a chain is pure: `after` reads no world, so odds can be
    found without one. Dice without faces (a plain number) are passed without a stop. `dice` stand
    apart from the head because odds roll thousands of times and never read the head.
    """

    @property
    def dice(self) -> Dice:
        """The dice that are rolled now."""
        raise NotImplementedError(type(self).__name__)

    @property
    def head(self) -> RollHead:
        """What people are told of this roll."""
        raise NotImplementedError(type(self).__name__)

    def shown(self, value: int) -> int:
        """Return the value as people read it, where the dice are not just added up."""
        return value

    def after(self, value: int) -> AgendaItem:
        """Return what follows: another `Chain`, a `Decision`, or an `Outcome`."""
        raise NotImplementedError(type(self).__name__)


class SingleRoll(Chain, frozen=True):
    """A chain of one roll, all of it known when it is made."""

    expr: str
    purpose: str
    by: Entity | None
    source: str | None

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by)


class Outcome(AgendaItem, frozen=True):
    """The result of a chain. A system of the book applies it to the world."""

    @property
    def scale(self) -> tuple[Hashable, int] | None:
        """The trait shared with outcomes that differ in one amount only, and this one's amount.

        Not None promises that the result never turns back as the amount grows: if a small and a
        large amount end alike, all between them do. Odds need not walk those then.
        """
        return None


class Branch(Record, frozen=True):
    """One answer to a `Decision`, and the item that follows it."""

    answer: str
    then: AgendaItem


class DeployUnits(AgendaItem, frozen=True, tag="Deploy"):
    """Units are placed before the first turn, as long as a side has any to place."""


class DeployAsk(Ask, frozen=True):
    """`side` places its units, of which `unit` is the first."""

    name: ClassVar[str] = "deploy"


# An ask and not a gap: a view always stands at a stop, so everything that reads battles reads
# views, too.
class Elsewhere(Ask, frozen=True):
    """In a view: another side is asked, or dice are due; `side` is who is asked, if anybody is.

    It stands in place of the whole agenda, which may hold what the viewing side does not know.
    """

    name: ClassVar[str] = "elsewhere"


class Decision(Ask, frozen=True, tag="Choice"):
    """A decision inside a chain. The first branch is the one that does nothing special.

    The assumption `never` takes the first branch, `always` the last.
    """

    kind: str
    branches: tuple[Branch, ...]

    @property
    def called(self) -> str:
        return self.kind

    def branch(self, answer: str) -> AgendaItem | None:
        """Return the item that follows the answer, or None if it is not one of the branches."""
        return next((b.then for b in self.branches if b.answer == answer), None)


class BattleEnd(Component, frozen=True, tag="Over"):
    """How the battle ended, on the root. Nobody has won when `winner` is None."""

    winner: str | None
    reason: str
    rounds: int


class Roll(Record, frozen=True):
    """A stop for dice, made from the chain on top of the agenda."""

    dice: Dice
    why: str
    roller: Entity | None


# A `Roll` is made from the chain on the agenda and never stands there itself, so that state and
# stop cannot disagree.
Stop = Ask | Roll | BattleEnd


class Finish(AgendaItem, frozen=True):
    """The battle is decided; the engine ends it."""

    winner: str | None
    reason: str


class Concession(AgendaItem, frozen=True):
    """A side has given up, or has lost for another reason. The book's systems do the rest."""

    side: str
    reason: str = "concede"


class DrawAsk(Ask, frozen=True):
    """`side` is offered a draw."""

    name: ClassVar[str] = "draw"
