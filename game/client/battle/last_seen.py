"""What each of the people at one machine last saw: from there the others' doings are shown."""

from collections.abc import Sequence
from typing import NamedTuple

from game.present.picture import Picture
from game.present.shown_events import ShownEvent


class LastSeen(NamedTuple):
    """How things stood when somebody last looked, and what it saw happen until then."""

    picture: Picture
    told: tuple[ShownEvent, ...]


class LastSeenBySide:
    """Of each side the moment its people last looked."""

    def __init__(self) -> None:
        self._last: dict[str, LastSeen] = {}

    def leave(self, side: str, picture: Picture, told: Sequence[ShownEvent]) -> None:
        """The people of a side look away."""
        self._last[side] = LastSeen(picture, tuple(told))

    def missed(self, side: str, told: Sequence[ShownEvent]) -> LastSeen | None:
        """What they last saw; None if that was taken back since, or nothing has happened."""
        last = self._last.get(side)
        if last is None or len(told) <= len(last.told):
            return None
        return last if tuple(told[: len(last.told)]) == last.told else None
