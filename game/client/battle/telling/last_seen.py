"""The last view of each side's people; on their next turn, events are shown from there on."""

from typing import NamedTuple

from game.present.picture import Picture
from game.present.shown_events import ShownEvent
from game.present.window_battle import WindowBattle

TOGETHER = None
"""The viewer of a screen that everybody looks at."""


class LastSeen(NamedTuple):
    """The position when people last looked, and the events that they had seen."""

    picture: Picture
    told: tuple[ShownEvent, ...]


class LastSeenByViewer:
    """The last view of each side's people alone, and of all people together."""

    def __init__(self, sitting: WindowBattle) -> None:
        self._sitting = sitting
        self._last: dict[str | None, LastSeen] = {}

    def begin(self, is_new: bool) -> None:
        """Remember the present view of everybody; in a new battle, nobody has seen any event."""
        for viewer in self._viewers:
            self._keep(viewer, is_new)

    def leave(self, side: str, is_open: bool) -> None:
        """Remember the last view of a side's people, or of everybody if all could look."""
        for viewer in self._viewers if is_open else (side,):
            self._keep(viewer)

    def recall(self) -> None:
        """Count in the events that the check of a resumed battle has added."""
        for viewer, last in list(self._last.items()):
            with self._sitting.in_company(self._company(viewer)):
                side = self._side(viewer)
                known = max(0, len(last.told) + self._sitting.earlier(side))
                told = self._sitting.told(side)
            self._last[viewer] = LastSeen(last.picture, tuple(told[:known]))

    def missed(self, viewer: str | None, told: list[ShownEvent]) -> LastSeen | None:
        """Return a viewer's last view, or None if nothing is new or events were undone since."""
        last = self._last.get(viewer)
        if last is None or len(told) <= len(last.told):
            return None
        return last if tuple(told[: len(last.told)]) == last.told else None

    @property
    def _viewers(self) -> tuple[str | None, ...]:
        return (TOGETHER, *self._sitting.people)

    def _company(self, viewer: str | None) -> tuple[str, ...]:
        return self._sitting.people if viewer is TOGETHER else ()

    def _side(self, viewer: str | None) -> str:
        return self._sitting.people[0] if viewer is None else viewer

    def _keep(self, viewer: str | None, is_new: bool = False) -> None:
        with self._sitting.in_company(self._company(viewer)):
            side = self._side(viewer)
            told = [] if is_new else self._sitting.told(side)
            self._last[viewer] = LastSeen(self._sitting.picture(side), tuple(told))
