"""Events that a level's script causes."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Message(Event, frozen=True, kw_only=True):
    """The level showed a message.

    If somebody speaks it, `speaker` is the name shown, and `kind` the kind of the portrait. `unit`
    and `side` are those of a speaker that is a unit of the level.
    """

    message: str
    speaker: str | None = None
    kind: str | None = None
    unit: str | None = None
    side: str | None = None


class ChoiceAnswered(Event, frozen=True, kw_only=True):
    """A side answered a choice of the level. `reply` is the answer in words."""

    side: str
    choice: str
    answer: str
    reply: str


class ItemGained(Event, frozen=True, kw_only=True):
    """A trigger gave an item to a unit."""

    unit: str
    item: str


class ItemRemoved(Event, frozen=True, kw_only=True):
    """A trigger took an item from a unit."""

    unit: str
    item: str


class Relocated(Event, frozen=True, kw_only=True):
    """A trigger moved a unit to another tile."""

    unit: str
    origin: Cell
    to: Cell


class SideJoined(Event, frozen=True, kw_only=True):
    """A unit joined another side."""

    unit: str
    side: str


class BehaviourChanged(Event, frozen=True, kw_only=True):
    """A trigger changed a unit's behaviour."""

    unit: str


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
