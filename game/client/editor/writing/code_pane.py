"""A pane in which the level's text, or a part of it, is read and typed."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.writing.caret import Caret
from game.client.editor.writing.code_drawing import CodeDrawing
from game.client.editor.writing.code_rows import CodeText, changed_part, moved, shown
from game.client.editor.writing.typist import Typist
from game.client.kit.clipboard import copied, pasted
from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.theme import SMALL
from game.client.kit.widgets.list_box import TWICE
from game.client.kit.widgets.scroll import ScrollArea
from game.client.kit.widgets.text_field import BLINK, Field
from game.workshop.document.level_reading import LevelReading, MarkedFinding

if TYPE_CHECKING:
    from game.client.kit.app import App

HIGH, LETTER, NUMBER, MARK, HANG = 18, 9, 36, 3, 14
"""Height of a row, and widths of a letter of the map, of the numbers with the signs of folded
tables, of the bar of findings, and of the indent of a line's further rows, at 100%."""
LONGEST = 4000
"""Maximum length of a line that the on-screen keyboard can change."""

Region = tuple[int, int]
"""The start and end of the part of the text that a pane shows."""


class CodePane(ScrollArea):
    """The text with a caret. Long lines are wrapped, except those of the map, which scroll."""

    follows_pointer = False
    wants_letters = True
    wants_lines = True

    def __init__(
        self, desk: EditorDesk, on_caret: Callable[[int], object] = lambda _: None
    ) -> None:
        """Set up the pane; `on_caret` gets the offset that the author moves the caret to."""
        super().__init__()
        self._desk, self._app, self._on_caret = desk, desk.app, on_caret
        self.code = CodeText()
        self.caret = Caret()
        self.region: Region | None = None
        """The part of the text that is shown, or None for all of it."""
        self.map_rows: dict[int, tuple[int, int]] = {}
        """Row of the map, and column of its first letter, of each line with letters of the map."""
        self.marked: dict[int, list[MarkedFinding]] = {}
        """The findings of each line."""
        self.first = 0
        """First letter of the map that is shown."""
        self._folded: set[tuple[str, int]] = set()
        self._reading: LevelReading | None = None
        self._typist = Typist(desk)
        self._breaks: dict[tuple[str, int], list[int]] = {}
        self._drawing = CodeDrawing(self)
        self._is_dragged = self._is_writing = False
        self._pressed = (-1, -1), -TWICE
        """Point and time of the last press."""
        self.since = 0.0
        """Seconds since the caret last moved, for its blinking."""

    # The text

    def show(self, reading: LevelReading, region: Region | None = None) -> None:
        """Show the text of this moment, or a part of it. The caret stays at its letter."""
        is_same = reading is self._reading and region == self.region
        if is_same:
            return
        if reading.text != self.code.text:
            change = changed_part(self.code.text, reading.text)
            self.code = CodeText(reading.text)
            self.caret.follow(change)
        self._reading, self.region = reading, region
        self.map_rows = self._found_rows(reading)
        self.marked = {}
        for one in reading.findings:
            if one.span is not None:
                self.marked.setdefault(one.finding.line - 1, []).append(one)
        self.lay()

    def region_after(self, text: str) -> Region | None:
        """Return where the part that is shown is in another text, which may not be TOML."""
        if self.region is None:
            return None
        change = changed_part(self.code.text, text)
        start = self.region[0] if change[0] >= self.region[0] else moved(self.region[0], change)
        is_own_end = self._is_writing and change[0] == self.region[1]
        end = change[2] if is_own_end else moved(self.region[1], change)
        return start, max(start, end)

    def lay(self) -> None:
        """Lay out the rows."""
        first, last = 0, None
        if self.region is not None:
            start, end = self.region
            first = self.code.line_of(start)
            last = self.code.line_of(max(start, end - 1))
        self.code.lay(self._breaks_of, self.folded_lines, first, last)
        self._keep_caret()
        self.roll(0)

    def _keep_caret(self) -> None:
        """Keep the caret inside the part that is shown."""
        if self.region is not None:
            start, end = self.region
            if not start <= self.caret.place <= end:
                self.caret.put(min(max(self.caret.place, start), max(start, end - 1)))

    def _found_rows(self, reading: LevelReading) -> dict[int, tuple[int, int]]:
        draft = reading.draft
        if draft is None or not draft.rows or not draft.width:
            return {}
        found: dict[int, tuple[int, int]] = {}
        for y in range(draft.height):
            offset = reading.tile_offset((0, y))
            if offset is not None:
                line = self.code.line_of(offset)
                if line in found:  # several rows in one line are shown like any other text
                    return {}
                found[line] = y, offset - self.code.starts[line]
        return found

    # Folding

    @property
    def folded_lines(self) -> frozenset[int]:
        """The headers of the tables that are folded."""
        return frozenset(n for n, name in self._headers().items() if name in self._folded)

    def _headers(self) -> dict[int, tuple[str, int]]:
        """Return a name for each table, which stays when lines are added above it."""
        counts: dict[str, int] = {}
        found: dict[int, tuple[str, int]] = {}
        for n in self.code.outline.tables:
            words = self.code.lines[n].strip()
            found[n] = words, counts.get(words, 0)
            counts[words] = counts.get(words, 0) + 1
        return found

    def fold(self, line: int | None = None) -> bool:
        """Fold or unfold the table of a line, or of the caret; return whether there is one."""
        header = self.code.header_of(self.line if line is None else line)
        if header is None or self.code.outline.tables[header] == header:
            return False
        self._folded ^= {self._headers()[header]}
        if header in self.folded_lines:
            self.caret.put(self.code.offset(header, len(self.code.lines[header])))
        self.lay()
        self.reveal()
        return True

    def fold_all(self) -> None:
        """Fold all tables; unfold all if any is folded."""
        self._folded = set() if self.folded_lines else set(self._headers().values())
        self.caret.put(self.code.offset(self.line, 0))
        self.lay()
        self.reveal()

    def _unfold(self, offset: int) -> None:
        """Unfold the table that hides an offset."""
        line = self.code.line_of(offset)
        header = self.code.header_of(line)
        if header is not None and header != line and header in self.folded_lines:
            self.fold(header)

    # The caret

    @property
    def line(self) -> int:
        """Number of the line with the caret, from 0."""
        return self.code.line_of(self.caret.place)

    @property
    def column(self) -> int:
        """Column of the caret, from 0."""
        return self.code.column_of(self.caret.place)

    def to(self, offset: int) -> None:
        """Move the caret to an offset, and show it."""
        self._unfold(offset)
        self._typist.stop()
        self.caret.put(offset)
        self.reveal()

    def select(self, start: int, end: int) -> None:
        """Select a part of the text, and show it."""
        self.to(start)
        self.caret.put(end, is_selecting=True)

    def reveal(self) -> None:
        """Scroll until the caret is visible."""
        self.since = 0.0
        if not self.rect.height or not self.code.rows:
            return
        high, row = self.high, self.code.row_of(self.caret.place)
        top = row * high
        if top < self.offset:
            self.roll(top - self.offset)
        elif top + high > self.offset + self.rect.height:
            self.roll(top + high - self.offset - self.rect.height)
        line = self.code.rows[row].line
        if line in self.map_rows:
            at, count = self.column - self.map_rows[line][1], self.across
            if at < self.first or at >= self.first + count:
                self.first = max(0, at - count // 2)

    # Measures

    @property
    def high(self) -> int:
        """The height of a row, in pixels."""
        return self._app.look.px(HIGH)

    @property
    def left(self) -> int:
        """The x at which lines begin."""
        return self.rect.x + self._app.look.px(MARK + NUMBER)

    @property
    def across(self) -> int:
        """The number of letters of the map that have room."""
        return max(1, (self.room.right - self.left) // self._app.look.px(LETTER))

    @property
    def extent(self) -> int:
        return len(self.code.rows) * self.high

    def place(self, rect: pygame.Rect, app: "App") -> None:
        is_other = rect.width != self.rect.width
        super().place(rect, app)
        if is_other or not self.code.rows:
            self.lay()
            self.reveal()
        self.roll(0)

    def _breaks_of(self, line: int) -> list[int]:
        """Return the columns at which further rows of a line begin."""
        if line in self.map_rows or not self.rect.width:
            return []
        words, wide = self.code.lines[line], self.room.right - self.left
        key = words, wide
        if key not in self._breaks:
            if len(self._breaks) > 4 * LONGEST:
                self._breaks.clear()
            self._breaks[key] = self._wrapped(words, wide)
        return self._breaks[key]

    def _wrapped(self, words: str, wide: int) -> list[int]:
        found: list[int] = []
        at, room = 0, wide
        while self._width(words[at:]) > room:
            low, high = 1, len(words) - at
            while low < high:
                middle = (low + high + 1) // 2
                fits = self._width(words[at : at + middle]) <= room
                low, high = (middle, high) if fits else (low, middle - 1)
            blank = words.rfind(" ", at, at + low)
            at = blank + 1 if blank > at + low // 2 else at + low
            found.append(at)
            room = max(wide // 2, wide - self._app.look.px(HANG))
        return found

    def _width(self, words: str) -> int:
        """Return the width of a part of a line; fonts don't count the blanks at its end."""
        width, text = self._app.type.width, shown(words)
        bare = text.rstrip(" ")
        blanks = len(text) - len(bare)
        return width(bare, "sans", SMALL) + (blanks * width(" ", "sans", SMALL) if blanks else 0)

    def x_of(self, number: int, column: int) -> int:
        """Return the x of a column in a row."""
        row = self.code.rows[number]
        if row.line in self.map_rows:
            letters = column - self.map_rows[row.line][1] - self.first
            return self.left + letters * self._app.look.px(LETTER)
        hang = 0 if row.is_first else self._app.look.px(HANG)
        return self.left + hang + self._width(self.code.lines[row.line][row.start : column])

    def offset_at(self, at: tuple[int, int]) -> int:
        """Return the offset at a point."""
        number = max(0, (at[1] - self.rect.y + self.offset) // self.high)
        number = min(number, len(self.code.rows) - 1)
        row = self.code.rows[number]
        if row.line in self.map_rows:
            column = (at[0] - self.left) // self._app.look.px(LETTER) + self.first
            return self.code.offset(row.line, max(0, column + self.map_rows[row.line][1]))
        columns = range(row.start, row.end + 1)
        found = min(columns, key=lambda n: abs(self.x_of(number, n) - at[0]), default=row.start)
        return self.code.offset(row.line, found)

    # Input

    def heard(self, event: Input) -> bool:
        if not self.code.rows:
            return False
        if isinstance(event, Typed):
            return self._typed(event)
        if isinstance(event, Act):
            return self._acted(event)
        return isinstance(event, Pointer) and self._pointed(event)

    def _acted(self, event: Act) -> bool:
        if event.name in ("up", "down", "left", "right"):
            return self._walked(event.name, False)
        if event.name == "confirm" and event.is_pad:
            self._spell()
            return True
        return self.heard_rolling(event)

    def _walked(self, key: str, is_selecting: bool) -> bool:
        """Move the caret; return whether it moved."""
        self._typist.stop()
        page = max(1, self.rect.height // self.high - 1)
        is_moved = self.caret.move(self.code, key, page, is_selecting)
        self._keep_caret()
        if is_moved:
            self.reveal()
            self._on_caret(self.caret.place)
        return is_moved

    def _typed(self, event: Typed) -> bool:
        start, end = self.caret.selection
        match event.key:
            case "":
                self._write(start, end, event.text)
            case "enter":
                self._write(start, end, "\n" + self._indent())
            case "backspace" | "delete" if self.caret.has_selection:
                self._write(start, end, "")
            case "backspace":
                before = self._before(start)
                if before < start:
                    self._write(before, start, "")
            case "delete":
                after = self._after(end)
                if after > end:
                    self._write(end, after, "")
            case "all":
                first, last = self.region or (0, len(self.code.text))
                self.caret.put(first)
                self.caret.put(last, is_selecting=True)
            case "copy" | "cut":
                self._copied(event.key == "cut")
            case "paste":
                text = pasted()
                if text:
                    self._write(start, end, text, is_new=True)
            case key:
                self._walked(key, event.is_selecting)
        return True

    def _before(self, place: int) -> int:
        """Return where the letter before a place begins."""
        least = self.region[0] if self.region else 0
        if self.code.text[max(0, place - 2) : place] == "\r\n":
            return max(least, place - 2)
        return max(least, place - 1)

    def _after(self, place: int) -> int:
        """Return where the letter at a place ends."""
        most = self.region[1] if self.region else len(self.code.text)
        if self.code.text[place : place + 2] == "\r\n":
            return min(most, place + 2)
        return min(most, place + 1)

    def _indent(self) -> str:
        """Return the blanks with which a new line begins, like the line of the caret."""
        line = self.code.lines[self.line][: self.column]
        is_map = self.line in self.code.outline.inside
        return "" if is_map else line[: len(line) - len(line.lstrip())]

    def _write(self, start: int, end: int, text: str, is_new: bool = False) -> None:
        before, self._is_writing = len(self.code.text), True
        if self._typist.write(start, end, text, is_new):
            self.caret.put(end + len(self.code.text) - before)
        self._is_writing = False
        self.reveal()
        self._on_caret(self.caret.place)

    def _copied(self, is_cut: bool) -> None:
        start, end = self.caret.selection
        if not self.caret.has_selection:
            start = self.code.starts[self.line]
            end = self._after(self.code.offset(self.line, LONGEST * LONGEST))
        copied(self.code.text[start:end].replace("\r\n", "\n"))
        if is_cut:
            self._write(start, end, "", is_new=True)

    def _spell(self) -> None:
        """Let a gamepad write the line of the caret on the on-screen keyboard."""
        line = self.line
        start, words = self.code.starts[line], self.code.lines[line]

        def written(text: str) -> None:
            self._write(start, start + len(words), text, is_new=True)

        field = Field("", words, most=LONGEST, on_change=written)
        self._app.push(self._app.navigation.letters(field))

    def _pointed(self, event: Pointer) -> bool:
        if self._is_dragged and event.kind == "move":
            is_moved = self.caret.put(self.offset_at(event.at), is_selecting=True)
            self.reveal()
            return is_moved
        if self._is_dragged and event.kind == "up":
            self._is_dragged = False
            if not self.caret.has_selection:
                self._on_caret(self.caret.place)
            return True
        if self.heard_rolling(event):
            return True
        if event.kind == "move":
            return self._hovered(event.at)
        if event.kind == "down" and event.button == 1 and self.room.collidepoint(event.at):
            self._typist.stop()
            row = self._row_at(event.at)
            if event.at[0] < self.left and row is not None and row in self.code.outline.tables:
                return self.fold(row)
            self._press(event)
            return True
        return False

    def _press(self, event: Pointer) -> None:
        """Put the caret at a point. Shift selects what is in between, a second press the word."""
        place, now, near = self.offset_at(event.at), pygame.time.get_ticks(), self._app.look.px(4)
        before, self._pressed = self._pressed, (event.at, now)
        is_same = max(abs(event.at[0] - before[0][0]), abs(event.at[1] - before[0][1])) <= near
        self.since = 0.0
        if is_same and now - before[1] < TWICE and not event.is_shift:
            self.caret.select_word(self.code.text, place)
            return
        self.caret.put(place, event.is_shift)
        self._is_dragged = True

    def _row_at(self, at: tuple[int, int]) -> int | None:
        """Return the line at a point, or None below the last one."""
        number = (at[1] - self.rect.y + self.offset) // self.high
        return self.code.rows[number].line if 0 <= number < len(self.code.rows) else None

    def _hovered(self, at: tuple[int, int]) -> bool:
        """Say what the findings of the line at a point are; return whether that is new."""
        line, before = self._row_at(at), self.about
        self.about = "" if line is None else self.said_of(line)
        return self.about != before

    def said_of(self, line: int) -> str:
        """Return the sentences of a line's findings; "" if it has none."""
        return "\n".join(one.finding.message for one in self.marked.get(line, ()))

    def update(self, seconds: float) -> bool:
        self._typist.update(seconds)
        was = int(self.since / BLINK) % 2
        self.since += seconds
        return not self._app.look.is_calm and int(self.since / BLINK) % 2 != was

    # Drawing

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self._drawing.draw(surface, app, is_focused)
        self.draw_bar(surface, app, is_focused or is_hovered)

    @property
    def findings(self) -> Mapping[int, list[MarkedFinding]]:
        """The findings of each line."""
        return self.marked
