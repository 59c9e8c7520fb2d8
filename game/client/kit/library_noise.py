"""Standard error, closed to the libraries that a window needs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

STDERR = 2
"""Descriptor that libraries write to, whatever `sys.stderr` is."""


@contextmanager
def unheard() -> Iterator[None]:
    """Discard the output of the system's libraries on standard error.

    Without a sound device or a display they write a dozen lines there, and only code linked to them
    could stop that. An exception reports whatever matters.
    """
    try:
        kept = os.dup(STDERR)
    except OSError:  # standard error is closed
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STDERR)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, STDERR)
        os.close(kept)
