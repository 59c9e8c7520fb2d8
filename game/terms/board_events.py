"""Events of the board-game books: encounters, fights, flights, traps and things on the floor."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class MovementGained(Event, frozen=True, kw_only=True):
    """A unit has so much more movement."""

    unit: str
    amount: int
    left: int


class MovementLost(Event, frozen=True, kw_only=True):
    """A unit has so much less movement."""

    unit: str
    amount: int
    left: int


class Matched(Event, frozen=True, kw_only=True):
    """The dice of an attack were matched, as they count: `own` the attacker's, `other` those
    of the target, of which `beaten` were beaten."""

    unit: str
    target: str
    own: tuple[int, ...]
    other: tuple[int, ...]
    beaten: int


class TrapLaid(Event, frozen=True, kw_only=True):
    """A unit laid a trap; told to its own side only."""

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
    """Items now lie on a tile."""

    unit: str
    items: tuple[str, ...]
    at: Cell


class LootTaken(Event, frozen=True, kw_only=True):
    """A unit took what lay on its tile."""

    unit: str
    items: tuple[str, ...]
    at: Cell


class ItemStolen(Event, frozen=True, kw_only=True):
    """An item changed hands; which one, only these two sides know."""

    unit: str
    target: str
    item: str


class TheftNoticed(Event, frozen=True, kw_only=True):
    """What the other sides see of a theft."""

    unit: str
    target: str


class NothingToSteal(Event, frozen=True, kw_only=True):
    """A thief found an empty hand."""

    unit: str
    target: str


class EncounterOpened(Event, frozen=True, kw_only=True):
    """The aggressor has come onto the defender's tile."""

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
    """Both declined: the aggressor may walk on."""

    unit: str
    target: str


class Cornered(Event, frozen=True, kw_only=True):
    """Both declined, but the aggressor cannot walk on: they fight all the same."""

    unit: str
    target: str


class FightStarted(Event, frozen=True, kw_only=True):
    """A fight began; the fighters in the order of their turns."""

    at: Cell
    fighters: tuple[str, ...]


class FightJoined(Event, frozen=True, kw_only=True):
    """A unit joined a fight as last in its order."""

    unit: str
    at: Cell


class FightEnded(Event, frozen=True, kw_only=True):
    """Fewer than two are left in a fight."""

    at: Cell


class MovementSpent(Event, frozen=True, kw_only=True):
    """An aggressor paid for its turn in a fight."""

    unit: str
    left: int


class Fled(Event, frozen=True, kw_only=True):
    """A unit broke away from a fight and may flee so many spaces."""

    unit: str
    spaces: int


class FlightFailed(Event, frozen=True, kw_only=True):
    """A unit could not break away; its turn in the fight is spent."""

    unit: str


class ChaseStarted(Event, frozen=True, kw_only=True):
    """An aggressor runs after who fled."""

    unit: str
    target: str


class ChaseDeclined(Event, frozen=True, kw_only=True):
    """An aggressor lets the one who fled go."""

    unit: str
    target: str


PART = part_of(globals(), without=(Matched,))
