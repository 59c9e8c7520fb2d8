"""The layout of the battle screen."""

from typing import NamedTuple

import pygame

from game.client.kit.theme import Look

MARGIN = 14
QUEUE, BAR = 84, 122
"""Heights of the turn queue and the unit bar, at 100%."""
COLUMN = 376
"""Width of the column on the right, at 100%, in a window of normal width."""
TRAY = 152
LEAST_LOG = 150


class Layout(NamedTuple):
    """The rectangles of the battle screen's parts."""

    queue: pygame.Rect
    board: pygame.Rect
    bar: pygame.Rect
    forecast: pygame.Rect
    log: pygame.Rect
    tray: pygame.Rect


def layout_for(size: tuple[int, int], look: Look, is_log_tall: bool = False) -> Layout:
    """Return the layout for a window of this size."""
    px, (width, height) = look.px, size
    margin = px(MARGIN)
    column = max(px(300), min(px(460), max(px(COLUMN) * width // px(1280), px(340))))
    column = min(column, width * 2 // 5)
    left = width - column - 3 * margin
    queue = pygame.Rect(margin, margin, left, px(QUEUE))
    bar = pygame.Rect(margin, height - margin - px(BAR), left, px(BAR))
    top = queue.bottom + margin
    board = pygame.Rect(margin, top, left, bar.top - margin - top)
    right = pygame.Rect(left + 2 * margin, margin, column, height - 2 * margin)
    return Layout(queue, board, bar, *_column(right, look, is_log_tall))


def _column(
    right: pygame.Rect, look: Look, is_log_tall: bool
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Return the rectangles of forecast, log and tray, one below the other."""
    px = look.px
    gap = px(MARGIN) * 5 // 6
    tray = 0 if is_log_tall else min(px(TRAY), right.height // 4)
    left = right.height - tray - 2 * gap
    forecast = left // 3 if is_log_tall else max(left - px(LEAST_LOG) * 3, left * 3 // 5)
    forecast = min(forecast, left - px(80))
    first = pygame.Rect(right.x, right.y, right.width, forecast)
    log = pygame.Rect(right.x, first.bottom + gap, right.width, left - forecast)
    return first, log, pygame.Rect(right.x, log.bottom + gap, right.width, tray)
