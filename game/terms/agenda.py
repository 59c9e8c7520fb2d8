"""The entries of the agenda: items to process, asks to answer, chains of rolls, outcomes.

The agenda is a stack of frames and itself a component, so any moment of a battle can be saved,
cloned, hashed and undone. An agenda item stores only the ids of units and other game objects. All
data that can change while the item waits are components, and the item checks when it resumes that
it still applies.
"""

from collections.abc import Hashable
from typing import ClassVar

import msgspec

from game.core.dice import Dice
from game.terms.odds import Modifier, OddsRoll
from game.terms.records import Component, Entity, Record


class AgendaItem(Record, frozen=True):
    """The base of everything on the agenda. The book's systems for its type process it in turn."""


# The index makes an item resumable: a battle saved while an item is being processed resumes with
# the next system and repeats none.
class Frame(Record, frozen=True):
    """An item, and the index of the next system that processes it."""

    item: AgendaItem
    step: int = 0


class Agenda(Component, frozen=True):
    """The stack of pending items. The last frame is the top."""

    frames: tuple[Frame, ...] = ()


class Ask(AgendaItem, frozen=True):
    """A stop at which `side` chooses one legal command for the entity `unit`. Books subclass it.

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
    """The description of a roll for people: its purpose, rule, roller and modifiers."""

    why: str
    """Key of the roll's purpose: `damage`, `disengage`, …"""
    rule: str | None = None
    """Rule that calls for the roll."""
    by: Entity | None = None
    """Entity that rolls, or None."""
    modifiers: tuple[Modifier, ...] = ()
    """Modifiers to the whole chain, each with its rule, as shown next to the odds."""
    added: tuple[Modifier, ...] | None = None
    """Modifiers that are added to this roll; None for all of `modifiers`."""
    cause: str | None = None
    """Id of the item, trap or terrain that causes the roll, if no unit makes it."""
    seen_by: tuple[str, ...] | None = None
    """Sides that see the dice; None for all."""
    rolls: tuple[OddsRoll, ...] = ()
    """Rolls of the whole chain, if forecasts show them one by one."""

    @property
    def roll_modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that are added to this roll."""
        return self.modifiers if self.added is None else self.added


class Chain(AgendaItem, frozen=True):
    """A roll that is due: the battle stops until its value is known.

    A chain stores all the numbers it needs. From the first roll to the outcome it is pure: `after`
    doesn't read the world, so odds don't need a world. A plain number instead of dice doesn't stop
    the battle. `dice` is separate from the head because odds evaluate thousands of rolls and never
    read the head.
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
        """Return the value as shown to people. By default, it is the value itself."""
        return value

    def corrections(self, value: int) -> tuple[Modifier, ...]:
        """Return what corrects a rolled value that is out of bounds, as modifiers in the log."""
        return ()

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
        have the same result, so does every amount between them. Odds can then skip the amounts
        between.
        """
        return None


class Branch(Record, frozen=True):
    """One answer to a `Decision`, and the agenda item that follows the answer."""

    answer: str
    then: AgendaItem


class DeployUnits(AgendaItem, frozen=True, tag="Deploy"):
    """The deployment before the first turn, while a side has units left to place."""


class DeployAsk(Ask, frozen=True):
    """The choice of tiles for the units that `side` places. `unit` is the first of these units."""

    name: ClassVar[str] = "deploy"


class ChoiceAsk(Ask, frozen=True):
    """The choice that an effect of a trigger puts to `side`: both by index.

    `unit` is the first of the side's units that are up.
    """

    name: ClassVar[str] = "choice"

    trigger: int
    effect: int


class ChoiceMade(AgendaItem, frozen=True):
    """The moment after a side has answered a choice."""

    choice: str
    answer: str


# A view is always at a stop, so that all code that reads battles can read views too.
class Elsewhere(Ask, frozen=True):
    """The stop shown in a view while another side is asked or dice are due.

    `side` is the side that is asked, or "" if no side is. The stop replaces the whole agenda, which
    can contain facts hidden from the viewing side.
    """

    name: ClassVar[str] = "elsewhere"


class Decision(Ask, frozen=True, tag="Choice"):
    """A decision inside a chain. The first branch has no special effect.

    The assumption `never` takes the first branch, and `always` takes the last.
    """

    kind: str
    branches: tuple[Branch, ...]

    @property
    def called(self) -> str:
        return self.kind

    def branch(self, answer: str) -> AgendaItem | None:
        """Return the agenda item that follows an answer, or None if no branch has this answer."""
        return next((b.then for b in self.branches if b.answer == answer), None)


class BattleEnd(Component, frozen=True, tag="Over"):
    """The end of the battle, on the root. `winner` is None if no side has won."""

    winner: str | None
    reason: str
    rounds: int


class Roll(Record, frozen=True):
    """A stop at which dice are due."""

    dice: Dice
    why: str
    roller: Entity | None


# A `Roll` is made from the chain on top of the agenda and never stored, so that the state and the
# stop always agree.
Stop = Ask | Roll | BattleEnd


class Finish(AgendaItem, frozen=True):
    """The result of the battle, decided by a rule. The engine then ends the battle."""

    winner: str | None
    reason: str


class Concession(AgendaItem, frozen=True):
    """The defeat of a side that conceded, or lost for another reason.

    The book's systems do the rest.
    """

    side: str
    reason: str = "concede"


class DrawAsk(Ask, frozen=True):
    """The choice of `side` to accept or decline a draw."""

    name: ClassVar[str] = "draw"
