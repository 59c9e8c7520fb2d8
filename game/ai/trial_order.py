"""The order of trials: commands that promise most by their numbers come first."""

import math
from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush

from game.terms.commands import Command

FAIR = 0.25
"""Share of the best gain so far that one command of a kind must reach, so that commands of its kind
with other targets are tried.
"""
LIKELY = 0.5
"""Share of the best gain so far that a command must promise by its numbers, so that it is tried."""
MEANS = ("weapon", "power", "item", "spell", "ability")
"""Fields of commands that name the means of an action."""

Kind = tuple[type[Command], *tuple[object, ...]]
Promise = Callable[[Command], float]
"""A function that returns roughly what a command gains, or infinity if that is unknown."""


def kind_of(command: Command) -> Kind:
    """Return the type of a command and its means, without its target."""
    return type(command), *(getattr(command, field, None) for field in MEANS)


def is_own(command: Command) -> bool:
    """Return whether a command has no target: standing up, drawing or dashing, for example."""
    return not any(hasattr(command, field) for field in ("target", "power", "item", "at"))


class TrialOrder:
    """Commands that wait for a trial. Those of one kind wait for the result of the one before."""

    def __init__(
        self, kinds: Iterable[Sequence[Command]], promise: Promise, only_better: bool
    ) -> None:
        """Let the commands of several kinds wait, each kind the best aimed first.

        If `only_better`, only commands that may be better than the best are tried; else all that
        are worth knowing.
        """
        self._promise = promise
        self._likely, self._fair = (1.0, 1.0) if only_better else (LIKELY, LIKELY / FAIR)
        self._waiting = [(-promise(some[0]), n, some) for n, some in enumerate(kinds)]
        heapify(self._waiting)
        self._last: tuple[float, int, Sequence[Command]] = 0.0, 0, ()

    def next(self, best: float) -> Command | None:
        """Return the command to try next, or None if no other promises enough.

        `best` is the best gain so far.
        """
        if not self._waiting:
            return None
        self._last = promise, _, some = heappop(self._waiting)
        return some[0] if -promise > 0 and -promise >= self._likely * best else None

    def go_on(self, gain: float) -> None:
        """Let the next command of the last one's kind wait, after the last one gained `gain`."""
        promise, n, (_, *rest) = self._last
        if not rest:
            return
        then = self._promise(rest[0])
        if gain >= 0:
            # What the last one gained, compared with its promise, is likely for the next one, too.
            is_known = not math.isinf(promise) and not math.isinf(then)
            then = then * min(1.0, -gain / promise) if is_known else gain * self._fair
        heappush(self._waiting, (-then, n, rest))
