"""A tooltip on a small sheet of parchment."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BRASS, INK, PARCHMENT, SMALL
from game.client.kit.widgets.drawing import box, shadow

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDEST = 320


def draw_tip(
    app: "App",
    surface: pygame.Surface,
    words: str,
    around: pygame.Rect,
    at: tuple[int, int] | None = None,
) -> pygame.Rect:
    """Draw a text next to the pointer at `at`, or else next to `around`; return its rectangle."""
    px = app.look.px
    widest = min(px(WIDEST), surface.get_width() - px(40))
    found = app.type.wrapped(words, widest, size=SMALL + 1)
    width = max(app.type.width(line, size=SMALL + 1) for line in found)
    block = app.type.block(words, max(width, 1) + 1, size=SMALL + 1, colour=INK)
    rect = block.get_rect().inflate(px(20), px(14))
    if at is not None:
        rect.topleft = at[0] + px(14), at[1] + px(20)
    bounds = surface.get_rect().inflate(-px(8), -px(8))
    if at is None:
        rect.midleft = around.right + px(8), around.centery
        if rect.right > bounds.right:
            rect.midtop = around.centerx, around.bottom + px(6)
    if rect.bottom > bounds.bottom:
        rect.bottom = (at[1] - px(8)) if at is not None else around.top - px(6)
    rect.clamp_ip(bounds)
    shadow(app, surface, rect)
    box(app, surface, rect, PARCHMENT, BRASS, 1, 5)
    surface.blit(block, block.get_rect(center=rect.center))
    return rect
