"""Events of the battlefield rulebooks: hiding, finding and pushing."""

from game.core.cells import Cell
from game.terms.events import Event


class Hid(Event, frozen=True, kw_only=True):
    """A unit hid from its foes."""

    unit: str


class Found(Event, frozen=True, kw_only=True):
    """A side found a hidden unit."""

    unit: str
    side: str
    at: Cell


class PutBack(Event, frozen=True, kw_only=True):
    """A unit was put back on its path, because its move ended on a tile where it can't stay."""

    unit: str
    at: Cell


class Shoved(Event, frozen=True, kw_only=True):
    """One unit pushed or pulled another to a tile."""

    unit: str
    by: str
    to: Cell
