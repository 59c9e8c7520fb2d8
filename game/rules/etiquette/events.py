"""Events that only Etiquette knows: promises, gifts, matched dice."""

from game.terms.board_events import Matched
from game.terms.events import Event
from game.terms.parts import part_of


class Promised(Event, frozen=True, kw_only=True):
    """A unit promised another something; `words` are its own, which nobody judges."""

    unit: str
    target: str
    promise: str
    words: str = ""


class SaidNothing(Event, frozen=True, kw_only=True):
    """A unit could have promised something, and did not."""

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
    """A promise no longer means anything, and was neither kept nor broken."""

    unit: str
    target: str
    promise: str


class ItemGiven(Event, frozen=True, kw_only=True):
    """An item was given; which one, only these two sides know."""

    unit: str
    target: str
    item: str


class GiftNoticed(Event, frozen=True, kw_only=True):
    """What the other sides see of a gift."""

    unit: str
    target: str


class Defended(Event, frozen=True, kw_only=True):
    """A unit meets an attack with so many dice."""

    unit: str
    count: int


class Countered(Event, frozen=True, kw_only=True):
    """A unit struck back at its attacker."""

    unit: str
    target: str


PART = part_of(globals(), Matched)
