"""The amber triangle of a finding."""

import pygame

from game.client.kit.theme import INK, WARNING


def warning_sign(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw the amber triangle of a finding."""
    points = [rect.midtop, rect.bottomright, rect.bottomleft]
    pygame.draw.polygon(surface, WARNING, points)
    pygame.draw.polygon(surface, INK, points, max(1, rect.width // 12))
    wide = max(2, rect.width // 8)
    bar = pygame.Rect(0, 0, wide, rect.height * 3 // 10)
    bar.midtop = rect.centerx, rect.y + rect.height * 35 // 100
    pygame.draw.rect(surface, INK, bar)
    dot = pygame.Rect(0, 0, wide, wide)
    dot.midtop = rect.centerx, bar.bottom + max(1, rect.height // 14)
    pygame.draw.rect(surface, INK, dot)
