"""Shadows on the sides where the board extends beyond its rectangle."""

import pygame

from game.client.board.camera import Camera
from game.client.kit.images import Art
from game.client.kit.theme import NIGHT


def draw_rim(surface: pygame.Surface, camera: Camera, art: Art, deep: int) -> None:
    """Draw the shadow on each side where the board extends further, `deep` pixels deep."""
    (left, top), rect = camera.corner((0, 0)), camera.rect
    right, bottom = camera.corner((camera.width, camera.height))
    across, down = (rect.width, deep), (deep, rect.height)
    if top < rect.top:
        surface.blit(_dark(art, across, 0), rect.topleft)
    if left < rect.left:
        surface.blit(_dark(art, down, 1), rect.topleft)
    if bottom > rect.bottom:
        surface.blit(_dark(art, across, 2), (rect.left, rect.bottom - deep))
    if right > rect.right:
        surface.blit(_dark(art, down, 3), (rect.right - deep, rect.top))


def _dark(art: Art, size: tuple[int, int], side: int) -> pygame.Surface:
    """Return a shadow that is darkest on one side, numbered north, west, south, east."""

    def make() -> pygame.Surface:
        made, deep = pygame.Surface(size, pygame.SRCALPHA), min(size)
        for n in range(deep):
            shade = (*NIGHT, round(190 * (1 - n / deep) ** 2))
            at = n if side < 2 else deep - 1 - n
            line = (0, at, size[0], 1) if side % 2 == 0 else (at, 0, 1, size[1])
            made.fill(shade, line)
        return made

    return art.once(("shade", size, side), make)
