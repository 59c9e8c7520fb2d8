"""What people do with the board and the panels of a replay: they look."""

from collections.abc import Callable

from game.client.battle.pointing import Pointing
from game.client.battle.seat import Seat
from game.client.battle.showing import Showing
from game.client.inputs import Act, Input, Pointer

PAGE = 200
"""Pixels that the log goes with a page key."""


class Watching(Pointing):
    """Pans and zooms the board, points at tiles, and reads."""

    def __init__(self, seat: Seat, showing: Showing) -> None:
        super().__init__(seat, showing)
        camera = seat.board.camera
        self._acts: dict[str, Callable[[], object]] = {
            "zoom_in": lambda: camera.zoom(1),
            "zoom_out": lambda: camera.zoom(-1),
            "center": self._center,
            "describe": self._describe,
            "threats": self._threats,
            "help": showing.aims,
            "page_up": lambda: seat.log.scroll(-PAGE),
            "page_down": lambda: seat.log.scroll(PAGE),
        }

    def heard(self, event: Input) -> bool:
        """Whether it was of use here."""
        if isinstance(event, Pointer):
            return self._pointed(event)
        if isinstance(event, Act) and event.name in self._acts:
            self._acts[event.name]()
            return True
        return False

    def _pointed(self, event: Pointer) -> bool:
        seat, camera = self._seat, self._seat.board.camera
        moved = self.moves(event)
        if moved is not None:
            return moved
        unit = seat.queue.heard(event)
        if unit is not None:
            self._showing.look_at(unit)
            return True
        seat.log.heard(event)
        seat.forecast.heard(event)
        cell = camera.cell(event.at)
        if event.kind == "move":
            self.hover(cell)
            seat.board.highlighted = seat.queue.hovered
        elif event.kind == "up" and event.button == 1 and cell is not None:
            self._showing.tell_of(cell)
        return True

    def _center(self) -> None:
        self._seat.board.camera.fit()
        actor = self._seat.actor
        if actor and actor.at:
            self._seat.board.camera.show(actor.at)

    def _threats(self) -> None:
        self._seat.shows_threats = not self._seat.shows_threats
        self._showing.marks()

    def _describe(self) -> None:
        seat = self._seat
        cell = seat.hovered or (seat.actor.at if seat.actor else None)
        if cell is not None:
            seat.app.notices.add(self._showing.in_words(cell))
