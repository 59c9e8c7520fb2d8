"""A sheet that asks for a name, a path or other text."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BODY, HARM, INK, INK_FADED, LARGE, SPACE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, ROW = 620, 24, 42, 44
LONGEST = 400
"""Default maximum length of the text: enough for a path."""


class TextPrompt(Screen):
    """A prompt for a text. It stays open, with the reason, while the text isn't accepted."""

    is_over = True

    def __init__(
        self,
        app: "App",
        title: str,
        about: str,
        press: str,
        on_given: Callable[[str], str | None],
        text: str = "",
        most: int = LONGEST,
    ) -> None:
        """Set up the prompt.

        `on_given` returns why the text isn't accepted, or None. The prompt closes before it is
        called, and opens again if the text isn't accepted.
        """
        super().__init__(app)
        self._title, self._about, self._on_given = title, about, on_given
        self.trouble = ""
        self.field = Field("", text, most=most)
        self.field.is_fresh = bool(text)
        self.field.share = 0.0
        self.give = Button(press, self._given)
        self.give.is_main = True
        self.back = Button(app.words.say("asking", "back"), self.left)
        self.ring.hold((self.field, self.back, self.give))
        self.ring.focus(self.field)
        self.field.ways = {"down": self.give}
        self.field.on_written = lambda: self.ring.focus(self.give)
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._tops = 0, 0

    def acted(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name == "confirm":
            self._given()
            return True
        return False

    def _given(self) -> None:
        if self.app.scene is self:
            self.app.pop()
        trouble = self._on_given(self.field.text)
        if trouble is not None:
            self.trouble = trouble
            self.app.sounds.ui("refused")
            self.app.push(self)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        inner = width - 2 * px(PAD)
        head = app.type.height("serif bold", LARGE) + px(8)
        about = app.type.block(self._about, inner, "sans", BODY).get_height()
        told = app.type.block(self.trouble, inner, "sans", BODY).get_height() if self.trouble else 0
        high = 2 * px(PAD) + head + about + px(10) + px(ROW) + px(12) + told + px(12) + px(HIGH)
        self._sheet = pygame.Rect(0, 0, width, high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + head
        field = y + about + px(10)
        self._tops = y, field + px(ROW) + px(12)
        self.field.place(pygame.Rect(left, field, inner, px(ROW)), app)
        wide = (inner - px(10)) // 2
        bottom = self._sheet.bottom - px(PAD) - px(HIGH)
        self.back.place(pygame.Rect(left, bottom, wide, px(HIGH)), app)
        self.give.place(pygame.Rect(left + inner - wide, bottom, wide, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        surface.blit(app.type.fit_line(self._title, inner.width, "serif bold", LARGE, INK), inner)
        about = app.type.block(self._about, inner.width, "sans", BODY, INK_FADED)
        surface.blit(about, (inner.x, self._tops[0]))
        if self.trouble:
            told = app.type.block(self.trouble, inner.width, "sans", BODY, HARM)
            surface.blit(told, (inner.x, self._tops[1]))
