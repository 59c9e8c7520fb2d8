"""A switch for a setting that is on or off."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BODY, BRASS, BRASS_DARK, CREAM, INK, INK_FADED, PARCHMENT_EDGE
from game.client.kit.widgets.drawing import box
from game.client.kit.widgets.labelled_row import LabelledRow

if TYPE_CHECKING:
    from game.client.kit.app import App


class Toggle(LabelledRow):
    """A switch; left turns it off, right turns it on, and confirm changes it."""

    sound = "toggle"

    def __init__(
        self,
        label: str,
        is_on: bool,
        on_change: Callable[[bool], object],
        words: tuple[str, str] = ("", ""),
        about: str = "",
        reason: str = "",
    ) -> None:
        """Set up the switch; `words` are the texts shown for off and on."""
        super().__init__(label, about, reason)
        self.is_on, self._words = is_on, words
        self._on_change = on_change

    def _turn(self, is_on: bool) -> None:
        if is_on != self.is_on:
            self.is_on = is_on
            self._on_change(is_on)

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name == "confirm":
            self._turn(not self.is_on)
            return True
        if isinstance(event, Act) and event.name in ("left", "right"):
            self._turn(event.name == "right")
            return True
        if isinstance(event, Pointer) and event.kind == "up" and event.button == 1:
            if self.rect.collidepoint(event.at):
                self._turn(not self.is_on)
            return True
        return False

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self.draw_row(surface, app, is_focused, is_hovered)
        px = app.look.px
        groove = pygame.Rect(0, 0, px(44), px(22))
        groove.midleft = self._setting.midleft
        fill = BRASS if self.is_on and self.is_enabled else PARCHMENT_EDGE
        box(app, surface, groove, fill, BRASS_DARK, 1, 11)
        knob = pygame.Rect(0, 0, px(18), px(18))
        knob.center = (groove.right if self.is_on else groove.left, groove.centery)
        knob.x += -px(11) if self.is_on else px(11)
        box(app, surface, knob, CREAM, BRASS_DARK, 1, 9)
        words = self._words[self.is_on]
        if words:
            line = app.type.line(words, "sans", BODY, INK if self.is_enabled else INK_FADED)
            at = groove.right + px(10), groove.centery
            surface.blit(line, line.get_rect(midleft=at))
