"""What happened, played one thing after the other: each event moves pieces, dice and numbers.

Events that all books share are shown by their type; a book's own by where their unit stands
afterwards.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from game.client.board.board_view import BoardView
from game.client.kit.theme import CREAM, GOOD, HARM, WARNING, Colour
from game.client.panels.die_faces import counting, sides_of
from game.present.shown_events import ShownEvent
from game.terms.board_events import Matched
from game.terms.events import (
    Attacked,
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
"""Seconds at ordinary speed: of a step, a blow, a tip, a fall; after other things, and a round."""
NEAR = 2.5
"""Tiles over which a shot is seen as a blow; farther off something flies."""
QUAKE = 7.0
"""How far the table shakes, in pixels, from what fells somebody."""


class Thrown(NamedTuple):
    """Dice for the tray."""

    dice: list[tuple[int, int]]
    title: str
    total: str
    counts: tuple[bool, ...] = ()
    """Which of them count."""


class DiceMatch(NamedTuple):
    """Dice that were matched one by one, with how many of the other's were beaten."""

    own: Sequence[int]
    other: Sequence[int]
    beaten: int
    title: str
    total: str


class EventStage(Protocol):
    """Where events are shown beside the board."""

    def line(self, told: ShownEvent) -> None:
        """A line for the log."""

    def thrown(self, thrown: Thrown) -> None:
        """Dice fall."""

    def matched(self, matched: DiceMatch) -> None:
        """Dice are laid against one another."""

    def sound(self, told: ShownEvent) -> None:
        """The sound of an event."""

    def flight(self, thing: str) -> str:
        """What is seen flying when this is shot or thrown; "" of what only strikes."""

    def held(self, gained: ConditionGained) -> str:
        """The condition that has come over somebody, in words."""

    def turn(self, unit: str | None) -> None:
        """It is the turn of this unit."""

    def said(self, words: str) -> None:
        """The level tells something."""


class Timeline:
    """Events that wait to be shown, and the time until the next."""

    def __init__(self, board: BoardView, stage: EventStage, words: Callable[..., str]) -> None:
        self._board, self._stage, self._words = board, stage, words
        self._waiting: deque[ShownEvent] = deque()
        self._pause = 0.0
        self.pace = 1.0
        """How fast it goes; 0 for at once."""

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._waiting) or self._pause > 0 or self._board.is_moving

    def add(self, told: list[ShownEvent]) -> None:
        """More has happened."""
        self._waiting.extend(told)

    def update(self, seconds: float) -> bool:
        """Time passes; whether something was shown."""
        if self.pace <= 0:
            return self.finish()
        self._pause -= seconds * self.pace
        shown = False
        while self._waiting and self._pause <= 0:
            self._pause = self._shown(self._waiting.popleft())
            shown = True
        if not self._waiting and self._pause <= 0:
            self._pause = 0.0
        return shown

    def finish(self) -> bool:
        """Shows all that waits at once, without motion; dice lie there as they fell."""
        shown = bool(self._waiting)
        while self._waiting:
            told = self._waiting.popleft()
            self._stage.line(told)
            if isinstance(told.event, Message):
                self._stage.said(told.text)
            self._laid(told)
            self._apply(told)
        self._pause = 0.0
        return shown

    def lay(self, told: Sequence[ShownEvent]) -> None:
        """Lays down the dice that fell last, for who comes to see them only now."""
        last = next((one for one in reversed(told) if _has_dice(one)), None)
        if last is not None:
            self._laid(last)

    def clear(self) -> None:
        """Forgets what was to be shown."""
        self._waiting.clear()
        self._pause = 0.0

    def _shown(self, told: ShownEvent) -> float:
        """Shows an event; returns the seconds until the next."""
        self._stage.line(told)
        self._stage.sound(told)
        seconds = self._on_stage(told)
        self._apply(told)
        return seconds

    def _time(self, seconds: float) -> float:
        return seconds / self.pace if self.pace else 0.0

    # What is known of pieces while events are shown

    def _apply(self, told: ShownEvent) -> None:
        """What an event says of a piece holds from now on."""
        unit = unit_of(told.event)
        piece = self._board.pieces.get(unit) if unit else None
        if piece is None:
            return
        if isinstance(told.event, Damaged | Healed) and piece.life is not None:
            piece = msgspec.structs.replace(piece, life=told.event.left)
        at = end_of(told.event)
        if at is not None:
            piece = msgspec.structs.replace(piece, at=at)
        self._board.pieces[piece.id] = piece

    def _rise(self, unit: str, words: str, colour: Colour) -> None:
        actor = self._board.actors.get(unit)
        if actor is not None:
            self._board.tell(words, (actor.x, actor.y), colour)

    # Events that all books share

    def _on_stage(self, told: ShownEvent) -> float:
        """Show an event; return the seconds until the next."""
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
                self._stage.said(told.text)
                return 0.0
            case RoundStarted():
                return BEAT
            case TurnEnded():
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
        dice = list(zip(sides_of(event.roll, event.dice), event.dice, strict=True))
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
        """The dice of an event lie in the tray."""
        if isinstance(told.event, DiceRolled):
            self._rolled(told.event, told)
        elif isinstance(told.event, Matched):
            self._match(told.event, told)

    def _match(self, event: Matched, told: ShownEvent) -> float:
        """Dice are laid against one another."""
        match = DiceMatch(event.own, event.other, event.beaten, told.heading, told.outcome)
        self._stage.matched(match)
        return BEAT

    def _other(self, told: ShownEvent) -> float:
        """Show an event of a book: its unit goes to where it stands afterwards."""
        unit, to = unit_of(told.event), end_of(told.event)
        actor = self._board.actors.get(unit) if unit else None
        if actor is not None and to is not None:
            actor.hop(to, self._time(STEP))
            return STEP
        return PAUSE if told.text else 0.0


def _has_dice(told: ShownEvent) -> bool:
    return isinstance(told.event, DiceRolled | Matched)
