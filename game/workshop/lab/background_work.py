"""Work in a process of low priority, which replies part by part. No call waits for it."""

import ctypes
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from multiprocessing import active_children
from time import process_time

import msgspec

from game.play.worker_processes import CUT, Cut, Line, Pickled, TalkingProcess, heard
from game.workshop.workshop_sentences import said

NICE = 10
"""How far the process steps back for others."""
CRASHES = 2
"""Number of times that the process may end by itself before an order is given up."""


class WorkPart(msgspec.Struct, frozen=True):
    """A part of the order with this number; None once the order is done."""

    number: int
    part: object = None


class BackgroundWork(ABC):
    """The orders to a process, and what has been done of the newest one."""

    def __init__(self, work: Callable[[Line], None], extra: tuple[str, ...] = ()) -> None:
        """Prepare the work; no process starts before the first order.

        `work` runs in the process. It first gets `extra`, the names of more rulebooks, and then for
        each order its number and parts.
        """
        self._work, self._extra = work, extra
        self.trouble = ""
        """A sentence about why nothing is done, or ""."""
        self.is_playing = False
        self._there: TalkingProcess | None = None
        self._number = 0
        self._crashes = 0

    @property
    def pid(self) -> int | None:
        """The process id, or None without a process."""
        return self._there.process.pid if self._there else None

    @abstractmethod
    def _play(self) -> None:
        """Order what is missing."""

    @abstractmethod
    def _take(self, part: object) -> None:
        """Take a part of what has been ordered."""

    def _rest(self) -> None:
        """Rest, because an order is done."""
        self.is_playing = False

    def _order(self, head: tuple[object, ...], *large: object) -> None:
        """Send an order. `large` are values that the process can read only with the rulebooks."""
        self.is_playing = True
        try:
            if self._there is None:
                self._there = TalkingProcess(self._work)
                self._there.say(self._extra)
        except OSError as fault:
            self._give_up(str(fault))
            return
        self._number += 1
        self._there.say((self._number, *head))
        for value in large:
            self._there.say(Pickled(value))

    def stop(self) -> None:
        """Stop the work, and keep what has been done so far."""
        if self.is_playing and self._there is not None:
            self.is_playing = False
            self._number += 1
            self._there.say((self._number, "", 0.0))

    def poll(self) -> bool:
        """Take the parts that are done; return whether anything has changed."""
        if self._there is None or not self.is_playing:
            return False
        is_changed = False
        try:
            while self.is_playing and self._there.process.line.poll():
                is_changed |= self._hear(heard(self._there.process.line, WorkPart))
        except (Cut, *CUT) as fault:
            self._again(str(fault))
            return True
        return is_changed

    def _hear(self, reply: WorkPart) -> bool:
        """Take one reply; return whether it is about the newest order."""
        if reply.number != self._number:
            return False
        if reply.part is None:
            self._rest()
        else:
            self._take(reply.part)
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


class OrderOver(BaseException):
    """Raised within the work if there is another order, or no time left.

    It is no Exception, because those count as errors of a battle.
    """


def stopping(line: Line, seconds: float) -> Callable[[], None]:
    """Return a function that raises OrderOver once there is another order, or no time left."""
    end = process_time() + seconds

    def check() -> None:
        if line.poll() or process_time() > end:
            raise OrderOver

    return check


def step_back() -> None:
    """Give this process a low priority, so that it never slows the window down."""
    if sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x4000)  # below normal
    else:
        os.nice(NICE)
