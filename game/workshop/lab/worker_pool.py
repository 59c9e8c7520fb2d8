"""Play battles in several processes. The results don't depend on the number of processes."""

import os
import pickle
from collections.abc import Generator, Iterator, Mapping, Sequence
from multiprocessing.connection import wait
from typing import NamedTuple

from game.engine.book import Book
from game.play.signals import DelayedSignals
from game.play.worker_processes import CUT, Cut, Line, WorkerProcess, books_apart, heard
from game.terms.level import Level
from game.workshop.lab.one_battle import Fought, fought
from game.workshop.lab.seatings import Bout
from game.workshop.workshop_sentences import failure


class LabLevels(NamedTuple):
    """The levels to play, with their rulebooks."""

    levels: Sequence[Level]
    books: Mapping[str, Book]
    extra: tuple[str, ...] = ()
    """Names of packages with more rulebooks."""


Done = tuple[int, Fought]
"""Index of a battle, and its result."""


def cores() -> int:
    """Return the number of processes that this machine can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def all_fought(
    ground: LabLevels, plan: Sequence[Bout], jobs: int, signals: DelayedSignals
) -> Generator[Done]:
    """Play all battles, and yield each when it is over. Raise Failure if a process dies."""
    if jobs == 1:
        for number, bout in enumerate(plan):
            level = ground.levels[bout.level]
            yield number, fought(ground.books[level.rulebook], level, bout, signals.check)
    else:
        yield from _spread(ground, plan, jobs, signals)


def _spread(
    ground: LabLevels, plan: Sequence[Bout], jobs: int, signals: DelayedSignals
) -> Generator[Done]:
    todo = iter(enumerate(plan))
    at: dict[Line, int | None] = {}
    workers: dict[Line, WorkerProcess] = {}
    try:
        for _ in range(min(jobs, len(plan))):
            worker = WorkerProcess(work)
            workers[worker.line] = worker
        levels = pickle.dumps(tuple(ground.levels))
        books = tuple(dict.fromkeys(level.rulebook for level in ground.levels))
        for line in workers:
            _say(line, (books, ground.extra), levels)
            at[line] = _next(line, todo)
        while any(number is not None for number in at.values()):
            with signals.waiting():
                ready = wait([line for line, number in at.items() if number is not None])
            for line in workers:
                number = at[line]
                if line in ready and number is not None:
                    yield number, _played(workers[line], ground, plan[number])
                    at[line] = _next(line, todo)
    finally:
        for worker in workers.values():
            worker.kill()
        for worker in workers.values():
            worker.end()


def _say(line: Line, books: object, levels: bytes) -> None:
    """Send a process the books and levels. If it is gone, reading its answer will report that."""
    try:
        line.send(books)
        line.send_bytes(levels)
    except CUT:
        return


def _next(line: Line, todo: Iterator[tuple[int, Bout]]) -> int | None:
    """Send a process the next battle and return its index, or None if none is left."""
    number, bout = next(todo, (None, None))
    if bout is not None:
        try:
            line.send(bout)
        except CUT:
            return number
    return number


def _played(worker: WorkerProcess, ground: LabLevels, bout: Bout) -> Fought:
    """Return the result of the battle that a process has played. Raise Failure if it is dead."""
    try:
        return heard(worker.line, Fought)
    except Cut as cut:
        level = ground.levels[bout.level].id
        about = {"level": level, "seed": str(bout.seed), "end": worker.end()}
        raise failure("lab", "process_ended", why=str(cut), **about) from cut


def work(line: Line) -> None:
    """Run in each process: play the battles that come over the line."""
    ids, extra = line.recv()
    shelf = books_apart(extra)
    books = {id: shelf[id] for id in ids}  # before the levels, because this imports their types
    levels: tuple[Level, ...] = pickle.loads(line.recv_bytes())
    while True:
        bout: Bout = line.recv()
        level = levels[bout.level]
        line.send(fought(books[level.rulebook], level, bout, lambda: None))
