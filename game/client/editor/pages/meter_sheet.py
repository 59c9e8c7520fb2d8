"""The rows of the meter: shares with their intervals, and counts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pygame

from game.client.kit.theme import (
    BODY,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.drawing import focus_edge
from game.client.kit.widgets.scroll import ScrollArea
from game.client.kit.widgets.warning_sign import warning_sign

if TYPE_CHECKING:
    from game.client.kit.app import App

GAP, BAR, SIGN, HEAD = 7, 14, 14, 12
"""Gap between rows, height of a bar, size of a warning, and space above a heading, at 100%."""
MOST = 3
"""Maximum number of lines of a row's words."""


class Interval(Protocol):
    """A share with its interval."""

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""

    @property
    def low(self) -> float:
        """The lower end of its interval."""

    @property
    def high(self) -> float:
        """The upper end of its interval."""


class MeterRow(NamedTuple):
    """A row: words at the left, and at the right a number."""

    words: str
    number: str = ""
    span: Interval | None = None
    """A share to draw as a bar below, or None."""
    colour: Colour = INK
    """Colour of the bar."""
    is_head: bool = False
    is_warning: bool = False


class MeterSheet(ScrollArea):
    """All rows, which scroll if they are too many."""

    follows_pointer = False

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[MeterRow, ...] = ()
        self.is_old = False
        """Whether the numbers are those of an earlier level."""
        self._app: App | None = None
        self._image: pygame.Surface | None = None
        self.is_focusable = False

    def show(self, rows: Sequence[MeterRow]) -> None:
        """Show other rows."""
        self.rows, self._image = tuple(rows), None
        self._measure()

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._app, self._image = app, None
        self._measure()

    def _measure(self) -> None:
        self.is_focusable = self.is_long
        self.roll(0)

    @property
    def extent(self) -> int:
        return self._drawn().height if self._app is not None and self.rect.width > 1 else 0

    def _drawn(self) -> pygame.Surface:
        """Return all rows on one image."""
        assert self._app is not None
        if self._image is None:
            app, px = self._app, self._app.look.px
            wide = max(1, self.room.width)
            parts = [_row(app, row, wide) for row in self.rows]
            gaps = [px(HEAD if row.is_head else 0) for row in self.rows]
            high = sum(part.height for part in parts) + sum(gaps) + px(GAP) * len(parts)
            made = pygame.Surface((wide, max(1, high)), pygame.SRCALPHA)
            y = 0
            for part, gap in zip(parts, gaps, strict=True):
                made.blit(part, (0, y + gap))
                y += gap + part.height + px(GAP)
            if self.is_old:
                made.set_alpha(120)
            self._image = made
        return self._image

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        surface.blit(self._drawn(), (self.rect.x, self.rect.y - self.offset))
        surface.set_clip(before)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(app.look.px(6), app.look.px(6)))


def _row(app: "App", row: MeterRow, wide: int) -> pygame.Surface:
    """Return the image of one row."""
    px, kind = app.look.px, app.type
    is_loud = row.is_head or row.span is not None
    number = kind.line(row.number, "sans bold", SMALL, INK)
    left = px(SIGN + 6) if row.is_warning else 0
    room = wide - left - (number.width + px(10) if row.number else 0)
    size, colour = (BODY if is_loud else SMALL), HARM if row.is_warning and not row.number else INK
    face: Face = "serif bold" if row.is_head else "sans bold" if row.span is not None else "sans"
    lines = kind.wrapped(row.words, max(1, room), face, size)
    if row.number:
        lines = lines[:MOST]
    step = kind.height(face, size)
    bar = px(BAR + 8) if row.span is not None else 0
    made = pygame.Surface((wide, max(1, step * len(lines)) + bar), pygame.SRCALPHA)
    for n, line in enumerate(lines):
        ink = INK_FADED if row.is_head else colour
        made.blit(kind.line(line, face, size, ink), (left, n * step))
    if row.is_warning:
        sign = pygame.Rect(0, 0, px(SIGN), px(SIGN))
        sign.midleft = 0, step // 2
        warning_sign(made, sign)
    if row.number:
        made.blit(number, number.get_rect(midright=(wide, step // 2)))
    if row.span is not None:
        _bar(app, made, row, pygame.Rect(0, made.height - px(BAR + 3), wide, px(BAR)))
    return made


def _bar(app: "App", made: pygame.Surface, row: MeterRow, rect: pygame.Rect) -> None:
    """Draw a share as a bar, and its interval as a line with two ends."""
    px, span = app.look.px, row.span
    assert span is not None
    pygame.draw.rect(made, PARCHMENT_DARK, rect, border_radius=px(4))
    full = pygame.Rect(rect.x, rect.y, round(rect.width * span.share), rect.height)
    pygame.draw.rect(made, row.colour, full, border_radius=px(4))
    pygame.draw.rect(made, PARCHMENT_EDGE, rect, max(1, px(1)), px(4))
    low, high = (round(rect.x + (rect.width - 1) * end) for end in (span.low, span.high))
    middle, thick = rect.centery, max(2, px(2))
    pygame.draw.line(made, INK, (low, middle), (high, middle), thick)
    for x in (low, high):
        pygame.draw.line(made, INK, (x, middle - px(4)), (x, middle + px(4)), thick)
