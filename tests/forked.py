"""Programs for tests that kill them, forked from one process that has imported their modules.

Importing takes longer than most of them live.
"""

import os
import warnings
from collections.abc import Callable
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import Any, BinaryIO

_kind = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
_processes: Any = get_context(_kind)
_processes.set_forkserver_preload(["tests.client.mashing", "tests.client.roaming"])


class Forked:
    """A process that calls a function of a module, and its output."""

    def __init__(self, program: Callable[..., object], *args: str) -> None:
        out, child_out = _processes.Pipe(duplex=False)
        errors, child_errors = _processes.Pipe(duplex=False)
        self._process = _processes.Process(
            target=_run, args=(program, args, child_out, child_errors), daemon=True
        )
        self._process.start()
        for end in (child_out, child_errors):
            end.close()  # the process has them now, and its end closes them
        self.stdout, self.stderr = _file(out), _file(errors)

    def kill(self) -> None:
        """Kill the process, which can't prevent it, and wait for its end."""
        self._process.kill()
        self._process.join()

    def trouble(self) -> bytes:
        """Return the error output of an ended process."""
        with self.stderr:
            return self.stderr.read()


def _file(end: Connection) -> BinaryIO:
    file = os.fdopen(os.dup(end.fileno()), "rb")
    end.close()
    return file


def _run(
    program: Callable[..., object], args: tuple[str, ...], out: Connection, errors: Connection
) -> None:
    warnings.simplefilter("error")
    os.dup2(out.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    out.close()
    errors.close()
    program(*args)
