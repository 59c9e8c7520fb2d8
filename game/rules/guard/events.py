"""Guard's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Met(Event, frozen=True, kw_only=True):
    """The party has come upon groups of monsters."""

    groups: tuple[str, ...]


class Parleyed(Event, frozen=True, kw_only=True):
    """A character has spoken; `mood` is what the monsters make of it."""

    unit: str
    total: int
    mood: str


class StoodAside(Event, frozen=True, kw_only=True):
    """A group leaves the ranks and does not fight."""

    unit: str


class SneakNoticed(Event, frozen=True, kw_only=True):
    """These groups have noticed the party."""

    groups: tuple[str, ...]


class PassedBy(Event, frozen=True, kw_only=True):
    """The party has passed the monsters."""

    side: str


class PartyLeft(Event, frozen=True, kw_only=True):
    """The party has turned back."""

    side: str


class StanceTaken(Event, frozen=True, kw_only=True):
    """A character has taken its stance for the round."""

    unit: str
    stance: str


class Shifted(Event, frozen=True, kw_only=True):
    """A unit now stands in the other rank."""

    unit: str
    rank: str
    to: Cell


class SpellCast(Event, frozen=True, kw_only=True):
    """A character has cast a spell."""

    unit: str
    spell: str
    target: str | None


class AbilityUsed(Event, frozen=True, kw_only=True):
    """A character has used an ability."""

    unit: str
    ability: str
    target: str | None


class PlaceLost(Event, frozen=True, kw_only=True):
    """A character is one too many in the rear, which has this many places, and counts as front."""

    unit: str
    places: int


class PlaceRegained(Event, frozen=True, kw_only=True):
    """A character has a place in the rear again, one of this many."""

    unit: str
    places: int


class FocusGained(Event, frozen=True, kw_only=True):
    """A character has regained focus."""

    unit: str
    amount: int
    left: int


class WornOff(Event, frozen=True, kw_only=True):
    """What something did to these units is over."""

    cause: str
    units: tuple[str, ...]


class Balked(Event, frozen=True, kw_only=True):
    """So many monsters of a group do not attack; `why` is `reach` or `stalled`."""

    unit: str
    count: int
    cause: str


class Routed(Event, frozen=True, kw_only=True):
    """What is left of a group runs."""

    unit: str
    left: int


class Regrown(Event, frozen=True, kw_only=True):
    """Monsters of a group have come back."""

    unit: str
    amount: int
    left: int


PART = part_of(globals())
