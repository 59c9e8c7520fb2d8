"""Drawing of the text: numbers, colours, findings, the selection and the caret."""

from typing import TYPE_CHECKING, Protocol

import pygame

from game.client.editor.writing.caret import Caret
from game.client.editor.writing.code_outline import STYLES, coloured
from game.client.editor.writing.code_rows import CodeRow, CodeText, shown
from game.client.kit.theme import (
    BRASS,
    BRASS_DARK,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SELECTED,
    SMALL,
    WARNING,
    Colour,
)
from game.client.kit.widgets.drawing import arrow, focus_edge
from game.client.kit.widgets.text_field import BLINK
from game.workshop.document.level_reading import MarkedFinding

if TYPE_CHECKING:
    from game.client.kit.app import App

WAVE = 2
"""Height of the waves below a finding, at 100%."""


class DrawnPane(Protocol):
    """The parts of a pane that its drawing needs."""

    code: CodeText
    caret: Caret
    rect: pygame.Rect
    offset: int
    first: int
    since: float
    map_rows: dict[int, tuple[int, int]]
    marked: dict[int, list[MarkedFinding]]

    @property
    def room(self) -> pygame.Rect:
        """The rectangle in which the contents are drawn."""

    @property
    def high(self) -> int:
        """The height of a row."""

    @property
    def left(self) -> int:
        """The x at which lines begin."""

    @property
    def across(self) -> int:
        """The number of letters of the map that have room."""

    @property
    def line(self) -> int:
        """Number of the line with the caret."""

    @property
    def column(self) -> int:
        """Column of the caret."""

    def x_of(self, number: int, column: int) -> int:
        """Return the x of a column in a row."""


MOST_IMAGES = 400
"""Maximum number of rows of the map that are kept as images."""


