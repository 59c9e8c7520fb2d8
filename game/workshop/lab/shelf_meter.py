"""The meter for levels on the shelf: it measures them in the background and keeps the results."""

from pathlib import Path
from threading import Thread

from game.content.levels import load_level
from game.content.toml_files.findings import LevelError
from game.play.books import Books
from game.play.level_list import ChoosableLevel
from game.play.seat_shares import SeatShares
from game.record.failure import Failure
from game.workshop.lab.kept_shares import keep_own, own_result
from game.workshop.lab.meter import MOST, SECONDS, Meter
from game.workshop.workshop_sentences import said

LEAST = 10
"""Number of battles from which results are kept if measuring was broken off."""


class ShelfMeter:
    """The battles between soldiers at one level after another. Levels are known by their marks.

    No call waits for the process or for the disk, except `close`.
    """

    def __init__(
        self, books: Books, data: Path, most: int = MOST, seconds: float = SECONDS
    ) -> None:
        self._books, self._data = books, data
        self.meter = Meter(books, most=most, seconds=seconds)
        self._mark = ""
        self._shares: dict[str, SeatShares] = {}
        """What has been measured so far."""
        self._troubles: dict[str, str] = {}
        """Sentences about levels that can't be measured."""
        self._writers: list[Thread] = []

    def shares(self, level: ChoosableLevel) -> SeatShares | None:
        """Return a level's results, or None if it hasn't been measured."""
        return self._shares.get(level.mark, level.shares)

    def trouble(self, level: ChoosableLevel) -> str:
        """Return why a level can't be measured, as a sentence, or ""."""
        return self._troubles.get(level.mark, "")

    def lacks(self, level: ChoosableLevel) -> bool:
        """Return whether a level can be measured and hasn't been."""
        is_known = level.mark in self._troubles or self.shares(level) is not None
        return level.is_own and bool(level.mark) and not level.trouble and not is_known

    @property
    def is_playing(self) -> bool:
        """Return whether battles are being played."""
        return self.meter.is_playing

    def played(self, level: ChoosableLevel) -> int | None:
        """Return the number of battles over so far, or None if none of the level are played."""
        results = self.meter.results
        if not self.is_playing or results is None or level.mark != self._mark:
            return None
        return len(results.found)

    def begin(self, level: ChoosableLevel) -> None:
        """Measure this level from now on, instead of any other."""
        if self.is_playing and level.mark == self._mark:
            return
        self.stop()
        self._mark = level.mark
        try:
            self.meter.begin(load_level(level.path, self._books, root=level.root))
        except (LevelError, OSError) as fault:  # it has changed since it was listed
            self._troubles[level.mark] = str(fault)
            return
        self._note()

    def poll(self) -> bool:
        """Take the battles that are over; return whether anything has changed."""
        is_changed = self.meter.poll()
        if is_changed:
            self._note()
        return is_changed

    def _note(self) -> None:
        """Keep the results if all battles are over, or say why there are none."""
        if self.is_playing:
            return
        results = self.meter.results
        report = results.report if results is not None else None
        if self.meter.trouble or report is None:
            self._troubles[self._mark] = self.meter.trouble or said("meter", "no_battle")
        elif report.troubles:
            endless, battles = len(report.troubles), report.battles
            self._troubles[self._mark] = said("meter", "endless", count=endless, battles=battles)
        else:
            self._keep()

    def stop(self) -> None:
        """Stop measuring; keep the results if there are enough."""
        results = self.meter.results
        if not self.is_playing or results is None:
            return
        self.meter.stop()
        if len(results.found) >= LEAST:
            self._note()

    def _keep(self) -> None:
        """Keep the results of the level measured last."""
        results = self.meter.results
        report = results.report if results is not None else None
        assert report is not None
        self._shares[self._mark] = own_result(report)
        new = {self._mark: self._shares[self._mark]}
        self._writers.append(Thread(target=_write, args=(new, self._data), daemon=True))
        self._writers[-1].start()

    def close(self) -> None:
        """Stop measuring, end the process, and wait until the results are on the disk."""
        self.stop()
        self.meter.close()
        for writer in self._writers:
            writer.join()


def _write(new: dict[str, SeatShares], data: Path) -> None:
    """Write results to the data folder; if that fails, they are measured again another time."""
    try:
        keep_own(new, data)
    except Failure:
        return
