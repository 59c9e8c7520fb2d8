"""A tool that takes up a unit, which it can also take off the map."""

from game.client.editor.desk.tool import Slip, Tool
from game.workshop.document import units
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused


class CarryingTool(Tool):
    """A tool that is begun on a unit. If the unit is let go beside the board, it has no tile."""

    @property
    def carried(self) -> str | None:
        """The unit on the tile where it was begun, or None."""
        return self.desk.editing.unit_on(self.start) if self.start is not None else None

    @property
    def can_leave(self) -> bool:
        return self.carried is not None

    def _lifted(self) -> Gesture:
        id = self.carried
        if id is None:
            raise self.refused("no_unit")
        return units.lift_unit(self.desk.reading, id)

    def leave(self) -> EditStep | None:
        try:
            return self.desk.document.apply(self._lifted())
        finally:
            self.drop()

    def slip_beside(self) -> Slip | None:
        try:
            made = self._lifted()
        except GestureRefused as refused:
            return Slip(str(refused))
        return Slip(self.said("beside", {"step": made.name}), made.notes)
