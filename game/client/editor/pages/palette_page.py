"""The page with all grounds and kinds, their search, and those used last."""

import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.pages.palette_list import PaletteList
from game.client.editor.pages.used_row import UsedRow
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.search_field import SearchField
from game.workshop.edited_board import BoardSide
from game.workshop.palette import Palette, are_kinds_nearer, letters_of

GAP, ROW, SIDE = 6, 38, 32
"""Gap between parts, and heights of a row and of the button of the side, at 100%."""


class PalettePage(EditorPage):
    """The palette. A choice takes a ground or kind in hand."""

    name = "palette"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        say = desk.app.words.say
        self.search = SearchField(say("editor", "search"), self._fill)
        self.side = Button("", self._next_side, about=say("editor", "side_about"))
        self.wares = PaletteList(desk.take)
        self.wares.empty = desk.app.words.say("editor", "nothing_found")
        self.used = UsedRow(desk.editing, desk.take)
        self.widgets = self.search, self.side, self.wares, self.used
        self._filled: tuple[Palette, object, str] | None = None
        self._sides: tuple[BoardSide, ...] = ()

    def dress(self, sides: tuple[BoardSide, ...]) -> None:
        """Take the sides' names, and their colours for the portraits."""
        if sides != self._sides:
            self._sides = sides
            self.wares.pictures = Standees(self.desk.app.art, self.desk.book, looks_of(sides))
            self.used.pictures = self.wares.pictures
            self._filled = None

    def show(self) -> None:
        editing = self.desk.editing
        self._fill()
        titles = {side.id: side.title for side in self._sides}
        say, side = self.desk.app.words.say, titles.get(editing.side, editing.side)
        self.side.words = say("editor", "side", side=side) if side else ""
        self.wares.side = editing.side
        current = self.wares.current
        if editing.ware is not None and (current is None or current.value != editing.ware):
            rows = [n for n, row in enumerate(self.wares.rows) if not row.is_head]
            found = (n for n in rows if self.wares.rows[n].value == editing.ware)
            self.wares.cursor = next(found, -1)
            self.wares.show(self.wares.cursor)

    def _fill(self) -> None:
        """List the wares that are searched for, if the list would be another one."""
        say, reading, editing = self.desk.app.words.say, self.desk.reading, self.desk.editing
        letters = letters_of(reading) if reading.is_toml else {}
        now = editing.palette, letters, self.search.text
        if now == self._filled:
            return
        self._filled = now
        grounds, kinds = editing.palette.found(self.search.text)
        if self.wares.pictures is None:
            kinds = ()
        groups = [(say("editor", "grounds"), grounds), (say("editor", "kinds"), kinds)]
        if are_kinds_nearer(grounds, kinds, self.search.text):
            groups.reverse()
        self.wares.fill_with(groups, letters, editing.ware)

    def leave(self) -> None:
        """Forget the word that was searched for."""
        self.search.set("")

    def _next_side(self) -> None:
        """Go on to the next side, for the units that are placed."""
        editing = self.desk.editing
        sides = editing.sides
        if sides:
            place = sides.index(editing.side) if editing.side in sides else -1
            editing.side = sides[(place + 1) % len(sides)]
        self.desk.changed()

    def update(self, seconds: float) -> bool:
        time, is_changed = self.desk.app.time, False
        while time.is_left and not self.wares.is_ready:
            time.work()
            is_changed |= self.wares.prepare(self.desk.app)
        return is_changed and self.is_open

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        app, px = self.desk.app, self.desk.app.look.px
        gap, row = px(GAP), px(ROW)
        self.search.place(pygame.Rect(rect.x, rect.y, rect.width, row), app)
        y = self.search.rect.bottom + gap
        self.side.place(pygame.Rect(rect.x, y, rect.width, px(SIDE)), app)
        self.used.place(pygame.Rect(rect.x, rect.bottom - row, rect.width, row), app)
        y = self.side.rect.bottom + gap
        self.wares.place(pygame.Rect(rect.x, y, rect.width, self.used.rect.y - gap - y), app)
