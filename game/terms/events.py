"""Events: frozen facts in the past tense, with the rule that caused them.

The log, the referee, the window and the sounds read nothing but events. Events name units by id.
Each event's text is in the catalogues, under the event's name.
"""

from collections.abc import Sequence

import msgspec

from game.core.cells import Cell
from game.terms.commands import snake
from game.terms.odds import Modifier


class Event(
    msgspec.Struct, frozen=True, tag=snake, tag_field="event", omit_defaults=True, kw_only=True
):
    """The base of all events. `dice` are the faces that led to the event, in drawing order."""

    rule: str | None = None
    dice: tuple[int, ...] = ()


class BattleStarted(Event, frozen=True, kw_only=True):
    """The units were in place, and play began."""

    level: str


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round began. `order` lists its turns."""

    round: int
    order: tuple[str, ...]


class TurnStarted(Event, frozen=True, kw_only=True):
    """A unit's turn began."""

    unit: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A unit's turn ended."""

    unit: str


class Moved(Event, frozen=True, kw_only=True):
    """A unit moved one step. `left` is its movement left."""

    unit: str
    origin: Cell
    to: Cell
    cost: int
    left: int


class Attacked(Event, frozen=True, kw_only=True):
    """A unit attacked. The events with the result follow."""

    unit: str
    target: str
    weapon: str


class Hit(Event, frozen=True, kw_only=True):
    """An attack hit, in a book with attack rolls."""

    unit: str
    target: str
    total: int
    needed: int


class Missed(Event, frozen=True, kw_only=True):
    """An attack missed, in a book with attack rolls."""

    unit: str
    target: str
    total: int
    needed: int


class Damaged(Event, frozen=True, kw_only=True):
    """A unit took damage. `cause` is the key of the cause, `by` the unit that dealt it.

    `parts` are the addends of the damage, and the reasons that halve or double it, if its roll
    doesn't show them. `dealt` is the whole damage if the unit had less life than that.
    """

    unit: str
    amount: int
    left: int
    cause: str
    by: str | None = None
    parts: tuple[Modifier, ...] = ()
    dealt: int | None = None


class Healed(Event, frozen=True, kw_only=True):
    """A unit healed. `whole` is the whole healing if the unit's maximum life cut it."""

    unit: str
    amount: int
    left: int
    whole: int | None = None


class Died(Event, frozen=True, kw_only=True):
    """A unit died and left the board."""

    unit: str
    at: Cell | None


class ConditionGained(Event, frozen=True, kw_only=True):
    """A unit gained a condition for a number of its turns (0: until it is removed).

    `harm` is the damage that the condition deals each turn.
    """

    unit: str
    condition: str
    value: int
    turns: int
    harm: str | None = None


class ConditionLost(Event, frozen=True, kw_only=True):
    """A unit lost a condition. `cause` is the original cause of the condition."""

    unit: str
    condition: str
    cause: str | None = None


class ItemUsed(Event, frozen=True, kw_only=True):
    """A unit used up an item."""

    unit: str
    item: str
    target: str | None = None


class DiceRolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """Dice were drawn. Each die of a battle is in exactly one `rolled` event.

    `modifiers` are added to the value afterwards. `cause` is the item, trap or terrain that rolls,
    if no unit does.
    """

    why: str
    roll: str
    value: int
    unit: str | None = None
    cause: str | None = None
    modifiers: tuple[Modifier, ...] = ()


class Reacted(Event, frozen=True, kw_only=True):
    """A unit reacted during another unit's turn."""

    unit: str
    how: str


class Undone(Event, frozen=True, kw_only=True):
    """The last command of a side was undone, with everything that followed it."""

    side: str
    agreed: bool
    reroll: bool = False
    """Whether a reroll was used, so that the dice are rolled again."""


class Conceded(Event, frozen=True, kw_only=True):
    """A side conceded."""

    side: str


class DrawOffered(Event, frozen=True, kw_only=True):
    """A side offered a draw."""

    side: str


class DrawDeclined(Event, frozen=True, kw_only=True):
    """A side declined a draw."""

    side: str


class BattleOver(Event, frozen=True, kw_only=True, tag="over"):
    """The battle ended, with or without a winner."""

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
    """Return the name of an event in the protocol and in the catalogues."""
    kind = event if isinstance(event, type) else type(event)
    return str(kind.__struct_config__.tag)


def unit_of(event: Event) -> str | None:
    """Return the unit that an event is about, or None if it names none."""
    unit = getattr(event, "unit", None)
    return unit if isinstance(unit, str) else None


def end_of(event: Event) -> Cell | None:
    """Return the tile that the event's unit moved to, or None if it didn't move."""
    return _cell(getattr(event, "to", None))


def cell_of(event: Event) -> Cell | None:
    """Return the tile of an event, or None if it names none."""
    return end_of(event) or _cell(getattr(event, "at", None))


def _cell(value: object) -> Cell | None:
    match value:
        case (int() as x, int() as y):
            return x, y
    return None


def fields_of(event: Event) -> dict[str, object]:
    """Return the values of an event by field name."""
    return msgspec.structs.asdict(event)


def to_json(event: Event) -> dict[str, object]:
    """Return the event's own fields as plain values."""
    plain: dict[str, object] = msgspec.to_builtins(event)
    return plain


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event in the log, with the version that each side sees.

    The sides in `seen_by` see the event itself (None: all sides do). The others see `instead`, or
    nothing if that is None.
    """

    event: Event
    seen_by: tuple[str, ...] | None = None
    instead: Event | None = None

    def to(self, side: str | None) -> Event | None:
        """Return the event as `side` sees it, or None if the side sees nothing.

        If `side` is None, return the event itself: a viewer without a side sees everything.
        """
        if side is None or self.seen_by is None or side in self.seen_by:
            return self.event
        return self.instead

    def to_all(self, sides: Sequence[str]) -> Event | None:
        """Return the event as all of the sides see it, or None if one of them sees nothing."""
        seen = [self.to(side) for side in sides]
        return next((one for one in seen if one is not self.event), self.event)
