"""A tool that lets the author choose one tile for a form or a card."""

from collections.abc import Callable

from game.client.editor.desk.tool import Slip, Tool, ToolDesk
from game.core.cells import Cell
from game.workshop.document.edit_history import EditStep


class TileChoice(Tool):
    """Calls a function with the tile that is chosen; Esc chooses none."""

    name = "choice"

    def __init__(self, desk: ToolDesk, words: str, given: Callable[[Cell], object]) -> None:
        super().__init__(desk)
        self._words, self._given = words, given

    @property
    def about(self) -> str:
        return self._words

    def done(self, cell: Cell) -> EditStep | None:
        self.desk.give_back()
        self._given(cell)
        return None

    def back(self) -> bool:
        self.desk.give_back()
        return True

    def slip(self, cell: Cell | None) -> Slip | None:
        return Slip(self._words) if cell is not None else None
