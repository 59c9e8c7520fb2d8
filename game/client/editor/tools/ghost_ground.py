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

    def draw_units(
        self, surface: pygame.Surface, view: BoardView, units: Mapping[Cell, Mapping[str, object]]
    ) -> None:
        """Draw the heads of units on their tiles, by their tables."""
        tile = view.camera.tile
        for cell, table in units.items():
            size = tile * 5 // 7, tile * 5 // 6
            side, kind = str(table.get("side")), str(table.get("kind"))
            image = view.standees.portrait(kind, side, size)
            surface.blit(image, image.get_rect(center=view.camera.tile_rect(cell).center))

    def _swatch(self, view: BoardView, terrain: str) -> pygame.Surface:
        key = terrain, view.camera.tile
        if key not in self._swatches:
            if len(self._swatches) >= MOST:
                self._swatches.clear()
            image = view.ground.preview((0, 0), terrain, view.camera.tile).copy()
            image.set_alpha(FIRM)
            self._swatches[key] = image
        return self._swatches[key]
