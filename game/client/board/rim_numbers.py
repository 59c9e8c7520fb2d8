"""The numbers of columns and rows along the board's rim, by which texts name tiles."""

from collections.abc import Sequence

import pygame

from game.client.board.camera import Camera
from game.client.kit.theme import BRASS_LIGHT, NIGHT, PARCHMENT, SMALL
from game.client.kit.typography import Type
from game.core.cells import Cell

ROOM = 1.25
"""Least distance between two numbers, as a share of their width."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Distances between shown numbers, in tiles: the first with enough room is used."""


def draw_numbers(
    surface: pygame.Surface,
    camera: Camera,
    kind: Type,
    rim: int,
    pointed: Cell | None,
    heads: Sequence[pygame.Rect] = (),
) -> None:
    """Draw the numbers of the visible columns and rows; those of the tile pointed at are bright.

    They are beside the board's rim, which is `rim` pixels wide, or at the edge of the view if the
    rim is out of sight. A number that would cover one of the `heads` is left out.
    """
    view, (left, top) = camera.rect, camera.corner((0, 0))
    widest = str(max(camera.width, camera.height) - 1)
    wide, high = kind.width(widest, "sans bold", SMALL), kind.height("sans bold", SMALL)
    step = next((n for n in STEPS if n * camera.tile >= ROOM * wide), STEPS[-1])
    column, row = pointed if pointed is not None else (-1, -1)
    first, last, upper, lower = camera.seen()
    y = max(view.y + high // 2, top - rim - high // 2)
    for n in range(first, last + 1):
        x = camera.tile_rect((n, 0)).centerx
        if (n % step == 0 or n == column) and view.x + 2 * wide <= x <= view.right - wide:
            _number(surface, kind, n, n == column, (x, y), heads)
    x = max(view.x + wide // 2 + 2, left - rim - wide // 2 - 2)
    for n in range(upper, lower + 1):
        y = camera.tile_rect((0, n)).centery
        if (n % step == 0 or n == row) and view.y + high <= y <= view.bottom - high // 2:
            _number(surface, kind, n, n == row, (x, y), heads)


def _number(
    surface: pygame.Surface,
    kind: Type,
    n: int,
    is_bright: bool,
    middle: tuple[int, int],
    heads: Sequence[pygame.Rect],
) -> None:
    """Draw a number with a dark edge, so that it can be read on any ground, but on no head."""
    words, px = str(n), kind.look.px(1)
    dark = kind.line(words, "sans bold", SMALL, NIGHT)
    bright = kind.line(words, "sans bold", SMALL, BRASS_LIGHT if is_bright else PARCHMENT)
    rect = bright.get_rect(center=middle)
    if rect.collidelist(heads) >= 0:
        return
    surface.blits([(dark, rect.move(x, y)) for x, y in ((-px, 0), (px, 0), (0, -px), (0, px))])
    surface.blit(bright, rect)
