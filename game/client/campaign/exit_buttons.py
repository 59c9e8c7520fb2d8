"""Buttons for the paths on from a stop; a closed path has a lock and shows the reason."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    CREAM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import arrow, box, shadow

if TYPE_CHECKING:
    from game.client.kit.app import App

LEAST = 44
"""Minimum height of a button, at 100%."""


class WayButton(Button):
    """A button whose height fits its text, which may take several lines."""

    sound = "page"

    def __init__(
        self,
        words: str,
        on_press: Callable[[], object],
        under: str = "",
        reason: str = "",
        icon: str = "",
    ) -> None:
        super().__init__(words, on_press, under=reason or under, reason=reason, icon=icon)

    @property
    def tip(self) -> str:
        return ""

    def high(self, app: "App", wide: int) -> int:
        """Return the height that the button needs at a width."""
        px = app.look.px
        words, under = self._blocks(app, wide)
        return max(px(LEAST), sum(block.get_height() for block in (words, under) if block) + px(14))

    def _blocks(
        self, app: "App", wide: int, colour: Colour = INK
    ) -> tuple[pygame.Surface, pygame.Surface | None]:
        room = max(1, wide - app.look.px(54))
        words = app.type.block(self.words, room, "serif bold", BODY, colour)
        said = self.under
        under = app.type.block(said, room, "sans", SMALL, INK_FADED) if said else None
        return words, under

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, is_lit = app.look.px, is_focused or is_hovered
        rect = self.rect.move(0, px(1)) if self._is_down and is_hovered else self.rect
        colour = INK if self.is_enabled else INK_FADED
        if self.is_enabled:
            shadow(app, surface, rect, 4)
        edge = BRASS_LIGHT if is_lit else PARCHMENT_EDGE
        fill = CREAM if self.is_enabled else PARCHMENT_DARK
        box(app, surface, rect, fill, edge, 2 if is_lit else 1, 6)
        if is_lit and self.is_enabled:
            mark = pygame.Rect(rect.x + px(2), rect.y + px(2), px(5), rect.height - px(4))
            pygame.draw.rect(surface, BRASS, mark, border_radius=px(3))
        words, under = self._blocks(app, rect.width, colour)
        high = words.get_height() + (under.get_height() if under else 0)
        y = rect.centery - high // 2
        surface.blit(words, (rect.x + px(16), y))
        if under:
            surface.blit(under, (rect.x + px(16), y + words.get_height()))
        self._draw_sign(surface, app, (rect.right - px(19), rect.centery), is_lit)

    def _draw_sign(
        self, surface: pygame.Surface, app: "App", at: tuple[int, int], is_lit: bool
    ) -> None:
        """Draw a lock, the icon of the action, or an arrow."""
        px = app.look.px
        if self.is_enabled and not self.icon:
            arrow(surface, INK if is_lit else PARCHMENT_EDGE, at, px(5), "right")
            return
        side = px(24 if self.is_enabled else 20)
        name = self.icon if self.is_enabled else "icons/lock"
        sign = app.art.image(name, (side, side), tint=INK if self.is_enabled else INK_FADED)
        surface.blit(sign, sign.get_rect(center=at))


def lay_out_exits(ways: list[WayButton], area: pygame.Rect, app: "App") -> int:
    """Lay out the buttons in a column; return its height."""
    y = area.y
    for way in ways:
        rect = pygame.Rect(area.x, y, area.width, way.high(app, area.width))
        way.place(rect, app)
        y += rect.height + app.look.px(8)
    return y - app.look.px(8) - area.y if ways else 0
