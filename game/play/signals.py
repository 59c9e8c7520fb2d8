"""Signals that want the program to end: their handlers, and the program's reaction.

Imports next to nothing, as it is the first thing that a program imports.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
BASE = 128
"""Added to the number of a signal, it makes the exit code."""
IMPORTING = "<frozen importlib"
"""How the files of the functions that import begin."""


class Stopped(KeyboardInterrupt):
    """A signal wants the program to end; `code` is the exit code."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = BASE + number


@contextmanager
def handled(handler: Handler) -> Iterator[None]:
    """Hand the signals to a handler in here.

    Signals that are ignored stay so. Outside the main thread nothing changes.
    """
    before = hand_over(handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def hand_over(handler: Handler) -> dict[int, Handler | int]:
    """Hand the signals to a handler from now on; return the earlier handler of each one taken."""
    taken: dict[int, Handler | int] = {}
    for number in SIGNALS:
        before = signal.getsignal(number)
        if before is None or before == signal.SIG_IGN:
            continue
        try:
            signal.signal(number, handler)
        except ValueError:  # outside the main thread
            break
        taken[number] = before
    return taken


def leave(number: int, frame: FrameType | None) -> None:
    """End the program at once, where nothing can be lost.

    An exception would not do: while modules are imported it can be swallowed, with a traceback.
    """
    os._exit(BASE + number)


def stop(number: int, frame: FrameType | None) -> None:
    """Raise Stopped, so that open files are closed; within an import, end the program at once."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING):
            leave(number, frame)
        frame = frame.f_back
    raise Stopped(number)
