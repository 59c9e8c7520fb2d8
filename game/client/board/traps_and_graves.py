"""Drawing of known traps and of gravestones."""

from collections.abc import Iterable

import pygame

from game.client.board.camera import Camera
from game.client.board.standees import Standees
from game.client.board.token_motion import DeathPlace
from game.client.kit.images import Art
from game.core.cells import Cell

TRAP, LEAST = 0.55, 16
"""Size of a trap's counter in tiles, and its minimum in pixels."""


def draw_traps(
    surface: pygame.Surface, camera: Camera, standees: Standees, cells: Iterable[Cell]
) -> None:
    """Draw a counter on each tile with a known trap."""
    for x, y in cells:
        counter = standees.trap(max(LEAST, round(camera.tile * TRAP)))
        surface.blit(counter, counter.get_rect(center=camera.point(x + 0.5, y + 0.55)))


def draw_fallen(
    surface: pygame.Surface, camera: Camera, art: Art, standees: Standees, fallen: DeathPlace
) -> None:
    """Draw a gravestone where a unit died."""
    tile, span = camera.tile, fallen.span
    image = standees.fallen(tile)
    foot = camera.point(fallen.at[0] + span / 2, fallen.at[1] + (span + 0.7) / 2)
    shadow = art.image("table/shadow", (round(tile * 0.6), round(tile * 0.26)))
    surface.blit(shadow, shadow.get_rect(center=(foot[0] + tile // 24, foot[1] - tile // 24)))
    surface.blit(image, image.get_rect(midbottom=foot))
