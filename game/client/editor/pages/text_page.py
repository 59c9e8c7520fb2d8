"""The page with the text of the level, which is the cursor of the board, and has it as its own."""

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.writing.code_pane import CodePane
from game.client.editor.writing.message_strip import MessageStrip
from game.client.kit.theme import INK_FADED, SMALL
from game.client.kit.widgets.button import Button
from game.core.cells import Cell

HEAD, BUTTON, WIDE, GAP = 30, 74, 38, 6
"""Height of the head, widths of its buttons, and gaps, at 100%."""


class TextPage(EditorPage):
    """The text. A message below it says what is wrong in the line of the caret."""

    name = "text"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        say = desk.app.words.say
        self.text = CodePane(desk, self._moved)
        self.fold = Button(say("editor_text", "fold"), self.text.fold_all)
        self.fold.about = say("editor_text", "fold_about")
        self.wide = Button("", desk.widen, icon="icons/full_screen")
        self.wide.about = say("editor_text", "wide_about")
        self.widgets = (self.fold, self.wide, self.text)
        self._strip = MessageStrip()
        self._cell: Cell | None = None
        self._is_due = True
        """Whether the text has changed since it was shown here."""

    # The text and the board

    def show(self) -> None:
        self._is_due = not self.is_open
        if self.is_open:
            self.text.show(self.desk.reading)
            self.wide.is_selected = self.desk.is_wide

    def pointed(self, cell: Cell | None) -> None:
        if cell is None or cell == self._cell or self._is_due or not self.text.map_rows:
            return
        self._cell = cell
        offset = self.desk.reading.tile_offset(cell)
        if offset is not None:
            self.text.to(offset)

    def go(self, line: int) -> None:
        if self._is_due:
            self.text.show(self.desk.reading)
        found = self.text.marked.get(line - 1, ())
        span = next((one.span for one in found if one.span is not None), None)
        self.text.to(span.start if span is not None else self.text.code.offset(line - 1, 0))

    def _moved(self, offset: int) -> None:
        """Show on the board what stands at the caret: a tile, a unit, or what a trigger names."""
        reading = self.desk.reading
        if not reading.is_toml or reading.draft is None:
            return
        line = self.text.line
        row = self.text.map_rows.get(line)
        if row is not None:
            cell = self.text.column - row[1], row[0]
            if reading.has(cell):
                self._point(cell)
            return
        words = self.text.code.lines[line]
        start = self.text.code.starts[line] + len(words) - len(words.lstrip())
        keys, _ = reading.place(max(start, min(offset, start + len(words.strip()))))
        if len(keys) > 1:
            self.desk.choose(keys[:2])
        found = (one.id for one in reading.draft.units if one.keys == keys[:2] and one.id)
        at = reading.draft.standing.get(next(found, ""))
        if keys[:1] == ("unit",) and at is not None:
            self._point(at)

    def _point(self, cell: Cell) -> None:
        """Move the board's cursor, but not the caret after it."""
        self._cell = cell
        self.desk.point(cell)

    @property
    def message(self) -> str:
        """The findings of the line with the caret; else the error if the text is not TOML."""
        said = self.text.said_of(self.text.line)
        if said or self.desk.reading.is_toml:
            return said
        first = next((one.finding for one in self.desk.reading.findings), None)
        words = self.desk.app.words.say
        return words("editor_text", "broken", line=first.line, why=first.message) if first else ""

    @property
    def _severity(self) -> str:
        """The severity of what `message` says."""
        if not self.desk.reading.is_toml:
            return "error"
        found = self.text.marked.get(self.text.line, ())
        return "error" if any(one.finding.severity == "error" for one in found) else "warning"

    # Layout and drawing

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        if self._is_due:
            self.show()
        app, px = self.desk.app, self.desk.app.look.px
        x = rect.right
        for button, wide in ((self.wide, WIDE), (self.fold, BUTTON)):
            x -= px(wide)
            button.place(pygame.Rect(x, rect.y, px(wide), px(HEAD - 4)), app)
            x -= px(GAP)
        self._fit()

    def _fit(self) -> bool:
        """Give the text the room that the message leaves; return whether that is new."""
        app, px = self.desk.app, self.desk.app.look.px
        self._strip.words, self._strip.severity = self.message, self._severity
        high = self._strip.height(app, self.rect.width)
        top = self.rect.y + px(HEAD + GAP)
        room = pygame.Rect(self.rect.x, top, self.rect.width, self.rect.bottom - top - high)
        if room == self.text.rect:
            return False
        self.text.place(room, app)
        self.text.reveal()
        return True

    def update(self, seconds: float) -> bool:
        return self.rect.height > 0 and self._fit()

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.desk.app, self.desk.app.look.px
        wide = self.fold.rect.x - px(GAP) - self.rect.x
        words = app.words.say(
            "editor", "place", line=self.text.line + 1, column=self.text.column + 1
        )
        place = app.type.fit_line(words, wide, "sans", SMALL, INK_FADED)
        surface.blit(place, place.get_rect(midleft=(self.rect.x, self.rect.y + px(13))))
        text = self.text.rect
        self._strip.draw(app, surface, pygame.Rect(text.x, text.bottom, text.width, 1))
