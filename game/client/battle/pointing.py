"""What the pointer does to a board, whatever a click on it means: it drags, and points at tiles."""

from game.client.battle.seat import Seat
from game.client.battle.showing import Showing
from game.client.inputs import Pointer
from game.core.cells import Cell

DRAG = 6
"""Pixels from which on a pressed pointer drags the board."""


class Pointing:
    """The pointer over the board of a seat."""

    def __init__(self, seat: Seat, showing: Showing) -> None:
        self._seat, self._showing = seat, showing
        self._pressed: tuple[int, int] | None = None
        self._dragged = False
        self._at: tuple[int, int] | None = None
        """Where the pointer was."""

    def moves(self, event: Pointer) -> bool | None:
        """Whether the board moves under the pointer; None if the event means something else."""
        camera = self._seat.board.camera
        if event.kind == "wheel" and camera.rect.collidepoint(event.at):
            camera.zoom(event.amount, event.at)
            return True
        if self.drags(event):
            return True
        return False if self.stays(event) else None

    def stays(self, event: Pointer) -> bool:
        """Whether the pointer has only moved within a tile."""
        camera = self._seat.board.camera
        was, self._at = self._at, event.at
        if event.kind != "move" or was is None or self._pressed is not None:
            return False
        cell = camera.cell(event.at)
        return cell is not None and cell == camera.cell(was) == self._seat.hovered

    @property
    def is_dragging(self) -> bool:
        """Whether the board follows the pointer."""
        return self._dragged

    def drags(self, event: Pointer) -> bool:
        """Whether the pointer drags the board."""
        camera = self._seat.board.camera
        if event.kind == "down" and event.button in (1, 2):
            inside = camera.rect.collidepoint(event.at)
            self._pressed, self._dragged = (event.at if inside else None), False
        elif event.kind == "move" and self._pressed is not None:
            dx, dy = event.at[0] - self._pressed[0], event.at[1] - self._pressed[1]
            if self._dragged or max(abs(dx), abs(dy)) > self._seat.app.look.px(DRAG):
                camera.pan(dx, dy)
                self._pressed, self._dragged = event.at, True
                return True
        elif event.kind == "up" and event.button in (1, 2):
            dragged, self._pressed, self._dragged = self._dragged, None, False
            return dragged
        return False

    def hover(self, cell: Cell | None) -> None:
        """Another tile is pointed at, or none."""
        if cell != self._seat.hovered:
            self._seat.hovered = cell
            self._showing.marks()

    def let_go(self) -> None:
        """Nothing is dragged any more: something else was on the screen meanwhile."""
        self._pressed, self._dragged = None, False
