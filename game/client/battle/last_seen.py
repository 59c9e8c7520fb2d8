"""The last view of each person at the machine, from which later events are shown."""

from collections.abc import Sequence
from typing import NamedTuple

from game.present.picture import Picture
from game.present.shown_events import ShownEvent


class LastSeen(NamedTuple):
    """The position when people last looked, and the events they had seen."""

    picture: Picture
    told: tuple[ShownEvent, ...]


class LastSeenBySide:
    """The last view of each side."""

    def __init__(self) -> None:
        self._last: dict[str, LastSeen] = {}

    def leave(self, side: str, picture: Picture, told: Sequence[ShownEvent]) -> None:
        """Remember the view of a side whose people look away."""
        self._last[side] = LastSeen(picture, tuple(told))

    def recall(self, side: str, told: Sequence[ShownEvent], earlier: int) -> None:
        """Add `earlier` events before those that a side has seen; `told` are all it knows now."""
        last = self._last.get(side)
        if last is not None:
            known = max(0, len(last.told) + earlier)
            self._last[side] = LastSeen(last.picture, tuple(told[:known]))

    def missed(self, side: str, told: Sequence[ShownEvent]) -> LastSeen | None:
        """Return a side's last view, or None if it was undone since or nothing has happened."""
        last = self._last.get(side)
        if last is None or len(told) <= len(last.told):
            return None
        return last if tuple(told[: len(last.told)]) == last.told else None
