"""The text of the level beside the picture: each is the cursor of the other."""

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BODY,
    BRASS,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    WARNING,
)
from game.client.kit.widgets.drawing import focus_edge
from game.client.kit.widgets.scroll import ScrollArea
from game.core.cells import Cell
from game.workshop.document.level_reading import LevelReading

if TYPE_CHECKING:
    from game.client.kit.app import App

HIGH, LETTER, NUMBER = 18, 9, 30
"""Height of a line, and widths of a letter of the map and of the numbers, at 100%."""
MARK = 3
"""Width of the bar of a line with findings, at 100%."""
FEW = 80
"""Maximum number of characters drawn of a line that isn't part of the map."""


class TextPane(ScrollArea):
    """The lines of the file. A press on a line goes to its tile or unit on the board."""

    follows_pointer = False

    def __init__(self, app: "App", on_point: Callable[[Cell], object]) -> None:
        super().__init__()
        self._app, self._on_point = app, on_point
        self._reading: LevelReading | None = None
        self._lines: tuple[str, ...] = ()
        self._starts: list[int] = [0]
        self._rows: dict[int, tuple[int, int]] = {}
        """Row of the map, and column of its first letter, of each line with letters of the map."""
        self._marked: frozenset[int] = frozenset()
        self.line = 0
        """Number of the line with the cursor, from 0."""
        self.column = 0
        self._first = 0
        """First letter of the map that is shown."""

    # The text

    def show(self, reading: LevelReading) -> None:
        """Show the text of this moment."""
        if reading is self._reading:
            return
        self._reading = reading
        self._lines = tuple(reading.text.split("\n"))
        self._starts = [0]
        for line in self._lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._rows = self._found_rows(reading)
        self._marked = frozenset(one.finding.line - 1 for one in reading.findings if one.span)
        self.line = min(self.line, len(self._lines) - 1)
        self.roll(0)

    def _found_rows(self, reading: LevelReading) -> dict[int, tuple[int, int]]:
        draft = reading.draft
        if draft is None or not draft.rows or not draft.width:
            return {}
        found: dict[int, tuple[int, int]] = {}
        for y in range(draft.height):
            offset = reading.tile_offset((0, y))
            if offset is not None:
                line = self._line_of(offset)
                if line in found:  # several rows in one line are shown like any other text
                    return {}
                found[line] = y, offset - self._starts[line]
        return found

    def _line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def follow(self, cell: Cell | None) -> None:
        """Move the cursor to the letter of a tile, and scroll to it."""
        if cell is None or self._reading is None or not self._rows:
            return
        offset = self._reading.tile_offset(cell)
        if offset is not None:
            self._to(offset)

    def go(self, line: int) -> None:
        """Move the cursor to a line, which counts from 1."""
        self._to(self._starts[min(max(0, line - 1), len(self._starts) - 1)])

    def _to(self, offset: int) -> None:
        self.line = self._line_of(offset)
        self.column = offset - self._starts[self.line]
        self._reveal()

    def _reveal(self) -> None:
        """Scroll until the cursor is visible."""
        top, high = self.line * self._high, self._high
        if top - high < self.offset:
            self.roll(top - high - self.offset)
        elif top + 2 * high > self.offset + self.rect.height:
            self.roll(top + 2 * high - self.offset - self.rect.height)
        if self.line in self._rows:
            at, count = self.column - self._rows[self.line][1], self._across
            if at < self._first or at >= self._first + count:
                self._first = max(0, at - count // 2)

    # Measures

    @property
    def _high(self) -> int:
        return self._app.look.px(HIGH)

    @property
    def _across(self) -> int:
        """The number of letters of the map that have room."""
        px = self._app.look.px
        return max(1, (self.room.width - px(NUMBER + MARK)) // px(LETTER))

    @property
    def extent(self) -> int:
        return len(self._lines) * self._high

    # Input

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act):
            ways = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
            if event.name in ways:
                return self._walk(*ways[event.name])
            return self.heard_rolling(event)
        if not isinstance(event, Pointer):
            return False
        if self.heard_rolling(event):
            return True
        if event.kind == "down" and event.button == 1 and self.room.collidepoint(event.at):
            px = self._app.look.px
            self.line = min((event.at[1] - self.rect.y + self.offset) // self._high, self._last)
            right = event.at[0] - self.rect.x - px(NUMBER + MARK)
            row = self._rows.get(self.line)
            self.column = row[1] + self._first + max(0, right // px(LETTER)) if row else 0
            self._point()
            return True
        return False

    @property
    def _last(self) -> int:
        return len(self._lines) - 1

    def _walk(self, x: int, y: int) -> bool:
        line = min(max(0, self.line + y), self._last)
        column = min(max(0, self.column + x), max(0, len(self._lines[line]) - 1))
        is_moved = (line, column) != (self.line, self.column)
        self.line, self.column = line, column
        if is_moved:
            self._reveal()
            self._point()
        return is_moved

    def _point(self) -> None:
        """Show on the board what stands at the cursor: a tile, or a unit."""
        reading = self._reading
        if reading is None or not reading.is_toml or reading.draft is None:
            return
        row = self._rows.get(self.line)
        if row is not None:
            cell = self.column - row[1], row[0]
            if reading.has(cell):
                self._on_point(cell)
            return
        line = self._lines[self.line]
        blank = len(line) - len(line.lstrip())
        keys, _ = reading.place(self._starts[self.line] + blank)
        found = (one.id for one in reading.draft.units if one.keys == keys[:2] and one.id)
        at = reading.draft.standing.get(next(found, ""))
        if keys[:1] == ("unit",) and at is not None:
            kept = self.line, self.column, self.offset
            self._on_point(at)
            self.line, self.column, self.offset = kept

    # Drawing

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, before = app.look.px, surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        first = self.offset // self._high
        last = min(self._last, (self.offset + self.rect.height) // self._high)
        for n in range(first, last + 1):
            y = self.rect.y + n * self._high - self.offset
            self._draw_line(surface, app, n, y)
        surface.set_clip(before)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(px(6), px(6)))

    def _draw_line(self, surface: pygame.Surface, app: "App", n: int, y: int) -> None:
        px, kind = app.look.px, app.type
        whole = pygame.Rect(self.rect.x, y, self.room.width, self._high)
        if n == self.line:
            surface.fill(PARCHMENT_DARK, whole)
        if n in self._marked:
            surface.fill(WARNING, (whole.x, y, px(MARK), self._high))
        colour = INK if n == self.line else PARCHMENT_EDGE
        number = kind.line(str(n + 1), "sans", SMALL - 2, colour)
        left = whole.x + px(MARK + NUMBER)
        surface.blit(number, number.get_rect(midright=(left - px(6), whole.centery)))
        words = self._lines[n].rstrip("\r").replace("\t", "    ")
        row = self._rows.get(n)
        if row is None:
            ink = INK_FADED if words.lstrip().startswith("#") else INK
            image = kind.line(words[:FEW], "sans", SMALL, ink)
            room = pygame.Rect(0, 0, whole.right - left, image.get_height())
            surface.blit(image, image.get_rect(midleft=(left, whole.centery)), room)
            return
        letters = words[row[1] + self._first :][: self._across]
        wide = px(LETTER)
        for m, letter in enumerate(letters):
            cell = pygame.Rect(left + m * wide, y, wide, self._high)
            if n == self.line and row[1] + self._first + m == self.column:
                pygame.draw.rect(surface, BRASS, cell, px(2), px(3))
            if letter.strip():
                image = kind.line(letter, "sans", SMALL, INK)
                surface.blit(image, image.get_rect(center=cell.center))


def head_of(app: "App", surface: pygame.Surface, pane: TextPane, rect: pygame.Rect) -> None:
    """Draw the head of the sheet: its name, and the place of the cursor."""
    say = app.words.say
    name = app.type.line(say("editor", "text"), "serif bold", BODY, INK)
    surface.blit(name, name.get_rect(midleft=rect.midleft))
    words = say("editor", "place", line=pane.line + 1, column=pane.column + 1)
    place = app.type.line(words, "sans", SMALL, INK_FADED)
    surface.blit(place, place.get_rect(midright=rect.midright))
