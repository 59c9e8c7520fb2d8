"""The time that a tick of the window has for work that can go on in a later tick."""

import gc
from time import perf_counter

WORK = 0.005
"""Seconds after the beginning of a tick in which parts of such work may begin.

The longest parts take 4 ms, and drawing takes the rest of a frame.
"""
GARBAGE = 5_000, 2, 1_000
"""The collector's thresholds in a window: new objects are searched for garbage in 1 to 4 ms.

The program's threshold before is 100,000, whose passes take 30 ms. Passes over all objects are as
rare as with that one.
"""


def collect_briefly() -> None:
    """Let garbage be collected in many short passes instead of a few long ones.

    What exists already is mostly modules, so it isn't searched, now or later.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)


class TickTime:
    """The time left in a tick, shared by all searches. Without a limit, they share only counts.

    One part may begin however late it is, so that slow machines get on, too.
    """

    def __init__(self) -> None:
        self.is_limited = False
        """Whether the time is limited, as in a live window; tests and screenshots take it all."""
        self._since = perf_counter()
        self._has_worked = False

    def begin(self) -> None:
        """Begin a tick."""
        self._since, self._has_worked = perf_counter(), False

    def work(self) -> None:
        """Note that a part of some work begins."""
        self._has_worked = True

    @property
    def is_left(self) -> bool:
        """Return whether another part of some work may begin in this tick."""
        return not self._has_worked or self.is_within(WORK)

    def is_within(self, seconds: float) -> bool:
        """Return whether the tick began less than a number of seconds ago, or has no limit."""
        return not self.is_limited or perf_counter() < self._since + seconds
