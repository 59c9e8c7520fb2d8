"""The search for a battle's turns, in parts of ticks, before their list is shown."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, INK, INK_FADED, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.play.rewind import RewindableBattle

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, HEIGHT, PAD, HIGH, HEAD, MARGIN = 480, 190, 28, 44, 46, 40
END = object()


class TurnSearch(Screen):
    """A sheet that says that a battle's record is being followed; Esc gives the search up."""

    is_over = True

    def __init__(
        self, app: "App", title: str, reel: RewindableBattle, on_found: Callable[[], object]
    ) -> None:
        """Set up the search; `on_found` is called once `reel` has been followed to its end."""
        super().__init__(app)
        self._title, self._on_found = title, on_found
        self._steps = reel.follow()
        self.is_done = False
        self.back = Button(app.words.say("turns", "back"), self.left, icon="icons/back")
        self.ring.hold((self.back,))
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def go_on(self) -> bool:
        """Follow the record while the tick has time; return whether the search is done."""
        while not self.is_done and self.app.time.is_left:
            self.app.time.work()
            self.is_done = next(self._steps, END) is END
        return self.is_done

    def update(self, seconds: float) -> bool:
        """Go on with the search; once it is done, leave and show what was found."""
        if self.app.scene is self and self.go_on():
            self.app.pop()
            self._on_found()
            return True
        return super().update(seconds)

    @property
    def is_idle(self) -> bool:
        """Return False, because the search goes on."""
        return False

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide, high = min(px(WIDTH), size[0] - px(MARGIN)), min(px(HEIGHT), size[1] - px(MARGIN))
        self._sheet = pygame.Rect(0, 0, wide, high)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        place = pygame.Rect(inner.x, inner.bottom - px(HIGH), inner.width, px(HIGH))
        self.back.place(place, app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        title = app.type.fit_line(self._title, inner.width, "serif bold", TITLE - 8, INK)
        surface.blit(title, (inner.x, inner.y - px(6)))
        words = app.words.say("turns", "searching")
        line = app.type.fit_line(words, inner.width, "sans", BODY, INK_FADED)
        surface.blit(line, (inner.x, inner.y + px(HEAD) - px(6)))
