"""How a row is measured: two pieces of work in turns, the best of each, their ratio."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Literal, NamedTuple

from game.engine.book import Book
from game.workshop.bench.yardstick import reach

Verdict = Literal["ok", "missed", "not measured"]

MOST_CALLS = 100_000


class NotMeasured(Exception):
    """A row cannot be measured here and now. Says why, as the end of a sentence."""


class Effort(NamedTuple):
    """How much is done for each figure."""

    repeats: int
    """Times that a row and what is beside it are measured in turns."""
    sample: float
    """Seconds that one such measurement takes at least."""
    processes: int
    """Repeats where each starts processes."""
    battles: int
    """Battles played to see what memory does."""


FULL = Effort(repeats=25, sample=0.01, processes=12, battles=1000)
QUICK = Effort(repeats=5, sample=0.004, processes=4, battles=150)


class Task(NamedTuple):
    """Work whose time is taken; `before` gets it ready each time and takes none of it."""

    run: Callable[[], object]
    before: Callable[[], object] | None = None
    parts: int = 1
    """So many equal pieces of work are done in one run; the time of one counts."""


REACH = Task(reach)


def _no_window() -> "Mapping[str, Callable[[Bench], float]]":
    return {}


class Bench(NamedTuple):
    """What a row is measured with."""

    books: Mapping[str, Book]
    effort: Effort
    window: "Callable[[], Mapping[str, Callable[[Bench], float]]]" = _no_window
    """How the rows about the window are measured, by their ids; ImportError if it has no use."""

    def beside(self, work: Task, other: Task = REACH) -> float:
        """The time of some work as a multiple of the other's."""
        return ratio(work, other, self.effort.repeats, self.effort.sample)

    def book(self, id: str) -> Book:
        """A rulebook; NotMeasured if it is not there."""
        if id not in self.books:
            raise NotMeasured(f"the rulebook {id!r} is not there yet")
        return self.books[id]


@dataclass(frozen=True)
class BenchRow:
    """One figure: what is measured beside what, and what it should come to."""

    id: str
    what: str
    limit: float
    beside: str
    measure: Callable[[Bench], float]
    is_least: bool = False
    """The limit is the least that is right, not the most: so many times faster."""

    @property
    def target(self) -> str:
        """The limit as people read it."""
        return f"{'≥' if self.is_least else '≤'} {self.limit:g} ×"


@dataclass(frozen=True)
class Measured:
    """What became of a row; `why` says why there is no ratio."""

    row: BenchRow
    ratio: float | None
    why: str = ""

    @property
    def verdict(self) -> Verdict:
        """Whether the row holds."""
        if self.ratio is None:
            return "not measured"
        row = self.row
        holds = self.ratio >= row.limit if row.is_least else self.ratio <= row.limit
        return "ok" if holds else "missed"


def measured(row: BenchRow, bench: Bench) -> Measured:
    """Measures one row."""
    try:
        return Measured(row, row.measure(bench))
    except NotMeasured as reason:
        return Measured(row, None, str(reason))


def ratio(work: Task, other: Task, repeats: int, sample: float) -> float:
    """The best time of the work over the best of the other, taken in turns."""
    best = beside = inf
    with _undisturbed():
        calls, others = _calls(work, sample), _calls(other, sample)
        for _ in range(repeats):
            best = min(best, seconds(work, calls))
            beside = min(beside, seconds(other, others))
    return best / beside


def _calls(task: Task, sample: float) -> int:
    """How many runs take about as long as a sample should; the first one only warms up."""
    seconds(task, 1)
    once = max(seconds(task, 1) * task.parts, 1e-7)
    return max(1, min(MOST_CALLS, round(sample / once)))


def seconds(task: Task, calls: int) -> float:
    """The mean time of one piece of the work over so many runs."""
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
    """Nothing is collected meanwhile, as it would fall on one side or the other by chance."""
    was = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
