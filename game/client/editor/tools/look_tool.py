"""The tool that opens what is on a tile, and has the switches of all overlays."""

from functools import partial

from game.client.editor.desk.tool import Slip, ToolAction
from game.client.editor.tools.carrying_tool import CarryingTool
from game.core.cells import Cell
from game.workshop.document import units
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.forms.part_list import LevelPart, parts_at
from game.workshop.overlays.level_places import PlaceKind

PLACES: tuple[tuple[PlaceKind, str], ...] = (
    ("area", "icons/editor/area"),
    ("deploy", "icons/deploy"),
    ("objective", "icons/flag"),
    ("trigger", "icons/scroll"),
    ("zone", "icons/hill"),
)
"""The kinds of places with their icons."""


class LookTool(CarryingTool):
    """Opens the form of the unit or area on a tile; a drag moves the unit."""

    name = "look"

    @property
    def actions(self) -> tuple[ToolAction, ...]:
        overlays = self.desk.overlays
        places = (
            ToolAction(
                f"show_{kind}", partial(self._switch, kind), "", icon, kind in overlays.kinds
            )
            for kind, icon in PLACES
        )
        lines = ToolAction(
            "show_lines", self._switch_lines, "", "icons/editor/lines", overlays.has_lines
        )
        ways = (
            ToolAction("reach", self._reach, "", "icons/dash", overlays.mode == "reach"),
            ToolAction("sight", self._sight, "", "icons/keen_eye", overlays.mode == "sight"),
            ToolAction("openings", self._openings, "", "", overlays.mode == "openings"),
        )
        return (*places, lines, *ways)

    def _switch(self, kind: PlaceKind) -> None:
        self.desk.overlays.switch(kind)
        self.desk.changed()

    def _switch_lines(self) -> None:
        self.desk.overlays.has_lines = not self.desk.overlays.has_lines
        self.desk.changed()

    def _reach(self) -> None:
        self.desk.overlays.switch_mode("reach")
        self.desk.changed()

    def _sight(self) -> None:
        self.desk.overlays.switch_mode("sight")
        self.desk.changed()

    def _openings(self) -> None:
        self.desk.overlays.switch_mode("openings")
        self.desk.changed()

    def _moved(self, cell: Cell) -> str | None:
        """Return the unit that is dragged to another tile, or None."""
        if self.start is None or self.start == cell:
            return None
        return self.desk.editing.unit_on(self.start)

    def done(self, cell: Cell) -> EditStep | None:
        if self._moved(cell) is not None:
            return super().done(cell)
        self.drop()
        self.desk.look_at(cell)
        return None

    def gesture(self, cell: Cell) -> Gesture:
        id = self._moved(cell)
        if id is None:
            raise self.refused("no_unit")
        return units.move_unit(self.desk.reading, id, cell)

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        here = self.on_tile(cell)
        if self._moved(cell) is not None:
            try:
                made = self.gesture(cell)
            except GestureRefused as refused:
                return Slip(self.said("refused", {**here, "why": str(refused)}), tiles=(cell,))
            return Slip(self.said("step", {**here, "step": made.name}), made.notes, (cell,))
        if self.desk.overlays.mode != "off":
            return None
        found = parts_at(self.desk.reading, cell)
        if not found:
            return Slip(self.said("same", here))
        return Slip(self.said("look", {**here, "names": ", ".join(map(_name, found))}))


def _name(part: LevelPart) -> str:
    return part.title
