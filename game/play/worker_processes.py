"""Worker processes, each connected to this process by a pipe.

They are started fresh (`spawn`), so they share nothing with this process, and they end with it.
"""

import multiprocessing as mp
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from game.engine.book import Book
from game.play.computer_answers import PlayerFault, fault_of
from game.play.play_sentences import said
from game.rules.registry import BooksOnDemand
from game.terms.texts import Language, Texts

CONTEXT = mp.get_context("spawn")

Line = Connection
"""One end of the pipe between two processes."""

GRACE = 1.0
"""Number of seconds that a process gets to end by itself."""

CUT = (EOFError, OSError)
"""Exceptions raised if the other end of a line is gone."""


T = TypeVar("T")


class Cut(Exception):
    """The error for a process that is gone, or whose work has failed; the message says which."""


class WorkFailed(Cut):
    """The error for a process whose work has failed, and which therefore ends by itself."""


class WorkerProcess:
    """A process that runs `work(line, *args)`.

    The attribute `line` is this process's end of the pipe.
    """

    def __init__(self, work: Callable[..., None], *args: object) -> None:
        self.line, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(
            target=_run, args=(work, theirs, Texts.language, *args), daemon=True
        )
        with _unheard():
            self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid or 0

    def kill(self) -> None:
        """Kill the process, which cuts the line."""
        self._process.kill()

    def end(self, grace: float | None = GRACE) -> str:
        """End the process if it is still running; return its exit code or signal in words.

        It gets `grace` seconds to end by itself; None: as long as it takes.
        """
        self.line.close()
        self._process.join(grace)
        self._process.kill()
        self._process.join()
        code = self._process.exitcode or 0
        return said("process", "signal", n=-code) if code < 0 else said("process", "code", n=code)


class Pickled(NamedTuple):
    """A message to send pickled: the process must find the book before it can read it."""

    value: object


class TalkingProcess:
    """A worker process whose messages are sent by a thread, because sending can block."""

    def __init__(self, work: Callable[..., None]) -> None:
        self.process = WorkerProcess(work)
        self._waiting: SimpleQueue[Any] = SimpleQueue()
        # A full pipe blocks the sender until the process reads, and the window must not wait for
        # that. The thread is a daemon, so that a stuck process can't keep the program from ending.
        Thread(target=_talk, args=(self.process.line, self._waiting), daemon=True).start()

    def say(self, message: object) -> None:
        """Send a message as soon as possible."""
        self._waiting.put(message)

    def end(self) -> None:
        """Kill the process without waiting for it to exit."""
        self.process.kill()
        self.release()

    def release(self) -> None:
        """Cut the line after the last message; the process ends when it notices that."""
        self._waiting.put(None)


def _talk(line: Line, waiting: "SimpleQueue[Any]") -> None:
    """Send the queued messages, then close the line."""
    while (message := waiting.get()) is not None:
        try:
            if isinstance(message, Pickled):
                line.send_bytes(pickle.dumps(message.value))
            else:
                line.send(message)
        except CUT:
            continue
    line.close()


def books_apart(extra: Iterable[str]) -> Mapping[str, Book]:
    """Return the rulebooks for a worker. It doesn't report unusable ones: the main process has."""
    return BooksOnDemand(extra, _untold)


def _untold(name: str, reason: str) -> None:
    """Report nothing, because the main process has reported the book."""


def heard(line: Line, kind: type[T]) -> T:
    """Return the next message of a process, of type `kind`. Raise Cut if the process is gone."""
    try:
        message = line.recv()
    except CUT as fault:
        raise Cut(said("process", "gone")) from fault
    if isinstance(message, PlayerFault):
        raise WorkFailed(message.what)
    assert isinstance(message, kind)
    return message


def _run(work: Callable[..., None], line: Line, language: Language | None, *args: object) -> None:
    """Run the work in the process, in the language of the main process.

    Leave Ctrl-C to the main process, and end with it. If the work fails, send the error as the last
    message.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Texts.language = language
    with suppress(*CUT):
        try:
            work(line, *args)
        except CUT:
            raise
        except Exception as fault:  # the other end reports it
            line.send(fault_of(fault))
            raise SystemExit(1) from None


@contextmanager
def _unheard() -> Iterator[None]:
    """Make processes started in this context ignore Ctrl-C; this process receives it afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # first, because it unblocks the signal when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
