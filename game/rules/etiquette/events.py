"""Etiquette's own events: promises, gifts and defence."""

from game.terms.board_events import Matched
from game.terms.events import Event
from game.terms.parts import part_of


class Promised(Event, frozen=True, kw_only=True):
    """A unit made another unit a promise. `words` is free text, which the rules ignore."""

    unit: str
    target: str
    promise: str
    words: str = ""


class SaidNothing(Event, frozen=True, kw_only=True):
    """A unit could have made a promise, but didn't."""

    unit: str
    target: str


class PromiseKept(Event, frozen=True, kw_only=True):
    """A promise was kept."""

    unit: str
    target: str
    promise: str


class PromiseBroken(Event, frozen=True, kw_only=True):
    """A promise was broken."""

    unit: str
    target: str
    promise: str


class PromiseVoided(Event, frozen=True, kw_only=True):
    """A promise lapsed, neither kept nor broken."""

    unit: str
    target: str
    promise: str


class ItemGiven(Event, frozen=True, kw_only=True):
    """An item was given. Only the two sides involved see which item."""

    unit: str
    target: str
    item: str


class GiftNoticed(Event, frozen=True, kw_only=True):
    """An item was given, as the other sides see it."""

    unit: str
    target: str


class Defended(Event, frozen=True, kw_only=True):
    """A unit chose its number of dice against an attack."""

    unit: str
    count: int


class Countered(Event, frozen=True, kw_only=True):
    """A unit struck back at its attacker."""

    unit: str
    target: str


PART = part_of(globals(), Matched)
