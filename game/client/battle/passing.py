"""The machine goes from one person to another: curtains, and what all have to agree to."""

from collections.abc import Callable, Sequence

import pygame

from game.client.app import App
from game.client.battle.flow import Flow
from game.client.battle.seat import Seat
from game.client.scenes.curtain import Curtain
from game.client.theme import BODY, BRASS, PARCHMENT
from game.client.widgets.dialog import Answer, Dialog
from game.client.widgets.paint import backdrop, box, shadow

MOST_LINES = 6
"""So many of the last lines are told that would be taken back."""


class Verdict(Dialog):
    """A question to somebody who is not to see the board of who asks."""

    is_over = False

    def paint(self, surface: pygame.Surface) -> None:
        backdrop(self.app, surface)
        super().paint(surface)


class Passing:
    """Gives the machine to somebody."""

    def __init__(self, app: App, seat: Seat, flow: Flow) -> None:
        self._app, self._seat, self._flow = app, seat, flow

    def to(self, side: str, then: Callable[[], object]) -> None:
        """What is to come comes when the people of a side have said that they are there."""
        app, seat = self._app, self._seat
        if not app.settings.curtain:
            then()
            return
        app.notices.hush()
        look = seat.sides[side]
        app.push(Curtain(app, seat.title(side), look.colour, look.shape, then))

    # Taking back what others must agree to

    def take_back(self) -> None:
        """Undo the last command of those who look; where that is not free, ask the others.

        Dice that were typed since the last command are corrected instead.
        """
        seat, app = self._seat, self._app
        if seat.sitting.is_correctable:
            self._flow.corrected()
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
        side = seat.view
        others = [other for other in seat.sitting.people if other != side]
        answers = (
            Answer(seat.say("ask_them"), lambda: self._ask(others)),
            Answer(seat.say("go_back")),
        )
        app.push(Dialog(app, seat.say("takeback_head"), trouble, answers))

    def _ask(self, waiting: Sequence[str]) -> None:
        """Asks one after the other; when all have agreed it is done."""
        if waiting:
            self.to(waiting[0], lambda: self._put(waiting[0], waiting[1:]))
        else:
            self._back(lambda: self._flow.taken_back(agreed=True))

    def _put(self, side: str, rest: Sequence[str]) -> None:
        seat, app = self._seat, self._app
        asker = seat.view or ""
        lines = seat.sitting.taken_back(asker, side)
        known = "\n".join(f"· {line}" for line in lines[-MOST_LINES:])
        words = seat.say("takeback_words" if known else "takeback_unseen", lines=known)
        answers = (
            Answer(seat.say("agree"), lambda: self._ask(rest)),
            Answer(seat.say("refuse"), lambda: self._refused(side)),
        )
        head = seat.say("takeback_asked", who=seat.title(asker), whom=seat.title(side))
        app.push(Verdict(app, head, words, answers))

    def _refused(self, side: str) -> None:
        words = self._seat.say("takeback_refused", who=self._seat.title(side))
        self._back(lambda: self._app.notices.add(words))

    def _back(self, then: Callable[[], object]) -> None:
        """To who has asked."""
        self.to(self._seat.view or "", then)


def ribbon(app: App, surface: pygame.Surface, room: pygame.Rect, words: str) -> None:
    """A strip of parchment at the upper edge of the board."""
    px = app.look.px
    line = app.type.line(app.type.fitted(words, room.width - px(60), "sans bold", BODY))
    rect = line.get_rect().inflate(px(40), px(16))
    rect.midtop = room.centerx, room.y + px(10)
    shadow(app, surface, rect)
    box(app, surface, rect, PARCHMENT, BRASS, 2, 8)
    surface.blit(line, line.get_rect(center=rect.center))
