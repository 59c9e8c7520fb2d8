"""The strip between queue and board: how to confirm the plan, and what the threat numbers mean."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.threat_marks import sample_tag
from game.client.kit.theme import BRASS_LIGHT, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.key_names import key_hint

if TYPE_CHECKING:
    from game.client.kit.app import App

SIDE, GAP = 14, 8
"""Edges beside the strip, and the gap after the sample of a threat, at 100%."""


class HintStrip:
    """A line of hints above the board; empty while nothing is planned and no threats are shown."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._room = pygame.Rect(0, 0, 1, 1)
        self.words = ""
        """How to confirm what is planned, or ""."""
        self.has_threats = False
        """Whether the numbers of threats are explained."""
        self._is_dirty = False

    def lay(self, above: pygame.Rect, board: pygame.Rect) -> None:
        """Take the room between the panel `above` and the board."""
        px, self._is_dirty = self._app.look.px, True
        self._room = pygame.Rect(board.x, above.bottom, board.width, board.y - above.bottom)
        self._room.inflate_ip(-2 * px(SIDE), 0)

    def show(
        self, is_planned: bool, has_ways: bool, has_threats: bool, still_planned: str = ""
    ) -> None:
        """Say how to confirm a plan, how to choose another tile if it `has_ways`, or neither.

        While something else is pointed at, `still_planned` names the plan.
        """
        words = self._confirming(has_ways) if is_planned else ""
        if still_planned:
            words = self._app.words.say("strip", "preview", what=still_planned)
        if (words, has_threats) != (self.words, self.has_threats):
            self.words, self.has_threats, self._is_dirty = words, has_threats, True

    def _confirming(self, has_ways: bool) -> str:
        app, say = self._app, self._app.words.say
        confirm, cancel = key_hint(app, "confirm"), key_hint(app, "cancel")
        key = "press" if app.is_padded and confirm else "click_or_press" if confirm else "click"
        parts = [say("strip", key, cap=confirm)]
        parts += [say("strip", "ways")] if has_ways else []
        parts += [say("strip", "cancel", cap=cancel)] if cancel else []
        return " · ".join(parts)

    # Time

    @property
    def is_moving(self) -> bool:
        """Return False, because the strip never moves by itself."""
        return False

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the strip has to be drawn again."""
        was, self._is_dirty = self._is_dirty, False
        return was

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the hints: threats on the left, how to confirm on the right."""
        app, room = self._app, self._room.copy()
        if self.words:
            line = app.type.fit_line(self.words, room.width, "sans", SMALL, BRASS_LIGHT)
            place = surface.blit(line, line.get_rect(midright=room.midright))
            room.width = max(1, place.x - app.look.px(2 * GAP) - room.x)
        if self.has_threats:
            sample = sample_tag(app.type, room.height)
            words = app.words.say("strip", "threats")
            left = room.x + sample.get_width() + app.look.px(GAP)
            shown, size = app.type.fit(words, max(1, room.right - left), "sans", SMALL)
            if shown == words:
                surface.blit(sample, sample.get_rect(midleft=room.midleft))
                line = app.type.line(words, "sans", size, PARCHMENT_EDGE)
                surface.blit(line, line.get_rect(midleft=(left, room.centery)))
