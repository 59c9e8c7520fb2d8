"""Tools that paint the ground: brush, line, rectangle and fill. The brush places units too."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, Tool, ToolDesk
from game.client.editor.tools.ghost_ground import GhostGround
from game.client.editor.tools.unit_tools import MoveTool, pick_up, slip_of_pick
from game.client.kit.theme import BRASS_LIGHT
from game.core.cells import Cell
from game.workshop.document import painting, units
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused


class PaintingTool(Tool):
    """A tool that gives tiles the ground in hand."""

    uses = frozenset({"ground"})
    picks = True

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk)
        self._ghost = GhostGround()

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the tiles that it would paint if it ended on a tile."""
        raise NotImplementedError

    def pick(self, cell: Cell) -> None:
        pick_up(self, cell, with_units="kind" in self.uses)

    def slip_of_pick(self, cell: Cell) -> Slip:
        return slip_of_pick(self, cell, with_units="kind" in self.uses)

    def done(self, cell: Cell) -> EditStep | None:
        step = super().done(cell)
        self.desk.editing.note_use()
        return step

    def gesture(self, cell: Cell) -> Gesture:
        ware = self.desk.editing.ware
        if ware is None:
            raise self.refused("no_ware")
        return painting.paint(self.desk.reading, self.tiles(cell), ware.id)

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        here, tiles, ware = self.on_tile(cell), self.tiles(cell), self.desk.editing.ware
        try:
            made = self.gesture(cell)
        except GestureRefused as refused:
            return Slip(self.said("refused", {**here, "why": str(refused)}), tiles=tiles)
        if ware is None:
            return Slip(self.said("same", here))
        new = {**here, "new": ware.title, "kind": ware.title, "count": len(tiles)}
        if ware.what == "kind":
            return Slip(self.said("place", new), made.notes, tiles)
        key = "same" if not made.edits else "paint" if len(tiles) == 1 else "paint_all"
        return Slip(self.said(key, new), made.notes, tiles, ware.id)

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        """Draw the ground that will be painted, and an edge around each of its tiles."""
        ware = self.desk.editing.ware
        if cell is None or ware is None:
            return
        camera, tiles = view.camera, self.tiles(cell)
        left, right, top, bottom = camera.seen()
        seen = [one for one in tiles if left <= one[0] <= right and top <= one[1] <= bottom]
        if self.is_begun and ware.what == "ground":
            self._ghost.draw(surface, view, dict.fromkeys(seen, ware.id))
        if self.is_begun or len(seen) > 1:
            for one in seen:
                pygame.draw.rect(surface, BRASS_LIGHT, camera.tile_rect(one), 1)


class BrushTool(PaintingTool):
    """Paints the tiles it is dragged over. With a kind in hand it places and moves units."""

    name = "brush"
    uses = frozenset({"ground", "kind"})

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk)
        self._mover = MoveTool(desk)
        self._last: Cell = (0, 0)
        self._stroke: dict[Cell, None] = {}

    @property
    def _has_kind(self) -> bool:
        ware = self.desk.editing.ware
        return ware is not None and ware.what == "kind"

    @property
    def is_begun(self) -> bool:
        return self._mover.is_begun or super().is_begun

    @property
    def needs_another(self) -> bool:
        return self._mover.is_begun

    def begin(self, cell: Cell) -> None:
        if self._has_kind and self.desk.editing.unit_on(cell) is not None:
            self._mover.begin(cell)
        self.start = self._last = cell
        self._stroke = {cell: None}

    def extend(self, cell: Cell) -> None:
        if self.start is not None:
            self._stroke |= dict.fromkeys(painting.line(self._last, cell))
            self._last = cell

    def drop(self) -> None:
        super().drop()
        self._mover.drop()
        self._stroke = {}

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple(self._stroke) if self._stroke and not self._has_kind else (cell,)

    def done(self, cell: Cell) -> EditStep | None:
        return self._mover.done(cell) if self._mover.is_begun else super().done(cell)

    def gesture(self, cell: Cell) -> Gesture:
        desk, editing = self.desk, self.desk.editing
        if editing.ware is None or not self._has_kind:
            return super().gesture(cell)
        if editing.side not in editing.sides:
            raise self.refused("no_side")
        id = units.fresh_id(desk.reading, editing.ware.id)
        table = {"id": id, "side": editing.side, "kind": editing.ware.id}
        return units.add_unit(desk.reading, table, cell)

    @property
    def can_leave(self) -> bool:
        return self._mover.can_leave

    def leave(self) -> EditStep | None:
        try:
            return self._mover.leave()
        finally:
            self.drop()

    def slip_beside(self) -> Slip | None:
        return self._mover.slip_beside()

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        is_unit = self._has_kind and self.desk.editing.unit_on(cell) is not None
        if self._mover.is_begun or (is_unit and not self.is_begun):
            return self._mover.slip(cell)
        return super().slip(cell)


class LineTool(PaintingTool):
    """Paints a line from one tile to another."""

    name = "line"
    is_paired = True

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple(painting.line(self.start if self.start is not None else cell, cell))


class RectangleTool(PaintingTool):
    """Paints a rectangle from one corner to another."""

    name = "rectangle"
    is_paired = True

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple(painting.rectangle(self.start if self.start is not None else cell, cell))


class FillTool(PaintingTool):
    """Paints all tiles of one ground that hang together."""

    name = "fill"

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk)
        self._patch: tuple[str, tuple[Cell, ...]] = "", ()
        """The patch that was found last, and the text that it is part of."""

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        text = self.desk.reading.text
        if self._patch[0] != text or cell not in self._patch[1]:
            self._patch = text, tuple(painting.fill(self.desk.reading, cell))
        return self._patch[1]
