"""The layout of the battle screen."""

from typing import NamedTuple

import pygame

from game.client.kit.theme import Look

MARGIN = 14
STRIP = 22
"""Height of the strip of hints between queue and board, at 100%."""
QUEUE, BAR = 84, 122
"""Heights of the turn queue and the unit bar, at 100%."""
COLUMN = 376
"""Width of the column on the right, at 100%, in a window of normal width."""
TRAY = 152
LEAST_LOG = 150
CLOSE = 1120
"""Width of a window, at 100%, below which the unit bar gets most of the lower edge."""
NARROW_TRAY = 132
"""Width of the dice tray beside such a unit bar, at 100%."""
FOOT = 0.3
"""Height of forecast, log and tray below the board, as a share of a tall window's height."""


class Layout(NamedTuple):
    """The rectangles of the battle screen's parts."""

    queue: pygame.Rect
    board: pygame.Rect
    bar: pygame.Rect
    forecast: pygame.Rect
    log: pygame.Rect
    tray: pygame.Rect

    @property
    def column(self) -> pygame.Rect:
        """The column of forecast and log; empty if they are side by side."""
        is_column = self.forecast.x == self.log.x
        return self.forecast.union(self.log) if is_column else pygame.Rect(0, 0, 0, 0)


def layout_for(size: tuple[int, int], look: Look, is_log_tall: bool = False) -> Layout:
    """Return the layout for a window of this size."""
    if size[1] > size[0]:
        return _tall(size, look, is_log_tall)
    px, (width, height) = look.px, size
    margin, is_close = px(MARGIN), size[0] < px(CLOSE)
    column = max(px(300), min(px(460), max(px(COLUMN) * width // px(1280), px(340))))
    column = min(column, width * 2 // 5)
    left = width - column - 3 * margin
    queue = pygame.Rect(margin, margin, left, px(QUEUE))
    bar = pygame.Rect(margin, height - margin - px(BAR), left, px(BAR))
    top = queue.bottom + px(STRIP)
    board = pygame.Rect(margin, top, left, bar.top - margin - top)
    right = pygame.Rect(left + 2 * margin, margin, column, height - 2 * margin)
    if not is_close:
        return Layout(queue, board, bar, *_column(right, look, is_log_tall))
    bar.width = width - 3 * margin - px(NARROW_TRAY)
    tray = pygame.Rect(bar.right + margin, bar.y, px(NARROW_TRAY), bar.height)
    right.height = board.bottom - right.y
    return Layout(queue, board, bar, *_panels(right, look, is_log_tall), tray)


def _tall(size: tuple[int, int], look: Look, is_log_tall: bool) -> Layout:
    """Return the layout for a window that is taller than wide: panels below board and bar."""
    px, height = look.px, size[1]
    margin, whole = px(MARGIN), size[0] - 2 * px(MARGIN)
    queue = pygame.Rect(margin, margin, whole, px(QUEUE))
    foot = round(height * FOOT)
    below = pygame.Rect(margin, height - margin - foot, whole, foot)
    bar = pygame.Rect(margin, below.y - margin - px(BAR), whole, px(BAR))
    top = queue.bottom + px(STRIP)
    board = pygame.Rect(margin, top, whole, bar.top - margin - top)
    half = (whole - margin) // 2
    forecast = pygame.Rect(below.x, below.y, half, foot)
    log = pygame.Rect(forecast.right + margin, below.y, half, foot)
    if is_log_tall:
        return Layout(queue, board, bar, forecast, log, pygame.Rect(log.x, log.bottom, half, 0))
    tray = pygame.Rect(log.x, log.bottom - px(TRAY), half, px(TRAY))
    log.height -= tray.height + margin
    return Layout(queue, board, bar, forecast, log, tray)


def _column(
    right: pygame.Rect, look: Look, is_log_tall: bool
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Return the rectangles of forecast, log and tray, one below the other."""
    px = look.px
    tray = 0 if is_log_tall else min(px(TRAY), right.height // 4)
    upper = right.copy()
    upper.height -= tray + _gap(look)
    forecast, log = _panels(upper, look, is_log_tall)
    return forecast, log, pygame.Rect(right.x, log.bottom + _gap(look), right.width, tray)


def _panels(right: pygame.Rect, look: Look, is_log_tall: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rectangles of forecast and log, one below the other."""
    px, gap = look.px, _gap(look)
    left = right.height - gap
    forecast = left // 3 if is_log_tall else max(left - px(LEAST_LOG) * 3, left * 3 // 5)
    forecast = min(forecast, left - px(80))
    first = pygame.Rect(right.x, right.y, right.width, forecast)
    return first, pygame.Rect(right.x, first.bottom + gap, right.width, left - forecast)


def _gap(look: Look) -> int:
    return look.px(MARGIN) * 5 // 6
