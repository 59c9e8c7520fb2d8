"""Events of what a level makes happen by itself."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Message(Event, frozen=True, kw_only=True):
    """The level tells a sentence."""

    message: str


class Arrived(Event, frozen=True, kw_only=True):
    """A unit has come onto the board."""

    unit: str
    at: Cell


class TerrainChanged(Event, frozen=True, kw_only=True):
    """Tiles have become another terrain."""

    tiles: tuple[Cell, ...]
    terrain: str


class ObjectiveReached(Event, frozen=True, kw_only=True):
    """A side has reached an aim."""

    side: str
    objective: str
    title: str


class ObjectiveFailed(Event, frozen=True, kw_only=True):
    """A side can no longer reach an aim."""

    side: str
    objective: str
    title: str


class Deployed(Event, frozen=True, kw_only=True):
    """A side has placed its units."""

    side: str


PART = part_of(globals())
