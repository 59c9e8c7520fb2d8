"""Marks on the board for what undo would remove."""

from collections.abc import Sequence

from game.client.board.overlays import BoardMarks
from game.core.cells import Cell
from game.terms.events import Event, Moved


def undone_marks(events: Sequence[Event], cursor: Cell | None) -> BoardMarks:
    """Return the marks for these events: the way back of the unit that moved, and other tiles."""
    moves = [one for one in events if isinstance(one, Moved)]
    back = [one for one in reversed(moves) if one.unit == moves[0].unit]
    others = (getattr(one, "at", None) for one in events if not isinstance(one, Moved))
    return BoardMarks(
        path=tuple(one.origin for one in back),
        start=back[0].to if back else None,
        area=frozenset(at for at in others if at is not None),
        cursor=cursor,
    )
