"""Action's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Smashed(Event, frozen=True, kw_only=True):
    """A unit attacked a place."""

    unit: str
    at: Cell
    weapon: str


class SmashMissed(Event, frozen=True, kw_only=True):
    """An attack on a place hit nothing, whether a unit was there or not."""

    unit: str
    at: Cell


class Guarded(Event, frozen=True, kw_only=True):
    """A unit used its reaction to turn a hit aside, with a weapon or a power."""

    unit: str
    source: str
    bonus: int


class StoodUp(Event, frozen=True, kw_only=True):
    """A unit stood up; `left` is its movement left, in feet."""

    unit: str
    cost: int
    left: int


class Dashed(Event, frozen=True, kw_only=True):
    """A unit gained movement; `left` is its movement now, in feet."""

    unit: str
    amount: int
    left: int


class Disengaged(Event, frozen=True, kw_only=True):
    """A unit disengaged: it provokes no one for the rest of its turn."""

    unit: str


class Helping(Event, frozen=True, kw_only=True):
    """A unit helps the next attack on a foe."""

    unit: str
    target: str


class ReadiedAttack(Event, frozen=True, kw_only=True):
    """A unit readied a weapon."""

    unit: str
    weapon: str


class Rallied(Event, frozen=True, kw_only=True):
    """A unit rallied."""

    unit: str


class Drawn(Event, frozen=True, kw_only=True):
    """A unit took another weapon in hand."""

    unit: str
    weapon: str


class Loaded(Event, frozen=True, kw_only=True):
    """A unit loaded a weapon."""

    unit: str
    weapon: str


class FellDown(Event, frozen=True, kw_only=True):
    """A hero went down, and is dying."""

    unit: str


class DyingChecked(Event, frozen=True, kw_only=True):
    """A dying hero rolled; `successes` and `failures` are the totals so far."""

    unit: str
    successes: int
    failures: int


class Stabilised(Event, frozen=True, kw_only=True):
    """A dying hero is stable, but still down."""

    unit: str


class Recovered(Event, frozen=True, kw_only=True):
    """A hero that was down recovered."""

    unit: str


class PowerUsed(Event, frozen=True, kw_only=True):
    """A unit used a power, on a target or without one. The events with the results follow."""

    unit: str
    power: str
    target: str | None = None


class PowerAimed(Event, frozen=True, kw_only=True):
    """A unit used a power at a tile. The events with the results follow."""

    unit: str
    power: str
    at: Cell


class ItemThrown(Event, frozen=True, kw_only=True):
    """A unit used an item at a tile. The events with the results follow."""

    unit: str
    item: str
    at: Cell


class SaveMade(Event, frozen=True, kw_only=True):
    """A save succeeded."""

    unit: str
    total: int
    needed: int


class SaveFailed(Event, frozen=True, kw_only=True):
    """A save failed."""

    unit: str
    total: int
    needed: int


class ConcentrationLost(Event, frozen=True, kw_only=True):
    """A unit's concentration on a power ended."""

    unit: str
    power: str


class FocusRegained(Event, frozen=True, kw_only=True):
    """A unit regained focus; `left` is its focus now."""

    unit: str
    amount: int
    left: int


class ExtraAttacks(Event, frozen=True, kw_only=True):
    """A unit gained attacks for this turn."""

    unit: str
    amount: int


class Teleported(Event, frozen=True, kw_only=True):
    """A unit teleported to another tile."""

    unit: str
    at: Cell


class CameDown(Event, frozen=True, kw_only=True):
    """A unit that can no longer fly came down on the nearest ground."""

    unit: str
    at: Cell


class Surprised(Event, frozen=True, kw_only=True):
    """A unit is surprised: it does nothing until its first turn is over."""

    unit: str


class Noticed(Event, frozen=True, kw_only=True):
    """Foes noticed a unit that tried to hide."""

    unit: str
    by: tuple[str, ...]


class FoundNobody(Event, frozen=True, kw_only=True):
    """A unit searched in vain."""

    unit: str


class Handled(Event, frozen=True, kw_only=True):
    """A unit interacted with the thing on a tile; `thing` is its terrain."""

    unit: str
    thing: str
    at: Cell


class ThingDamaged(Event, frozen=True, kw_only=True):
    """The thing on a tile took damage."""

    unit: str
    thing: str
    at: Cell
    amount: int


class ThingBroken(Event, frozen=True, kw_only=True):
    """The thing on a tile broke."""

    unit: str
    thing: str
    at: Cell


class ShotLost(Event, frozen=True, kw_only=True):
    """A shot was lost, because its shooter could no longer make it."""

    unit: str
    weapon: str


class CrossingBegun(Event, frozen=True, kw_only=True):
    """A unit left the board for a detached zone; `turns` of its own turns remain."""

    unit: str
    zone: str
    turns: int


class CrossedOver(Event, frozen=True, kw_only=True):
    """A unit arrived in a detached zone."""

    unit: str
    zone: str
    at: Cell


class ZoneClosed(Event, frozen=True, kw_only=True):
    """The path between two zones is closed."""

    zones: tuple[str, ...]


class ZoneOpened(Event, frozen=True, kw_only=True):
    """The path between two zones opened; `about` is the level's message."""

    unit: str
    zones: tuple[str, ...]
    about: str | None


PART = part_of(globals())
