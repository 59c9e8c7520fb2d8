"""The level editor: tools and pages beside the board, and the findings below it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame

from game.client.editor.board_pane import BoardPane
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.editor_layout import GAP, editor_layout
from game.client.editor.file_actions import FileActions
from game.client.editor.findings_bar import FindingsBar
from game.client.editor.overlays.board_overlays import BoardOverlays
from game.client.editor.page_list import PAGES
from game.client.editor.page_stack import PageStack
from game.client.editor.pages.palette_page import PalettePage
from game.client.editor.tool_bar import ToolBar
from game.client.editor.tool_list import TOOLS
from game.client.editor.top_bar import TopBar
from game.client.editor.trial import EditorTrial
from game.client.editor.waiting_row import HIGH, WaitingRow
from game.client.editor.wins_sign import WinsSign
from game.client.kit.guide_pages import EDITOR
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop
from game.client.kit.widgets.key_names import key_hint
from game.client.kit.widgets.screen import Screen
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.core.cells import Cell
from game.workshop.document.level_document import LevelDocument

if TYPE_CHECKING:
    from game.client.kit.app import App

BUTTON, REPLAY, PLAY, MENU = 104, 206, 140, 50
"""Widths of the top bar's buttons, at 100%."""
BRIEF = 0.004
"""Seconds of a tick after which the rest of a change is shown in the next ticks."""
LOOK = 0.06
"""Seconds between two looks at the file."""
ENDING = ("save", "try_out", "replay_test")
"""Inputs before which a value that is being typed is taken."""


