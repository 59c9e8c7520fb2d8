"""What happened, played one thing after the other: each event moves pieces, dice and numbers.

Events are told apart by their fields, and by the names that all books share.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from game.client.board.board_view import BoardView
from game.client.kit.theme import CREAM, GOOD, HARM, WARNING, Colour
from game.client.panels.die_faces import counting, sides_of
from game.present.picture import Piece
from game.present.window_battle import ShownEvent

STEP, BLOW, TIP, FALL, PAUSE, BEAT = 0.22, 0.34, 0.3, 0.7, 0.28, 0.55
"""Seconds at ordinary speed: of a step, a blow, a tip, a fall; after other things, and a round."""
NEAR = 2.5
"""Tiles over which a shot is seen as a blow; farther off something flies."""
QUAKE = 7.0
"""How far the table shakes, in pixels, from what fells somebody."""


MATCHED = "own", "other", "beaten"
"""The fields of an event that dice were compared one by one."""


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

    def held(self, told: ShownEvent) -> str:
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
            if told.name == "message":
                self._on_message(told)
            self._laid(told)
            self._apply(told)
        self._pause = 0.0
        return shown

    def lay(self, told: Sequence[ShownEvent]) -> None:
        """Lays down the dice that fell last, for who comes to see them only now."""
        last = next(
            (one for one in reversed(told) if one.name == "rolled" or _is_matched(one)), None
        )
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
        show = getattr(self, f"_on_{told.name}", None)
        seconds: float = show(told) if show else self._other(told)
        self._apply(told)
        return seconds

    def _time(self, seconds: float) -> float:
        return seconds / self.pace if self.pace else 0.0

    # What is known of pieces while events are shown

    def _apply(self, told: ShownEvent) -> None:
        """What an event says of a piece holds from now on."""
        fields = told.fields
        unit = fields.get("unit")
        piece = self._board.pieces.get(unit) if isinstance(unit, str) else None
        if piece is None:
            return
        changes: dict[str, Any] = {}
        if told.name in ("damaged", "healed") and "left" in fields and piece.life is not None:
            changes["life"] = fields["left"]
        if "to" in fields and _is_cell(fields["to"]):
            changes["at"] = tuple(fields["to"])
        if changes:
            self._board.pieces[piece.id] = msgspec.structs.replace(piece, **changes)

    def _piece(self, told: ShownEvent, field: str = "unit") -> Piece | None:
        id = told.fields.get(field)
        return self._board.pieces.get(id) if isinstance(id, str) else None

    def _rise(self, told: ShownEvent, words: str, colour: Colour, field: str = "unit") -> None:
        id = told.fields.get(field)
        actor = self._board.actors.get(id) if isinstance(id, str) else None
        if actor is not None:
            self._board.tell(words, (actor.x, actor.y), colour)

    # Events that all books share

    def _on_moved(self, told: ShownEvent) -> float:
        actor = self._board.actors.get(told.fields["unit"])
        if actor is None:
            return 0.0
        to = tuple(told.fields["to"])
        actor.hop((to[0], to[1]), self._time(STEP))
        self._board.camera.show((to[0], to[1]))
        return STEP

    def _on_attacked(self, told: ShownEvent) -> float:
        actor = self._board.actors.get(told.fields["unit"])
        target = self._board.actors.get(told.fields.get("target", ""))
        if actor is None or target is None:
            return PAUSE
        far = max(abs(actor.x - target.x), abs(actor.y - target.y))
        kind = self._stage.flight(str(told.fields.get("weapon", "")))
        if kind and far > NEAR:
            self._board.fly((actor.x, actor.y), (target.x, target.y), kind, self._time(BLOW))
            return BLOW
        actor.lunge((target.x, target.y), self._time(BLOW))
        return BLOW

    def _on_rolled(self, told: ShownEvent) -> float:
        fields = told.fields
        faces = told.dice
        if not faces:
            return 0.0
        roll, title = str(fields.get("roll", "")), told.text.split(":")[0]
        dice = list(zip(sides_of(roll, faces), faces, strict=True))
        self._stage.thrown(Thrown(dice, title, _total(fields), counting(roll, faces)))
        return BEAT

    def _on_damaged(self, told: ShownEvent) -> float:
        actor = self._board.actors.get(told.fields["unit"])
        if actor is None:
            return 0.0
        self._rise(told, f"−{told.fields['amount']}", HARM)
        actor.tip(self._time(TIP))
        if told.fields.get("left") == 0:
            self._board.quake = QUAKE
        return TIP

    def _on_healed(self, told: ShownEvent) -> float:
        self._rise(told, f"+{told.fields['amount']}", GOOD)
        return PAUSE

    def _on_missed(self, told: ShownEvent) -> float:
        self._rise(told, self._words("battle", "miss"), CREAM, "target")
        return PAUSE

    def _on_died(self, told: ShownEvent) -> float:
        actor = self._board.actors.get(told.fields["unit"])
        if actor is None:
            return 0.0
        actor.fall(self._time(FALL))
        return FALL

    def _on_condition_gained(self, told: ShownEvent) -> float:
        self._rise(told, self._stage.held(told), WARNING)
        return PAUSE

    def _on_message(self, told: ShownEvent) -> float:
        self._stage.said(told.text)
        return 0.0

    def _on_round_started(self, told: ShownEvent) -> float:
        return BEAT

    def _on_turn_started(self, told: ShownEvent) -> float:
        self._stage.turn(told.fields["unit"])
        actor = self._board.actors.get(told.fields["unit"])
        if actor is not None:
            self._board.camera.show((round(actor.x), round(actor.y)))
        return PAUSE

    def _on_turn_ended(self, told: ShownEvent) -> float:
        return 0.0

    def _laid(self, told: ShownEvent) -> None:
        """The dice of an event lie in the tray."""
        if told.name == "rolled":
            self._on_rolled(told)
        elif _is_matched(told):
            self._match(told)

    def _match(self, told: ShownEvent) -> float:
        """Dice are laid against one another."""
        title, _, total = told.text.partition(": ")
        own, other, beaten = (told.fields[key] for key in MATCHED)
        self._stage.matched(DiceMatch(own, other, beaten, title, total))
        return BEAT

    def _other(self, told: ShownEvent) -> float:
        """An event of a book: who is somewhere else afterwards goes there; dice of one's own and
        the other's were matched."""
        if _is_matched(told):
            return self._match(told)
        actor = self._board.actors.get(str(told.fields.get("unit", "")))
        to: Any = told.fields.get("to")
        if actor is not None and _is_cell(to):
            actor.hop((to[0], to[1]), self._time(STEP))
            return STEP
        return PAUSE if told.text else 0.0


def _is_matched(told: ShownEvent) -> bool:
    """Whether dice were compared one by one."""
    return all(told.fields.get(key) is not None for key in MATCHED)


def _is_cell(value: Any) -> bool:
    is_pair = isinstance(value, list | tuple) and len(value) == 2
    return is_pair and all(isinstance(n, int) for n in value)


def _total(fields: dict[str, Any]) -> str:
    added = sum(m.get("value", 0) for m in fields.get("modifiers", ()) if isinstance(m, dict))
    value = fields.get("value")
    return "" if value is None else str(value + added)
