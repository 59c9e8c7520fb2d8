"""A way to keep the window's libraries from writing to standard error."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

STDERR = 2
"""Descriptor that libraries write to, even if `sys.stderr` is redirected."""


@contextmanager
def unheard() -> Iterator[None]:
    """Discard the output of system libraries on standard error.

    Without a sound device or a display they write a dozen lines there, and Python code can't switch
    that off. An exception reports anything that matters.
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
