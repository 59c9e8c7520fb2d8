"""Events that a level's script causes."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Message(Event, frozen=True, kw_only=True):
    """The level showed a message."""

    message: str


class Arrived(Event, frozen=True, kw_only=True):
    """A unit arrived on the board."""

    unit: str
    at: Cell


class TerrainChanged(Event, frozen=True, kw_only=True):
    """The terrain of some tiles changed."""

    tiles: tuple[Cell, ...]
    terrain: str


class ObjectiveReached(Event, frozen=True, kw_only=True):
    """A side completed an objective."""

    side: str
    objective: str
    title: str


class ObjectiveFailed(Event, frozen=True, kw_only=True):
    """A side failed an objective."""

    side: str
    objective: str
    title: str


class Deployed(Event, frozen=True, kw_only=True):
    """A side placed its units."""

    side: str


PART = part_of(globals())
