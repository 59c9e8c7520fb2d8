"""Signals take effect between two steps only, so that what is saved then can be followed again."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Stopped(KeyboardInterrupt):
    """A signal wants the program to end; `code` is the exit code."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


class Brake:
    """Keeps a signal that has come until `check`, or until something is waited for."""

    def __init__(self) -> None:
        self._caught: int | None = None
        self._is_waiting = False

    @contextmanager
    def installed(self) -> Iterator["Brake"]:
        """Takes the signals over. Those that are ignored stay so; outside the main thread all."""
        old = {}
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    old[number] = signal.signal(number, self._catch)
        try:
            yield self
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)

    def _catch(self, number: int, frame: FrameType | None) -> None:
        first = self._caught is None
        self._caught = self._caught or number
        if self._is_waiting and first:
            raise Stopped(number)

    def check(self) -> None:
        """Stopped if a signal has come."""
        if self._caught is not None:
            raise Stopped(self._caught)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """In here a signal takes effect at once: nothing happens to the battle."""
        self._is_waiting = True
        try:
            self.check()
            yield
        finally:
            self._is_waiting = False
