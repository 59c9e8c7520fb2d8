"""Events of the books with whole sides on a field: who is out of sight, who is shifted."""

from game.core.cells import Cell
from game.terms.events import Event


class Hid(Event, frozen=True, kw_only=True):
    """A unit has gone out of the sight of its foes."""

    unit: str


class Found(Event, frozen=True, kw_only=True):
    """A side now sees a unit that it did not see."""

    unit: str
    side: str
    at: Cell


class PutBack(Event, frozen=True, kw_only=True):
    """A unit that was stopped where it may not stand is back on a tile of its path."""

    unit: str
    at: Cell


class Shoved(Event, frozen=True, kw_only=True):
    """A unit was moved by another."""

    unit: str
    by: str
    to: Cell
