"""Verdigris's components, agenda items and asks."""

from collections.abc import Callable
from typing import ClassVar

from game.components.conditions import Condition, Sign
from game.core.cells import Cell
from game.terms.agenda import AgendaItem, Ask
from game.terms.asks import OrderAsk, TurnAsk
from game.terms.parts import part_of
from game.terms.records import NOBODY, Component, Entity

# Components


class Turn(Component, frozen=True):
    """What the unit whose turn it is has used of it (VER-05, VER-20, VER-33)."""

    move: bool = False
    action: bool = False
    belt: bool = False
    trampled: bool = False
    moved: bool = False
    """Whether it has made a move at all."""


class FreeSpent(Component, frozen=True):
    """A unit that has made its free attack, until its next turn (VER-25)."""


class ReadiedTile(Component, frozen=True, tag="Readied"):
    """A unit that shoots at the first foe to enter this tile."""

    at: Cell


class Guarding(Component, frozen=True):
    """A unit that strikes at the first foe to enter this tile."""

    at: Cell


class Outing(Component, frozen=True):
    """On a mover: how it walks, and the foes that do not mind it passing by."""

    careful: bool
    left: tuple[Entity, ...] = ()
    stopped: bool = False


class LoadingLeft(Component, frozen=True, tag="Unloaded"):
    """The weapons that have to be loaded, each with the actions that still takes."""

    weapons: tuple[tuple[str, int], ...]


class Wounds(Component, frozen=True):
    """How often a player character still comes back from 0 (VER-31)."""

    left: int


class Stress(Component, frozen=True):
    """The stress of a player character, and whether it has pushed in this round (VER-34)."""

    level: int = 0
    pushed: bool = False


class Gear(Component, frozen=True):
    """Items and weapons on the belt and in the pack; a secret of the side."""

    belt: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()


class Grappled(Sign, frozen=True):
    """Somebody in a grapple: with whom, how entangled, and whether it holds the other (VER-27)."""

    foe: Entity
    level: int
    holds: bool

    def sign(self, id_of: Callable[[Entity], str | None]) -> Condition:
        """The other is named as what has brought it."""
        kind = "holding" if self.holds else "entangled"
        return Condition(kind, self.level, rule="VER-27", cause=id_of(self.foe))


class Mounted(Component, frozen=True):
    """The mount on a unit's tile; `held` while a test makes it obey, `attacked` since its turn."""

    kind: str
    life: int
    ridden: bool = True
    held: bool = False
    attacked: bool = False


class Rotation(Component, frozen=True):
    """On the root: who rolled last for the initiative (VER-02)."""

    last: Entity = NOBODY


class Sway(Component, frozen=True):
    """On the root: whether the next turn is the party's, and who is surprised in this round."""

    party: bool
    surprised: str = ""


# Items


class Muster(AgendaItem, frozen=True):
    """The battle is about to begin: is anybody surprised?"""


class StartRound(AgendaItem, frozen=True):
    """A round begins."""

    number: int


class LeaveTest(AgendaItem, frozen=True):
    """Who leaves a melee is tested, if it still stands."""

    unit: Entity


class FreeChance(AgendaItem, frozen=True):
    """A unit may make its free attack on who has come onto a tile."""

    unit: Entity
    mover: Entity
    at: Cell
    trigger: str


class Strain(AgendaItem, frozen=True):
    """What stress dice have cost, now that the action is over."""

    unit: Entity
    ones: int


class InjuryDue(AgendaItem, frozen=True):
    """A player character is due a roll on the table of critical injuries."""

    unit: Entity
    rule: str


class DoorDue(AgendaItem, frozen=True):
    """Who is at Death's Door has to hold on."""

    unit: Entity


class Unseated(AgendaItem, frozen=True):
    """A rider comes off its mount."""

    unit: Entity


class Impair(AgendaItem, frozen=True):
    """What a called shot was for happens to its target."""

    unit: Entity
    effect: str


class Driven(AgendaItem, frozen=True):
    """A blow drives its target back."""

    unit: Entity
    by: Entity


class Trampling(AgendaItem, frozen=True):
    """A mount attacks."""

    unit: Entity
    target: Entity


class Flinch(AgendaItem, frozen=True):
    """A mount may take fright at the start of its rider's turn."""

    unit: Entity


class Remedied(AgendaItem, frozen=True):
    """An item acts on somebody."""

    user: Entity
    target: Entity
    item: str


# Asks


class LeaveAsk(Ask, frozen=True):
    """Who strikes at a foe that leaves the melee."""

    name: ClassVar[str] = "leave"

    mover: Entity


class FreeAsk(Ask, frozen=True):
    """Whether to use the free attack on a mover."""

    name: ClassVar[str] = "free"

    mover: Entity
    at: Cell
    trigger: str


class FreedAsk(Ask, frozen=True):
    """What to do with a grapple one has got rid of."""

    name: ClassVar[str] = "freed"

    foe: Entity


PART = part_of(globals(), TurnAsk, OrderAsk)
