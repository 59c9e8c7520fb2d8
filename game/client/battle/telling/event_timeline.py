"""A timeline that shows events one at a time, by moving tokens, dice and numbers.

Events that all books share have their own motions. A book's own events only move their unit to its
new place.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from game.client.board.board_view import BoardView
from game.client.kit.theme import CREAM, GOOD, HARM, WARNING, Colour
from game.client.panels.die_faces import counting, sides_of
from game.present.shown_events import ShownEvent
from game.terms.board_events import Matched, MovementGained
from game.terms.events import (
    Attacked,
    BattleStarted,
    ConditionGained,
    Damaged,
    DiceRolled,
    Died,
    Healed,
    Missed,
    Moved,
    RoundStarted,
    TurnEnded,
    TurnStarted,
    end_of,
    unit_of,
)
from game.terms.script_events import Message

STEP, BLOW, TIP, FALL, PAUSE, BEAT = 0.22, 0.34, 0.3, 0.7, 0.28, 0.55
"""Seconds at normal speed: a step, attack, wobble, fall, any other event, and a roll."""
BANNER, BANNERS = 0.16, 0.45
"""Seconds at normal speed: a banner, and all banners in a row together at most."""
UPKEEP = "movement"
"""Purpose of the rolls that begin a turn and are shown as banners."""
INITIATIVE = "initiative"
"""Purpose of the rolls for the order of turns."""
NEAR = 2.5
"""Maximum distance, in tiles, at which a shot is shown as a lunge without a projectile."""
QUAKE = 7.0
"""Strength of the table's shaking when a unit has no life left, in pixels."""


class Thrown(NamedTuple):
    """A roll to show in the dice tray: each die's size and face, and texts."""

    dice: list[tuple[int, int]]
    title: str
    total: str
    counts: tuple[bool, ...] = ()
    """Whether each die counts; empty if all do."""


class DiceMatch(NamedTuple):
    """Two rows of dice compared one by one; `beaten` counts the other row's beaten dice."""

    own: Sequence[int]
    other: Sequence[int]
    beaten: int
    title: str
    total: str


class DiceResults:
    """Sentences about the dice since the last answer, kept until people have seen them."""

    def __init__(self) -> None:
        self._told: list[str] = []

    def note(self, told: ShownEvent) -> None:
        """Keep an event's sentence if it shows dice or their consequences."""
        if is_result(told, bool(self._told)):
            self._told.append(told.text)

    def clear(self) -> None:
        """Drop all sentences."""
        self._told.clear()

    def taken(self, most: int) -> str:
        """Return at most `most` sentences, and drop all of them."""
        words = "\n".join(self._told[:most])
        self.clear()
        return words


class EventStage(Protocol):
    """The panels and sounds that show events, apart from the board."""

    def line(self, told: ShownEvent) -> None:
        """Add a line to the log."""

    def thrown(self, thrown: Thrown) -> None:
        """Show a roll in the dice tray."""

    def matched(self, matched: DiceMatch) -> None:
        """Show two rows of dice compared one by one."""

    def sound(self, told: ShownEvent) -> None:
        """Play the sound of an event."""

    def together(self, count: int, why: str) -> str:
        """Return a heading for several rolls of one kind."""

    def flight(self, thing: str) -> str:
        """Return the projectile's image for a weapon or spell, or "" if nothing flies."""

    def held(self, gained: ConditionGained) -> str:
        """Return the condition that a unit has gained, in words."""

    def turn(self, unit: str | None) -> None:
        """Mark the unit whose turn it is; None for no unit."""

    def said(self, told: ShownEvent) -> None:
        """Show a message of the level."""


