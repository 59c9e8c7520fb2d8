"""The screen on which an author chooses one of two texts: both are shown side by side."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BODY,
    BRASS_LIGHT,
    HARM,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    SPACE,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import focus_edge, panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import ScrollArea
from game.workshop.document.outside_change import OutsideConflict
from game.workshop.document.side_by_side import SideRow, side_by_side

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, GAP, NUMBER, PITCH = 1080, 22, 42, 10, 34, 12
"""Width of the sheet, padding, height of a button, gaps, width of the line numbers, and distance of
the letters of a map, at 100%.
"""


class SideList(ScrollArea):
    """The rows in which two texts differ, in two columns."""

    follows_pointer = False

    def __init__(self, rows: tuple[SideRow, ...]) -> None:
        super().__init__()
        self.rows = rows
        self._app: App | None = None
        self._image: pygame.Surface | None = None

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._app, self._image = app, None
        self.is_focusable = self.is_long
        self.roll(0)

    @property
    def extent(self) -> int:
        return self._drawn().height if self._app is not None and self.rect.width > 1 else 0

    def column(self, n: int) -> pygame.Rect:
        """Return the place of a column, our text at the left."""
        wide = (self.room.width - (self._app.look.px(GAP) if self._app else 0)) // 2
        x = self.rect.x if n == 0 else self.rect.x + self.room.width - wide
        return pygame.Rect(x, self.rect.y, wide, self.rect.height)

    def _drawn(self) -> pygame.Surface:
        """Return all rows on one image."""
        assert self._app is not None
        if self._image is None:
            images = [self._row(self._app, row) for row in self.rows]
            high = max(1, sum(image.height for image in images))
            made, y = pygame.Surface((self.room.width, high), pygame.SRCALPHA), 0
            for image in images:
                made.blit(image, (0, y))
                y += image.height
            self._image = made
        return self._image

    def _row(self, app: "App", row: SideRow) -> pygame.Surface:
        """Return the image of a row; lines that are too long go on below."""
        px, step = app.look.px, app.type.height("sans", SMALL)
        wide = self.column(0).width
        room = wide - px(NUMBER + 6)
        sides = (row.ours, row.our_number), (row.theirs, row.their_number)
        lines = [self._lines(app, text, room) for text, _ in sides]
        high = step * max(1, *(len(some) for some in lines)) + px(3)
        made = pygame.Surface((self.room.width, high), pygame.SRCALPHA)
        for n, (_, number) in enumerate(sides):
            x = 0 if n == 0 else self.room.width - wide
            if row.is_changed:
                made.fill(PARCHMENT_DARK, (x, 0, wide, high))
                made.fill(HARM if number is not None else PARCHMENT_EDGE, (x, 0, px(3), high))
            if row.is_gap:
                image = app.type.line("…", "sans bold", SMALL, INK_FADED)
                made.blit(image, (x + px(NUMBER), 0))
            if number is not None:
                image = app.type.line(str(number), "sans", SMALL, INK_FADED)
                made.blit(image, image.get_rect(topright=(x + px(NUMBER - 6), 0)))
            for m, line in enumerate(lines[n]):
                self._draw_line(app, made, line, (x + px(NUMBER), m * step), row.columns)
        return made

    def _lines(self, app: "App", text: str | None, room: int) -> list[str]:
        if not text:
            return []
        if _is_map(text) and len(text) * app.look.px(PITCH) <= room:
            return [text]
        return app.type.wrapped(text.replace("\t", "    "), max(1, room), "sans", SMALL)

    def _draw_line(
        self,
        app: "App",
        surface: pygame.Surface,
        line: str,
        at: tuple[int, int],
        columns: tuple[int, ...],
    ) -> None:
        """Draw a line; the letters of a map stand below each other."""
        if not _is_map(line):
            surface.blit(app.type.line(line, "sans", SMALL, INK), at)
            return
        pitch, high = app.look.px(PITCH), app.type.height("sans", SMALL)
        for n, letter in enumerate(line):
            x = at[0] + n * pitch
            if n in columns:
                surface.fill(BRASS_LIGHT, (x, at[1], pitch, high))
            face: Face = "sans bold" if n in columns else "sans"
            image = app.type.line(letter, face, SMALL, INK)
            surface.blit(image, image.get_rect(midtop=(x + pitch // 2, at[1])))

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        surface.blit(self._drawn(), (self.rect.x, self.rect.y - self.offset))
        surface.set_clip(before)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(app.look.px(6), app.look.px(6)))


def _is_map(line: str) -> bool:
    """Return whether a line may be a row of a map, which has no blanks."""
    return " " not in line and "\t" not in line


class ConflictScreen(Screen):
    """Two texts that changed the same place, and a button for each. Cancel keeps the editor's."""

    is_over = True

    def __init__(
        self,
        app: "App",
        words: str,
        conflict: OutsideConflict,
        on_chosen: Callable[[bool], object],
    ) -> None:
        """Set up the screen; `on_chosen` gets True for the file's text, False for the editor's."""
        super().__init__(app)
        say = app.words.say
        self._title, self._words, self._on_chosen = say("editor", "conflict_head"), words, on_chosen
        self.list = SideList(side_by_side(conflict.ours, conflict.theirs))
        self.keep = Button(say("editor", "keep_ours"), self.left)
        self.take = Button(say("editor", "take_theirs"), lambda: self._chosen(True))
        self.ring.hold((self.keep, self.take, self.list))
        self.ring.focus(self.keep)
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def _chosen(self, is_theirs: bool) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._on_chosen(is_theirs)

    def left(self) -> None:
        self._chosen(False)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        self._sheet = pygame.Rect(0, 0, width, size[1] * 86 // 100)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        y = inner.y + app.type.height("serif bold", LARGE) + px(4)
        y += len(self._lines(inner.width)) * app.type.height("sans", SMALL) + px(GAP)
        y += app.type.height("sans bold", BODY) + px(4)
        foot = inner.bottom - px(HIGH)
        self.list.place(pygame.Rect(inner.x, y, inner.width, foot - px(GAP) - y), app)
        for n, button in enumerate((self.keep, self.take)):
            column = self.list.column(n)
            button.place(pygame.Rect(column.x, foot, column.width, px(HIGH)), app)

    def _lines(self, width: int) -> list[str]:
        return self.app.type.wrapped(self._words, max(1, width), "sans", SMALL)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        surface.blit(app.type.fit_line(self._title, inner.width, "serif bold", LARGE, INK), inner)
        y = inner.y + app.type.height("serif bold", LARGE) + px(4)
        for line in self._lines(inner.width):
            surface.blit(app.type.line(line, "sans", SMALL, INK_FADED), (inner.x, y))
            y += app.type.height("sans", SMALL)
        y = self.list.rect.y - app.type.height("sans bold", BODY) - px(4)
        for n, key in enumerate(("ours", "theirs")):
            column = self.list.column(n)
            head = app.type.fit_line(say("editor", key), column.width, "sans bold", BODY, INK)
            surface.blit(head, (column.x, y))
