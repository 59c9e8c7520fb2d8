"""The row below the board with the units that have no place on it."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.tools.place_tool import PlaceTool
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import CREAM, SMALL
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import focus_edge, panel
from game.workshop.edited_board import BoardSide, WaitingUnit, waiting_units

if TYPE_CHECKING:
    from game.client.kit.app import App

HIGH, PAD, GAP, WORDS = 54, 18, 6, 104
"""Height, padding, gap and width of the words, at 100%."""
SIZE = 36, 42
"""Size of a portrait, at 100%."""


class WaitingRow(Widget):
    """Portraits: a press on one, then on a tile, gives the unit that place; so does a drag.

    In rulebooks with ranks or zones, units without a place begin in theirs.
    """

    follows_pointer = False

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__()
        self._desk = desk
        self.units: tuple[WaitingUnit, ...] = ()
        self._pictures: Standees | None = None
        self._sides: tuple[BoardSide, ...] = ()
        self._cursor = self._first = 0
        self._pressed = -1
        """Number of the unit that the pointer is pressed on; -1 for none."""
        self._dragged: PlaceTool | None = None
        """The tool of the unit that is dragged to the board, or None."""
        self.has_room = self.is_shown = False
        """Whether there are units, so that the board leaves room for them."""

    def show(self, sides: tuple[BoardSide, ...]) -> None:
        """Show the units that have no place now."""
        if sides != self._sides or self._pictures is None:
            self._sides = sides
            self._pictures = Standees(self._desk.app.art, self._desk.book, looks_of(sides))
        self.units = waiting_units(self._desk.reading)
        self._cursor = max(0, min(self._cursor, len(self.units) - 1))
        self._name()
        if self.has_room != bool(self.units):
            self.has_room = bool(self.units)
            self._desk.arrange()

    def _name(self) -> None:
        say = self._desk.app.words.say
        one = self.units[self._cursor] if self.units else None
        key = "waiting_zones" if self._desk.reading.zones else "waiting_about"
        self.about = say("editor", key, unit=one.title) if one is not None else ""

    def place_unit(self, n: int) -> bool:
        """Let the author choose a tile for a unit; return whether there is one."""
        if self._take(n) is None:
            return False
        desk = self._desk
        desk.go((desk.reading.width // 2, desk.reading.height // 2), None)
        return True

    def _take(self, n: int) -> PlaceTool | None:
        """Take a unit in hand; return its tool, or None if there is no such unit."""
        if not 0 <= n < len(self.units):
            return None
        self._cursor = n
        self._name()
        tool = PlaceTool(self._desk, self.units[n])
        self._desk.lend(tool)
        return tool

    def _drag(self, event: Pointer) -> bool:
        """Follow the pointer from a portrait to the board, where letting go places the unit."""
        if event.kind == "move":
            if self._pressed >= 0 and not self._is_on(self._pressed, event):
                self._dragged, self._pressed = self._take(self._pressed), -1
            if self._dragged is not None:
                self._desk.drag(event)
            return True
        if event.kind == "up":
            dragged, pressed = self._dragged, self._pressed
            self._dragged, self._pressed = None, -1
            if dragged is None:
                return self.place_unit(pressed)
            if self._desk.tool is dragged and not self._desk.drop(event):
                self._desk.give_back()
                self._desk.changed()
        return True

    def _is_on(self, n: int, event: Pointer) -> bool:
        return self.cell_rect(n).collidepoint(event.at)

    @property
    def _fitting(self) -> int:
        px = self._desk.app.look.px
        return max(1, (self.rect.width - px(WORDS + 2 * PAD)) // px(SIZE[0] + GAP))

    def cell_rect(self, n: int) -> pygame.Rect:
        """Return the rectangle of a unit's portrait."""
        px = self._desk.app.look.px
        x = self.rect.x + px(PAD + WORDS) + (n - self._first) * px(SIZE[0] + GAP)
        rect = pygame.Rect(x, 0, px(SIZE[0]), px(SIZE[1]))
        rect.centery = self.rect.centery
        return rect

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            return self._walk(1 if event.name == "right" else -1)
        if isinstance(event, Act) and event.name == "confirm":
            return self.place_unit(self._cursor)
        if isinstance(event, Pointer) and event.kind == "wheel":
            return self._walk(-event.amount)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            shown = range(self._first, min(len(self.units), self._first + self._fitting))
            self._pressed = next((n for n in shown if self._is_on(n, event)), -1)
            return True
        return isinstance(event, Pointer) and event.button != 2 and self._drag(event)

    def _walk(self, by: int) -> bool:
        moved = self._cursor + by
        if not 0 <= moved < len(self.units):
            return False
        self._cursor = moved
        self._first = max(moved - self._fitting + 1, min(self._first, moved))
        self._name()
        return True

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, words = app.look.px, app.words.say("editor", "waiting", count=len(self.units))
        panel(app, surface, self.rect, "wood")
        rows, size = app.type.fit_lines(words, px(WORDS - 8), 2, "sans", SMALL)
        y = self.rect.centery - app.type.height("sans", size) * len(rows) // 2
        for row in rows:
            line = app.type.line(row, "sans", size, CREAM)
            surface.blit(line, (self.rect.x + px(PAD), y))
            y += app.type.height("sans", size)
        for n in range(self._first, min(len(self.units), self._first + self._fitting)):
            one, rect = self.units[n], self.cell_rect(n)
            assert self._pictures is not None
            surface.blit(self._pictures.portrait(one.kind, one.side, rect.size), rect)
            if is_focused and n == self._cursor:
                focus_edge(app, surface, rect.inflate(px(4), px(4)), 3)
