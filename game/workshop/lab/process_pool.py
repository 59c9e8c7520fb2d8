"""Work through a list of tasks in several processes."""

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Generic, NamedTuple, TypeVar

from game.play.signals import DelayedSignals
from game.play.worker_processes import CUT, Cut, Line, Pickled, WorkerProcess, WorkFailed, heard
from game.record.failure import Failure

Task = TypeVar("Task")
Result = TypeVar("Result")


class PoolWork(NamedTuple, Generic[Task, Result]):
    """What the processes of a pool do."""

    work: Callable[[Line], None]
    """Function that runs in each process: it reads the greeting, then answers task by task."""
    greeting: tuple[object, ...]
    """Messages to every process before its first task."""
    result: type[Result]
    dead: Callable[[Task, str, str], Failure]
    """Function that returns the error if a process dies, from its task, the reason and its end."""


def spread(
    pool: PoolWork[Task, Result], tasks: Sequence[Task], jobs: int, signals: DelayedSignals
) -> Generator[tuple[int, Result]]:
    """Yield the index and result of each task as soon as it is done.

    Raise Failure if a process dies.
    """
    todo = iter(enumerate(tasks))
    at: dict[Line, int | None] = {}
    workers: dict[Line, WorkerProcess] = {}
    try:
        for _ in range(min(jobs, len(tasks))):
            worker = WorkerProcess(pool.work)
            workers[worker.line] = worker
        for line in workers:
            _greet(line, pool.greeting)
            at[line] = _next(line, todo)
        while any(number is not None for number in at.values()):
            with signals.waiting():
                ready = wait([line for line, number in at.items() if number is not None])
            for line in workers:
                number = at[line]
                if line in ready and number is not None:
                    yield number, _result(workers[line], pool, tasks[number])
                    at[line] = _next(line, todo)
    finally:
        for worker in workers.values():
            worker.kill()
        for worker in workers.values():
            worker.end()


def _greet(line: Line, greeting: Sequence[object]) -> None:
    """Send a process the greeting. If it is gone, reading its answer will report that."""
    try:
        for message in greeting:
            if isinstance(message, Pickled):
                line.send_bytes(pickle.dumps(message.value))
            else:
                line.send(message)
    except CUT:
        return


def _next(line: Line, todo: Iterator[tuple[int, Task]]) -> int | None:
    """Send a process the next task and return its index, or None if none is left."""
    number, task = next(todo, (None, None))
    if number is not None:
        try:
            line.send(task)
        except CUT:
            return number
    return number


def _result(worker: WorkerProcess, pool: PoolWork[Task, Result], task: Task) -> Result:
    """Return the result of the task of a process. Raise Failure if it is dead."""
    try:
        return heard(worker.line, pool.result)
    except Cut as cut:
        end = worker.end(None) if isinstance(cut, WorkFailed) else worker.end()
        raise pool.dead(task, str(cut), end) from cut
