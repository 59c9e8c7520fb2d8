"""A message with a warning sign, below a text or a card."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import INK, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.warning_sign import warning_sign

if TYPE_CHECKING:
    from game.client.kit.app import App

SIGN, GAP, TOP = 16, 8, 4
"""Size of the sign, gap beside it, and distance from the line above, at 100%."""


class MessageStrip:
    """A message of a few lines."""

    def __init__(self, most: int = 3) -> None:
        """Set up the strip; `most` is its maximum number of lines."""
        self._most = most
        self.words = ""
        self.severity = "warning"

    def lines(self, app: "App", width: int) -> list[str]:
        """Return the lines of the message."""
        px = app.look.px
        room = max(1, width - px(SIGN + GAP))
        return app.type.wrapped(self.words, room, "sans", SMALL)[: self._most] if self.words else []

    def height(self, app: "App", width: int) -> int:
        """Return the height that it needs; 0 without a message."""
        count = len(self.lines(app, width))
        return count * app.type.height("sans", SMALL) + app.look.px(2 * TOP) if count else 0

    def draw(self, app: "App", surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the message at the top of a rectangle."""
        px, lines = app.look.px, self.lines(app, rect.width)
        if not lines:
            return
        pygame.draw.line(surface, PARCHMENT_EDGE, rect.topleft, (rect.right, rect.y), px(1))
        y = rect.y + px(TOP)
        warning_sign(surface, pygame.Rect(rect.x, y, px(SIGN), px(SIGN)), self.severity)
        for words in lines:
            image = app.type.line(words, "sans", SMALL, INK)
            surface.blit(image, (rect.x + px(SIGN + GAP), y))
            y += app.type.height("sans", SMALL)
