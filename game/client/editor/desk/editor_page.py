"""The interface of a page: one tab beside the board."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.kit.widgets.base import Widget
from game.core.cells import Cell
from game.workshop.edited_board import BoardSide


class EditorPage:
    """One page. Only `update`, `dress` and `go` are called while it is closed.

    When it is opened, it is shown before it is placed.
    """

    name = ""
    """Key of its title in the catalogue's [editor_page]."""

    def __init__(self, desk: EditorDesk) -> None:
        self.desk = desk
        self.widgets: tuple[Widget, ...] = ()
        """Its widgets, in the order of the focus. After a change of them, call `desk.arrange`."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.is_open = False
        """Whether it is the open one of its pages; set before `place` is called."""

    @property
    def is_tall(self) -> bool:
        """Return whether the tools make room for it in a low column."""
        return False

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the page in a rectangle; called only while it is open."""
        self.rect = pygame.Rect(rect)

    def paint(self, surface: pygame.Surface) -> None:
        """Draw what is behind its widgets; called only while it is open."""

    def draw_on_board(self, surface: pygame.Surface, view: BoardView) -> None:
        """Draw on the tiles, below the units; called only while it is open."""

    def draw_above_board(self, surface: pygame.Surface, view: BoardView, room: pygame.Rect) -> None:
        """Draw above the units, in the board's room; called only while it is open."""

    def show(self) -> None:
        """Show the level, the hand and the choice as they are now."""

    def dress(self, sides: tuple[BoardSide, ...]) -> None:
        """Take the sides' names and colours, which may be others than before."""

    def pointed(self, cell: Cell | None) -> None:
        """React to the tile that the board's pointer or cursor comes to; None if it leaves."""

    def go(self, line: int) -> None:
        """React to a wish to see a line of the text, which counts from 1."""

    def finish(self) -> bool:
        """Take what is being typed; return whether it was accepted or there was none."""
        return True

    def drop(self) -> bool:
        """Give up what is being typed; return whether anything was."""
        return False

    def back(self) -> bool:
        """Go one step back, for Esc while it is open; return whether there was one."""
        return False

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether it has to be redrawn."""
        return False

    def rest(self) -> None:
        """React to a battle that is about to cover the editor; `show` follows after it."""

    def closed(self) -> None:
        """Release everything, because the editor is closed."""
