"""Short notices at the top of the window, such as failures and the paths of saved files."""

import pygame

from game.client.kit.theme import BODY, INK, PARCHMENT, PARCHMENT_EDGE, SPACE
from game.client.kit.typography import Type
from game.record.shortening import short

SHOWN = 6.0
"""Seconds for which a notice is shown."""
MOST = 4


class Notices:
    """The notices shown now; each disappears by itself."""

    def __init__(self) -> None:
        self._notes: list[tuple[str, float]] = []
        self.all: list[str] = []
        """All notices since the program started."""

    def add(self, words: str) -> None:
        """Show a notice, shortened if it is very long, unless it is already shown."""
        words = short(words)
        self.all.append(words)
        if all(words != known for known, _ in self._notes):
            self._notes = [*self._notes, (words, SHOWN)][-MOST:]

    def hush(self) -> None:
        """Remove all notices, because another person is about to look at the screen."""
        self._notes = []

    def drop(self, words: str) -> None:
        """Remove a notice that is no longer true; nothing if it isn't shown."""
        self._notes = [one for one in self._notes if one[0] != short(words)]

    @property
    def shown(self) -> tuple[str, ...]:
        """The notices shown now."""
        return tuple(words for words, _ in self._notes)

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether a notice disappears."""
        before = len(self._notes)
        self._notes = [(words, left - seconds) for words, left in self._notes if left > seconds]
        return len(self._notes) != before

    def draw(self, kind: Type, surface: pygame.Surface, room: pygame.Rect | None = None) -> None:
        """Draw the notices in a column, with the newest at the bottom.

        They are at the lower edge of `room`, or else at the upper edge of the window.
        """
        px, most = kind.look.px, room or surface.get_rect()
        width = min(most.width - px(4 * SPACE), px(640))
        room_inside = width - px(3 * SPACE)
        blocks = [kind.block(one, room_inside, size=BODY, colour=INK) for one, _ in self._notes]
        top = px(SPACE)
        if room is not None:
            high = sum(block.get_height() + px(2.5 * SPACE) for block in blocks)
            top = room.bottom - px(SPACE / 2) - high
        for block in blocks:
            rect = pygame.Rect(0, top, width, block.get_height() + px(2 * SPACE))
            rect.centerx = most.centerx
            pygame.draw.rect(surface, PARCHMENT, rect, border_radius=px(6))
            pygame.draw.rect(surface, PARCHMENT_EDGE, rect, px(1), px(6))
            surface.blit(block, (rect.x + px(1.5 * SPACE), rect.y + px(SPACE)))
            top = rect.bottom + px(SPACE / 2)
