"""Tag's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Reached(Event, frozen=True, kw_only=True):
    """A unit reached for another."""

    unit: str
    target: str


class AtHome(Event, frozen=True, kw_only=True):
    """A unit couldn't be touched because it was on its den."""

    unit: str
    at: Cell


class Escaped(Event, frozen=True, kw_only=True):
    """A unit dodged a touch."""

    unit: str


PART = part_of(globals())
