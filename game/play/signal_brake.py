"""A brake on signals: they take effect between two steps only, so that a save can be followed."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from game.play.signals import Stopped, handled


class Brake:
    """A brake that holds a signal until `check`, or until the program waits."""

    def __init__(self) -> None:
        self._caught: int | None = None
        self._is_waiting = False

    @contextmanager
    def installed(self) -> Iterator["Brake"]:
        """Take the signals over. Those that are ignored stay so; outside the main thread all."""
        with handled(self._catch):
            yield self

    def _catch(self, number: int, frame: FrameType | None) -> None:
        first = self._caught is None
        self._caught = self._caught or number
        if self._is_waiting and first:
            raise Stopped(number)

    def check(self) -> None:
        """Raise Stopped if a signal has come."""
        if self._caught is not None:
            raise Stopped(self._caught)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a signal take effect at once in here: nothing happens to the battle."""
        self._is_waiting = True
        try:
            self.check()
            yield
        finally:
            self._is_waiting = False
