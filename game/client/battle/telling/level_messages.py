"""Messages of the level, on parchment over the board; each stays until you dismiss it."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import pygame

from game.client.board.board_view import BoardView
from game.client.kit.app import App
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BODY, BRASS, INK, INK_FADED, SMALL
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.key_names import key_cap, known_key
from game.present.shown_events import ShownEvent
from game.terms.level_script import KEY, Lesson
from game.terms.script_events import Message

WIDE, PAD, DROP, GAP = 600, 22, 18, 4
"""Width and padding of a message, and its distance from the board's upper edge, at 100%."""
FACE = 76
"""Width of a speaker's portrait, at 100%."""
SIZE = BODY + 3
LEAST_READ, READ_EACH = 2.5, 0.055
"""Minimum seconds that a message stays if nobody plays, plus seconds for each letter."""
DISMISS = ("confirm", "cancel", "skip", "end", "faster")
"""Actions that dismiss a message: every key that people may press by habit."""
PRESSES = (
    *("confirm", "next", "previous", "next_unit", "undo", "end", "reactions", "lens", "hand"),
    *(f"slot_{n}" for n in range(1, 11)),
)
"""Actions that press something, choose what to press, or show a hand."""


class DiceResult(NamedTuple):
    """The results of dice, for people who share the machine."""

    words: str


class SpokenMessage(NamedTuple):
    """A message of the level, with its speaker if it has one."""

    text: str
    """The message as the log has it."""
    words: str
    speaker: str = ""
    kind: str = ""
    side: str = ""


class MessageRoom(Protocol):
    """The window's parts that messages need."""

    app: App
    board: BoardView


