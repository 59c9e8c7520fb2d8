"""The meter for campaigns on the shelf: soldiers travel along them in the background.

Each journey that is over is kept in the data folder at once, so the next slice of time continues
after it, even in another session.
"""

import pickle
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread

from game.campaign.campaign import Campaign
from game.campaign.loading import load_campaign
from game.campaign.measured_journeys import (
    FILE,
    MeasuredJourneys,
    journeys_text,
    kept_journeys,
    middle_difficulty,
)
from game.play.players import SOLDIER
from game.play.worker_processes import Line, books_apart
from game.record.safe_files import write_whole
from game.workshop.journeys.one_journey import travelled
from game.workshop.journeys.travel_record import FAILED, GIVEN_UP, WON, Travelled, Trip
from game.workshop.lab.background_work import (
    BackgroundWork,
    OrderOver,
    WorkPart,
    step_back,
    stopping,
)
from game.workshop.workshop_sentences import said

MOST = 10
"""Number of journeys after which a campaign is measured."""
SECONDS = 240.0
"""Seconds of computing after which the meter goes on to another campaign."""
KEEPING = Lock()
"""Held while the file is read and written again."""


class JourneyMeter(BackgroundWork):
    """The journeys along one campaign after another. Campaigns are known by their fingerprints.

    No call waits for the process or for the disk, except `close`.
    """

    def __init__(
        self, data: Path, extra: tuple[str, ...] = (), most: int = MOST, seconds: float = SECONDS
    ) -> None:
        super().__init__(travel, extra)
        self._data, self._most, self._seconds = data, most, seconds
        self._campaign: Campaign | None = None
        self._mark = ""
        self._new: dict[str, MeasuredJourneys] = {}
        """What has been measured in this session, with what was kept before."""
        self._troubles: dict[str, str] = {}
        """Sentences about campaigns that can't be measured."""
        self._rested: set[str] = set()
        """Campaigns that have had their time in this session."""
        self._writers: list[Thread] = []
        self._travels: TemporaryDirectory[str] | None = None
        """The folder for journeys under way, which a killed process leaves as they are."""

    def measured(self, mark: str) -> MeasuredJourneys | None:
        """Return a campaign's results so far, or None if there are none."""
        return self._new.get(mark) or kept_journeys(self._data).get(mark)

    def trouble_of(self, mark: str) -> str:
        """Return why a campaign can't be measured, as a sentence, or ""."""
        return self._troubles.get(mark, "")

    def lacks(self, mark: str) -> bool:
        """Return whether more journeys are to be measured in this session."""
        if not mark or mark in self._troubles or mark in self._rested:
            return False
        found = self.measured(mark)
        return found is None or found.journeys < self._most

    def is_measuring(self, mark: str) -> bool:
        """Return whether soldiers are travelling along this campaign."""
        return self.is_playing and mark == self._mark

    def begin(self, campaign: Campaign, mark: str) -> None:
        """Measure this campaign from now on, instead of any other."""
        if self.is_measuring(mark):
            return
        self.stop()
        if mark != self._mark:
            self._crashes = 0
        self._campaign, self._mark, self.trouble = campaign, mark, ""
        self._play()

    def _play(self) -> None:
        """Ask the process for the journeys that are missing."""
        assert self._campaign is not None
        found = self.measured(self._mark)
        first = 1 + (found.journeys if found is not None else 0)
        if self._travels is None:
            self._travels = TemporaryDirectory(prefix="five-tables-")
        middle = middle_difficulty(self._campaign)
        trips = [Trip(SOLDIER, middle, seed) for seed in range(first, self._most + 1)]
        self._order((str(self._campaign.path), self._seconds), (trips, self._travels.name))

    def _give_up(self, why: str) -> None:
        self.is_playing = False
        self.trouble = self._troubles[self._mark] = said("meter", "no_process", why=why)

    def _take(self, part: object) -> None:
        """Take a journey that is over."""
        assert isinstance(part, Travelled)
        if part.ending == FAILED:
            self._troubles[self._mark] = part.trouble
            self.stop()
            return
        before, one = self.measured(self._mark), counted(part)
        self._new[self._mark] = before + one if before is not None else one
        self._keep()

    def _keep(self) -> None:
        """Write the results of the campaign measured now to the disk."""
        new = {self._mark: self._new[self._mark]}
        self._writers.append(Thread(target=_write, args=(new, self._data), daemon=True))
        self._writers[-1].start()

    def _rest(self) -> None:
        """Rest, because all journeys are over, or because there is no time left."""
        super()._rest()
        self._rested.add(self._mark)
        if self.measured(self._mark) is None and not self.trouble_of(self._mark):
            self._troubles[self._mark] = said("meter", "no_journey")

    def close(self) -> None:
        """End the process, and wait until the results are on the disk."""
        self.is_playing = False
        if self._there is not None:
            self._there.process.end(0)
        super().close()
        if self._travels is not None:
            self._travels.cleanup()
            self._travels = None
        for writer in self._writers:
            writer.join()


def counted(one: Travelled) -> MeasuredJourneys:
    """Return the numbers of one journey."""
    first = [battle for battle in one.battles if battle.number == 1]
    won = sum(battle.result == WON for battle in first)
    rounds = sum(battle.rounds for battle in first)
    return MeasuredJourneys(1, int(one.ending != GIVEN_UP), len(first), won, rounds)


def _write(new: Mapping[str, MeasuredJourneys], data: Path) -> None:
    """Write results to the data folder; if that fails, they are measured again another time."""
    with KEEPING:
        kept = dict(kept_journeys(data))
        for mark, one in new.items():
            if mark not in kept or kept[mark].journeys < one.journeys:
                kept[mark] = one
        try:
            write_whole(data / FILE, journeys_text(kept).encode(), lambda _: False)
        except OSError:
            return


# In the process


def travel(line: Line) -> None:
    """Run in the process: make the journeys that are ordered, until the next order."""
    step_back()
    books = books_apart(line.recv())
    while True:
        number, path, seconds = line.recv()
        if not path:
            continue
        trips, folder = pickle.loads(line.recv_bytes())
        check = stopping(line, seconds)
        try:
            campaign = load_campaign(Path(path), books)
            for trip in trips:
                line.send(WorkPart(number, travelled(campaign, trip, books, check, Path(folder))))
        except OrderOver:
            pass
        line.send(WorkPart(number))
