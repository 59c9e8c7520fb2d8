"""The last view of each side's people; on their next turn, events are shown from there on."""

from collections.abc import Sequence
from typing import NamedTuple

from game.present.picture import Picture
from game.present.shown_events import ShownEvent


class LastSeen(NamedTuple):
    """The position when people last looked, and the events that they had seen."""

    picture: Picture
    told: tuple[ShownEvent, ...]


class LastSeenBySide:
    """The last view of each side's people."""

    def __init__(self) -> None:
        self._last: dict[str, LastSeen] = {}

    def leave(self, side: str, picture: Picture, told: Sequence[ShownEvent]) -> None:
        """Remember the last view of a side's people, as they leave the seat."""
        self._last[side] = LastSeen(picture, tuple(told))

    def recall(self, side: str, told: Sequence[ShownEvent], earlier: int) -> None:
        """Count `earlier` more events as seen by a side; `told` are all events that it knows."""
        last = self._last.get(side)
        if last is not None:
            known = max(0, len(last.told) + earlier)
            self._last[side] = LastSeen(last.picture, tuple(told[:known]))

    def missed(self, side: str, told: Sequence[ShownEvent]) -> LastSeen | None:
        """Return a side's last view, or None if nothing is new or events were undone since."""
        last = self._last.get(side)
        if last is None or len(told) <= len(last.told):
            return None
        return last if tuple(told[: len(last.told)]) == last.told else None
