"""Tools that move and remove units, and one that picks what is on a tile."""

from game.client.editor.desk.tool import Slip, Tool
from game.client.editor.tools.carrying_tool import CarryingTool
from game.core.cells import Cell
from game.workshop.document import units
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused


class MoveTool(CarryingTool):
    """Takes up a unit and puts it on another tile."""

    name = "move"
    is_paired = True

    def begin(self, cell: Cell) -> None:
        if self.desk.editing.unit_on(cell) is None:
            raise self.refused("no_unit")
        super().begin(cell)

    def gesture(self, cell: Cell) -> Gesture:
        id = self.desk.editing.unit_on(self.start if self.start is not None else cell)
        if id is None:
            raise self.refused("no_unit")
        return units.move_unit(self.desk.reading, id, cell)

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        here = self.on_tile(cell)
        if self.start is None:
            return Slip(self.said("take_up" if here["unit"] else "no_unit_here", here))
        return _slip_of(self, cell)


class RemoveTool(Tool):
    """Removes the unit on a tile."""

    name = "remove"

    def gesture(self, cell: Cell) -> Gesture:
        id = self.desk.editing.unit_on(cell)
        if id is None:
            raise self.refused("no_unit")
        return units.delete_unit(self.desk.reading, id)

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        here = self.on_tile(cell)
        return _slip_of(self, cell) if here["unit"] else Slip(self.said("no_unit_here", here))


def _slip_of(tool: Tool, cell: Cell) -> Slip:
    """Return what a tool would do to the unit, or why it can't."""
    here = tool.on_tile(cell)
    try:
        made = tool.gesture(cell)
    except GestureRefused as refused:
        return Slip(tool.said("refused", {**here, "why": str(refused)}), tiles=(cell,))
    return Slip(tool.said("step", {**here, "step": made.name}), made.notes, (cell,))


class PickTool(Tool):
    """Takes the ground of a tile in hand, or the kind of the unit on it."""

    name = "pick"

    def done(self, cell: Cell) -> EditStep | None:
        self.drop()
        pick_up(self, cell, with_units=True)
        return None

    def slip(self, cell: Cell | None) -> Slip | None:
        return slip_of_pick(self, cell, with_units=True) if cell is not None else None


def pick_up(tool: Tool, cell: Cell, *, with_units: bool) -> None:
    """Take the ground of a tile in hand, or the kind of the unit on it.

    Raise GestureRefused if there is neither.
    """
    editing, draft = tool.desk.editing, tool.desk.reading.draft
    id = editing.unit_on(cell) if with_units else None
    unit = draft.distinct.get(id) if draft and id else None
    if unit is not None and unit.kind:
        ware = editing.palette.ware("kind", unit.kind)
        editing.side = unit.side if unit.side in editing.sides and unit.side else editing.side
    else:
        terrain = draft.terrain_id(cell) if draft else None
        ware = editing.palette.ware("ground", terrain) if terrain else None
    if ware is None:
        raise tool.refused("nothing_to_pick")
    tool.desk.take(ware)


def slip_of_pick(tool: Tool, cell: Cell, *, with_units: bool) -> Slip:
    """Return what `pick_up` would take."""
    here = tool.on_tile(cell)
    return Slip(tool.said("pick_unit" if here["unit"] and with_units else "pick", here))
