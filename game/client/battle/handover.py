"""The handover between people who share a machine, and undo that others must agree to."""

from collections.abc import Callable
from functools import partial

import pygame

from game.client.battle.consent import Consent, Request, beyond_wall, hand_over
from game.client.battle.context import BattleContext
from game.client.battle.planning import PLAIN
from game.client.battle.turn_flow import Flow
from game.client.kit.app import App
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BODY, BRASS, PARCHMENT, Colour
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.drawing import box, shadow
from game.client.panels.unit_bar import REROLL, is_walled

WAIT = 0.35
"""Seconds after an announcement in which presses don't count, as they were meant for the last side.
"""
MOST_LINES = 6
"""Maximum number of undone log lines shown to the people who must agree."""


class Handover:
    """Handover of the machine to the people of another side, and undo with their consent."""

    def __init__(self, app: App, seat: BattleContext, flow: Flow) -> None:
        self._app, self._seat, self._flow = app, seat, flow
        self.announced: str | None = None
        """The side whose people are named as those who answer, until they do something."""
        self._wait = 0.0

    # Banner

    def announce(self, side: str, *, is_first: bool = False) -> None:
        """Name the people who answer now, on a board that everybody may look at.

        Those who answer first needn't wait: nobody played before them.
        """
        waits = self._seat.is_open and not is_first
        self.announced, self._wait = side, WAIT if waits else 0.0
        self._app.sounds.ui("page")

    @property
    def is_waiting(self) -> bool:
        """Return whether presses don't count yet for the people who were named."""
        return self.announced is not None and self._wait > 0

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the banner has to be drawn again."""
        if self.announced is not None and self.announced != self._seat.view:
            self.announced = None
            return True
        self._wait = max(0.0, self._wait - seconds)
        return False

    def heard(self, event: Input) -> bool:
        """Handle an input; return True if it still belongs to the last side's people."""
        is_press = isinstance(event, Act) or (isinstance(event, Pointer) and event.kind != "move")
        if self.announced is None or not is_press:
            return False
        if self.is_waiting:
            return True
        self.announced = None
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the banner."""
        seat, side = self._seat, self.announced
        question = seat.plan.question
        if side is None or question is None or self._flow.slip.words:
            return
        key, who = "answers_turn" if question.ask == PLAIN else "answers", seat.title(side)
        words = seat.say(key, who=who, what=question.text)
        if key == "answers" and who in question.text:
            words = question.text
        ribbon(self._app, surface, seat.board.camera.rect, words, seat.sides[side].colour)

    # Handover screen

    def to(self, side: str, then: Callable[[], object]) -> None:
        """Hand over to the people of a side; call `then` when they have sat down."""
        hand_over(self._app, self._seat, side, then, is_alone=True)

    # Undo with consent

    def take_back(self) -> None:
        """Undo the last command of this view; if the wall prevents that, ask the others.

        If dice were typed since the last command, correct those instead. If a reroll is left, offer
        to use it.
        """
        seat, app = self._seat, self._app
        if seat.sitting.is_correctable:
            self._flow.corrected()
            return
        if beyond_wall(seat) == REROLL and is_walled(*seat.sitting.undoable_by(seat.view)):
            self._offer_reroll()
            return
        if not seat.is_shared or not seat.is_asked:
            self._flow.undo()
            return
        trouble = self._flow.taken_back()
        if trouble is None:
            return
        if not seat.sitting.undoable_by(seat.view)[0]:
            app.sounds.ui("button_off")
            app.notices.add(trouble)
            return
        done = partial(self._flow.taken_back, agreed=True)
        Consent(app, seat, self._request(trouble), done).ask(seat.sitting.people)

    def _offer_reroll(self) -> None:
        """Ask whether to use a reroll, and say what it would undo."""
        seat, view = self._seat, self._seat.view or ""
        lines = "\n".join(f"· {line}" for line in seat.sitting.taken_back(view, view)[-MOST_LINES:])
        answers = (
            DialogButton(seat.say("reroll"), partial(self._flow.taken_back, is_reroll=True)),
            DialogButton(seat.say("go_back")),
        )
        words = seat.say("reroll_words", lines=lines, left=seat.sitting.rerolls)
        self._app.push(Dialog(self._app, seat.say("reroll_head"), words, answers))

    def _request(self, trouble: str) -> Request:
        """Return the request for consent to an undo, which `trouble` prevents so far."""
        seat, asker = self._seat, self._seat.view or ""

        def words(side: str) -> str:
            lines = seat.sitting.taken_back(asker, side)
            known = "\n".join(f"· {line}" for line in lines[-MOST_LINES:])
            return seat.say("takeback_words" if known else "takeback_unseen", lines=known)

        def question(side: str) -> str:
            return seat.say("takeback_asked", who=seat.title(asker), whom=seat.title(side))

        return Request(seat.say("takeback_head"), trouble, question, words)


def ribbon(
    app: App, surface: pygame.Surface, room: pygame.Rect, words: str, colour: Colour = BRASS
) -> None:
    """Draw a strip of parchment at the upper edge of the board, with an edge in a colour.

    Words too long for a line take two.
    """
    px = app.look.px
    lines, size = app.type.fit_lines(words, room.width - px(60), 2, "sans", BODY)
    images = [app.type.line(line, "sans", size) for line in lines]
    high = sum(image.height for image in images)
    rect = pygame.Rect(0, 0, max(image.width for image in images), high).inflate(px(40), px(16))
    rect.midtop = room.centerx, room.y + px(1)  # over the numbers of the rim
    shadow(app, surface, rect)
    box(app, surface, rect, PARCHMENT, colour, 2 if colour == BRASS else 4, 8)
    top = rect.y + px(16) // 2
    for image in images:
        surface.blit(image, image.get_rect(midtop=(rect.centerx, top)))
        top += image.height
