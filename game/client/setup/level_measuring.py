"""Measuring of one's own levels, while their list is open and nobody presses anything."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.play.level_list import ChoosableLevel
from game.play.seat_shares import SeatShares
from game.workshop.lab.meter import MOST
from game.workshop.lab.shelf_meter import ShelfMeter

if TYPE_CHECKING:
    from game.client.kit.app import App

QUIET = 0.8
"""Seconds without another choice before battles begin."""


class LevelMeasuring:
    """Soldiers play the chosen level, then the others on the shelf, unless they are measured."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.meter = ShelfMeter(app.books, app.folder)
        self._left = QUIET

    def wait(self) -> None:
        """Begin only after a quiet moment, because somebody has chosen another level."""
        self._left = QUIET

    def rest(self) -> None:
        """Stop, because the list is about to be covered; begin again once it isn't."""
        self.meter.stop()
        self._left = QUIET

    def close(self) -> None:
        """End the process."""
        self.meter.close()

    def update(
        self, seconds: float, chosen: ChoosableLevel | None, levels: Sequence[ChoosableLevel]
    ) -> bool:
        """Let time pass; return whether anything has changed."""
        if not self._app.settings.meter:
            return False
        is_changed = self.meter.poll()
        self._left = max(0.0, self._left - seconds)
        if self._left > 0:
            return is_changed
        if chosen is not None and self.meter.lacks(chosen):
            if self.meter.played(chosen) is None:
                self.meter.begin(chosen)
                return True
        elif not self.meter.is_playing:
            lacking = next((level for level in levels if self.meter.lacks(level)), None)
            if lacking is not None:
                self.meter.begin(lacking)
        return is_changed

    def shares(self, level: ChoosableLevel) -> SeatShares | None:
        """Return a level's results, or None if it hasn't been measured."""
        return self.meter.shares(level)

    def told(self, level: ChoosableLevel) -> str:
        """Return a sentence about how measuring a level proceeds; "" if there is nothing to say."""
        say = self._app.words.say
        if self.meter.trouble(level):
            return self.meter.trouble(level)
        if not self.meter.lacks(level):
            return ""
        if not self._app.settings.meter:
            return say("choose", "unmeasured")
        count = self.meter.played(level)
        return say("choose", "measuring", count=count or 0, most=MOST)
