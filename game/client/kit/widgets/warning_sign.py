"""The triangle of a finding: red for an error, amber for anything else."""

import pygame

from game.client.kit.theme import CREAM, HARM, INK, WARNING


def warning_sign(surface: pygame.Surface, rect: pygame.Rect, severity: str = "warning") -> None:
    """Draw the triangle of a finding."""
    ground, mark = (HARM, CREAM) if severity == "error" else (WARNING, INK)
    points = [rect.midtop, rect.bottomright, rect.bottomleft]
    pygame.draw.polygon(surface, ground, points)
    pygame.draw.polygon(surface, INK, points, max(1, rect.width // 12))
    wide = max(2, rect.width // 8)
    bar = pygame.Rect(0, 0, wide, rect.height * 3 // 10)
    bar.midtop = rect.centerx, rect.y + rect.height * 35 // 100
    pygame.draw.rect(surface, mark, bar)
    dot = pygame.Rect(0, 0, wide, wide)
    dot.midtop = rect.centerx, bar.bottom + max(1, rect.height // 14)
    pygame.draw.rect(surface, mark, dot)
