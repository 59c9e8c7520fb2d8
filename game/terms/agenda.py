"""The entries of the agenda: items to process, asks to answer, chains of rolls, outcomes.

The agenda is a stack of frames and itself a component, so any moment of a battle can be saved,
cloned, hashed and undone. An item stores the ids of its units and things. Everything that can
change while the item waits is a component, and a resumed item checks that it still applies.
"""

from collections.abc import Hashable
from typing import ClassVar

import msgspec

from game.core.dice import Dice
from game.terms.odds import Modifier
from game.terms.records import Component, Entity, Record


class AgendaItem(Record, frozen=True):
    """Something that is about to happen. The book's systems for its type process it in turn."""


# The number of the system makes an item resumable: a battle saved in the middle of a step resumes
# with the next system and repeats none.
class Frame(Record, frozen=True):
    """An item, and the index of the next system that processes it."""

    item: AgendaItem
    step: int = 0


class Agenda(Component, frozen=True):
    """The stack of pending items. The last frame is the top."""

    frames: tuple[Frame, ...] = ()


class Ask(AgendaItem, frozen=True):
    """A stop: `side` chooses one legal command for `unit`, an entity. Books subclass it.

    `name` is the name of the ask in the protocol.
    """

    name: ClassVar[str] = "ask"

    side: str
    unit: Entity

    @property
    def called(self) -> str:
        """The name of this ask. A `Decision` overrides it with its own."""
        return self.name


class RollHead(msgspec.Struct, frozen=True):
    """The description of a roll for people: its purpose, its rule, its roller, its modifiers."""

    why: str
    """Key of the roll's purpose: `damage`, `disengage`, …"""
    rule: str | None = None
    """Rule that calls for the roll."""
    by: Entity | None = None
    """Entity that rolls, or None."""
    modifiers: tuple[Modifier, ...] = ()
    """Modifiers to the whole chain, each with its rule, as shown beside the odds."""
    added: tuple[Modifier, ...] | None = None
    """Modifiers that are added to this roll; None for all of `modifiers`."""
    cause: str | None = None
    """Id of the thing or terrain that causes the roll, if no unit makes it."""
    seen_by: tuple[str, ...] | None = None
    """Sides that see the dice; None for all."""

    @property
    def roll_modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that are added to this roll."""
        return self.modifiers if self.added is None else self.added


class Chain(AgendaItem, frozen=True):
    """A roll that is due, with all its numbers stored in it: a stop until its value is known.

    From the first roll to the outcome a chain is pure: `after` reads no world, so odds can be
    computed without one. Dice without faces (a plain number) don't stop the battle. `dice` is
    separate from the head because odds evaluate thousands of rolls and never read the head.
    """

    @property
    def dice(self) -> Dice:
        """The dice to roll now."""
        raise NotImplementedError(type(self).__name__)

    @property
    def head(self) -> RollHead:
        """The description of this roll for people."""
        raise NotImplementedError(type(self).__name__)

    def shown(self, value: int) -> int:
        """Return the value as shown to people, if it isn't simply the sum of the dice."""
        return value

    def after(self, value: int) -> AgendaItem:
        """Return the next item: another `Chain`, a `Decision`, or an `Outcome`."""
        raise NotImplementedError(type(self).__name__)


class SingleRoll(Chain, frozen=True):
    """A chain of a single roll, fully known when it is created."""

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
        """The key shared with outcomes that differ only in one amount, and this outcome's amount.

        A value other than None promises that results are monotonic: if a small and a large amount
        have the same result, so have all amounts between them. Odds can then skip those.
        """
        return None


class Branch(Record, frozen=True):
    """One answer to a `Decision`, and the item that follows it."""

    answer: str
    then: AgendaItem


class DeployUnits(AgendaItem, frozen=True, tag="Deploy"):
    """The placing of units before the first turn, while a side has units left to place."""


class DeployAsk(Ask, frozen=True):
    """The choice of where `side` places its units. `unit` is the first of them."""

    name: ClassVar[str] = "deploy"


# An ask and not a gap, because a view is always at a stop. All code that reads battles can thus
# read views, too.
class Elsewhere(Ask, frozen=True):
    """The stop shown in a view while another side is asked or dice are due.

    `side` is the side that is asked, or "" if none is. The stop replaces the whole agenda, which
    can contain facts hidden from the viewing side.
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
    """The end of the battle, on the root. `winner` is None if no side has won."""

    winner: str | None
    reason: str
    rounds: int


class Roll(Record, frozen=True):
    """A stop for dice, made from the chain on top of the agenda."""

    dice: Dice
    why: str
    roller: Entity | None


# A `Roll` is made from the chain on the agenda and is never stored there, so that state and stop
# always agree.
Stop = Ask | Roll | BattleEnd


class Finish(AgendaItem, frozen=True):
    """The decision of the battle. The engine then ends it."""

    winner: str | None
    reason: str


class Concession(AgendaItem, frozen=True):
    """The defeat of a side that conceded, or lost for another reason.

    The book's systems do the rest.
    """

    side: str
    reason: str = "concede"


class DrawAsk(Ask, frozen=True):
    """The choice whether `side` accepts a draw."""

    name: ClassVar[str] = "draw"
