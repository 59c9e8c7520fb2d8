"""Tag's own events."""

from game.core.cells import Cell
from game.terms.events import Event


class Reached(Event, frozen=True, kw_only=True):
    """A unit has reached out for another."""

    unit: str
    target: str


class AtHome(Event, frozen=True, kw_only=True):
    """A unit stands on its den, and was not to be touched."""

    unit: str
    at: Cell


class Escaped(Event, frozen=True, kw_only=True):
    """A unit was too quick."""

    unit: str


EVENTS: tuple[type[Event], ...] = (Reached, AtHome, Escaped)
