"""The level of a battle that is being tried out: when its file changes, the battle follows."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.kit.theme import HARM
from game.client.kit.widgets.warning_sign import warning_sign
from game.core.cells import Cell
from game.workshop.trial_play import LevelSource

if TYPE_CHECKING:
    from game.client.kit.app import App

SIGN = 14
"""Least size of the sign, at 100%."""
LOOK = 0.08
"""Seconds between two looks at the file."""
COLOUR = HARM
"""Colour of the mark of a level that can't be played now."""


class LevelReload:
    """The looks at a battle's level.

    When the level has changed, `reopen` shows a new battle in it, with the same commands as far as
    they are possible. A broken level leaves the battle as it is.
    """

    def __init__(self, source: LevelSource, reopen: Callable[[], object]) -> None:
        self._source, self._reopen = source, reopen
        self._since = 0.0
        self.trouble = ""
        """A sentence about why the level can't be played now, or ""."""
        self.cell: Cell | None = None
        """The tile of what is wrong, or None."""

    def update(self, seconds: float) -> bool:
        """Look at the level from time to time; return whether there was a change."""
        self._since += seconds
        if self._since < LOOK:
            return False
        self._since = 0.0
        news = self._source.look()
        if news is None:
            return False
        self.trouble, self.cell = news.trouble, news.cell
        if not news.trouble:
            self._reopen()
        return True

    def draw(self, app: "App", surface: pygame.Surface, camera: Camera) -> None:
        """Draw a sign on the tile of what is wrong."""
        tile = camera.tile_rect(self.cell) if self.trouble and self.cell is not None else None
        if tile is not None and tile.colliderect(camera.rect):
            side = max(app.look.px(SIGN), tile.width * 2 // 5)
            warning_sign(surface, pygame.Rect(tile.right - side, tile.y, side, side), "error")
