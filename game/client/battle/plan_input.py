"""Input that drops the plan, or changes the tile from which the planned command is given."""

from game.client.battle.board_input import BoardInput
from game.client.battle.context import BattleContext
from game.client.battle.presenter import Presenter
from game.client.kit.inputs import Pointer
from game.core.cells import Cell


class PlanInput(BoardInput):
    """Input for the tile of the planned command: by wheel, arrows, pointer and click."""

    def __init__(self, seat: BattleContext, showing: Presenter) -> None:
        super().__init__(seat, showing)
        self.approaching = showing.approaching

    def wheels(self, event: Pointer) -> bool:
        """Plan the planned command from another tile with the wheel; return whether it did."""
        is_wheel = event.kind == "wheel" and self._seat.board.camera.rect.collidepoint(event.at)
        if not is_wheel or not self.approaching.turn(-event.amount):
            return False
        self._replanned()
        return True

    def leads(self, dx: int, dy: int) -> bool:
        """Plan it from the nearest tile in a direction; return whether there are several tiles."""
        if not self.approaching.toward(dx, dy):
            return False
        self._replanned()
        return True

    def point(self, at: tuple[int, int]) -> Cell | None:
        """Point at a tile; if the planned command can be given from it, plan that."""
        cell = self._seat.board.camera.cell(at)
        if cell != self._seat.hovered and self.approaching.point(cell):
            self._showing.buttons()
        return super().point(at)

    def is_kept(self, cell: Cell) -> bool:
        """Plan the command from a clicked tile; return whether it can be given there.

        One click there confirms nothing, because it may have been meant as a mere move.
        """
        there = self.approaching.at(cell)
        if there is None or (self.approaching.is_pinned and there == self._seat.plan.planned):
            return False
        self._seat.plan.planned, self._seat.plan.by = there, "tile"
        self.approaching.pin()
        self._replanned()
        return True

    def is_again(self, cell: Cell) -> bool:
        """Return whether a click confirms the plan: on its target, or on the tile clicked last."""
        is_there = self.approaching.at(cell) is not None
        return self.approaching.is_pinned if is_there else self.approaching.is_aim(cell)

    def drop_plan(self) -> None:
        """Drop the planned choice, because something else was pressed or focused."""
        if self._seat.plan.planned is not None:
            self._seat.plan.planned = None
            self._showing.buttons()
            self._showing.marks()

    def _replanned(self) -> None:
        """Show the planned command after its tile was changed by a press."""
        self._seat.app.sounds.ui("select")
        self._showing.buttons()
        self._showing.marks()
