"""Ground that isn't painted yet, half transparent."""

from collections.abc import Mapping

import pygame

from game.client.board.board_view import BoardView
from game.core.cells import Cell

FIRM = 190
"""Opacity of the ground, of 255."""
MOST = 64
"""Maximum number of pictures that are kept."""


class GhostGround:
    """Pictures of grounds, kept as long as the tiles have the same size."""

    def __init__(self) -> None:
        self._swatches: dict[tuple[str, int], pygame.Surface] = {}

    def draw(self, surface: pygame.Surface, view: BoardView, tiles: Mapping[Cell, str]) -> None:
        """Draw tiles with these terrains."""
        camera = view.camera
        drawn: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for cell, terrain in tiles.items():
            image, (x, y) = self._swatch(view, terrain), camera.corner(cell)
            drawn.append((image, (x, y - image.get_height() + camera.tile)))
        surface.fblits(drawn)

    def _swatch(self, view: BoardView, terrain: str) -> pygame.Surface:
        key = terrain, view.camera.tile
        if key not in self._swatches:
            if len(self._swatches) >= MOST:
                self._swatches.clear()
            image = view.ground.preview((0, 0), terrain, view.camera.tile).copy()
            image.set_alpha(FIRM)
            self._swatches[key] = image
        return self._swatches[key]
