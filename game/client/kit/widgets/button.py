"""Buttons of dark wood; the title's buttons turn to parchment when they have the focus."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    WALNUT,
    WALNUT_DARK,
    WALNUT_LIGHT,
    Colour,
    rgb,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box, shadow

if TYPE_CHECKING:
    from game.client.kit.app import App

Kind = Literal["wood", "parchment"]

OCHRE, OCHRE_LIGHT = rgb("#75581f"), rgb("#8a6a28")
DIMMED = rgb("#8d7350")
"""Text colour of a disabled button."""

Painted = tuple[Colour, Colour, Colour, Colour]
"""Colours of a button: fill, edge, label, and the line under the label."""


class Button(Widget):
    """A button with a label, and optionally a line under the label, an icon and a key hint."""

    sound = "button"

    def __init__(
        self,
        words: str,
        on_press: Callable[[], object],
        *,
        under: str = "",
        icon: str = "",
        hint: str = "",
        kind: Kind = "wood",
        about: str = "",
        reason: str = "",
    ) -> None:
        super().__init__(about, reason)
        self.words, self.under, self.icon, self.hint = words, under, icon, hint
        self.kind: Kind = kind
        self.is_selected = False
        """Whether the button is drawn as the selected one of several."""
        self.is_main = False
        """Whether the button is the main button of its screen."""
        self._on_press = on_press
        self._is_down = False

    def press(self) -> None:
        """Carry out the button's action."""
        self._on_press()

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name == "confirm":
            self.press()
            return True
        if isinstance(event, Pointer) and event.button == 1 and event.kind in ("down", "up"):
            was_down, self._is_down = self._is_down, event.kind == "down"
            if event.kind == "up" and was_down and self.rect.collidepoint(event.at):
                self.press()
            return True
        return False

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        is_lit = is_focused or is_hovered
        fill, edge, words, under = self._painted(is_lit)
        rect = self.rect.move(0, app.look.px(1)) if self._is_down and is_hovered else self.rect
        shadow(app, surface, rect)
        width = 2 if is_lit or self.is_selected else 1.5
        box(app, surface, rect, fill, edge, width, 6)
        self._draw_words(surface, app, rect, words, under)

    def _painted(self, is_lit: bool) -> Painted:
        """Return the button's colours in its current state."""
        if not self.is_enabled:
            edge = BRASS if is_lit else WALNUT_LIGHT
            return WALNUT_DARK, edge, DIMMED, DIMMED
        if self.kind == "parchment" and (is_lit or self.is_selected):
            return PARCHMENT, BRASS_LIGHT, INK, INK_FADED
        if self.is_selected:
            return BRASS_DARK, BRASS_LIGHT, CREAM, PARCHMENT
        if self.is_main:
            edge = BRASS_LIGHT if is_lit else BRASS_DARK
            return OCHRE_LIGHT if is_lit else OCHRE, edge, CREAM, PARCHMENT
        fill = WALNUT if self.kind == "wood" else WALNUT_DARK
        if is_lit:
            return WALNUT_LIGHT, BRASS_LIGHT, CREAM, PARCHMENT_EDGE
        return fill, BRASS_DARK, CREAM, PARCHMENT_EDGE

    def _draw_words(
        self, surface: pygame.Surface, app: "App", rect: pygame.Rect, words: Colour, under: Colour
    ) -> None:
        px, is_title = app.look.px, self.kind == "parchment"
        face: Face = "serif bold" if is_title else "sans bold"
        size = LARGE if is_title else BODY
        left, room = rect.x + px(20 if is_title else 12), rect.width - px(40 if is_title else 24)
        hint = self.hint if app.settings.hints else ""
        if hint:
            mark = app.type.line(hint, "sans", SMALL, under)
            surface.blit(mark, mark.get_rect(midright=(rect.right - px(10), rect.centery)))
            room -= mark.get_width() + px(4)
        side = min(px(28), rect.height - px(8)) if self.icon else 0
        before = side + px(8) if side and self.words else side
        shown, size = app.type.fit(self.words, room - before, face, size)
        line = app.type.line(shown, face, size, words)
        if not (is_title or self.under or hint):
            left = rect.centerx - (before + line.get_width()) // 2
        if side:
            picture = app.art.image(self.icon, (side, side), words)
            surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
        shown, size = app.type.fit(self.under, room - before, "sans", SMALL)
        below = app.type.line(shown, "sans", size, under)
        if not self.under or line.get_height() + below.get_height() > rect.height + px(4):
            surface.blit(line, line.get_rect(midleft=(left + before, rect.centery)))
            return
        top = rect.centery - (line.get_height() + below.get_height() - px(4)) // 2
        surface.blit(line, (left + before, top))
        surface.blit(below, (left + before, top + line.get_height() - px(4)))