class CodeDrawing:
    """Drawing of one pane."""

    def __init__(self, pane: DrawnPane) -> None:
        self._pane = pane
        self._map_images: dict[tuple[str, int], pygame.Surface] = {}

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool) -> None:
        """Draw the rows that are visible."""
        pane, before = self._pane, surface.get_clip()
        surface.set_clip(pane.rect.clip(before))
        first = pane.offset // pane.high
        last = min(len(pane.code.rows) - 1, (pane.offset + pane.rect.height) // pane.high)
        for number in range(first, last + 1):
            y = pane.rect.y + number * pane.high - pane.offset
            self._draw_row(surface, app, number, y, is_focused)
        surface.set_clip(before)
        if is_focused:
            focus_edge(app, surface, pane.rect.inflate(app.look.px(6), app.look.px(6)))

    def _draw_row(
        self, surface: pygame.Surface, app: "App", number: int, y: int, is_focused: bool
    ) -> None:
        pane, px = self._pane, app.look.px
        row = pane.code.rows[number]
        whole = pygame.Rect(pane.rect.x, y, pane.room.width, pane.high)
        is_here = row.line == pane.line
        if is_here:
            surface.fill(PARCHMENT_DARK, whole)
        bad = pane.marked.get(row.line, [])
        if bad:
            surface.fill(_colour(bad), (whole.x, y, px(3), pane.high))
        if row.is_first:
            self._draw_number(surface, app, row, whole, is_here)
        self._draw_selection(surface, number, row, whole)
        if row.line in pane.map_rows:
            self._draw_map(surface, app, row, y)
        else:
            self._draw_words(surface, app, number, row, whole)
        for one in bad:
            self._draw_wave(surface, app, number, row, one, whole.bottom)
        if is_focused and number == pane.code.row_of(pane.caret.place):
            self._draw_caret(surface, app, number, whole)

    def _draw_number(
        self, surface: pygame.Surface, app: "App", row: CodeRow, whole: pygame.Rect, is_here: bool
    ) -> None:
        px, pane = app.look.px, self._pane
        colour = INK if is_here else PARCHMENT_EDGE
        number = app.type.line(str(row.line + 1), "sans", SMALL - 2, colour)
        surface.blit(number, number.get_rect(midright=(pane.left - px(12), whole.centery)))
        last = pane.code.outline.tables.get(row.line)
        if last is not None and last > row.line:
            way = "right" if row.hidden else "down"
            arrow(surface, INK_FADED, (pane.left - px(6), whole.centery), px(3), way)

    def _draw_words(
        self, surface: pygame.Surface, app: "App", number: int, row: CodeRow, whole: pygame.Rect
    ) -> None:
        pane = self._pane
        words = pane.code.lines[row.line]
        is_inside = row.line in pane.code.outline.inside
        for part in coloured(words, is_inside):
            start, end = max(part.start, row.start), min(part.end, row.end)
            if start < end:
                colour, face = STYLES[part.kind]
                image = app.type.line(shown(words[start:end]), face, SMALL, colour)
                x = pane.x_of(number, start)
                surface.blit(image, image.get_rect(midleft=(x, whole.centery)))
        if row.hidden:
            title = pane.code.title_of(row)
            key = "hidden_table" if title else "hidden"
            tail = app.words.say("editor_text", key, count=row.hidden, title=title)
            image = app.type.line(tail, "sans italic", SMALL, INK_FADED)
            x = pane.x_of(number, row.end) + app.look.px(14)
            surface.blit(image, image.get_rect(midleft=(x, whole.centery)))

    def _draw_map(self, surface: pygame.Surface, app: "App", row: CodeRow, y: int) -> None:
        pane, px = self._pane, app.look.px
        column = pane.map_rows[row.line][1] + pane.first
        letters, wide = pane.code.lines[row.line][column:][: pane.across], px(9)
        n = pane.column - column
        if row.line == pane.line and 0 <= n < len(letters):
            cell = pygame.Rect(pane.left + n * wide, y, wide, pane.high)
            pygame.draw.rect(surface, BRASS, cell, px(2), px(3))
        surface.blit(self._map_image(app, letters), (pane.left, y))

    def _map_image(self, app: "App", letters: str) -> pygame.Surface:
        """Return the letters of one row of the map, drawn once as long as they are the same."""
        key = letters, self._pane.high
        if key not in self._map_images:
            if len(self._map_images) >= MOST_IMAGES:
                self._map_images.clear()
            self._map_images[key] = self._drawn_map(app, letters)
        return self._map_images[key]

    def _drawn_map(self, app: "App", letters: str) -> pygame.Surface:
        wide, high = app.look.px(9), self._pane.high
        made = pygame.Surface((max(1, wide * len(letters)), high), pygame.SRCALPHA)
        for n, letter in enumerate(letters):
            if letter.strip():
                image = app.type.line(letter, "sans", SMALL, INK)
                made.blit(image, image.get_rect(center=(n * wide + wide // 2, high // 2)))
        return made

    def _draw_selection(
        self, surface: pygame.Surface, number: int, row: CodeRow, whole: pygame.Rect
    ) -> None:
        pane = self._pane
        start, end = pane.caret.selection
        first = pane.code.starts[row.line]
        is_last = row.end == len(pane.code.lines[row.line])
        low, high = max(start - first, row.start), min(end - first, row.end)
        if start == end or start > first + row.end or end < first + row.start or low > high:
            return
        left, right = pane.x_of(number, low), pane.x_of(number, high)
        if is_last and end > first + row.end:
            right += whole.height // 3
        rect = pygame.Rect(left, whole.y, right - left, whole.height)
        surface.fill(SELECTED, rect.clip(whole))

    def _draw_wave(
        self,
        surface: pygame.Surface,
        app: "App",
        number: int,
        row: CodeRow,
        one: MarkedFinding,
        bottom: int,
    ) -> None:
        """Draw waves below the part of a row that a finding is about."""
        pane, px = self._pane, app.look.px
        if one.span is None:
            return
        first = pane.code.starts[row.line]
        low, high = max(one.span.start - first, row.start), min(one.span.end - first, row.end)
        if low > high or (low == high and low != row.start):
            return
        left = pane.x_of(number, low)
        right = max(pane.x_of(number, high), left + px(8))
        step, y = px(2 * WAVE), bottom - px(WAVE + 1)
        points = [
            (x, y + (px(WAVE) if n % 2 else 0))
            for n, x in enumerate(range(left, right + step, step))
        ]
        if len(points) > 1:
            pygame.draw.lines(surface, _colour([one]), False, points, px(1))

    def _draw_caret(
        self, surface: pygame.Surface, app: "App", number: int, whole: pygame.Rect
    ) -> None:
        pane, px = self._pane, app.look.px
        if app.look.is_calm or int(pane.since / BLINK) % 2 == 0:
            x = pane.x_of(number, pane.column)
            top, bottom = (x, whole.y + px(2)), (x, whole.bottom - px(2))
            pygame.draw.line(surface, BRASS_DARK, top, bottom, px(2))


def _colour(some: list[MarkedFinding]) -> Colour:
    is_error = any(one.finding.severity == "error" for one in some)
    return HARM if is_error else WARNING
