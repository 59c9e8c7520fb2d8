"""A slider for a value between two ends, in steps."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BODY, BRASS, BRASS_DARK, CREAM, INK, INK_FADED, PARCHMENT_EDGE
from game.client.kit.widgets.drawing import box
from game.client.kit.widgets.labelled_row import LabelledRow

if TYPE_CHECKING:
    from game.client.kit.app import App


class Slider(LabelledRow):
    """A slider that you drag with the pointer, or move in steps with left and right."""

    def __init__(
        self,
        label: str,
        value: float,
        ends: tuple[float, float],
        step: float,
        on_change: Callable[[float], object],
        shown: Callable[[float], str] = str,
        about: str = "",
        is_late: bool = False,
        reason: str = "",
    ) -> None:
        """Set up the slider; with `is_late`, `on_change` is called only on release."""
        super().__init__(label, about, reason)
        self.value, self._ends, self._by = value, ends, step
        self._on_change, self._shown, self._is_late = on_change, shown, is_late
        self._told = value
        self._groove = pygame.Rect(0, 0, 1, 1)
        self._is_pulled = False

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        px = app.look.px
        self._groove = pygame.Rect(
            self._setting.x + px(9), 0, max(px(40), self._setting.width - px(86)), px(8)
        )
        self._groove.centery = self.rect.centery

    def set(self, value: float) -> None:
        """Move to the step nearest to a value."""
        low, high = self._ends
        steps = round((min(high, max(low, value)) - low) / self._by)
        self.value = round(min(high, low + steps * self._by), 6)
        if not (self._is_late and self._is_pulled):
            self._tell()

    def _tell(self) -> None:
        if self.value != self._told:
            self._told = self.value
            self._on_change(self.value)

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            self.set(self.value + (self._by if event.name == "right" else -self._by))
            return True
        if not isinstance(event, Pointer):
            return False
        if event.kind == "down" and event.button == 1:
            self._is_pulled = True
        if self._is_pulled and event.kind in ("down", "move"):
            share = (event.at[0] - self._groove.x) / max(1, self._groove.width)
            low, high = self._ends
            self.set(low + share * (high - low))
            return True
        if event.kind == "up" and self._is_pulled:
            self._is_pulled = False
            self._tell()
            return True
        return False

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self.draw_row(surface, app, is_focused, is_hovered)
        px, groove = app.look.px, self._groove
        low, high = self._ends
        share = (self.value - low) / (high - low)
        box(app, surface, groove, PARCHMENT_EDGE, BRASS_DARK, 1, 4)
        full = pygame.Rect(groove.x, groove.y, round(groove.width * share), groove.height)
        if full.width > px(8) and self.is_enabled:
            box(app, surface, full, BRASS, BRASS_DARK, 1, 4)
        knob = pygame.Rect(0, 0, px(20), px(20))
        knob.center = groove.x + round(groove.width * share), groove.centery
        box(app, surface, knob, CREAM, BRASS_DARK, 2, 10)
        line = app.type.line(
            self._shown(self.value), "sans", BODY, INK if self.is_enabled else INK_FADED
        )
        right = self._setting.right - px(4), groove.centery
        surface.blit(line, line.get_rect(midright=right))