class Timeline:
    """The events waiting to be shown, and the time until the next event."""

    def __init__(self, board: BoardView, stage: EventStage, words: Callable[..., str]) -> None:
        self._board, self._stage, self._words = board, stage, words
        self._waiting: deque[ShownEvent] = deque()
        self._pause = 0.0
        self._bannered = 0.0
        """Seconds that the banners since the last other event have taken."""
        self.pace = 1.0
        """Speed factor; 0 shows all events at once."""

    @property
    def is_busy(self) -> bool:
        """Return whether anything still has to be shown or is moving."""
        return bool(self._waiting) or self._pause > 0 or self._board.is_moving

    def add(self, told: list[ShownEvent]) -> None:
        """Add new events to the waiting events."""
        self._waiting.extend(told)

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether anything was shown."""
        if self.pace <= 0:
            return self.finish()
        self._pause -= seconds * self.pace
        shown = False
        while self._waiting and self._pause <= 0:
            self._pause += self._next()
            shown = True
        if not self._waiting and self._pause <= 0:
            self._pause = self._bannered = 0.0
        return shown

    def finish(self) -> bool:
        """Show all waiting events at once, with dice at rest; return whether there were any."""
        shown = bool(self._waiting)
        while self._waiting:
            told = self._waiting.popleft()
            self._stage.line(told)
            if isinstance(told.event, Message):
                self._stage.said(told)
            self._laid(told)
            self._apply(told)
        self._pause = 0.0
        return shown

    def lay(self, told: Sequence[ShownEvent]) -> None:
        """Show the last dice at rest, for people who have just sat down."""
        last = next((one for one in reversed(told) if _has_dice(one)), None)
        if last is not None:
            self._laid(last)

    def clear(self) -> None:
        """Drop all waiting events."""
        self._waiting.clear()
        self._pause = 0.0

    def _next(self) -> float:
        """Show the next event; return the seconds until the one after it.

        Rolls of one kind by several units are shown together, and banners in a row take no longer
        than `BANNERS`.
        """
        told = self._waiting.popleft()
        rolls = self._rolls_like(told)
        seconds = self._all_rolled(rolls) if len(rolls) > 1 else self._shown(told)
        if not is_banner(told):
            self._bannered = 0.0
            return seconds
        seconds = min(seconds, BANNER, BANNERS - self._bannered)
        self._bannered += seconds
        return seconds

    def _shown(self, told: ShownEvent) -> float:
        """Show an event with its log line and sound; return the seconds until the next event."""
        self._stage.line(told)
        self._stage.sound(told)
        seconds = self._on_stage(told)
        self._apply(told)
        return seconds

    def _rolls_like(self, told: ShownEvent) -> list[ShownEvent]:
        """Return an event, then the waiting rolls of its kind that follow it, taken out."""
        found, units = [told], {unit_of(told.event)}
        while isinstance(told.event, DiceRolled) and self._waiting:
            later = self._waiting[0].event
            if not isinstance(later, DiceRolled) or later.why != told.event.why:
                break
            if later.unit in units:  # rolled again
                break
            units.add(later.unit)
            found.append(self._waiting.popleft())
        return found

    def _all_rolled(self, rolls: Sequence[ShownEvent]) -> float:
        """Show rolls of one kind by several units; return the seconds until the next event."""
        for told in rolls:
            self._stage.line(told)
        self._stage.sound(rolls[0])
        events = [one.event for one in rolls if isinstance(one.event, DiceRolled)]
        dice = [die for event in events for die in _dice(event)]
        heading = self._stage.together(len(events), events[0].why)
        self._stage.thrown(Thrown(dice, heading, ""))
        return BEAT

    def _time(self, seconds: float) -> float:
        return seconds / self.pace if self.pace else 0.0

    # Tokens after the events shown so far

    def _apply(self, told: ShownEvent) -> None:
        """Update the life and place of an event's unit on the board."""
        unit = unit_of(told.event)
        token = self._board.tokens.get(unit) if unit else None
        if token is None:
            return
        if isinstance(told.event, Damaged | Healed) and token.life is not None:
            token = msgspec.structs.replace(token, life=told.event.left)
        at = end_of(told.event)
        if at is not None:
            token = msgspec.structs.replace(token, at=at)
        self._board.tokens[token.id] = token

    def _rise(self, unit: str, words: str, colour: Colour) -> None:
        actor = self._board.actors.get(unit)
        if actor is not None:
            self._board.tell(words, (actor.x, actor.y), colour)

    # Events that all books share

    def _on_stage(self, told: ShownEvent) -> float:
        """Show an event; return the seconds until the next event."""
        match told.event:
            case Moved() as event:
                return self._moved(event)
            case Attacked() as event:
                return self._attacked(event)
            case DiceRolled() as event:
                return self._rolled(event, told)
            case Matched() as event:
                return self._match(event, told)
            case Damaged() as event:
                return self._damaged(event)
            case Healed(unit=unit, amount=amount):
                self._rise(unit, f"+{amount}", GOOD)
            case Missed(target=target):
                self._rise(target, self._words("battle", "miss"), CREAM)
            case Died(unit=unit):
                return self._died(unit)
            case ConditionGained(unit=unit) as event:
                self._rise(unit, self._stage.held(event), WARNING)
            case TurnStarted(unit=unit):
                self._turn(unit)
            case Message():
                self._stage.said(told)
                return 0.0
            case TurnEnded() | MovementGained():
                return 0.0
            case _:
                return self._other(told)
        return PAUSE

    def _moved(self, event: Moved) -> float:
        actor = self._board.actors.get(event.unit)
        if actor is None:
            return 0.0
        actor.hop(event.to, self._time(STEP))
        self._board.camera.show(event.to)
        return STEP

    def _attacked(self, event: Attacked) -> float:
        actor, target = (self._board.actors.get(unit) for unit in (event.unit, event.target))
        if actor is None or target is None:
            return PAUSE
        far = max(abs(actor.x - target.x), abs(actor.y - target.y))
        kind = self._stage.flight(event.weapon)
        if kind and far > NEAR:
            self._board.fly((actor.x, actor.y), (target.x, target.y), kind, self._time(BLOW))
            return BLOW
        actor.lunge((target.x, target.y), self._time(BLOW))
        return BLOW

    def _rolled(self, event: DiceRolled, told: ShownEvent) -> float:
        if not event.dice:
            return 0.0
        dice = _dice(event)
        counts = counting(event.roll, event.dice)
        self._stage.thrown(Thrown(dice, told.heading, str(told.total), counts))
        return BEAT

    def _damaged(self, event: Damaged) -> float:
        actor = self._board.actors.get(event.unit)
        if actor is None:
            return 0.0
        self._rise(event.unit, f"−{event.amount}", HARM)
        actor.tip(self._time(TIP))
        if event.left == 0:
            self._board.quake = QUAKE
        return TIP

    def _died(self, unit: str) -> float:
        actor = self._board.actors.get(unit)
        if actor is None:
            return 0.0
        actor.fall(self._time(FALL))
        return FALL

    def _turn(self, unit: str) -> None:
        self._stage.turn(unit)
        actor = self._board.actors.get(unit)
        if actor is not None:
            self._board.camera.show((round(actor.x), round(actor.y)))

    def _laid(self, told: ShownEvent) -> None:
        """Show the dice of an event at rest."""
        if isinstance(told.event, DiceRolled):
            self._rolled(told.event, told)
        elif isinstance(told.event, Matched):
            self._match(told.event, told)

    def _match(self, event: Matched, told: ShownEvent) -> float:
        """Show two rows of dice compared one by one; return the seconds until the next event."""
        match = DiceMatch(event.own, event.other, event.beaten, told.heading, told.outcome)
        self._stage.matched(match)
        return BEAT

    def _other(self, told: ShownEvent) -> float:
        """Show a book's own event: move its unit to the event's end, if it has one."""
        unit, to = unit_of(told.event), end_of(told.event)
        actor = self._board.actors.get(unit) if unit else None
        if actor is not None and to is not None:
            actor.hop(to, self._time(STEP))
            return STEP
        return PAUSE if told.text else 0.0


def is_banner(told: ShownEvent) -> bool:
    """Return whether an event only announces what comes, or belongs to the start of a turn."""
    event = told.event
    is_upkeep = isinstance(event, DiceRolled) and event.why == UPKEEP
    banners = BattleStarted | RoundStarted | TurnStarted | TurnEnded | MovementGained
    return is_upkeep or isinstance(event, banners)


def is_result(told: ShownEvent, has_rolled: bool) -> bool:
    """Return whether an event shows dice, or their consequences if any have been rolled.

    Initiative is in the turn queue, so its dice don't count.
    """
    event = told.event
    is_order = isinstance(event, DiceRolled) and event.why == INITIATIVE
    if is_banner(told) or is_order or isinstance(event, Moved | Message) or not told.text:
        return False
    return has_rolled or _has_dice(told)


def _dice(event: DiceRolled) -> list[tuple[int, int]]:
    """Return the size and face of each die of a roll."""
    return list(zip(sides_of(event.roll, event.dice), event.dice, strict=True))


def _has_dice(told: ShownEvent) -> bool:
    return isinstance(told.event, DiceRolled | Matched)
