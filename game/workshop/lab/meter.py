"""The meter of the level editor: soldiers play the level in the background after each change.

A process of low priority plays the battles. It stops at the next change, after a number of battles,
or after some time of computing.
"""

import pickle
from typing import NamedTuple

import msgspec

from game.play.books import Books
from game.play.players import SOLDIER
from game.play.worker_processes import Line, books_apart
from game.terms.level import Level
from game.workshop.lab.background_work import (
    BackgroundWork,
    OrderOver,
    WorkPart,
    step_back,
    stopping,
)
from game.workshop.lab.one_battle import Fought, fought
from game.workshop.lab.seatings import Bout, planned
from game.workshop.lab.statistics import LabReport, report

MOST = 40
"""Number of battles after which the meter rests."""
SECONDS = 240.0
"""Seconds of computing after which it rests, if the battles take long."""
FIRST_SEED = 1


class Results(NamedTuple):
    """The battles of one level so far."""

    level: Level
    plan: tuple[Bout, ...]
    found: tuple[Fought, ...] = ()

    @property
    def report(self) -> LabReport | None:
        """The statistics, or None before the first battle is over."""
        count = len(self.found)
        return report(self.level, self.plan[:count], self.found) if count else None


class Meter(BackgroundWork):
    """The battles of the level as it is now. No call waits for the process."""

    def __init__(
        self, books: Books, extra: tuple[str, ...] = (), most: int = MOST, seconds: float = SECONDS
    ) -> None:
        """Prepare the meter; nothing starts before `begin`. `extra` names more rulebooks."""
        super().__init__(measure, extra)
        self._books, self._most, self._seconds = books, most, seconds
        self.results: Results | None = None
        """The battles of the level that was measured last, or None."""

    def begin(self, level: Level) -> None:
        """Play this level from now on, instead of any other.

        If it differs from the last one only in its text, continue where the last one stopped.
        """
        level = msgspec.structs.replace(level, text="")
        if self.results is None or self.results.level != level:
            book = self._books[level.rulebook]
            plan = planned(book, 0, level, (SOLDIER,), self._most, FIRST_SEED)
            self.results, self._crashes = Results(level, tuple(plan)), 0
        elif self.is_playing:
            return
        self.trouble = ""
        self._play()

    def _play(self) -> None:
        """Ask the process for the battles that are missing."""
        results = self.results
        assert results is not None
        missing = results.plan[len(results.found) :]
        self.is_playing = bool(missing)
        if missing:
            self._order((results.level.rulebook, self._seconds), (results.level, missing))

    def _take(self, part: object) -> None:
        """Take a battle that is over."""
        assert self.results is not None
        assert isinstance(part, Fought)
        self.results = self.results._replace(found=(*self.results.found, part))


# In the process


def measure(line: Line) -> None:
    """Run in the process: play the battles that are ordered, until the next order."""
    step_back()
    shelf = books_apart(line.recv())
    while True:
        number, rulebook, seconds = line.recv()
        if not rulebook:
            continue
        book = shelf[rulebook]  # before the level, because this imports its types
        level, plan = pickle.loads(line.recv_bytes())
        check = stopping(line, seconds)
        try:
            for bout in plan:
                line.send(WorkPart(number, fought(book, level, bout, check)))
        except OrderOver:
            pass
        line.send(WorkPart(number))
