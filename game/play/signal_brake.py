"""Signals take effect between two steps only, so that what is saved then can be followed again."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from game.play.signals import Stopped, handled


class Brake:
    """Keeps a signal that has come until `check`, or until something is waited for."""

    def __init__(self) -> None:
        self._caught: int | None = None
        self._is_waiting = False

    @contextmanager
    def installed(self) -> Iterator["Brake"]:
        """Takes the signals over. Those that are ignored stay so; outside the main thread all."""
        with handled(self._catch):
            yield self

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
