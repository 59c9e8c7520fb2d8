"""Measuring of campaigns on the shelf, while their list is open and nobody presses anything."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.campaign.campaign import Campaign
from game.campaign.measured_journeys import MeasuredJourneys, marked, middle_difficulty
from game.client.setup.level_measuring import QUIET
from game.workshop.journeys.journey_meter import MOST, JourneyMeter

if TYPE_CHECKING:
    from game.client.kit.app import App


class JourneyMeasuring:
    """Soldiers travel along the chosen campaign, then along the others, unless they are measured.

    The campaigns' fingerprints are found first, a level at a time.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self.meter = JourneyMeter(app.folder)
        self._left = QUIET
        self._marks: dict[Path, str] = {}
        """The fingerprints by the campaigns' files; "" for a campaign that can't be played."""
        self._steps: Iterator[None] = iter(())
        self.is_marked = True
        """Whether all fingerprints are known."""

    def look(self, campaigns: Sequence[Campaign]) -> None:
        """Find the fingerprints of these campaigns, because their files may have changed."""
        self._steps, self.is_marked = self._marking(campaigns), False

    def _marking(self, campaigns: Sequence[Campaign]) -> Iterator[None]:
        for campaign in campaigns:
            for mark in marked(campaign, self._app.books):
                self._marks[campaign.path] = mark
                yield

    def wait(self) -> None:
        """Begin only after a quiet moment, because somebody has chosen something else."""
        self._left = QUIET

    def rest(self) -> None:
        """Stop, because the list is about to be covered; begin again once it isn't."""
        self.meter.stop()
        self._left = QUIET

    def close(self) -> None:
        """End the process."""
        self.meter.close()

    def update(
        self, seconds: float, chosen: Campaign | None, campaigns: Sequence[Campaign]
    ) -> bool:
        """Let time pass; return whether anything has changed."""
        if not self.is_marked:
            self._mark()
            return self.is_marked
        if not self._app.settings.meter:
            return False
        is_changed = self.meter.poll()
        self._left = max(0.0, self._left - seconds)
        if self._left > 0:
            return is_changed
        if chosen is not None and self.meter.lacks(self._mark_of(chosen)):
            if not self.meter.is_measuring(self._mark_of(chosen)):
                self.meter.begin(chosen, self._mark_of(chosen))
                return True
        elif not self.meter.is_playing:
            lacking = (one for one in campaigns if self.meter.lacks(self._mark_of(one)))
            first = next(lacking, None)
            if first is not None:
                self.meter.begin(first, self._mark_of(first))
        return is_changed

    def _mark(self) -> None:
        """Find fingerprints while there is time in this tick."""
        for _ in self._steps:
            self._app.time.work()
            if not self._app.time.is_left:
                return
        self.is_marked = True

    def _mark_of(self, campaign: Campaign) -> str:
        return self._marks.get(campaign.path, "")

    def measured(self, campaign: Campaign) -> MeasuredJourneys | None:
        """Return what was measured of a campaign, or None if that is nothing."""
        mark = self._mark_of(campaign)
        return self.meter.measured(mark) if mark else None

    def row(self, campaign: Campaign) -> str:
        """Return what was measured in a few words, or "" if that is nothing."""
        one = self.measured(campaign)
        if one is None:
            return ""
        say = self._app.words.say
        return say(
            "journeys", "measured", length=one.length, share=one.share, rounds=one.rounds_each
        )

    def told(self, campaign: Campaign) -> list[str]:
        """Return sentences about what was measured of a campaign, and how measuring proceeds."""
        say, mark, one = self._app.words.say, self._mark_of(campaign), self.measured(campaign)
        if not mark:
            return []
        found = []
        if one is not None:
            middle = campaign.difficulty(middle_difficulty(campaign)).title
            about = {"won": one.won, "battles": one.battles, "difficulty": middle}
            more = {"length": one.length, "rounds": one.rounds_each, "finished": one.finished}
            found.append(say("journeys", "measured_here", journeys=one.journeys, **about, **more))
        if trouble := self.meter.trouble_of(mark):
            return [*found, trouble]
        if self.meter.lacks(mark):
            key = "measuring" if self._app.settings.meter else "unmeasured"
            if self._app.settings.meter or one is None:
                count = one.journeys if one is not None else 0
                found.append(say("journeys", key, count=count, most=MOST))
        return found
