"""The tool in hand while a unit without a tile gets one."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, Tool, ToolDesk
from game.client.editor.tools.ghost_ground import GhostGround
from game.core.cells import Cell
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.units import move_unit
from game.workshop.document.zones import zone_at, zone_title
from game.workshop.edited_board import WaitingUnit


class PlaceTool(Tool):
    """Puts one unit on a tile, and goes out of hand."""

    name = "choice"

    def __init__(self, desk: ToolDesk, unit: WaitingUnit) -> None:
        super().__init__(desk)
        self._unit = unit
        self._ghost = GhostGround()

    @property
    def about(self) -> str:
        return self.desk.app.words.say("editor", "place_unit", unit=self._unit.title)

    def gesture(self, cell: Cell) -> Gesture:
        return move_unit(self.desk.reading, self._unit.id, cell)

    def done(self, cell: Cell) -> EditStep | None:
        self.desk.give_back()
        return super().done(cell)

    def back(self) -> bool:
        self.desk.give_back()
        return True

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        reading, here = self.desk.reading, {**self.on_tile(cell), "unit": self._unit.title}
        try:
            made = self.gesture(cell)
        except GestureRefused as refused:
            return Slip(self.said("refused", {**here, "why": str(refused)}), tiles=(cell,))
        zone = zone_at(reading, cell)
        key = "place_in_zone" if zone else "no_zone_here" if reading.zones else "place_here"
        words = self.said(key, {**here, "zone": zone_title(reading, zone)})
        return Slip(words, made.notes, (cell,))

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        """Draw the unit's head on the tile."""
        if cell is not None:
            table = {"side": self._unit.side, "kind": self._unit.kind}
            self._ghost.draw_units(surface, view, {cell: table})
