"""Standard error, kept from the libraries that a window needs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

STDERR = 2
"""The descriptor that libraries write to, whatever `sys.stderr` is."""


@contextmanager
def unheard() -> Iterator[None]:
    """Keep what the system's libraries write on standard error to themselves.

    Where there is no sound device or no display they write a dozen lines there, and can only be
    told not to by what is linked to them. What of it matters, an exception says.
    """
    try:
        kept = os.dup(STDERR)
    except OSError:  # it is closed
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
