"""The summary after a battle: the winner, why they won, and a table of all units."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.inputs import Act, Input
from game.client.kit.theme import (
    BODY,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    TITLE,
    Colour,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollArea, ScrollText

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, ROW = 820, 32, 46, 28
FIRST = 0.34
"""Share of the table's width that the column of names takes."""


class SummaryRow(NamedTuple):
    """A row of the table: a name, then numbers; the first row has the headings."""

    cells: tuple[str, ...]
    colour: Colour | None = None
    """Colour of the unit's side."""
    is_faded: bool = False
    """Whether the row is faded, because the unit is down or dead."""


class BattleSummary(Screen):
    """A parchment over the battle: a title, sentences, a table, and buttons."""

    is_over = True

    def __init__(
        self,
        app: "App",
        title: str,
        lines: Sequence[str],
        rows: Sequence[SummaryRow],
        on_close: Callable[[bool], object],
        on_luck: Callable[[], object] | None = None,
        on_retry: Callable[[], object] | None = None,
    ) -> None:
        """Set up the summary.

        `on_close` gets whether to play again, after the screen has closed. `on_luck` opens the luck
        receipt, and `on_retry` asks for a turn to retry from; None leaves their buttons out.
        """
        super().__init__(app)
        say = app.words.say
        self._title, self._on_close = title, on_close
        self.lines = tuple(lines)
        """Sentences about the battle."""
        self.text = ScrollText([Passage(line, "serif", BODY, after=4) for line in lines])
        self.figures = SummaryTable(rows)
        self.again = Button(say("summary", "again"), lambda: self._closed(True), icon="icons/redo")
        self.again.is_main = True
        self.title = Button(say("summary", "title"), lambda: self._closed(False), icon="icons/back")
        self.luck = Button(say("summary", "luck"), on_luck or self.left, icon="icons/dice")
        self.luck.is_shown = on_luck is not None
        self.retry = Button(say("summary", "retry"), on_retry or self.left, icon="icons/undo")
        self.retry.is_shown = on_retry is not None
        self.ring.hold((self.again, self.retry, self.luck, self.title, self.text, self.figures))
        self.ring.focused = None  # one press too many, meant to skip, must not close the result
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def leads_on(self) -> None:
        """Replace the buttons by Continue, because a campaign decides the next step."""
        self.again.is_shown = False
        self.title.words, self.title.icon = self.app.words.say("summary", "on"), ""
        self.title.is_main = True
        self.ring.focus(self.title)

    def is_enough(self) -> None:
        """Make leaving the main button, for a battle that few players want to repeat."""
        self.again.is_main, self.title.is_main = False, True

    def acted(self, event: Input) -> bool:
        """Give the main button the focus with the first press that confirms."""
        if not isinstance(event, Act) or event.name != "confirm" or self.ring.focused is not None:
            return False
        return self.ring.focus(self.again if self.again.is_main else self.title)

    def _closed(self, again: bool) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._on_close(again)

    def left(self) -> None:
        self._closed(False)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(40))
        inner = wide - 2 * px(PAD)
        head = px(48)
        fixed = 2 * px(PAD) + head + px(HIGH) + px(36)
        self.text.place(pygame.Rect(0, 0, inner, 1), app)
        self.figures.place(pygame.Rect(0, 0, inner, 1), app)
        room = size[1] - px(32) - fixed
        words = min(self.text.extent, max(px(60), room - self.figures.extent))
        table = min(self.figures.extent, max(0, room - words))
        self._sheet = pygame.Rect(0, 0, wide, fixed + words + table)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + head
        self.text.place(pygame.Rect(left, y, inner, words), app)
        self.figures.place(pygame.Rect(left, y + words + px(16), inner, table), app)
        bottom = self._sheet.bottom - px(PAD) - px(HIGH)
        row = [self.title, self.luck, self.retry, self.again]
        if not self.again.is_shown:
            row = [self.luck, self.retry, self.title]
        shown = [button for button in row if button.is_shown]
        wide = min(px(210), (inner - (len(shown) - 1) * px(12)) // len(shown))
        for n, button in enumerate(shown):
            x = left + (inner - wide) * n // max(1, len(shown) - 1)
            button.place(pygame.Rect(x, bottom, wide, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), 0)
        title = app.type.fit_line(self._title, inner.width, "serif bold", TITLE, INK)
        surface.blit(title, (inner.x, self._sheet.y + px(PAD) - px(10)))


class SummaryTable(ScrollArea):
    """A table of names and numbers. It can have the focus only if it is long enough to scroll."""

    follows_pointer = False

    def __init__(self, rows: Sequence[SummaryRow]) -> None:
        super().__init__()
        self._rows = tuple(rows)
        self._row = ROW
        self.is_focusable = False

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._row = app.look.px(ROW)
        self.is_focusable = self.is_long
        self.roll(0)

    @property
    def room(self) -> pygame.Rect:
        return super().room if self.is_long else self.rect

    @property
    def extent(self) -> int:
        return self._row * len(self._rows)

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("up", "down"):
            return self.roll(self._row if event.name == "down" else -self._row)
        return self.heard_rolling(event)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        kept = surface.get_clip()
        surface.set_clip(self.rect)
        for n, row in enumerate(self._rows):
            rect = pygame.Rect(
                self.rect.x, self.rect.y + n * self._row - self.offset, self.room.width, self._row
            )
            if rect.colliderect(self.rect):
                self._draw_row(surface, app, n, row, rect)
        surface.set_clip(kept)
        self.draw_bar(surface, app, is_focused or is_hovered)

    def _draw_row(
        self, surface: pygame.Surface, app: "App", n: int, row: SummaryRow, rect: pygame.Rect
    ) -> None:
        px, is_head = app.look.px, n == 0
        if n and n % 2 == 0:
            pygame.draw.rect(surface, PARCHMENT_DARK, rect, border_radius=px(4))
        colour = INK_FADED if is_head or row.is_faded else INK
        face: Face = "sans bold" if is_head else "sans"
        first = round(rect.width * FIRST)
        x = rect.x + px(10)
        if row.colour is not None:
            pygame.draw.aacircle(surface, row.colour, (x + px(6), rect.centery), px(6))
        line = app.type.fit_line(
            row.cells[0] if row.cells else "", first - px(36), face, BODY, colour
        )
        surface.blit(line, line.get_rect(midleft=(x + px(20), rect.centery)))
        count = max(1, len(row.cells) - 1)
        wide = (rect.width - first) // count
        for place, cell in enumerate(row.cells[1:], 1):
            words = app.type.fit_line(cell, wide - px(8), face, BODY, colour)
            right = rect.x + first + place * wide - px(14), rect.centery
            surface.blit(words, words.get_rect(midright=right))
        if is_head:
            under = rect.bottom - px(1)
            pygame.draw.line(surface, PARCHMENT_EDGE, (rect.x, under), (rect.right, under), px(1))
