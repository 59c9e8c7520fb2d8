"""What all parts of the editor share: the document, what is in hand, and what is chosen."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.client.editor.desk.editing import Editing
from game.client.editor.desk.overlay_choice import OverlayChoice
from game.client.editor.desk.tile_choice import TileChoice
from game.client.editor.desk.told_wins import ToldWins
from game.client.editor.desk.tool import Tool
from game.client.kit.inputs import Pointer
from game.client.kit.widgets.base import Widget
from game.core.cells import Cell
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.level_reading import LevelReading
from game.workshop.forms.part_list import parts_at
from game.workshop.palette import Palette, Ware

if TYPE_CHECKING:
    from game.client.kit.app import App

TablePath = tuple[str | int, ...]
"""Path of a table or value in a file, such as ("unit", 3)."""


class EditorDesk:
    """The document, the hand and the choice; and the calls by which parts reach each other.

    The scene sets the `on_…` functions. A part calls the methods of the same meaning.
    """

    def __init__(self, app: "App", document: LevelDocument, book: str) -> None:
        self.app, self.document, self.book = app, document, book
        palette = Palette(app.books[book], document.data_root)
        self.editing = Editing(document, palette, app.words)
        app.art.lend(palette.looks)
        self.overlays = OverlayChoice()
        self.tools: dict[str, Tool] = {}
        """All tools by their names."""
        self.tool = Tool(self)
        """The tool in hand."""
        self._before: Tool | None = None
        """The tool that comes back after a choice of a tile."""
        self._looked: tuple[Cell, TablePath] | None = None
        """The tile last looked at, and what was chosen there."""
        self.chosen: TablePath = ()
        """Path of the table whose form or card is open, such as ("unit", 3); () for none."""
        self.likely_shift: Cell = (0, 0)
        """How far tiles move if a change that is being made gives the map another size."""
        self.wins = ToldWins()
        """The sides' shares of wins between soldiers, as far as the meter knows."""
        self.is_wide = False
        """Whether the pages have the room of the board."""
        self.on_change: Callable[[], object] = lambda: None
        self.on_point: Callable[[Cell], object] = lambda _: None
        self.on_go: Callable[[Cell | None, int | None], object] = lambda _, __: None
        self.on_drag: Callable[[Pointer], object] = lambda _: None
        self.on_drop: Callable[[Pointer], bool] = lambda _: False
        self.on_arrange: Callable[[], object] = lambda: None
        self.on_open: Callable[[str, bool], object] = lambda _, __: None
        self.on_focus: Callable[[Widget], object] = lambda _: None
        self.on_leave: Callable[[], object] = lambda: None

    @property
    def reading(self) -> LevelReading:
        """The text as it is now, read and checked."""
        return self.document.reading

    # Changes

    def apply(
        self, make: Callable[[LevelReading], Gesture], joins: bool = False
    ) -> EditStep | None:
        """Apply a gesture and show everything again. Return its step, if it changed anything.

        If the gesture can't be made, say why.
        """
        try:
            step = self.document.apply(make(self.reading), joins=joins)
        except GestureRefused as refused:
            self.refuse(str(refused))
            return None
        self.changed()
        return step

    def say_notes(self, step: EditStep | None) -> None:
        """Say what else a step has changed, if there is one."""
        for note in step.notes if step is not None else ():
            self.app.notices.add(note)

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        self.app.sounds.ui("refused")
        self.app.notices.add(why)

    def changed(self) -> None:
        """Show everything again after a change of the level, the hand or the choice."""
        self._take_book()
        self.on_change()

    def _take_book(self) -> None:
        """Take the palette of another rulebook, if the file now names one."""
        reading = self.reading
        named = reading.book if reading.is_toml else None
        book = self.app.books.get(named.id) if named is not None else None
        if book is not None and book.id != self.book:
            self.book = book.id
            palette = Palette(book, self.document.data_root)
            self.editing.take_palette(palette)
            self.app.art.lend(palette.looks)

    # Choices

    def take(self, ware: Ware) -> None:
        """Take a ground or kind in hand, and a tool that can use it."""
        self.tool.drop()
        self.editing.ware = ware
        if ware.what not in self.tool.uses:
            self.tool, self._before = next(iter(self.tools.values())), None
        self.changed()

    def hold_tools(self, tools: Iterable[Tool]) -> None:
        """Take the tools, and the first one in hand."""
        self.tools = {tool.name: tool for tool in tools}
        self.tool = next(iter(self.tools.values()))

    def use(self, name: str) -> None:
        """Choose a tool. One that paints gets a ground in hand."""
        self.tool.drop()
        self.tool, self._before = self.tools[name], None
        self._looked = None
        if self.tool.uses == {"ground"}:
            self.editing.take_ground()
        self.leave()
        self.changed()

    def ask_for_tile(self, words: str, given: Callable[[Cell], object]) -> None:
        """Let the author choose a tile, with `words` beside the pointer; Esc chooses none.

        Then the tool in hand is the same as before.
        """
        self.lend(TileChoice(self, words, given))

    def lend(self, tool: Tool) -> None:
        """Take a tool in hand until `give_back` is called."""
        self.give_back()
        self.tool.drop()
        self._before, self.tool = self.tool, tool
        self.changed()

    def give_back(self) -> None:
        """End a choice of a tile."""
        if self._before is not None:
            self.tool, self._before = self._before, None

    def choose(self, keys: TablePath) -> None:
        """Choose the table whose form or card is open."""
        if keys != self.chosen:
            self.chosen = keys
            self.changed()

    def look_at(self, cell: Cell) -> None:
        """Choose what is on a tile and open its form; after a second look there, the next thing.

        After another tool, or a look elsewhere, it is the topmost again.
        """
        if not self.reading.is_toml:
            return
        keys = [part.keys for part in parts_at(self.reading, cell)]
        if not keys:
            self.choose(())
            return
        is_again = self._looked == (cell, self.chosen) and self.chosen in keys
        place = keys.index(self.chosen) + 1 if is_again else 0
        self.choose(keys[place % len(keys)])
        self._looked = cell, self.chosen
        self.open("parts")

    def point(self, cell: Cell) -> None:
        """Move the board's cursor to a tile, and show it."""
        self.on_point(cell)

    def go(self, cell: Cell | None, line: int | None) -> None:
        """Go to a tile, if there is one, and to a line of the text, which counts from 1."""
        self.on_go(cell, line)

    def drag(self, event: Pointer) -> None:
        """Show on the board what a pointer that was pressed elsewhere would do there."""
        self.on_drag(event)

    def drop(self, event: Pointer) -> bool:
        """Use the tool on the tile that such a pointer is let go on; return whether it is one."""
        return self.on_drop(event)

    def open(self, page: str, *, is_focused: bool = False) -> None:
        """Open a page by its name; give it the focus if `is_focused`."""
        self.on_open(page, is_focused)

    def leave(self) -> None:
        """Leave the palette, because another tool or page is chosen."""
        self.on_leave()

    def widen(self) -> None:
        """Give the pages the room of the board, or give it back."""
        self.is_wide = not self.is_wide
        self.changed()
        self.arrange()

    def focus(self, widget: Widget) -> None:
        """Give the focus to a widget."""
        self.on_focus(widget)

    def arrange(self) -> None:
        """Lay out the window again, because a page has other widgets now."""
        self.on_arrange()
