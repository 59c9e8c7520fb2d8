"""The row below the board with the units that have no place on it."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import CREAM, SMALL
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import focus_edge, panel
from game.workshop.document.units import move_unit
from game.workshop.edited_board import BoardSide, WaitingUnit, waiting_units

if TYPE_CHECKING:
    from game.client.kit.app import App

HIGH, PAD, GAP, WORDS = 54, 18, 6, 104
"""Height, padding, gap and width of the words, at 100%."""
SIZE = 36, 42
"""Size of a portrait, at 100%."""


class WaitingRow(Widget):
    """Portraits: a press on one, then on a tile, gives the unit that place.

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
        self.about = say("editor", "waiting_about", unit=one.title) if one is not None else ""

    def place_unit(self, n: int) -> bool:
        """Let the author choose a tile for a unit; return whether there is one."""
        if not 0 <= n < len(self.units):
            return False
        self._cursor, desk, one = n, self._desk, self.units[n]
        self._name()
        words = desk.app.words.say("editor", "place_unit", unit=one.title)
        desk.ask_for_tile(
            words, lambda cell: desk.apply(lambda reading: move_unit(reading, one.id, cell))
        )
        desk.go((desk.reading.width // 2, desk.reading.height // 2), None)
        return True

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
        if isinstance(event, Pointer) and event.button == 1:
            shown = range(self._first, min(len(self.units), self._first + self._fitting))
            found = (n for n in shown if self.cell_rect(n).collidepoint(event.at))
            return event.kind == "down" or self.place_unit(next(found, -1))
        return False

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
