"""The camera: the visible part of the board, and its scale."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import exp, floor

import pygame

from game.core.cells import Cell

STEPS = (24, 32, 40, 48, 56, 64, 80, 96, 128)
"""Zoom steps: pixels per tile at 100%, from far to near."""
LEAST_FIT = 32
"""Minimum pixels per tile, at 100%, when the whole board is fitted into view."""
CLOSE_FIT = 25
"""The minimum if that brings the whole board into view, instead of cutting off its edge."""
MARGIN = 0.6
"""Visible margin around the board, in tiles."""
KEPT = 1.5
"""Minimum distance of a tile from the edge of the view to be well in sight, in tiles."""
BANNER = 52
"""Height at the upper edge of the view that banners may cover, at 100%."""
GLIDE = 9.0
"""Speed of gliding: the remaining distance shrinks to 1/e in 1/`GLIDE` seconds."""


class Camera:
    """A view of the board in a rectangle of the screen."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.scale = 1.0
        self.tile = 64
        self._x = self._y = 0.0
        """Board coordinates of the middle of the rectangle."""
        self._is_fitted = True
        self._is_loose = False
        """Whether the board stays where it is, even if that shows more than the margin."""
        self._goal: tuple[float, float] | None = None
        """Board coordinates that the middle glides to, or None."""

    def lay(self, rect: pygame.Rect, scale: float) -> None:
        """Take a rectangle of the screen; fit the board into it unless you have zoomed or panned.

        Keep the middle of the view, except the first time.
        """
        was_laid, middle = self.rect.width > 1, (self._x, self._y)
        self.rect, self.scale = rect, scale
        if self._is_fitted:
            self.fit()
            if was_laid:
                self._x, self._y = middle
        self._clamp()

    def follow(self, other: "Camera", shift: Cell = (0, 0)) -> None:
        """Show the same board with another size, whose tiles have moved by `shift`, in place."""
        if other.rect.width > 1:
            self.rect, self.scale, self.tile = pygame.Rect(other.rect), other.scale, other.tile
            self._x, self._y = other._x + shift[0], other._y + shift[1]
            self._is_fitted, self._is_loose = False, True
            self._clamp()
        if other._is_fitted and (other.width, other.height) == (self.width, self.height):
            self.fit()

    def fit(self) -> None:
        """Scale the whole board to fit, but keep tokens large enough to recognise."""
        self._is_fitted, self._is_loose = True, False
        across = self.rect.width / (self.width + 2 * MARGIN)
        down = self.rect.height / (self.height + 2 * MARGIN)
        least, most = round(LEAST_FIT * self.scale), round(STEPS[-1] * self.scale)
        whole = int(min(across, down))
        least = whole if whole >= CLOSE_FIT * self.scale else least
        self.tile = max(least, min(most, whole))
        self._x, self._y, self._goal = self.width / 2, self.height / 2, None
        self._clamp()

    def look_like(self, other: "Camera") -> None:
        """Show the same part as another camera, if it was zoomed or moved, on a board as large."""
        if not other._is_fitted and (other.width, other.height) == (self.width, self.height):
            self.tile, self._is_fitted, self._goal = other.tile, False, None
            self._x, self._y = self._clamped(other._x, other._y)

    def zoom(self, steps: int, at: tuple[int, int] | None = None) -> None:
        """Zoom in or out by steps, keeping the board's point at `at` in place (default: centre)."""
        at = at or self.rect.center
        before = self.position(at)
        sizes = [round(step * self.scale) for step in STEPS]
        place = min(range(len(sizes)), key=lambda n: abs(sizes[n] - self.tile))
        size = sizes[max(0, min(len(sizes) - 1, place + steps))]
        if size == self.tile:
            return
        self.tile, self._is_fitted = size, False
        after = self.position(at)
        self._x += before[0] - after[0]
        self._y += before[1] - after[1]
        self._goal = None
        self._clamp()

    def pan(self, x: float, y: float) -> None:
        """Move the board by pixels of the screen."""
        self._x -= x / self.tile
        self._y -= y / self.tile
        self._is_fitted, self._goal = False, None
        self._clamp()

    def show(self, cell: Cell) -> bool:
        """Glide until a tile is well in sight, below banners; return whether that was necessary."""
        middle = self._goal or (self._x, self._y)
        across, down = self.rect.width / self.tile, self.rect.height / self.tile
        banner = BANNER * self.scale / self.tile
        x, y = cell[0] + 0.5, cell[1] + 0.5 - banner / 2
        is_near = abs(x - middle[0]) <= max(0.5, across / 2 - KEPT)
        if is_near and abs(y - middle[1]) <= max(0.5, (down - banner) / 2 - KEPT):
            return False
        goal = self._clamped(x, y)
        if max(abs(goal[0] - middle[0]), abs(goal[1] - middle[1])) * self.tile < 1:
            return False
        self._goal = goal
        return True

    @property
    def is_gliding(self) -> bool:
        """Return whether the view is gliding."""
        return self._goal is not None

    def arrive(self) -> None:
        """End gliding at its target at once."""
        if self._goal is not None:
            (self._x, self._y), self._goal = self._goal, None
            self._clamp()

    def update(self, seconds: float) -> None:
        """Let time pass: glide towards the target."""
        if self._goal is None:
            return
        (x, y), share = self._goal, 1 - exp(-seconds * GLIDE)
        self._x += (x - self._x) * share
        self._y += (y - self._y) * share
        if max(abs(x - self._x), abs(y - self._y)) * self.tile < 1:
            self.arrive()

    def _clamp(self) -> None:
        self._x, self._y = self._clamped(self._x, self._y)

    def _clamped(self, x: float, y: float) -> tuple[float, float]:
        across, down = self.rect.width / self.tile, self.rect.height / self.tile
        is_loose = self._is_loose
        return _within(x, across, self.width, is_loose), _within(y, down, self.height, is_loose)

    def position(self, at: tuple[int, int]) -> tuple[float, float]:
        """Return the board coordinates of a point on the screen, in tiles."""
        return (
            self._x + (at[0] - self.rect.centerx) / self.tile,
            self._y + (at[1] - self.rect.centery) / self.tile,
        )

    def cell(self, at: tuple[int, int]) -> Cell | None:
        """Return the tile at a point on the screen, or None."""
        if not self.rect.collidepoint(at):
            return None
        x, y = self.position(at)
        cell = int(x // 1), int(y // 1)
        return cell if 0 <= cell[0] < self.width and 0 <= cell[1] < self.height else None

    def point(self, x: float, y: float) -> tuple[int, int]:
        """Return the point on the screen for board coordinates."""
        return (
            floor(self.rect.centerx + (x - self._x) * self.tile + 0.5),
            floor(self.rect.centery + (y - self._y) * self.tile + 0.5),
        )

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left corner of a tile on the screen."""
        return self.point(cell[0], cell[1])

    def tile_rect(self, cell: Cell, span: int = 1) -> pygame.Rect:
        """Return the rectangle of a tile, or of a square of tiles, on the screen."""
        x, y = self.corner(cell)
        return pygame.Rect(x, y, self.tile * span, self.tile * span)

    @property
    def board_rect(self) -> pygame.Rect:
        """The rectangle of all tiles on the screen, as far as they are in view."""
        left, top = self.point(0, 0)
        right, bottom = self.point(self.width, self.height)
        return pygame.Rect(left, top, right - left, bottom - top).clip(self.rect)

    def seen(self) -> tuple[int, int, int, int]:
        """Return the visible tiles: first and last column, first and last row."""
        left, top = self.position(self.rect.topleft)
        right, bottom = self.position(self.rect.bottomright)
        return (
            max(0, int(left)),
            min(self.width - 1, int(right)),
            max(0, int(top)),
            min(self.height - 1, int(bottom)),
        )


@contextmanager
def clipped(surface: pygame.Surface, rect: pygame.Rect) -> Iterator[None]:
    """Clip drawing to a rectangle."""
    clip = surface.get_clip()
    surface.set_clip(rect.clip(clip))
    try:
        yield
    finally:
        surface.set_clip(clip)


def _within(middle: float, seen: float, length: int, is_loose: bool) -> float:
    """Return the middle, moved so that at most the margin is visible beyond the board.

    A board smaller than the view is put in the middle. If it `is_loose`, it only stays in sight.
    """
    low, high = seen / 2 - MARGIN, length - seen / 2 + MARGIN
    if is_loose:
        return max(0, min(length, middle))
    return length / 2 if low >= high else max(low, min(high, middle))
