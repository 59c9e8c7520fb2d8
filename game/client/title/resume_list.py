"""The list of battles and journeys that can be resumed, opened from the title."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.campaign.last_played import Latest, resumable
from game.client.campaign.dates import said_when
from game.client.kit.theme import BODY, INK, INK_FADED, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import deletion
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.play.battle_files import delete_left
from game.record.play_order import SECOND

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, MARGIN, HEAD, HIGH, GAP = 620, 24, 46, 42, 10
"""Width and margin of the sheet, and heights of heading, buttons and gaps, at 100%."""
AROUND = 24
"""Minimum width of the title that stays visible around the sheet, at 100%."""


class Resume(Screen):
    """A sheet of parchment over the title, with battles and journeys to resume or delete."""

    is_over = True

    def __init__(self, app: "App", go_on: Callable[[Latest], object]) -> None:
        super().__init__(app)
        say = app.words.say
        self._go_on = go_on
        self._open: dict[Path, Latest] = {}
        self.list: ListBox[Path] = ListBox(
            on_pick=lambda _: self._picked(), on_press=lambda _: self._resume()
        )
        self.back = Button(say("choose", "back"), self.left, icon="icons/back")
        self.delete = Button(say("resume", "delete"), self._delete, icon="icons/cross_mark")
        self.resume = Button(say("resume", "resume"), self._resume, icon="icons/go")
        self.resume.is_main = True
        self.ring.hold((self.list, self.back, self.delete, self.resume))
        self.ring.focus(self.list)
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._fill()

    @property
    def chosen(self) -> Latest | None:
        """The chosen battle or journey, or None."""
        row = self.list.current
        return self._open.get(row.value) if row is not None else None

    def _fill(self) -> None:
        """List all that can be resumed; select the second entry: Continue resumes the first."""
        self._open = {one.path: one for one in resumable(self.app.folder)}
        others = list(self._open)[1:]
        self.list.fill([self._row(one) for one in self._open.values()], next(iter(others), None))
        self._picked()
        self.layout(self.size)

    def _row(self, one: Latest) -> ListRow[Path]:
        when = datetime.fromtimestamp(one.played // SECOND).isoformat(" ")
        return ListRow(one.path, one.title, self._under(one), tail=said_when(self.app, when))

    def _under(self, one: Latest) -> str:
        """Return the rulebook or campaign of an entry, and its round if it is a battle."""
        say, books = self.app.words.say, self.app.books
        where = books[one.book].title if one.book in books else one.book
        if one.slot is not None:
            is_road = one.path == one.slot.path
            where = say("resume", "journey") if is_road else one.slot.title
        return where if one.round is None else say("title", "left", level=where, round=one.round)

    def _picked(self) -> None:
        """Update the buttons for the chosen battle or journey."""
        one = self.chosen
        is_free = one is not None and one.slot is None
        self.delete.reason = "" if is_free else self.app.words.say("resume", "kept")
        self.resume.reason = "" if one is not None else self.app.words.say("resume", "none")

    # Actions

    def _resume(self) -> None:
        one = self.chosen
        if one is None:
            return
        if self.app.scene is self:
            self.app.pop()
        self._go_on(one)

    def _delete(self) -> None:
        one = self.chosen
        if one is not None:
            delete = partial(delete_left, one.path)
            self.app.push(deletion(self.app, "resume", one.title, delete, self._fill))

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - 2 * px(AROUND))
        inner = wide - 2 * px(MARGIN)
        rest = 2 * px(MARGIN) + px(HEAD) + 2 * px(GAP) + px(HIGH)
        self.list.place(pygame.Rect(0, 0, inner, 1), app)
        least = px(120) if not self._open else 0
        high = max(least, min(self.list.extent, size[1] - rest - 2 * px(AROUND)))
        self._sheet = pygame.Rect(0, 0, wide, rest + high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, top = self._sheet.x + px(MARGIN), self._sheet.y + px(MARGIN) + px(HEAD)
        self.list.place(pygame.Rect(left, top, inner, high), app)
        self.list.show(self.list.cursor)
        buttons = self.back, self.delete, self.resume
        each = (inner - (len(buttons) - 1) * px(GAP)) // len(buttons)
        y = self._sheet.bottom - px(MARGIN) - px(HIGH)
        for n, button in enumerate(buttons):
            button.place(pygame.Rect(left + n * (each + px(GAP)), y, each, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        head = app.type.line(say("resume", "head"), "serif bold", TITLE, INK)
        surface.blit(head, head.get_rect(topleft=(inner.x, inner.y - px(6))))
        if not self._open:
            line = app.type.line(say("resume", "none"), "sans", BODY, INK_FADED)
            surface.blit(line, line.get_rect(center=self.list.rect.center))
