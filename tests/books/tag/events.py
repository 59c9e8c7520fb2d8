"""Tag's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Reached(Event, frozen=True, kw_only=True):
    """A unit reached out for another."""

    unit: str
    target: str


class AtHome(Event, frozen=True, kw_only=True):
    """A unit on its den couldn't be touched."""

    unit: str
    at: Cell


class Escaped(Event, frozen=True, kw_only=True):
    """A unit was too quick."""

    unit: str


PART = part_of(globals())
