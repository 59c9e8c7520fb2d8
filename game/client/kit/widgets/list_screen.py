"""The base class of screens with a list on a sheet, and a row of buttons below it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import pygame

from game.client.kit.theme import BODY, CREAM, INK, INK_FADED, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListBox
from game.client.kit.widgets.screen import Screen

if TYPE_CHECKING:
    from game.client.kit.app import App

T = TypeVar("T")
MARGIN, HEAD, FOOT, PAD, HIGH, GAP = 32, 66, 76, 18, 46, 12
LEAST = 240
"""Minimum height of the sheet, at 100%."""


class ListScreen(Screen, Generic[T]):
    """A list with a head above it and buttons below.

    The catalogue's `table` has its texts: `head`, and if the list can be empty, `empty` and
    `empty_under`.
    """

    widest = 1080
    """Maximum width of the sheet, at 100%."""

    def __init__(self, app: "App", table: str, rows: ListBox[T], buttons: Sequence[Button]) -> None:
        """Set up the screen; *Back* is at the left of the other buttons."""
        super().__init__(app)
        self._table, self.list = table, rows
        self.back = Button(app.words.say("choose", "back"), self.left, icon="icons/back")
        self._buttons = (self.back, *buttons)
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self.ring.hold((self.list, *self._buttons))
        self.ring.focus(self.list)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(self.widest), size[0] - 2 * px(MARGIN))
        self._sheet = pygame.Rect((size[0] - wide) // 2, px(HEAD), wide, size[1] - px(HEAD + FOOT))
        self.list.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)), app)
        filled = max(px(LEAST), self.list.extent + 2 * px(PAD))  # fewer rows need less height
        self._sheet.height = min(self._sheet.height, filled)
        self.list.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)), app)
        self.list.show(self.list.cursor)
        y, count = self._sheet.bottom + px(15), len(self._buttons)
        each = (wide - (count - 1) * px(GAP)) // count
        for n, button in enumerate(self._buttons):
            button.place(pygame.Rect(self._sheet.x + n * (each + px(GAP)), y, each, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = app.type.fit_line(
            say(self._table, "head"), self._sheet.width, "serif bold", TITLE, CREAM
        )
        surface.blit(head, (self._sheet.x, px(8)))
        panel(app, surface, self._sheet)
        if not self.list.rows:
            width = self._sheet.width - 2 * px(PAD)
            empty, under = say(self._table, "empty"), say(self._table, "empty_under")
            line = app.type.fit_line(empty, width, "serif", TITLE - 10, INK)
            surface.blit(line, line.get_rect(midbottom=self._sheet.center))
            line = app.type.fit_line(under, width, "sans", BODY, INK_FADED)
            surface.blit(line, line.get_rect(midtop=self._sheet.center))
