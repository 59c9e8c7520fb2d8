"""The level editor: palette and tools at the left, the board, and the findings below it."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.editor.board_pane import BoardPane
from game.client.editor.editing import TOOLS, Editing
from game.client.editor.findings_strip import FindingsStrip
from game.client.editor.palette_list import PaletteList
from game.client.editor.text_pane import TextPane, head_of
from game.client.editor.trial import EditorTrial
from game.client.editor.used_row import UsedRow
from game.client.kit.guide_pages import EDITOR
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BRASS_LIGHT, CREAM, LARGE, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.key_names import key_hint
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.text_prompt import TextPrompt
from game.record.failure import Failure
from game.workshop.document.cures import cures
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.level_reading import MarkedFinding
from game.workshop.editable_levels import place_to_save, save_new
from game.workshop.palette import Palette, Ware, letters_of

if TYPE_CHECKING:
    from game.client.kit.app import App

EDGE, GAP, BAR, LEFT, STRIP = 10, 8, 52, 252, 48
"""Margins, gaps, height of the top bar, width of the palette, and height of the strip, at 100%."""
TOOL, ROW, ACROSS, PAD = 32, 38, 3, 12
"""Height of a tool and of a row, tools in a row, and padding of the sheets, at 100%."""
BUTTON, PLAY, MENU, CURE, REMOVING = 104, 140, 50, 220, 104
"""Widths of buttons, at 100%."""
TEXT, ROOMY, HEAD = 340, 900, 30
"""Width of the text, least room for board and text, and height of the text's head, at 100%."""
LOOK = 0.06
"""Seconds between two looks at the file."""


