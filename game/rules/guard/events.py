"""Guard's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Met(Event, frozen=True, kw_only=True):
    """The party met groups of monsters."""

    groups: tuple[str, ...]


class Parleyed(Event, frozen=True, kw_only=True):
    """A character talked to the monsters; `mood` is their reaction."""

    unit: str
    total: int
    mood: str


class StoodAside(Event, frozen=True, kw_only=True):
    """A group left the ranks, and won't fight."""

    unit: str


class SneakNoticed(Event, frozen=True, kw_only=True):
    """These groups noticed the party."""

    groups: tuple[str, ...]


class PassedBy(Event, frozen=True, kw_only=True):
    """The party passed the monsters."""

    side: str


class PartyLeft(Event, frozen=True, kw_only=True):
    """The party turned back."""

    side: str


class StanceTaken(Event, frozen=True, kw_only=True):
    """A character took its stance for the round."""

    unit: str
    stance: str


class Shifted(Event, frozen=True, kw_only=True):
    """A unit moved to the other rank."""

    unit: str
    rank: str
    to: Cell


class SpellCast(Event, frozen=True, kw_only=True):
    """A character cast a spell."""

    unit: str
    spell: str
    target: str | None


class AbilityUsed(Event, frozen=True, kw_only=True):
    """A character used an ability."""

    unit: str
    ability: str
    target: str | None


class PlaceLost(Event, frozen=True, kw_only=True):
    """A character lost its place in the rear, which has `places` places, and counts as front."""

    unit: str
    places: int


class PlaceRegained(Event, frozen=True, kw_only=True):
    """A character regained a place in the rear, which has `places` places."""

    unit: str
    places: int


class FocusGained(Event, frozen=True, kw_only=True):
    """A character regained focus."""

    unit: str
    amount: int
    left: int


class WornOff(Event, frozen=True, kw_only=True):
    """The effect of `cause` on these units wore off."""

    cause: str
    units: tuple[str, ...]


class Balked(Event, frozen=True, kw_only=True):
    """Some monsters of a group didn't attack; `why` is `reach` or `stalled`."""

    unit: str
    count: int
    cause: str


class Routed(Event, frozen=True, kw_only=True):
    """The rest of a group fled."""

    unit: str
    left: int


class Regrown(Event, frozen=True, kw_only=True):
    """Monsters returned to a group."""

    unit: str
    amount: int
    left: int


PART = part_of(globals())
