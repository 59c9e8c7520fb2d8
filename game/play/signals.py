"""Signals that ask the program to end, and their handlers.

Import next to nothing here: this is the program's first import.
"""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
BASE = 128
"""Added to a signal's number, this gives the exit code."""
IMPORTING = "<frozen importlib"
"""The beginning of the file names of Python's import functions."""


class Stopped(KeyboardInterrupt):
    """The exception for a signal that asks the program to end; `code` is the exit code."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = BASE + number


@contextmanager
def handled(handler: Handler) -> Iterator[Mapping[int, Handler | int]]:
    """Give the signals to a handler while the context lasts. Yield the previous handlers.

    Ignored signals stay ignored, and outside the main thread nothing changes.
    """
    before = hand_over(handler)
    try:
        yield before
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def hand_over(handler: Handler) -> dict[int, Handler | int]:
    """Give the signals to a handler. Return the previous handlers of those that it takes."""
    taken: dict[int, Handler | int] = {}
    for number in SIGNALS:
        before = signal.getsignal(number)
        if before is None or before == signal.SIG_IGN:
            continue
        try:
            signal.signal(number, handler)
        except ValueError:  # only the main thread can handle signals
            break
        taken[number] = before
    return taken


def leave(number: int, frame: FrameType | None) -> None:
    """End the program at once. Call this only while nothing can be lost.

    An exception isn't enough: an import can swallow it and print a traceback.
    """
    os._exit(BASE + number)


class Stopping:
    """A handler that raises Stopped, so that open files are closed.

    It remembers the first signal in `heard` for the next handler, because Python swallows
    exceptions raised in a callback of its garbage collector.
    """

    def __init__(self) -> None:
        self.heard: int | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Raise Stopped; within an import, end the program at once instead."""
        self.heard = self.heard or number
        while frame is not None:
            if frame.f_code.co_filename.startswith(IMPORTING):
                leave(number, frame)
            frame = frame.f_back
        raise Stopped(number)


class DelayedSignals:
    """Signals that only act between two steps: at `check`, or while the program waits.

    A save is therefore never interrupted.
    """

    def __init__(self) -> None:
        self._caught: int | None = None
        self._is_waiting = False

    @contextmanager
    def installed(self) -> Iterator["DelayedSignals"]:
        """Handle signals while the context lasts, and one that the previous handler has received.

        Ignored signals stay ignored, and outside the main thread nothing changes.
        """
        with handled(self._catch) as before:
            for handler in before.values():
                if isinstance(handler, Stopping):
                    self._caught = self._caught or handler.heard
            yield self

    def _catch(self, number: int, frame: FrameType | None) -> None:
        self._caught = self._caught or number
        if self._is_waiting:  # raise again: the first exception may have been swallowed
            raise Stopped(number)

    def check(self) -> None:
        """Raise Stopped if a signal has come."""
        if self._caught is not None:
            raise Stopped(self._caught)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let signals act at once while the context lasts, because the battle isn't changing."""
        self._is_waiting = True
        try:
            self.check()
            yield
        finally:
            self._is_waiting = False
