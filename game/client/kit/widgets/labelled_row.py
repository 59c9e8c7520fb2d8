"""A row of a form: label on the left, setting on the right."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box, focus_edge

if TYPE_CHECKING:
    from game.client.kit.app import App

TALL = 50
"""Minimum height of a row that has room for a line under the label, at 100%."""


class LabelledRow(Widget):
    """Base class of toggle, slider, choice row and text field."""

    share = 0.46
    """Share of the row's width that the label takes."""

    def __init__(self, label: str, about: str = "", reason: str = "") -> None:
        super().__init__(about, reason)
        self.label = label
        self.mark: tuple[str, Colour] | None = None
        """Icon before the label and the icon's colour, or None."""
        self.under = ""
        """Line under the label, shown if there is room."""
        self._is_cut = False
        """Whether the label or the line under it is cut off."""
        self._setting = pygame.Rect(0, 0, 0, 0)

    @property
    def tip(self) -> str:
        whole = f"{self.label}: {self.under}" if self.under else self.label
        return self.reason or self.about or (whole if self._is_cut else "")

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        px = app.look.px
        left = self.rect.x + (round(self.rect.width * self.share) if self.label else px(8))
        self._setting = pygame.Rect(
            left, self.rect.y, self.rect.right - left - px(12), self.rect.height
        )

    def draw_row(
        self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool
    ) -> None:
        """Draw the row's background and label."""
        px = app.look.px
        if is_focused or is_hovered:
            box(app, surface, self.rect, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 5)
        if is_focused:
            focus_edge(app, surface, self.rect, 5)
        colour = INK if self.is_enabled else INK_FADED
        left = self.rect.x + px(12)
        if self.mark is not None:
            picture = app.art.image(self.mark[0], (px(22), px(22)), self.mark[1])
            surface.blit(picture, picture.get_rect(midleft=(left - px(4), self.rect.centery)))
            left += px(24)
        self._draw_words(surface, app, left, colour)

    def _draw_words(self, surface: pygame.Surface, app: "App", left: int, colour: Colour) -> None:
        px, room = app.look.px, self._setting.x - left - app.look.px(8)
        words, size = app.type.fit(self.label, room)
        under, small = app.type.fit(self.under, room, "sans", SMALL)
        has_room = bool(under) and self.rect.height >= px(TALL)
        self._is_cut = words != self.label or under != self.under or bool(under) > has_room
        line = app.type.line(words, "sans", size, colour)
        if not has_room:
            surface.blit(line, line.get_rect(midleft=(left, self.rect.centery)))
            return
        below = app.type.line(under, "sans", small, INK_FADED)
        surface.blit(below, (left, self.rect.centery - px(1)))
        surface.blit(line, line.get_rect(bottomleft=(left, self.rect.centery + px(3))))
