"""A brake on signals: they only act between two steps, so that a save can be followed."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from game.play.signals import Stopped, Stopping, handled


class Brake:
    """A brake that holds a signal back until `check`, or until the program waits."""

    def __init__(self) -> None:
        self._caught: int | None = None
        self._is_waiting = False

    @contextmanager
    def installed(self) -> Iterator["Brake"]:
        """Handle the signals meanwhile, also one that the handler before has heard.

        Ignored signals stay ignored, and outside the main thread nothing changes.
        """
        with handled(self._catch) as before:
            for handler in before.values():
                if isinstance(handler, Stopping):
                    self._caught = self._caught or handler.heard
            yield self

    def _catch(self, number: int, frame: FrameType | None) -> None:
        self._caught = self._caught or number
        if self._is_waiting:  # again as well: what a first one raised may have been swallowed
            raise Stopped(number)

    def check(self) -> None:
        """Raise Stopped if a signal has come."""
        if self._caught is not None:
            raise Stopped(self._caught)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a signal act at once meanwhile, because the battle isn't changing."""
        self._is_waiting = True
        try:
            self.check()
            yield
        finally:
            self._is_waiting = False
