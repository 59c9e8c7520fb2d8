"""Events: frozen facts in the past tense, with the rule that caused them.

The log, the referee, the window and the sounds only consume events. Units are named by id. The
texts of events stand in the catalogues, under the event's name.
"""

from typing import Any

import msgspec

from game.core.cells import Cell
from game.terms.commands import snake
from game.terms.odds import Modifier


class Event(
    msgspec.Struct, frozen=True, tag=snake, tag_field="event", omit_defaults=True, kw_only=True
):
    """Something that happened. `dice` are the faces that led to it, in drawing order."""

    rule: str | None = None
    dice: tuple[int, ...] = ()


class BattleStarted(Event, frozen=True, kw_only=True):
    """The pieces stand; play begins."""

    level: str


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins, with the order of its turns."""

    round: int
    order: tuple[str, ...]


class TurnStarted(Event, frozen=True, kw_only=True):
    """A unit's turn begins."""

    unit: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A unit's turn is over."""

    unit: str


class Moved(Event, frozen=True, kw_only=True):
    """A unit made one step; `left` is the movement it has left."""

    unit: str
    origin: Cell
    to: Cell
    cost: int
    left: int


class Attacked(Event, frozen=True, kw_only=True):
    """A unit attacks; what comes of it follows."""

    unit: str
    target: str
    weapon: str


class Hit(Event, frozen=True, kw_only=True):
    """An attack that is rolled to hit has hit."""

    unit: str
    target: str
    total: int
    needed: int


class Missed(Event, frozen=True, kw_only=True):
    """An attack that is rolled to hit has missed."""

    unit: str
    target: str
    total: int
    needed: int


class Damaged(Event, frozen=True, kw_only=True):
    """A unit lost life; `cause` is the key of what hurt it, `by` the unit whose deed that was."""

    unit: str
    amount: int
    left: int
    cause: str
    by: str | None = None


class Healed(Event, frozen=True, kw_only=True):
    """A unit regained life."""

    unit: str
    amount: int
    left: int


class Died(Event, frozen=True, kw_only=True):
    """A unit is dead and has left the board."""

    unit: str
    at: Cell | None


class ConditionGained(Event, frozen=True, kw_only=True):
    """A condition now holds for a unit, for a number of its turns (0: until it is taken off).

    `harm` is the damage it brings every turn.
    """

    unit: str
    condition: str
    value: int
    turns: int
    harm: str | None = None


class ConditionLost(Event, frozen=True, kw_only=True):
    """A condition no longer holds; `cause` is what had brought it."""

    unit: str
    condition: str
    cause: str | None = None


class ItemUsed(Event, frozen=True, kw_only=True):
    """A unit used an item up."""

    unit: str
    item: str
    target: str | None = None


class DiceRolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """Dice were drawn. Each die of a battle stands in exactly one `rolled`.

    `modifiers` are what is added to the value afterwards; `cause` is what rolls where no unit does.
    """

    why: str
    roll: str
    value: int
    unit: str | None = None
    cause: str | None = None
    modifiers: tuple[Modifier, ...] = ()


class Reacted(Event, frozen=True, kw_only=True):
    """A unit interrupts another's turn."""

    unit: str
    how: str


class Undone(Event, frozen=True, kw_only=True):
    """The last command of a side, and what followed it, was taken back."""

    side: str
    agreed: bool


class Conceded(Event, frozen=True, kw_only=True):
    """A side gave the battle up."""

    side: str


class DrawOffered(Event, frozen=True, kw_only=True):
    """A side offered a draw."""

    side: str


class DrawDeclined(Event, frozen=True, kw_only=True):
    """A side declined an offered draw."""

    side: str


class BattleOver(Event, frozen=True, kw_only=True, tag="over"):
    """The battle is decided, or over without a winner."""

    winner: str | None
    reason: str
    rounds: int


COMMON: tuple[type[Event], ...] = (
    BattleStarted,
    RoundStarted,
    TurnStarted,
    Moved,
    Attacked,
    Hit,
    Missed,
    Damaged,
    Healed,
    Died,
    ConditionGained,
    ConditionLost,
    ItemUsed,
    DiceRolled,
    Reacted,
    TurnEnded,
    Undone,
    Conceded,
    DrawOffered,
    DrawDeclined,
    BattleOver,
)


def name_of(event: Event | type[Event]) -> str:
    """Return the name the protocol and the catalogues know an event by."""
    kind = event if isinstance(event, type) else type(event)
    return str(kind.__struct_config__.tag)


def unit_of(event: Event) -> str | None:
    """Return the unit that an event is about, if it names one."""
    unit = getattr(event, "unit", None)
    return unit if isinstance(unit, str) else None


def end_of(event: Event) -> Cell | None:
    """Return the tile that the unit of an event stands on afterwards, if it has moved."""
    return _cell(getattr(event, "to", None))


def cell_of(event: Event) -> Cell | None:
    """Return the tile that an event happens on, if it names one."""
    return end_of(event) or _cell(getattr(event, "at", None))


def _cell(value: object) -> Cell | None:
    match value:
        case (int() as x, int() as y):
            return x, y
    return None


def fields_of(event: Event) -> dict[str, object]:
    """Return what an event tells, by the names of its fields."""
    return msgspec.structs.asdict(event)


def to_json(event: Event) -> dict[str, Any]:
    """Return the event's own fields as plain values."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event as it stands in the log, and what each side gets of it.

    `seen_by` None means everybody; the others get `instead`, or nothing at all.
    """

    event: Event
    seen_by: tuple[str, ...] | None = None
    instead: Event | None = None

    def to(self, side: str | None) -> Event | None:
        """Return what the side learns of the event (None for `side`: a viewer who sees
        everything).
        """
        if side is None or self.seen_by is None or side in self.seen_by:
            return self.event
        return self.instead
