"""The meter of the level editor: soldiers play the level in the background after each change.

A process of low priority plays the battles. It stops at the next change, after a number of battles,
or after some time of computing.
"""

import ctypes
import os
import pickle
import sys
from multiprocessing import active_children
from time import process_time
from typing import NamedTuple

import msgspec

from game.play.books import Books
from game.play.players import SOLDIER
from game.play.worker_processes import CUT, Cut, Line, Pickled, TalkingProcess, books_apart, heard
from game.terms.level import Level
from game.workshop.lab.one_battle import Fought, fought
from game.workshop.lab.seatings import Bout, planned
from game.workshop.lab.statistics import LabReport, report
from game.workshop.workshop_sentences import said

MOST = 40
"""Number of battles after which the meter rests."""
SECONDS = 240.0
"""Seconds of computing after which it rests, if the battles take long."""
FIRST_SEED = 1
NICE = 10
"""How far the process steps back for others."""
CRASHES = 2
"""Number of times that the process may end by itself before the meter gives up on a level."""


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


class Meter:
    """The battles of the level as it is now. No call waits for the process."""

    def __init__(
        self, books: Books, extra: tuple[str, ...] = (), most: int = MOST, seconds: float = SECONDS
    ) -> None:
        """Prepare the meter; nothing starts before `begin`. `extra` names more rulebooks."""
        self._books, self._extra, self._most, self._seconds = books, extra, most, seconds
        self.results: Results | None = None
        """The battles of the level that was measured last, or None."""
        self.trouble = ""
        """A sentence about why no battles are played, or ""."""
        self.is_playing = False
        self._there: TalkingProcess | None = None
        self._number = 0
        self._crashes = 0

    @property
    def pid(self) -> int | None:
        """The process id, or None without a process."""
        return self._there.process.pid if self._there else None

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
        if not missing:
            return
        try:
            if self._there is None:
                self._there = TalkingProcess(measure)
                self._there.say(self._extra)
        except OSError as fault:
            self._give_up(str(fault))
            return
        self._number += 1
        self._there.say((self._number, results.level.rulebook, self._seconds))
        self._there.say(Pickled((results.level, missing)))

    def stop(self) -> None:
        """Stop playing, and keep the results so far."""
        if self.is_playing and self._there is not None:
            self.is_playing = False
            self._number += 1
            self._there.say((self._number, "", 0.0))

    def poll(self) -> bool:
        """Take the battles that are over; return whether anything has changed."""
        if self._there is None or not self.is_playing:
            return False
        is_changed = False
        try:
            while self.is_playing and self._there.process.line.poll():
                is_changed |= self._take(heard(self._there.process.line, MeterReply))
        except (Cut, *CUT) as fault:
            self._again(str(fault))
            return True
        return is_changed

    def _take(self, reply: "MeterReply") -> bool:
        """Take one reply; return whether it is about the level as it is now."""
        if reply.number != self._number or self.results is None:
            return False
        if reply.fought is None:
            self.is_playing = False
        else:
            self.results = self.results._replace(found=(*self.results.found, reply.fought))
        return True

    def _again(self, why: str) -> None:
        """Start another process, because this one has ended; give up if that happens again."""
        self._end()
        self._crashes += 1
        if self._crashes < CRASHES:
            self._play()
        else:
            self._give_up(why)

    def _give_up(self, why: str) -> None:
        self.is_playing = False
        self.trouble = said("meter", "failed", why=why)

    def wait(self, seconds: float) -> None:
        """Wait for a message of the process, for at most `seconds`."""
        if self._there is not None:
            try:
                self._there.process.line.poll(seconds)
            except CUT:
                return

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.is_playing = False
        self._end()

    def _end(self) -> None:
        if self._there is not None:
            self._there.end()
            self._there = None
        active_children()  # frees the processes that have ended


# In the process


class MeterReply(msgspec.Struct, frozen=True):
    """A battle of the order with this number; None once the order is done."""

    number: int
    fought: Fought | None = None


class _Stopped(BaseException):
    """Raised within a battle if there is another order, or no time left.

    It is no Exception, because those count as errors of the battle.
    """


def measure(line: Line) -> None:
    """Run in the process: play the battles that are ordered, until the next order."""
    _step_back()
    shelf = books_apart(line.recv())
    while True:
        number, rulebook, seconds = line.recv()
        if not rulebook:
            continue
        book = shelf[rulebook]  # before the level, because this imports its types
        level, plan = pickle.loads(line.recv_bytes())
        end = process_time() + seconds

        def check(end: float = end) -> None:
            """Raise _Stopped if there is something else to do, or too much has been done."""
            if line.poll() or process_time() > end:
                raise _Stopped

        try:
            for bout in plan:
                line.send(MeterReply(number, fought(book, level, bout, check)))
        except _Stopped:
            pass
        line.send(MeterReply(number))


def _step_back() -> None:
    """Give this process a low priority, so that it never slows the window down."""
    if sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x4000)  # below normal
    else:
        os.nice(NICE)