class LevelMessages:
    """Messages waiting to be read, shown one at a time. The battle waits meanwhile."""

    def __init__(
        self,
        table: MessageRoom,
        is_watched: bool,
        spared: Callable[[], pygame.Rect | None] = lambda: None,
    ) -> None:
        """Prepare for messages.

        If the battle `is_watched` by people who don't play, messages disappear by themselves. A
        message avoids the rectangle that `spared` returns, if it can.
        """
        self._table, self._app = table, table.app
        self._is_watched, self._spared = is_watched, spared
        self._waiting: deque[SpokenMessage | Lesson | DiceResult] = deque()
        self._shown = 0.0
        self._is_down = False
        """Whether a mouse button was pressed since the message appeared."""
        self._rect = self._column = pygame.Rect(0, 0, 0, 0)
        self.rect = self._rect
        """Rectangle where the message was last drawn."""
        self._is_aside = False
        """Whether that was over the column beside the board."""

    @property
    def words(self) -> str:
        """The text of the message shown, or ""."""
        first = self._waiting[0] if self._waiting else None
        if isinstance(first, Lesson):
            return self._named(first.message)
        return first.words if first is not None else ""

    @property
    def covered(self) -> pygame.Rect:
        """The part of the column beside the board that the message covers."""
        return self.rect if self._waiting and self._is_aside else pygame.Rect(0, 0, 0, 0)

    @property
    def unread(self) -> Counter[str]:
        """The level's messages that nobody has dismissed yet."""
        return Counter(one.text for one in self._waiting if isinstance(one, SpokenMessage))

    @property
    def lesson(self) -> Lesson | None:
        """The lesson shown, or None."""
        first = self._waiting[0] if self._waiting else None
        return first if isinstance(first, Lesson) else None

    def _named(self, message: str) -> str:
        """Return a lesson's message with the keys, or buttons, of the device in use."""
        return KEY.sub(lambda found: known_key(self._app, found[1]), message)

    def add(self, words: str) -> None:
        """Add a message that nobody speaks."""
        if words:
            self._waiting.append(SpokenMessage(words, words))

    def tell(self, told: ShownEvent) -> None:
        """Add the message of an event."""
        event = told.event
        assert isinstance(event, Message)
        by = (event.speaker or "", event.kind or "", event.side or "")
        self._waiting.append(SpokenMessage(told.text, event.message, *by))

    def add_result(self, words: str) -> None:
        """Add the result of dice."""
        if words:
            self._waiting.append(DiceResult(words))

    def teach(self, lesson: Lesson) -> None:
        """Show a lesson; nothing else may be waiting."""
        self._waiting.append(lesson)

    def withdraw(self) -> None:
        """Remove the message shown, without a sound."""
        self._waiting.popleft()
        self._shown, self._is_down = 0.0, False

    def clear(self) -> None:
        """Remove all messages, for example because their events were undone."""
        self._waiting.clear()
        self._shown, self._is_down = 0.0, False

    def lay(self, board: pygame.Rect, column: pygame.Rect) -> None:
        """Lay out the message over the board, or else over the panels in a column next to it."""
        px, self._column = self._app.look.px, column.copy()
        width = min(px(WIDE), board.width - px(2 * PAD))
        self._rect = pygame.Rect(0, board.y + px(DROP), width, board.height - px(2 * DROP))
        self._rect.centerx = board.centerx

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether a message disappears."""
        if not self._waiting or not self._is_watched:
            return False
        self._shown += seconds
        if self._shown < LEAST_READ + READ_EACH * len(self.words):
            return False
        self._next()
        return True

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the message used it.

        You can still point at the board. A lesson makes way for whatever else is pressed.
        """
        if not self._waiting:
            return False
        if self._is_meant_elsewhere(event):
            self._next()
            return False
        if isinstance(event, Act) and (event.name in DISMISS or self._stands_before(event)):
            self._next()
            return True
        if isinstance(event, Pointer) and event.kind in ("down", "up"):
            return self._clicked(event.kind == "down")
        return False

    def _is_meant_elsewhere(self, event: Input) -> bool:
        """Return whether an input presses something else than the lesson shown."""
        if self.lesson is None:
            return False
        if isinstance(event, Pointer):
            return event.kind == "down" and not self.rect.collidepoint(event.at)
        if not isinstance(event, Act) or event.name in DISMISS:
            return False
        return self._stands_before(event)

    def _stands_before(self, event: Act) -> bool:
        """Return whether a press closes the message. All of them do, except undo."""
        return event.name in PRESSES and not (event.name == "undo" and self.spares_undo)

    @property
    def spares_undo(self) -> bool:
        """Return whether undo works under the message shown: under all but the result of dice.

        A lesson may teach it; other messages come again after it.
        """
        return not isinstance(self._waiting[0], DiceResult)

    def _clicked(self, is_down: bool) -> bool:
        """Handle a mouse button; a release without a press before it dismisses nothing."""
        was_down, self._is_down = self._is_down, is_down
        if was_down and not is_down:
            self._next()
        return was_down or is_down

    def _next(self) -> None:
        self.withdraw()
        self._app.sounds.ui("button")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the first message."""
        if not self._waiting:
            return
        app, px = self._app, self._app.look.px
        face = self._face()
        aside = face.get_width() + px(PAD) if face is not None else 0
        key = "slip" if self.lesson is None else "slip_lesson"
        key = "slip_watched" if self._is_watched else key
        foot = app.words.say("battle", key, confirm=key_cap(app, "confirm"))
        hint = app.type.line(foot, "sans", SMALL, INK_FADED)
        besides = hint.get_height() + px(3 * PAD - 8)
        high = face.get_height() if face is not None else 0
        place, body = self._placed(aside, besides, high)
        rect = place.copy()
        rect.height = min(place.height, max(body.get_height(), high) + besides)
        if place.y > self._rect.y or place == self._column:
            rect.bottom = place.bottom
        self.rect = rect
        self._is_aside = place == self._column
        panel(app, surface, rect)
        top = rect.y + px(PAD)
        if face is not None:
            surface.blit(face, (rect.x + px(PAD), top))
        left = rect.x + px(PAD) + aside
        surface.blit(body, (left, top), pygame.Rect(0, 0, body.get_width(), rect.height))
        line = rect.bottom - px(PAD - 4) - hint.get_height() - px(6)
        pygame.draw.line(surface, BRASS, (rect.x + px(PAD), line), (rect.right - px(PAD), line), 1)
        surface.blit(hint, (rect.x + px(PAD), line + px(5)))
        if len(self._waiting) > 1:
            more = app.words.say("battle", "slips_more", count=len(self._waiting) - 1)
            told = app.type.line(more, "sans", SMALL, INK_FADED)
            surface.blit(told, (rect.right - px(PAD) - told.get_width(), line + px(5)))

    def _face(self) -> pygame.Surface | None:
        """Return the portrait of the speaker, or None if nobody speaks."""
        first, px = self._waiting[0], self._app.look.px
        if not isinstance(first, SpokenMessage) or not first.kind:
            return None
        size = px(FACE), px(round(FACE * 98 / 84))
        return self._table.board.standees.portrait(first.kind, first.side, size)

    def _placed(self, aside: int, besides: int, high: int) -> tuple[pygame.Rect, pygame.Surface]:
        """Return the room for the message and its words: above or below all units if it fits there.

        Else it is over the panels next to the board, or it avoids only what it must. Letters are
        smaller if they don't fit otherwise. If even small ones don't, the message covers what it
        should avoid.
        """
        taken = aside + self._app.look.px(2 * PAD)
        column = (self._column,) if self._column.height else ()
        for rooms, least in (
            (self._beside(self._crowd()), BODY),
            (column, BODY),
            (self._beside(self._spared()), SMALL + 1),
            ((self._rect,), SMALL + 1),
        ):
            for size in range(SIZE, least - 1, -1):
                for place in rooms:
                    room = place.width - taken
                    if self._is_too_long(room, size, place.height - besides):
                        continue
                    body = self._body(room, size)
                    if max(body.get_height(), high) + besides <= place.height:
                        return place, body
        return self._rect, self._body(self._rect.width - taken, SMALL)

    def _beside(self, spared: pygame.Rect | None) -> tuple[pygame.Rect, ...]:
        """Return the room above and below a rectangle; all of it if that isn't in the way."""
        if spared is None or not self._rect.colliderect(spared):
            return (self._rect,)
        above, below = self._rect.copy(), self._rect.copy()
        above.top -= self._app.look.px(DROP - GAP)
        above.height = max(spared.top - above.top, 0)
        below.top, below.height = spared.bottom, max(self._rect.bottom - spared.bottom, 0)
        return above, below

    def _crowd(self) -> pygame.Rect | None:
        """Return the rectangle around all units in view, with their heads; None without any."""
        board = self._table.board
        feet = [board.camera.tile_rect(cell) for one in board.tokens.values() for cell in one.cells]
        seen = [rect for rect in feet if rect.colliderect(board.camera.rect)]
        if not seen:
            return None
        crowd = seen[0].unionall(seen[1:])
        head = board.camera.tile // 3
        return pygame.Rect(crowd.x, crowd.y - head, crowd.width, crowd.height + head)

    def _is_too_long(self, room: int, size: int, high: int) -> bool:
        """Return whether the words of this size surely don't fit into a height."""
        kind = self._app.type
        return kind.least_lines(self.words, room, "serif", size) * kind.height("serif", size) > high

    def _body(self, room: int, size: int) -> pygame.Surface:
        """Return the words of the message, below the name of the speaker if there is one."""
        kind, first = self._app.type, self._waiting[0]
        body = kind.block(self.words, room, "serif", size, INK)
        speaker = first.speaker if isinstance(first, SpokenMessage) else ""
        if not speaker:
            return body
        name = kind.line(speaker, "serif bold", size, INK)
        high = name.get_height() + body.get_height()
        made = pygame.Surface((max(room, 1), high), pygame.SRCALPHA)
        made.blit(name, (0, 0), pygame.Rect(0, 0, room, high))
        made.blit(body, (0, name.get_height()))
        return made


def messages_among(told: Sequence[ShownEvent]) -> Counter[str]:
    """Return the level's messages among some events."""
    return Counter(one.text for one in told if isinstance(one.event, Message))
