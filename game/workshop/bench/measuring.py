"""Measure a row: time two pieces of work in turns, and divide the best time of each."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import perf_counter, thread_time
from typing import Literal, NamedTuple

from game.engine.book import Book
from game.workshop.bench.yardstick import reach

Verdict = Literal["ok", "missed", "not measured"]

MOST_CALLS = 100_000


class NotMeasured(Exception):
    """The error for a row that can't be measured. The message is the end of a sentence."""


class Noted(NamedTuple):
    """A measured number, and a note about it."""

    number: float
    note: str


class Effort(NamedTuple):
    """The effort to spend on each measurement."""

    repeats: int
    """Number of times that a row's work and its reference are measured in turns."""
    sample: float
    """Minimum duration of one measurement in seconds."""
    processes: int
    """Number of repeats for work that starts processes."""
    battles: int
    """Number of battles to play while memory is watched."""


FULL = Effort(repeats=25, sample=0.01, processes=12, battles=1000)
QUICK = Effort(repeats=5, sample=0.004, processes=4, battles=150)


class Task(NamedTuple):
    """Work to time. `before` prepares each run, and isn't timed."""

    run: Callable[[], object]
    before: Callable[[], object] | None = None
    parts: int = 1
    """Number of equal parts in one run, for the time of one part."""


REACH = Task(reach)


def _no_window() -> "Mapping[str, Callable[[Bench], float | Noted]]":
    return {}


class Bench(NamedTuple):
    """The resources for measuring rows: rulebooks, effort, and the window's rows."""

    books: Mapping[str, Book]
    effort: Effort
    window: "Callable[[], Mapping[str, Callable[[Bench], float | Noted]]]" = _no_window
    """A function that returns the functions for the rows about the window, by id. May raise
    ImportError.
    """

    def beside(self, work: Task, other: Task = REACH) -> float:
        """Return the time of `work` as a multiple of the time of `other`."""
        return ratio(work, other, self.effort.repeats, self.effort.sample)

    def book(self, id: str) -> Book:
        """Return a rulebook. Raise NotMeasured if it is missing."""
        if id not in self.books:
            raise NotMeasured(f"the rulebook {id!r} is missing")
        return self.books[id]


@dataclass(frozen=True)
class BenchRow:
    """One measurement: the work, its reference, and the limit for their ratio."""

    id: str
    what: str
    limit: float
    beside: str
    measure: Callable[[Bench], float | Noted]
    is_least: bool = False
    """Whether the limit is a minimum, for work that must be that many times faster."""
    unit: str = "×"
    """The unit of the number and its limit: times the reference, unless it says otherwise."""

    @property
    def target(self) -> str:
        """The limit, as people read it."""
        return f"{'≥' if self.is_least else '≤'} {self.limit:g} {self.unit}".rstrip()


@dataclass(frozen=True)
class Measured:
    """The result of a row. `why` says why there is no ratio, or is a note about it."""

    row: BenchRow
    ratio: float | None
    why: str = ""

    @property
    def verdict(self) -> Verdict:
        """Return whether the row is within its limit, if it was measured."""
        if self.ratio is None:
            return "not measured"
        row = self.row
        holds = self.ratio >= row.limit if row.is_least else self.ratio <= row.limit
        return "ok" if holds else "missed"


def measured(row: BenchRow, bench: Bench) -> Measured:
    """Measure one row."""
    try:
        found = row.measure(bench)
        return Measured(row, *found) if isinstance(found, Noted) else Measured(row, found)
    except NotMeasured as reason:
        return Measured(row, None, str(reason))


def ratio(work: Task, other: Task, repeats: int, sample: float) -> float:
    """Return the best time of `work` divided by the best time of `other`, measured in turns."""
    least = beside = inf
    with _undisturbed():
        calls, others = _calls(work, sample), _calls(other, sample)
        for _ in range(repeats):
            least = min(least, seconds(work, calls))
            beside = min(beside, seconds(other, others))
    return least / beside


def best(task: Task, repeats: int) -> float:
    """Return a task's shortest CPU time in seconds. The first run only warms up.

    Without a reference beside it, the time must not depend on what else the machine does.
    """
    with _undisturbed():
        return min([_cpu_time(task) for _ in range(repeats + 1)][1:])


def _cpu_time(task: Task) -> float:
    if task.before is not None:
        task.before()
    start = thread_time()
    task.run()
    return thread_time() - start


def _calls(task: Task, sample: float) -> int:
    """Return the number of runs that take at least `sample` seconds.

    The first run only warms up.
    """
    seconds(task, 1)
    once = max(seconds(task, 1) * task.parts, 1e-7)
    return max(1, min(MOST_CALLS, round(sample / once)))


def seconds(task: Task, calls: int) -> float:
    """Return the mean time of one part of a task over `calls` runs, in seconds."""
    run, before = task.run, task.before
    if before is None:
        start = perf_counter()
        for _ in range(calls):
            run()
        return (perf_counter() - start) / calls / task.parts
    total = 0.0
    for _ in range(calls):
        before()
        start = perf_counter()
        run()
        total += perf_counter() - start
    return total / calls / task.parts


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Turn the garbage collector off, because it would slow one of the two tasks at random."""
    was = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
