"""Tabs that open one of several pages."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BODY,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    INK,
    PARCHMENT,
    PARCHMENT_EDGE,
    WALNUT,
    WALNUT_DARK,
)
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box

if TYPE_CHECKING:
    from game.client.kit.app import App


class Tabs(Widget):
    """A row with the names of pages; left, right or a click opens another page."""

    sound = "tab"

    def __init__(
        self, names: Sequence[str], on_change: Callable[[int], object], index: int = 0
    ) -> None:
        super().__init__()
        self.names, self.index = tuple(names), index
        self._on_change = on_change
        self._tabs: list[pygame.Rect] = []
        self._over: int | None = None

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        px = app.look.px
        widths = [app.type.width(name, "sans bold", BODY) + px(32) for name in self.names]
        gap = px(4)
        over = sum(widths) + gap * (len(widths) - 1) - self.rect.width
        if over > 0 and widths:
            room = self.rect.width - gap * (len(widths) - 1)
            widths = [width * room // sum(widths) for width in widths]
        x, self._tabs = self.rect.x, []
        for width in widths:
            self._tabs.append(pygame.Rect(x, self.rect.y, width, self.rect.height))
            x += width + gap
        self.rect.width = max(1, x - gap - self.rect.x)

    def open(self, index: int) -> bool:
        """Open a page; return whether another page was open before."""
        if index == self.index or not 0 <= index < len(self.names):
            return False
        self.index = index
        self._on_change(index)
        return True

    def tab_rect(self, index: int) -> pygame.Rect:
        """Return the rectangle of a tab."""
        return self._tabs[index]

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            self.open(self.index + (1 if event.name == "right" else -1))
            return True
        if isinstance(event, Act) and event.name == "confirm":
            return self.open((self.index + 1) % len(self.names))
        if not isinstance(event, Pointer):
            return False
        over = next((n for n, tab in enumerate(self._tabs) if tab.collidepoint(event.at)), None)
        is_new, self._over = over != self._over, over
        if event.kind == "down" and event.button == 1 and over is not None:
            return self.open(over)
        if event.kind == "wheel":
            return self.open(self.index - event.amount)
        return is_new

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px = app.look.px
        for n, (name, tab) in enumerate(zip(self.names, self._tabs, strict=True)):
            is_open, is_over = n == self.index, is_hovered and n == self._over
            edge = BRASS_LIGHT if is_open and is_focused else BRASS_DARK
            fill = PARCHMENT if is_open else WALNUT if is_over else WALNUT_DARK
            if is_open and not is_focused:
                edge = PARCHMENT_EDGE
            box(app, surface, tab, fill, edge, 2 if is_open and is_focused else 1, 6)
            colour = INK if is_open else CREAM
            line = app.type.fit_line(name, tab.width - px(12), "sans bold", BODY, colour)
            surface.blit(line, line.get_rect(center=tab.center))
