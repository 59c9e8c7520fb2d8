"""The sketch's own events."""

from game.core.cells import Cell
from game.terms.events import Event


class Probed(Event, frozen=True, kw_only=True):
    """A unit attacks a tile where it sees nobody."""

    unit: str
    at: Cell
    weapon: str


class ProbeMissed(Event, frozen=True, kw_only=True):
    """Such an attack hit nobody, whether somebody was there or not."""

    unit: str
    at: Cell


class Parried(Event, frozen=True, kw_only=True):
    """A unit used its reaction to halve the damage."""

    unit: str


EVENTS: tuple[type[Event], ...] = (Probed, ProbeMissed, Parried)