class EditorScene(Screen):
    """The editor of one level."""

    def __init__(self, app: "App", document: LevelDocument, book: str) -> None:
        super().__init__(app)
        say = app.words.say
        self.document, self._book = document, book
        self.editing = Editing(document, Palette(app.books[book]), app.words)
        self._trial = EditorTrial(app, document)
        self.board = BoardPane(app, self.editing, self._changed)
        self.tools = {
            tool: Button(
                say("editor_tool", tool),
                partial(self._use, tool),
                about=say("editor_tool_about", tool),
            )
            for tool in TOOLS
        }
        self.side = Button("", self._next_side, about=say("editor", "side_about"))
        self.search = Field("", empty=say("editor", "search"), on_change=lambda _: self._fill())
        self.search.share = 0.0
        self.wares = PaletteList(self._take)
        self.used = UsedRow(self.editing, self._take)
        self.undo = Button(say("editor", "undo"), self._undo, icon="icons/undo")
        self.redo = Button(say("editor", "redo"), self._redo, icon="icons/redo")
        self.save = Button(say("editor", "save"), self._save, icon="icons/check")
        self.play = Button(say("editor", "play"), self._play, icon="icons/dice")
        self.play.about, self.play.is_main = say("editor", "play_about"), True
        self.menu = Button("", self.left, icon="icons/menu", about=say("editor", "menu"))
        self.strip = FindingsStrip(self._go, app)
        self.text = TextPane(app, self.board.point)
        self.board.on_point = self.text.follow
        self.cure = Button("", self._mend)
        self.cure.is_shown = False
        self._palette = self._tools = self._bar = self._sheet = pygame.Rect(0, 0, 1, 1)
        self._since = 0.0
        self._order = (
            *(self.board, *self.tools.values(), self.side, self.search, self.wares, self.used),
            *(self.text, self.strip, self.cure),
            *(self.undo, self.redo, self.save, self.play, self.menu),
        )
        self.ring.hold(self._order)
        self._dress()
        self._fill()
        self._changed()

    # The level as it is

    def _changed(self) -> None:
        """Show everything again after a change of the level, or of what is in hand."""
        document, say = self.document, self.app.words.say
        self._take_book()
        before = self.board.board.sides if self.board.board else None
        self.board.show()
        self.strip.show(document.reading.findings)
        self.text.show(document.reading)
        if self.board.board is not None and self.board.board.sides != before:
            self._dress()
        steps, undone = document.steps, document.undone
        self.undo.reason = "" if steps else say("editor", "nothing_to_undo")
        self.redo.reason = "" if undone else say("editor", "nothing_to_redo")
        self.undo.about = say("editor", "undo_about", step=steps[-1].name) if steps else ""
        self.redo.about = say("editor", "redo_about", step=undone[-1].name) if undone else ""
        is_whole = document.path is not None and document.is_saved
        self.save.reason = say("editor", "is_saved") if is_whole else ""
        for tool, button in self.tools.items():
            button.is_selected = tool == self.editing.tool
        self._show_cure()
        self._show_hand()

    def _take_book(self) -> None:
        """Take the palette of another rulebook, if the file now names one."""
        reading = self.document.reading
        named = reading.book if reading.is_toml else None
        book = self.app.books.get(named.id) if named is not None else None
        if book is not None and book.id != self._book:
            self._book = book.id
            self.editing = Editing(self.document, Palette(book), self.app.words)
            self.board.editing = self.used.editing = self.editing
            self._fill()

    def _show_cure(self) -> None:
        one = self.strip.current
        found = cures(self.document.reading, one) if one is not None else []
        self.cure.words = found[0].name if found else ""
        if self.cure.is_shown != bool(found):
            self.cure.is_shown = bool(found)
            self.ring.hold(self._order)
            self.layout(self.size)

    def _show_hand(self) -> None:
        """Show the side and the ware in hand."""
        editing = self.editing
        titles = (
            {side.id: side.title for side in self.board.board.sides} if self.board.board else {}
        )
        self.side.words = titles.get(editing.side, editing.side)
        if self.wares.side != editing.side:
            self.wares.side = editing.side
        current = self.wares.current
        if editing.ware is not None and (current is None or current.value != editing.ware):
            rows = [n for n, row in enumerate(self.wares.rows) if not row.is_head]
            found = (n for n in rows if self.wares.rows[n].value == editing.ware)
            self.wares.cursor = next(found, -1)
            self.wares.show(self.wares.cursor)

    def _dress(self) -> None:
        """Take the sides' colours for the portraits."""
        board = self.board.board
        if board is not None:
            looks = looks_of(board.sides)
            self.wares.pictures = Standees(self.app.art, board.book, looks)
            self.used.pictures = self.wares.pictures

    def _fill(self) -> None:
        """List the wares that are searched for."""
        say, reading = self.app.words.say, self.document.reading
        grounds, kinds = self.editing.palette.found(self.search.text)
        letters = letters_of(reading) if reading.is_toml else {}
        heads = say("editor", "grounds"), say("editor", "kinds")
        if self.wares.pictures is None:
            kinds = ()
        self.wares.fill_with(grounds, kinds, letters, heads, self.editing.ware)

    # Choices

    def _use(self, tool: str) -> None:
        self.editing.use(tool)
        self._changed()

    def _take(self, ware: Ware) -> None:
        self.editing.take(ware)
        self._changed()

    def _next_side(self) -> None:
        """Go on to the next side, for the units that are placed."""
        sides = self.editing.sides
        if sides:
            place = sides.index(self.editing.side) if self.editing.side in sides else -1
            self.editing.side = sides[(place + 1) % len(sides)]
        self._changed()

    def _go(self, one: MarkedFinding) -> None:
        """Go to the tile or unit that a finding is about."""
        cell, draft = one.cell, self.document.reading.draft
        if one.span is not None:
            self.text.go(one.finding.line)
        if cell is None and draft is not None and one.keys[:1] == ("unit",):
            found = (unit.id for unit in draft.units if unit.keys == one.keys[:2] and unit.id)
            cell = draft.standing.get(next(found, ""))
        if cell is None and self.text.is_shown and one.span is not None:
            self.ring.focus(self.text)
            return
        if cell is None:
            self.app.notices.add(self.app.words.say("editor", "in_text", line=one.finding.line))
            return
        self.board.point(cell)
        self.ring.focus(self.board)

    def _mend(self) -> None:
        one = self.strip.current
        found = cures(self.document.reading, one) if one is not None else []
        if found:
            self.document.apply(found[0].gesture)
        self._changed()
        self._fill()

    def _undo(self) -> None:
        self.editing.drop()
        if self.document.undo() is None:
            self.app.sounds.ui("refused")
        self._changed()

    def _redo(self) -> None:
        self.editing.drop()
        if self.document.redo() is None:
            self.app.sounds.ui("refused")
        self._changed()

    def _play(self) -> None:
        """Play the level as it is now, and come back with everything as it was."""
        self.editing.drop()
        self._trial.play()

    # The file

    def _save(self) -> None:
        if self.document.path is None:
            self._save_as()
            return
        try:
            self.document.save()
        except Failure as failure:
            self.app.notices.add(str(failure))
            self._ask_about_conflict()
        else:
            self.app.notices.add(
                self.app.words.say("editor", "saved", path=str(self.document.path))
            )
        self._changed()

    def _save_as(self) -> None:
        app, say, document = self.app, self.app.words.say, self.document

        def given(text: str) -> str | None:
            try:
                save_new(document, Path(text.strip()).expanduser(), app.folder)
            except Failure as failure:
                return str(failure)
            self._changed()
            app.notices.add(say("editor", "saved", path=str(document.path)))
            return None

        proposed = str(place_to_save(app.folder, document.reading.file))
        words = say("editor", "save_head"), say("editor", "save_about"), say("editor", "save")
        app.push(TextPrompt(app, *words, given, proposed))

    def _look_at_file(self) -> None:
        """Take in what another program has done to the file."""
        change = self.document.look()
        if change is None:
            return
        self.app.notices.add(change.sentence)
        self.editing.drop()
        self._changed()
        self._fill()
        self._ask_about_conflict()

    def _ask_about_conflict(self) -> None:
        """Offer both texts, if they differ in the same place."""
        conflict, say, document = self.document.conflict, self.app.words.say, self.document
        if conflict is None or self.app.scene is not self:
            return

        def settle(is_theirs: bool) -> None:
            if is_theirs:
                document.take_theirs()
            else:
                document.keep_ours()
            self._changed()
            self._fill()

        answers = (
            DialogButton(say("editor", "take_theirs"), lambda: settle(True)),
            DialogButton(say("editor", "keep_ours"), lambda: settle(False)),
        )
        words = say("editor", "conflict", path=str(document.path))
        self.app.push(Dialog(self.app, say("editor", "conflict_head"), words, answers))

    # Leaving

    def left(self) -> None:
        """Open the menu."""
        self.board.let_go()
        app, say = self.app, self.app.words.say
        saved = self.save.reason
        entries = (
            MenuEntry(say("editor", "go_on"), lambda: None),
            MenuEntry(say("editor", "seats"), lambda: self._trial.play(is_asking=True)),
            MenuEntry(say("editor", "save"), self._save, saved),
            MenuEntry(say("editor", "save_as"), self._save_as),
            MenuEntry(say("battle", "guide"), lambda: app.look_up(EDITOR)),
            MenuEntry(say("title", "settings"), lambda: app.push(app.navigation.settings())),
            MenuEntry(say("editor", "leave"), self._leave),
        )
        app.push(PauseMenu(app, entries, self._title()))

    def _leave(self) -> None:
        """Leave the editor; ask first if changes would be lost."""
        app, say, document = self.app, self.app.words.say, self.document
        if document.path is not None or document.is_saved or not document.steps:
            if document.path is not None and not document.is_saved:
                app.notices.add(say("editor", "kept_unsaved", path=str(document.path)))
            app.pop()
            return
        answers = (
            DialogButton(say("editor", "save"), self._save_as),
            DialogButton(say("editor", "leave_anyway"), app.pop),
            DialogButton(say("title", "stay")),
        )
        app.push(Dialog(app, say("editor", "leave_head"), say("editor", "leave_words"), answers))

    def closed(self) -> None:
        """Close the journal."""
        self.document.close()

    # Scene

    def opened(self) -> None:
        """React to coming to the top of the stack."""
        super().opened()
        self.board.let_go()
        hint = key_hint(self.app, "save")
        self.save.about = self.app.words.say("editor", "save_key", cap=hint) if hint else ""
        self.play.hint = key_hint(self.app, "try_out")
        self._changed()

    def update(self, seconds: float) -> bool:
        """Let time pass, and look at the file from time to time."""
        is_changed = super().update(seconds)
        self._since += seconds
        if self._since >= LOOK:
            self._since = 0.0
            before = self.document.text
            self._look_at_file()
            is_changed |= before != self.document.text
        view = self.board.view
        return (view is not None and view.update(seconds)) or is_changed

    @property
    def is_idle(self) -> bool:
        """Return whether the file needs no looks, and the board is drawn."""
        return self.document.path is None and not (self.board.view and self.board.view.is_alive)

    def acted(self, event: Input) -> bool:
        if not isinstance(event, Act):
            return False
        actions = {"undo": self._undo, "redo": self._redo, "save": self._save}
        actions["try_out"] = self._play
        if event.name in actions:
            actions[event.name]()
            return True
        if event.name == "help":
            self.app.look_up(EDITOR)
            return True
        if event.name.startswith("slot_"):
            return self.used.take(int(event.name.removeprefix("slot_")) - 1)
        if event.name in ("zoom_in", "zoom_out", "center"):
            return self.board.heard(event)
        if event.name == "erase":
            return self.board.heard(event)
        return False

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        edge, gap = px(EDGE), px(GAP)
        self._bar = pygame.Rect(edge, edge, size[0] - 2 * edge, px(BAR))
        top = self._bar.bottom + gap
        left = pygame.Rect(edge, top, px(LEFT), size[1] - edge - top)
        self._lay_palette(left)
        x = left.right + gap
        strip = pygame.Rect(x, size[1] - edge - px(STRIP), size[0] - edge - x, px(STRIP))
        room = pygame.Rect(x, top, strip.width, strip.y - gap - top)
        self.text.is_shown = room.width >= px(ROOMY)
        self._sheet = pygame.Rect(0, 0, 0, 0)
        if self.text.is_shown:
            wide = min(px(TEXT), room.width * 36 // 100)
            self._sheet = pygame.Rect(room.right - wide, top, wide, room.height)
            room.width -= wide + gap
            self._lay_text()
        self.ring.hold(self._order)
        self.board.place(room, app)
        cure = pygame.Rect(0, 0, min(px(CURE), strip.width // 3), px(STRIP - 12))
        cure.midright = strip.right - px(6), strip.centery
        self.cure.place(cure, app)
        if self.cure.is_shown:
            strip.width = cure.x - gap - strip.x
        self.strip.place(strip, app)
        self._lay_bar()

    def _lay_text(self) -> None:
        """Lay out the text on its sheet, below the sheet's head."""
        px = self.app.look.px
        inner = self._sheet.inflate(-2 * px(PAD + 2), -2 * px(PAD))
        inner.y, inner.height = inner.y + px(HEAD), inner.height - px(HEAD)
        self.text.place(inner, self.app)

    def _lay_bar(self) -> None:
        """Lay out the buttons of the top bar, from the right."""
        app, px = self.app, self.app.look.px
        right, high = self._bar.right - px(PAD), px(BAR - 16)
        for button in (self.menu, self.play, self.save, self.redo, self.undo):
            wide = px({self.menu: MENU, self.play: PLAY}.get(button, BUTTON))
            rect = pygame.Rect(right - wide, 0, wide, high)
            rect.centery = self._bar.centery
            button.place(rect, app)
            right = rect.x - px(GAP)

    def _lay_palette(self, room: pygame.Rect) -> None:
        """Lay out the tools, the search, the list and the wares used last."""
        app, px = self.app, self.app.look.px
        gap, pad = px(6), px(PAD)
        wide = (room.width - 2 * pad - (ACROSS - 1) * gap) // ACROSS
        y = room.y + pad
        for n, button in enumerate(self.tools.values()):
            x = room.x + pad + n % ACROSS * (wide + gap)
            row = y + n // ACROSS * (px(TOOL) + gap)
            own = px(REMOVING) if n % ACROSS == 0 and n + 1 == len(self.tools) else wide
            button.place(pygame.Rect(x, row, own, px(TOOL)), app)
        rows = -(-len(self.tools) // ACROSS)
        last = y + (rows - 1) * (px(TOOL) + gap)
        x = room.x + pad + px(REMOVING) + gap
        self.side.place(pygame.Rect(x, last, room.right - pad - x, px(TOOL)), app)
        bottom = last + px(TOOL) + pad
        self._tools = pygame.Rect(room.x, room.y, room.width, bottom - room.y)
        top = bottom + px(GAP)
        self._palette = pygame.Rect(room.x, top, room.width, room.bottom - top)
        inner = self._palette.inflate(-2 * pad, -2 * pad)
        self.search.place(pygame.Rect(inner.x, inner.y, inner.width, px(ROW)), app)
        used = pygame.Rect(inner.x, inner.bottom - px(ROW), inner.width, px(ROW))
        self.used.place(used, app)
        y = self.search.rect.bottom + gap
        self.wares.place(pygame.Rect(inner.x, y, inner.width, used.y - gap - y), app)

    def _title(self) -> str:
        level = self.document.reading.draft
        title = level.header.title if level is not None else None
        return title or Path(self.document.reading.file).stem

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        panel(app, surface, self._bar, "wood")
        panel(app, surface, self._tools, "wood")
        panel(app, surface, self._palette)
        if self.text.is_shown:
            panel(app, surface, self._sheet)
            inner = self.text.rect
            head = pygame.Rect(inner.x, inner.y - px(HEAD), inner.width, px(HEAD - 4))
            head_of(app, surface, self.text, head)
        room = self.undo.rect.x - px(2 * PAD) - self._bar.x - px(PAD)
        x, middle = self._bar.x + px(PAD + 6), self._bar.centery
        title = app.type.fit_line(self._title(), room // 2, "serif bold", LARGE, CREAM)
        surface.blit(title, title.get_rect(midleft=(x, middle)))
        x, room = x + title.get_width() + px(PAD), room - title.get_width() - px(PAD)
        path, document = self.document.path, self.document
        key = "copy" if path is None else "is_saved" if document.is_saved else "not_saved"
        name = path.name if path is not None else Path(document.reading.file).stem
        if key != "is_saved":
            pygame.draw.aacircle(surface, BRASS_LIGHT, (x + px(5), middle), px(5))
            x, room = x + px(16), room - px(16)
        words = say("editor", "file", file=name, state=say("editor", key))
        line = app.type.fit_line(words, room, "sans", SMALL, PARCHMENT_EDGE)
        surface.blit(line, line.get_rect(midleft=(x, middle)))
