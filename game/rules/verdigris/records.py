"""Verdigris's components, agenda items and asks."""

from collections.abc import Callable
from typing import ClassVar

from game.components.belongings import Gear
from game.components.conditions import Condition, Sign
from game.core.cells import Cell
from game.terms.agenda import AgendaItem, Ask
from game.terms.asks import OrderAsk, TurnAsk
from game.terms.parts import part_of
from game.terms.records import NOBODY, Component, Entity

# Components


class Turn(Component, frozen=True):
    """The parts of its turn that the acting unit has used (VER-05, VER-20, VER-33)."""

    move: bool = False
    action: bool = False
    belt: bool = False
    trampled: bool = False
    moved: bool = False
    """Whether the unit has made any move this turn."""


class FreeSpent(Component, frozen=True):
    """The mark of a unit that has made its free attack, until its next turn (VER-25)."""


class ReadiedTile(Component, frozen=True, tag="Readied"):
    """The tile at which a unit readies a shot for the first foe to enter it."""

    at: Cell


class Guarding(Component, frozen=True):
    """The tile that a unit guards against the first foe to enter it."""

    at: Cell


class Outing(Component, frozen=True):
    """On a mover: whether it moves carefully, the melee foes it left, and whether it stopped."""

    careful: bool
    left: tuple[Entity, ...] = ()
    stopped: bool = False


class LoadingLeft(Component, frozen=True, tag="Unloaded"):
    """The unloaded weapons, each with the actions that loading still takes."""

    weapons: tuple[tuple[str, int], ...]


class Wounds(Component, frozen=True):
    """The number of times a player character can still recover from 0 life (VER-31)."""

    left: int


class Stress(Component, frozen=True):
    """The stress of a player character, and whether it has pushed this round (VER-34)."""

    level: int = 0
    pushed: bool = False


HELD_LEVEL = 2
"""Entanglement of a unit that is grappled (VER-27)."""
HOLDER_LEVEL = 1
"""Entanglement of a unit that grapples another (VER-27)."""


class Grappled(Sign, frozen=True):
    """A unit's part in a grapple: its foe, its entanglement, and whether it holds (VER-27)."""

    foe: Entity
    level: int
    holds: bool

    def sign(self, id_of: Callable[[Entity], str | None]) -> Condition:
        """Return the condition that people see, with the other unit as its cause."""
        kind = "holding" if self.holds else "entangled"
        return Condition(kind, self.level, rule="VER-27", cause=id_of(self.foe))


class Mounted(Component, frozen=True):
    """The mount on a unit's tile.

    `held` is True if it obeys its rider this turn, after a test. `attacked` is True if it was
    attacked since its last turn.
    """

    kind: str
    life: int
    ridden: bool = True
    held: bool = False
    attacked: bool = False


class Rotation(Component, frozen=True):
    """On the root: the unit that last rolled for initiative (VER-02)."""

    last: Entity = NOBODY


class Sway(Component, frozen=True):
    """On the root: whether the next turn is the party's, and the side surprised this round."""

    party: bool
    surprised: str = ""


# Items


class Muster(AgendaItem, frozen=True):
    """The start of the battle, with the roll for surprise."""


class StartRound(AgendaItem, frozen=True):
    """The start of a round."""

    number: int


class LeaveTest(AgendaItem, frozen=True):
    """A unit's test to leave a melee, if the unit is still in it."""

    unit: Entity


class FreeChance(AgendaItem, frozen=True):
    """A unit's chance for a free attack on a mover at a tile."""

    unit: Entity
    mover: Entity
    at: Cell
    trigger: str


class Strain(AgendaItem, frozen=True):
    """The damage from stress dice, after the action."""

    unit: Entity
    ones: int


class InjuryDue(AgendaItem, frozen=True):
    """A player character's roll on the critical injury table."""

    unit: Entity
    rule: str


class DoorDue(AgendaItem, frozen=True):
    """The save of a unit at Death's Door."""

    unit: Entity


class Unseated(AgendaItem, frozen=True):
    """The fall of a rider from its mount."""

    unit: Entity


class Impair(AgendaItem, frozen=True):
    """The effect of a called shot on its target."""

    unit: Entity
    effect: str


class Driven(AgendaItem, frozen=True):
    """The push of an attack's target away from the attacker."""

    unit: Entity
    by: Entity


class Trampling(AgendaItem, frozen=True):
    """The attack of a mount."""

    unit: Entity
    target: Entity


class Flinch(AgendaItem, frozen=True):
    """The shying of a mount at the start of its rider's turn."""

    unit: Entity


class Remedied(AgendaItem, frozen=True):
    """The effect of an item on a unit."""

    user: Entity
    target: Entity
    item: str


# Asks


class LeaveAsk(Ask, frozen=True):
    """The choice of the unit that attacks a foe leaving the melee."""

    name: ClassVar[str] = "leave"

    mover: Entity


class FreeAsk(Ask, frozen=True):
    """The choice whether to use the free attack on a mover."""

    name: ClassVar[str] = "free"

    mover: Entity
    at: Cell
    trigger: str


class FreedAsk(Ask, frozen=True):
    """The choice to break or reverse a grapple after getting free."""

    name: ClassVar[str] = "freed"

    foe: Entity


PART = part_of(globals(), Gear, TurnAsk, OrderAsk)
