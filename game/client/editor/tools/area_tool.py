"""The tool that draws areas: a new one, or more or fewer tiles of the one that is chosen."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, ToolAction, ToolDesk
from game.client.editor.tools.shape_tool import ShapeTool
from game.client.kit.theme import BRASS_LIGHT, HARM
from game.core.cells import Cell
from game.workshop.document import areas
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.forms.form_gestures import entry_of, fresh_id
from game.workshop.forms.part_list import area_of

NEW = "area"
"""Id of a new area, with a number if it is taken."""


class AreaTool(ShapeTool):
    """Draws tiles of an area, by rectangles or tile by tile.

    Begun outside the chosen area, it adds tiles. Begun inside, it removes them.
    """

    name = "area"

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk, by_tiles=False)

    @property
    def target(self) -> str | None:
        """The id of the area that is drawn; None for a new one."""
        return area_of(self.desk.reading, self.desk.chosen)

    @property
    def about(self) -> str:
        key, area = "area" if self.target is None else "area_more", self.target or ""
        return self.desk.app.words.say("editor_tool_about", key, area=area)

    @property
    def actions(self) -> tuple[ToolAction, ...]:
        say = self.desk.app.words.say
        reason = "" if self.target is not None else say("editor", "no_area_chosen")
        return (
            ToolAction("new_area", self._new, reason),
            self.switch,
        )

    def _new(self) -> None:
        self.drop()
        self.desk.choose(())

    # Drawing an area

    def _removes(self, cell: Cell) -> bool:
        """Return whether the tiles are removed: it was begun inside the area."""
        draft, target = self.desk.reading.draft, self.target
        start = self.start if self.start is not None else cell
        return draft is not None and target is not None and start in draft.areas.get(target, ())

    def gesture(self, cell: Cell) -> Gesture:
        reading, target, tiles = self.desk.reading, self.target, self.tiles(cell)
        if target is None:
            return areas.add_area(reading, fresh_id(reading, "area", NEW), tiles)
        change = areas.reduce_area if self._removes(cell) else areas.extend_area
        return change(reading, target, tiles)

    def done(self, cell: Cell) -> EditStep | None:
        is_new = self.target is None
        id = fresh_id(self.desk.reading, "area", NEW)
        step = super().done(cell)
        if is_new and step is not None:
            self.desk.choose(entry_of(self.desk.reading, "area", id) or ())
            self.desk.open("parts")
        return step

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        here, tiles = self.on_tile(cell), self.tiles(cell)
        try:
            made = self.gesture(cell)
        except GestureRefused as refused:
            return Slip(self.said("refused", {**here, "why": str(refused)}), tiles=tiles)
        target = self.target
        key = "area_new" if target is None else "area_less" if self._removes(cell) else "area_more"
        fields = {**here, "area": target or "", "count": len(tiles)}
        return Slip(self.said(key, fields), made.notes, tiles)

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        """Draw an edge around the tiles that would be added or removed."""
        removes = cell is not None and self._removes(cell)
        self.draw_tiles(surface, view, cell, HARM if removes else BRASS_LIGHT)
