"""Action's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Smashed(Event, frozen=True, kw_only=True):
    """A unit attacks a place."""

    unit: str
    at: Cell
    weapon: str


class SmashMissed(Event, frozen=True, kw_only=True):
    """Such an attack hit nothing, whether somebody was there or not."""

    unit: str
    at: Cell


class Guarded(Event, frozen=True, kw_only=True):
    """A unit used its reaction to turn a hit aside, by a weapon or a power."""

    unit: str
    source: str
    bonus: int


class StoodUp(Event, frozen=True, kw_only=True):
    """A unit stood up; `left` is the movement it has left, in feet."""

    unit: str
    cost: int
    left: int


class Dashed(Event, frozen=True, kw_only=True):
    """A unit gained movement; `left` is what it has now, in feet."""

    unit: str
    amount: int
    left: int


class Disengaged(Event, frozen=True, kw_only=True):
    """A unit provokes nobody for the rest of its turn."""

    unit: str


class Helping(Event, frozen=True, kw_only=True):
    """A unit helps the next attack on a foe."""

    unit: str
    target: str


class ReadiedAttack(Event, frozen=True, kw_only=True):
    """A unit waits with a weapon."""

    unit: str
    weapon: str


class Rallied(Event, frozen=True, kw_only=True):
    """A unit has drawn new strength."""

    unit: str


class Drawn(Event, frozen=True, kw_only=True):
    """A unit has another weapon in hand."""

    unit: str
    weapon: str


class Loaded(Event, frozen=True, kw_only=True):
    """A unit has loaded a weapon."""

    unit: str
    weapon: str


class FellDown(Event, frozen=True, kw_only=True):
    """A hero is down, and dying."""

    unit: str


class DyingChecked(Event, frozen=True, kw_only=True):
    """How it stands with a dying hero."""

    unit: str
    successes: int
    failures: int


class Stabilised(Event, frozen=True, kw_only=True):
    """A dying hero dies no more, but stays down."""

    unit: str


class Recovered(Event, frozen=True, kw_only=True):
    """A hero that was down is up again."""

    unit: str


class PowerUsed(Event, frozen=True, kw_only=True):
    """A unit uses a power, on another or on nobody in particular; what comes of it follows."""

    unit: str
    power: str
    target: str | None = None


class PowerAimed(Event, frozen=True, kw_only=True):
    """A unit uses a power at a tile; what comes of it follows."""

    unit: str
    power: str
    at: Cell


class ItemThrown(Event, frozen=True, kw_only=True):
    """A unit uses an item up at a tile; what comes of it follows."""

    unit: str
    item: str
    at: Cell


class SaveMade(Event, frozen=True, kw_only=True):
    """A saving throw was enough."""

    unit: str
    total: int
    needed: int


class SaveFailed(Event, frozen=True, kw_only=True):
    """A saving throw was not enough."""

    unit: str
    total: int
    needed: int


class ConcentrationLost(Event, frozen=True, kw_only=True):
    """A unit no longer keeps a power up."""

    unit: str
    power: str


class FocusRegained(Event, frozen=True, kw_only=True):
    """A unit has more focus again; `left` is what it has now."""

    unit: str
    amount: int
    left: int


class ExtraAttacks(Event, frozen=True, kw_only=True):
    """A unit has so many more attacks in this turn."""

    unit: str
    amount: int


class Teleported(Event, frozen=True, kw_only=True):
    """A unit is elsewhere at once."""

    unit: str
    at: Cell


class CameDown(Event, frozen=True, kw_only=True):
    """A unit that no ground bore, and that flies no more, is on the nearest ground."""

    unit: str
    at: Cell


class Surprised(Event, frozen=True, kw_only=True):
    """A unit is taken by surprise: it does nothing before its first turn is over."""

    unit: str


class Noticed(Event, frozen=True, kw_only=True):
    """Foes have not been fooled by a unit that hides."""

    unit: str
    by: tuple[str, ...]


class FoundNobody(Event, frozen=True, kw_only=True):
    """A unit has searched in vain."""

    unit: str


class Handled(Event, frozen=True, kw_only=True):
    """A unit handles what stands on a tile; `thing` is its terrain."""

    unit: str
    thing: str
    at: Cell


class ThingDamaged(Event, frozen=True, kw_only=True):
    """What stands on a tile has taken damage."""

    unit: str
    thing: str
    at: Cell
    amount: int


class ThingBroken(Event, frozen=True, kw_only=True):
    """What stood on a tile is broken."""

    unit: str
    thing: str
    at: Cell


class ShotLost(Event, frozen=True, kw_only=True):
    """A shot comes to nothing, as its shooter was kept from it."""

    unit: str
    weapon: str


class CrossingBegun(Event, frozen=True, kw_only=True):
    """A unit has left the board for a detached zone; `turns` of its own it will take."""

    unit: str
    zone: str
    turns: int


class CrossedOver(Event, frozen=True, kw_only=True):
    """A unit has arrived in a detached zone."""

    unit: str
    zone: str
    at: Cell


class ZoneClosed(Event, frozen=True, kw_only=True):
    """Nobody can cross between two zones yet."""

    zones: tuple[str, ...]


class ZoneOpened(Event, frozen=True, kw_only=True):
    """From now on one can cross between two zones; `about` is what the level tells of it."""

    unit: str
    zones: tuple[str, ...]
    about: str | None


PART = part_of(globals())
