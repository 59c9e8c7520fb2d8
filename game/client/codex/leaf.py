"""A page of the codex as a widget: it scrolls, and every input device can open its links."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import focus_edge
from game.client.panels.parchment_page import ParchmentPage

if TYPE_CHECKING:
    from game.client.kit.app import App

NOTCH = 60
"""Pixels that an arrow key scrolls, at 100%."""
STEPS = {"right": 1, "left": -1}


class Leaf(Widget):
    """A page of parchment that scrolls, with links.

    Left and right choose a link, and confirm opens it. From the first link, left moves the focus to
    the widget on the left.
    """

    follows_pointer = False

    def __init__(self, app: "App", on_link: Callable[[str], object]) -> None:
        super().__init__()
        self._app, self._on_link = app, on_link
        self.page = ParchmentPage(app)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self.page.rect = pygame.Rect(rect)

    def heard(self, event: Input) -> bool:
        self.page.is_dirty = False
        if isinstance(event, Act):
            return self._acted(event)
        link = self.page.heard(event)
        if link:
            self._on_link(link)
        return link is not None or self.page.is_dirty

    def _acted(self, event: Act) -> bool:
        if event.name in STEPS:
            return self.page.step(STEPS[event.name])
        if event.name == "confirm" and self.page.chosen is not None:
            self._on_link(self.page.chosen)
            return True
        step = {"down": NOTCH, "up": -NOTCH}.get(event.name)
        if event.name in ("page_up", "page_down"):
            high = round(self.rect.height * 0.8 / self._app.look.scale)
            step = high if event.name == "page_down" else -high
        if step is not None:
            self.page.scroll(self._app.look.px(abs(step)) * (1 if step > 0 else -1))
        return self.page.is_dirty

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self.page.draw(surface, is_focused)
        if is_focused:
            px = app.look.px
            focus_edge(app, surface, self.rect.inflate(px(30), px(20)), 5)
