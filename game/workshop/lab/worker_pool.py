"""Play battles in several processes. The results don't depend on the number of processes."""

import os
import pickle
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from game.engine.book import Book
from game.play.signals import DelayedSignals
from game.play.worker_processes import Line, Pickled, books_apart
from game.record.failure import Failure
from game.terms.level import Level
from game.workshop.lab.one_battle import Fought, fought
from game.workshop.lab.process_pool import PoolWork, spread
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
Result = TypeVar("Result")
Play = Callable[[Book, Level, Bout, Callable[[], object]], Result]
"""A function that plays a battle to its end, and calls its last argument before every step."""


def cores() -> int:
    """Return the number of processes that this machine can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def all_fought(
    ground: LabLevels, plan: Sequence[Bout], jobs: int, signals: DelayedSignals
) -> Generator[Done]:
    """Play all battles, and yield each when it is over. Raise Failure if a process dies."""
    return all_played(fought, Fought, ground, plan, jobs, signals)


def all_played(
    play: Play[Result],
    result: type[Result],
    ground: LabLevels,
    plan: Sequence[Bout],
    jobs: int,
    signals: DelayedSignals,
) -> Generator[tuple[int, Result]]:
    """Play all battles by `play`; yield the index and result of each when it is over.

    `play` is a function of a module, so that processes can import it. Raise Failure if a process
    dies.
    """
    if jobs == 1:
        for number, bout in enumerate(plan):
            level = ground.levels[bout.level]
            yield number, play(ground.books[level.rulebook], level, bout, signals.check)
        return

    def dead(bout: Bout, why: str, end: str) -> Failure:
        """Return the error for a process that has died in a battle."""
        level = ground.levels[bout.level].id
        return failure("lab", "process_ended", level=level, seed=str(bout.seed), why=why, end=end)

    books = tuple(dict.fromkeys(level.rulebook for level in ground.levels))
    greeting = (books, ground.extra, play), Pickled(tuple(ground.levels))
    yield from spread(PoolWork(work, greeting, result, dead), plan, jobs, signals)


def work(line: Line) -> None:
    """Run in each process: play the battles that come over the line."""
    ids, extra, play = line.recv()
    shelf = books_apart(extra)
    books = {id: shelf[id] for id in ids}  # before the levels, because this imports their types
    levels: tuple[Level, ...] = pickle.loads(line.recv_bytes())
    while True:
        bout: Bout = line.recv()
        level = levels[bout.level]
        line.send(play(books[level.rulebook], level, bout, lambda: None))
