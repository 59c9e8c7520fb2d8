"""The effect of undo, in words and as marks on the board."""

from collections.abc import Sequence

from game.client.board.overlays import BoardMarks
from game.core.cells import Cell
from game.present.shown_events import ShownEvent
from game.terms.events import Event, Moved
from game.terms.script_events import Message


def undone_lines(told: Sequence[ShownEvent]) -> list[str]:
    """Return the sentences of these events; for a path, only that of its last step.

    Leave out the level's messages.
    """
    found: list[str] = []
    before: Event | None = None
    for one in told:
        now = one.event
        if isinstance(now, Message):
            continue
        if isinstance(now, Moved) and isinstance(before, Moved) and now.unit == before.unit:
            found.pop()
        found.append(one.text)
        before = now
    return found


def undone_marks(events: Sequence[Event], cursor: Cell | None) -> BoardMarks:
    """Return the marks for these events: the path back for the unit that moved, and other tiles."""
    moves = [one for one in events if isinstance(one, Moved)]
    back = [one for one in reversed(moves) if one.unit == moves[0].unit]
    others = (getattr(one, "at", None) for one in events if not isinstance(one, Moved))
    return BoardMarks(
        path=tuple(one.origin for one in back),
        start=back[0].to if back else None,
        area=frozenset(at for at in others if at is not None),
        cursor=cursor,
    )