class EditorScene(Screen):
    """The editor of one level."""

    def __init__(self, app: "App", document: LevelDocument, book: str) -> None:
        super().__init__(app)
        self.desk = desk = EditorDesk(app, document, book)
        self.document = document
        desk.hold_tools(made(desk) for made in TOOLS)
        self.files = FileActions(desk, lambda: app.scene is self)
        self._trial = EditorTrial(app, document)
        self.board, self.overlays = BoardPane(desk), BoardOverlays(desk)
        self.tools = ToolBar(desk)
        self.palette = PalettePage(desk)
        self.pages = tuple(made(desk) for made in PAGES)
        self.left_stack, self.right_stack = PageStack(desk), PageStack(desk)
        self.findings, self.wins = FindingsBar(desk), WinsSign(desk)
        self.waiting = WaitingRow(desk)
        self._make_top_bar()
        self._stale: set[EditorPage] = set()
        """The pages that don't show the level as it is now."""
        self._to_show: list[Callable[[], object]] = []
        """What shows the last change in the next ticks, one thing in each."""
        self._since = 0.0
        desk.on_change, desk.on_arrange = self._changed, lambda: self.layout(self.size)
        desk.on_focus, desk.on_leave = self.ring.focus, self.palette.leave
        desk.on_point, desk.on_open, desk.on_go = self.board.point, self._open, self._go
        desk.on_drag, desk.on_drop = self.board.drag, self.board.drop
        self.board.on_point = self._pointed
        self.board.on_draw = self._draw_on_board
        self.board.on_draw_above = self._draw_above_board
        self._changed()
        self.layout(app.size)
        app.rehearse(self)

    def _make_top_bar(self) -> None:
        say = self.app.words.say
        self.undo = Button(say("editor", "undo"), self._undo, icon="icons/undo")
        self.redo = Button(say("editor", "redo"), self._redo, icon="icons/redo")
        self.save = Button(say("editor", "save"), self.files.save, icon="icons/check")
        self.play = Button(say("editor", "play"), self._play, icon="icons/dice")
        self.play.about, self.play.is_main = say("editor", "play_about"), True
        self.replay = Button(say("editor", "replay"), self._replay, icon="icons/reverse")
        self.menu = Button("", self._open_menu, icon="icons/menu", about=say("editor", "menu"))
        buttons = (
            *((self.undo, BUTTON), (self.redo, BUTTON), (self.save, BUTTON)),
            *((self.replay, REPLAY), (self.play, PLAY), (self.menu, MENU)),
        )
        self.bar = TopBar(self.desk, buttons)

    @property
    def stacks(self) -> tuple[PageStack, PageStack]:
        """The pages at the left and at the right."""
        return self.left_stack, self.right_stack

    # The level as it is

    def _changed(self) -> None:
        """Show everything again after a change of the level, the hand or the choice."""
        self.board.show()
        self._stale = {self.palette, *self.pages}
        self._to_show = [
            *(self._show_open, self.findings.show, self._show_waiting),
            *(self.tools.show, self._show_buttons),
        ]
        if not self.app.time.is_within(BRIEF):
            self.app.postpone()
        while self._to_show and self.app.time.is_within(BRIEF):
            self._to_show.pop(0)()

    def _show_waiting(self) -> None:
        for page in self.pages:
            self._dress(page)
        if self.board.board is not None and self.document.reading.is_toml:
            self.waiting.show(self.board.board.sides)

    def _show_all(self) -> None:
        """Show what is still to be shown after a change."""
        while self._to_show:
            self._to_show.pop(0)()

    @property
    def _open_pages(self) -> tuple[EditorPage, ...]:
        return tuple(stack.current for stack in self.stacks if stack.current is not None)

    def _show_open(self) -> None:
        """Show the level on the pages that are open. The others show it as soon as they are."""
        for page in self._open_pages:
            self._show(page)

    def _show(self, page: EditorPage) -> None:
        """Show the level on a page, unless it shows it already."""
        if page in self._stale:
            self._stale.discard(page)
            self._dress(page)
            page.show()
            page.pointed(self.board.cell)

    def _dress(self, page: EditorPage) -> None:
        """Give a page the sides' names and colours."""
        if self.board.board is not None:
            page.dress(self.board.board.sides)

    def _show_buttons(self) -> None:
        document, say = self.document, self.app.words.say
        steps, undone = document.steps, document.undone
        self.undo.reason = "" if steps else say("editor", "nothing_to_undo")
        self.redo.reason = "" if undone else say("editor", "nothing_to_redo")
        self.undo.about = say("editor", "undo_about", step=steps[-1].name) if steps else ""
        self.redo.about = say("editor", "redo_about", step=undone[-1].name) if undone else ""
        self.save.reason = say("editor", "is_saved") if self.files.is_saved else ""
        has_test = self._trial.last is not None
        self.replay.reason = "" if has_test else say("editor", "no_test")
        self.replay.about = say("editor", "replay_about") if has_test else ""

    def _pointed(self, cell: Cell | None) -> None:
        self.overlays.point(cell)
        for page in self._open_pages:
            page.pointed(cell)

    # Choices

    def _open(self, name: str, is_focused: bool = False) -> None:
        """Open a page, wherever it is, and give it the focus if `is_focused`."""
        for stack in self.stacks:
            if stack.open(name) and is_focused and stack.current is not None:
                self.ring.focus(next(iter(stack.current.widgets), None))

    def _go(self, cell: Cell | None, line: int | None) -> None:
        """Go to a tile, and to a line of the text; to the text itself if there is no tile."""
        if cell is not None:
            self.board.point(cell)
            self.ring.focus(self.board)
        else:
            self._open("text")
        if line is not None:
            for page in self.pages:
                self._show(page)
                page.go(line)

    def _undo(self) -> None:
        """Give up the value that is being typed; else undo the last step."""
        self.desk.tool.drop()
        if any(page.drop() for page in self.pages):
            return
        if self.document.undo() is None:
            self.app.sounds.ui("refused")
        self.desk.changed()

    def _redo(self) -> None:
        self.desk.tool.drop()
        if self.document.redo() is None:
            self.app.sounds.ui("refused")
        self.desk.changed()

    def _play(self, is_asking: bool = False) -> None:
        """Play the level as it is now, and come back with everything as it was."""
        self._make_way()
        self._trial.play(is_asking)

    def _make_way(self) -> None:
        """Let everything rest that works while the editor is shown."""
        self.desk.tool.drop()
        for page in self.pages:
            page.rest()

    def _replay(self) -> None:
        """Play the last test again in the level as it is now."""
        self._make_way()
        self._trial.replay()

    # Leaving

    def left(self) -> None:
        """Go one step back; open the menu if there is none."""
        pages = [stack.current for stack in self.stacks if stack.current is not None]
        pages.sort(key=lambda page: self.ring.focused not in page.widgets)
        steps = [page.back for page in pages]
        is_on_page = bool(pages) and self.ring.focused in pages[0].widgets
        steps.insert(1 if is_on_page else 0, self.desk.tool.back)
        if any(step() for step in steps):
            self.desk.changed()
        else:
            self._open_menu()

    def _open_menu(self) -> None:
        self.board.let_go()
        app, say = self.app, self.app.words.say
        entries = (
            MenuEntry(say("editor", "go_on"), lambda: None),
            MenuEntry(say("editor", "seats"), lambda: self._play(is_asking=True)),
            MenuEntry(say("editor", "save"), self.files.save, self.save.reason),
            MenuEntry(say("editor", "save_as"), self.files.save_as),
            MenuEntry(say("pack", "share"), self.files.share, self.files.share_reason),
            MenuEntry(say("battle", "guide"), lambda: app.look_up(EDITOR)),
            MenuEntry(say("title", "settings"), lambda: app.push(app.navigation.settings())),
            MenuEntry(say("editor", "leave"), self.files.leave),
        )
        app.push(PauseMenu(app, entries, self.bar.title))

    def closed(self) -> None:
        """Close the journal and the pages."""
        for page in self.pages:
            page.closed()
        self.document.close()

    # Scene

    def opened(self) -> None:
        """React to coming to the top of the stack."""
        super().opened()
        self.board.let_go()
        hint = key_hint(self.app, "save")
        self.save.about = self.app.words.say("editor", "save_key", cap=hint) if hint else ""
        self.play.hint = key_hint(self.app, "try_out")
        self.replay.hint = key_hint(self.app, "replay_test")
        self.bar.place(self.bar.rect)
        self.desk.changed()

    def update(self, seconds: float) -> bool:
        """Let time pass, and look at the file from time to time."""
        is_changed = super().update(seconds) or bool(self._to_show)
        if self._to_show:
            self._to_show.pop(0)()
            if self._to_show and not self.app.time.is_within(BRIEF / 2):
                self.app.postpone()
        self._since += seconds
        if self._since >= LOOK:
            self._since = 0.0
            before = self.document.text
            self.files.look()
            is_changed |= before != self.document.text
        for page in (self.palette, *self.pages):
            is_changed |= page.update(seconds)
        view = self.board.view
        return (view is not None and view.update(seconds)) or is_changed

    @property
    def is_idle(self) -> bool:
        """Return whether the file needs no looks, and the board is drawn."""
        return self.document.path is None and not (self.board.view and self.board.view.is_alive)

    def heard(self, event: Input) -> bool:
        """Pass an input to the parts; another finding may have another cure."""
        before = self.findings.strip.current
        self._show_all()
        if self._is_elsewhere(event) and not all(page.finish() for page in self.pages):
            return True
        is_heard = super().heard(event)
        if self.findings.strip.current is not before:
            self.findings.show_cure()
        return is_heard

    def _is_elsewhere(self, event: Input) -> bool:
        """Return whether an input ends the typing of a value: it presses or does something else."""
        if isinstance(event, Pointer):
            return event.kind == "down" and self.ring.over(event.at) is not self.ring.focused
        return isinstance(event, Act) and event.name in ENDING

    def acted(self, event: Input) -> bool:
        if not isinstance(event, Act):
            return False
        actions = {"undo": self._undo, "redo": self._redo, "save": self.files.save}
        actions |= {"try_out": self._play, "replay_test": self._replay}
        if event.name in actions:
            actions[event.name]()
            return True
        if event.name == "help":
            self.app.look_up(EDITOR)
            return True
        if event.name.startswith("slot_"):
            return self.palette.used.take(int(event.name.removeprefix("slot_")) - 1)
        if event.name in ("select_all", "paste") and self.desk.tool.name != "select":
            self.desk.use("select")
        names = {action.name for action in self.desk.tool.actions}
        if event.name in names | {"zoom_in", "zoom_out", "center", "erase", "select_all"}:
            return self.board.heard(event)
        return False

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app = self.app
        parts = editor_layout(size, app.look)
        beside = self.pages if parts.right is None else ()
        self.left_stack.hold((self.palette, *beside))
        self.right_stack.hold(() if parts.right is None else self.pages)
        self._show_open()
        self.bar.place(parts.bar)
        beside_tools = self.left_stack.current
        self.tools.place(parts.left, beside_tools is not None and beside_tools.is_tall)
        top = self.tools.rect.bottom + app.look.px(GAP) if self.tools.is_shown else parts.left.y
        left = pygame.Rect(parts.left.x, top, parts.left.width, parts.left.bottom - top)
        stack = self.left_stack if parts.right is None else self.right_stack
        is_wide = self.desk.is_wide and stack.current not in (self.palette, None)
        self.board.is_shown = not is_wide
        self.waiting.is_shown = self.waiting.has_room and not is_wide
        self._hold()
        if parts.right is not None:
            self.left_stack.place(left)
            self.right_stack.place(parts.right.union(parts.board) if is_wide else parts.right)
        else:
            left.width = parts.board.right - left.x if is_wide else left.width
            left.height = parts.board.bottom - left.y if is_wide else left.height
            self.left_stack.place(left)
        board = pygame.Rect(parts.board)
        if self.waiting.has_room:
            high = app.look.px(HIGH)
            board.height -= high + app.look.px(GAP)
            row = pygame.Rect(board.x, parts.board.bottom - high, board.width, high)
            self.waiting.place(row, app)
        self.board.place(board, app)
        self.notice_room = board if self.board.is_shown else None
        strip = self.wins.place_in(parts.strip, app)
        self.findings.place(strip)

    def _hold(self) -> None:
        """Give the widgets that are there now to the focus ring."""
        self.ring.hold(
            (
                *(self.board, self.waiting, *self.tools.widgets),
                *(widget for stack in self.stacks for widget in stack.widgets),
                *(*self.findings.widgets, self.wins),
                *self.bar.widgets,
            )
        )

    def _draw_on_board(self, surface: pygame.Surface) -> None:
        view = self.board.view
        if view is not None:
            self.overlays.draw(surface, view)
        for stack in self.stacks:
            if stack.current is not None and view is not None:
                stack.current.draw_on_board(surface, view)

    def _draw_above_board(self, surface: pygame.Surface) -> None:
        if self.board.view is not None:
            self.overlays.draw_above(surface, self.board.view, self.board.rect)
            for page in self._open_pages:
                page.draw_above_board(surface, self.board.view, self.board.rect)

    def paint(self, surface: pygame.Surface) -> None:
        for _ in self.painted(surface):
            pass

    def painted(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw the backdrop, the bar, the tools and each page, and yield after each."""
        backdrop(self.app, surface)
        yield
        for part in (self.bar, self.tools, *self.stacks):
            part.paint(surface)
            yield
