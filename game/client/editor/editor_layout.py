"""Where the parts of the editor's window are."""

from typing import NamedTuple

import pygame

from game.client.kit.theme import Look

EDGE, GAP, BAR, STRIP = 10, 8, 52, 48
"""Margins, gaps, and heights of the top bar and of the strip, at 100%."""
LEFT, NARROW, RIGHT = 252, 300, 340
"""Widths of the left column beside a right one, of a left column alone, and of the right one."""
ROOMY = 900
"""Least width beside the left column that has room for board and right column, at 100%."""


class EditorLayout(NamedTuple):
    """The parts of the window. `right` is None if all pages are at the left."""

    bar: pygame.Rect
    left: pygame.Rect
    board: pygame.Rect
    right: pygame.Rect | None
    strip: pygame.Rect


def editor_layout(size: tuple[int, int], look: Look) -> EditorLayout:
    """Return the parts for a size of the window."""
    px = look.px
    edge, gap = px(EDGE), px(GAP)
    bar = pygame.Rect(edge, edge, size[0] - 2 * edge, px(BAR))
    top, bottom = bar.bottom + gap, size[1] - edge
    is_roomy = bar.width - px(LEFT) - gap >= px(ROOMY)
    left = pygame.Rect(edge, top, px(LEFT if is_roomy else NARROW), bottom - top)
    x = left.right + gap
    strip = pygame.Rect(x, bottom - px(STRIP), bar.right - x, px(STRIP))
    board, right = pygame.Rect(x, top, strip.width, strip.y - gap - top), None
    if is_roomy:
        wide = min(px(RIGHT), board.width * 36 // 100)
        right = pygame.Rect(board.right - wide, top, wide, board.height)
        board.width -= wide + gap
    return EditorLayout(bar, left, board, right, strip)
