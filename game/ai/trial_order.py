"""The order of trials: commands that promise most by their numbers come first."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
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
Aim = Callable[[Sequence[Command]], Sequence[Command]]
"""A function that returns the commands of a kind to try, the best aimed first."""


def kind_of(command: Command) -> Kind:
    """Return the type of a command and its means, without its target."""
    of = type(command)
    fields = _means(of)
    if not fields:
        return (of,)
    if len(fields) == 1:
        return of, getattr(command, fields[0])
    return of, *[getattr(command, field) for field in fields]


@cache
def _means(of: type[Command]) -> tuple[str, ...]:
    """Return the fields of a type of command that name its means."""
    return tuple(field for field in MEANS if field in of.__struct_fields__)


def is_own(command: Command) -> bool:
    """Return whether a command has no target: standing up, drawing or dashing, for example."""
    return _is_own(type(command))


@cache
def _is_own(of: type[Command]) -> bool:
    return not any(field in of.__struct_fields__ for field in ("target", "power", "item", "at"))


class TrialOrder:
    """Commands that wait for a trial. Those of one kind wait for the result of the one before."""

    def __init__(
        self, kinds: Iterable[Sequence[Command]], promise: Promise, aim: Aim, only_better: bool
    ) -> None:
        """Let the commands of several kinds wait.

        If `only_better`, only commands that may be better than the best are tried; else all that
        are worth knowing.
        """
        self._promise, self._aim = promise, aim
        self._likely, self._fair = (1.0, 1.0) if only_better else (LIKELY, LIKELY / FAIR)
        # Numbers don't depend on tiles, of which there may be many, so aiming at them can wait.
        some = (one if hasattr(one[0], "at") else aim(one) for one in kinds)
        self._waiting = [(-promise(one[0]), n, one) for n, one in enumerate(some)]
        self._unaimed = {n for _, n, one in self._waiting if hasattr(one[0], "at")}
        heapify(self._waiting)
        self._last: tuple[float, int, Sequence[Command]] = 0.0, 0, ()

    def next(self, best: float) -> Command | None:
        """Return the command to try next, or None if no other promises enough.

        `best` is the best gain so far.
        """
        if not self._waiting:
            return None
        promise, n, some = heappop(self._waiting)
        if -promise <= 0 or -promise < self._likely * best:
            return None
        if n in self._unaimed:
            self._unaimed.discard(n)
            some = self._aim(some)
        self._last = promise, n, some
        return some[0]

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
