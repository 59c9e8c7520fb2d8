"""Events of the board-game books: encounters, fights, flights, traps and dropped items."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class MovementGained(Event, frozen=True, kw_only=True):
    """A unit gained movement."""

    unit: str
    amount: int
    left: int


class MovementLost(Event, frozen=True, kw_only=True):
    """A unit lost movement."""

    unit: str
    amount: int
    left: int


class Matched(Event, frozen=True, kw_only=True):
    """The dice of an attack were compared, pair by pair.

    `own` are the attacker's faces and `other` the target's, with all modifiers applied. `beaten` is
    the number of the target's dice that lost.
    """

    unit: str
    target: str
    own: tuple[int, ...]
    other: tuple[int, ...]
    beaten: int


class TrapLaid(Event, frozen=True, kw_only=True):
    """A unit set a trap. Only its own side sees this."""

    unit: str
    item: str
    at: Cell


class TrapSprung(Event, frozen=True, kw_only=True):
    """A unit stepped into a trap."""

    unit: str
    item: str
    owner: str
    at: Cell


class LootDropped(Event, frozen=True, kw_only=True):
    """Items were dropped on a tile."""

    unit: str
    items: tuple[str, ...]
    at: Cell


class LootTaken(Event, frozen=True, kw_only=True):
    """A unit picked up the items on its tile."""

    unit: str
    items: tuple[str, ...]
    at: Cell


class ItemStolen(Event, frozen=True, kw_only=True):
    """An item was stolen. Only the two sides involved see which item."""

    unit: str
    target: str
    item: str


class TheftNoticed(Event, frozen=True, kw_only=True):
    """An item was stolen. Sides that aren't involved see this instead of `ItemStolen`."""

    unit: str
    target: str


class NothingToSteal(Event, frozen=True, kw_only=True):
    """A thief found no items to steal."""

    unit: str
    target: str


class EncounterOpened(Event, frozen=True, kw_only=True):
    """The aggressor entered the defender's tile."""

    unit: str
    target: str
    at: Cell


class Engaged(Event, frozen=True, kw_only=True):
    """A unit chose to fight."""

    unit: str


class Declined(Event, frozen=True, kw_only=True):
    """A unit chose not to fight."""

    unit: str


class PassedThrough(Event, frozen=True, kw_only=True):
    """Both units declined, and the aggressor can move on."""

    unit: str
    target: str


class Cornered(Event, frozen=True, kw_only=True):
    """Both units declined, but the aggressor can't move on, so they fight anyway."""

    unit: str
    target: str


class FightStarted(Event, frozen=True, kw_only=True):
    """A fight began. `fighters` lists its units in turn order."""

    at: Cell
    fighters: tuple[str, ...]


class FightJoined(Event, frozen=True, kw_only=True):
    """A unit joined a fight. Its turn comes last in the fight's order."""

    unit: str
    at: Cell


class FightEnded(Event, frozen=True, kw_only=True):
    """A fight ended because fewer than two fighters were left."""

    at: Cell


class MovementSpent(Event, frozen=True, kw_only=True):
    """An aggressor paid movement for its turn in a fight."""

    unit: str
    left: int


class Fled(Event, frozen=True, kw_only=True):
    """A unit disengaged from a fight. It can flee up to `spaces` tiles."""

    unit: str
    spaces: int


class FlightFailed(Event, frozen=True, kw_only=True):
    """A unit failed to disengage. Its turn in the fight is over."""

    unit: str


class ChaseStarted(Event, frozen=True, kw_only=True):
    """An aggressor began to chase a unit that fled."""

    unit: str
    target: str


class ChaseDeclined(Event, frozen=True, kw_only=True):
    """An aggressor let a fleeing unit go."""

    unit: str
    target: str


PART = part_of(globals(), without=(Matched,))
