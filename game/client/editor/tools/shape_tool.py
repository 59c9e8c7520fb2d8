"""The interface of tools that take tiles by rectangles, or tile by tile."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Tool, ToolAction, ToolDesk
from game.client.kit.theme import Colour
from game.core.cells import Cell
from game.workshop.document import painting


class ShapeTool(Tool):
    """A tool that takes a rectangle from one corner to another, or the tiles of a stroke."""

    def __init__(self, desk: ToolDesk, by_tiles: bool) -> None:
        super().__init__(desk)
        self._by_tiles = by_tiles
        self._stroke: dict[Cell, None] = {}
        self._last: Cell = (0, 0)

    @property
    def needs_another(self) -> bool:
        return not self._by_tiles

    @property
    def switch(self) -> ToolAction:
        """The button that changes between rectangles and tiles."""
        return ToolAction("area_tiles", self._switch, "", "", self._by_tiles)

    def _switch(self) -> None:
        self.drop()
        self._by_tiles = not self._by_tiles
        self.desk.changed()

    def begin(self, cell: Cell) -> None:
        super().begin(cell)
        self._stroke, self._last = {cell: None}, cell

    def extend(self, cell: Cell) -> None:
        if self.start is not None:
            self._stroke |= dict.fromkeys(painting.line(self._last, cell))
            self._last = cell

    def drop(self) -> None:
        super().drop()
        self._stroke = {}

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the tiles that it would take if it ended on a tile."""
        if self._by_tiles:
            return tuple(self._stroke) or (cell,)
        return tuple(painting.rectangle(self.start if self.start is not None else cell, cell))

    def draw_tiles(
        self, surface: pygame.Surface, view: BoardView, cell: Cell | None, colour: Colour
    ) -> None:
        """Draw an edge around each of its tiles."""
        width = max(2, view.camera.tile // 16)
        for one in self.tiles(cell) if cell is not None else ():
            pygame.draw.rect(surface, colour, view.camera.tile_rect(one).inflate(-4, -4), width)
