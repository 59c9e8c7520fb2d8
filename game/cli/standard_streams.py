"""Standard input, output and error: the same bytes on every system, and one-sentence errors."""

import contextlib
import io
import os
import sys
from typing import TextIO

from game.cli.cli_sentences import said

FAILED = 2
LONGEST = 1200
"""Maximum length of an error message."""


def take_closed() -> None:
    """Occupy the descriptors of closed standard streams.

    Otherwise a file could get one of them, and libraries would write error messages into the file.
    """
    for stream in (0, 1, 2):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # this takes the lowest free descriptor


def use_utf8() -> None:
    """Make the streams use UTF-8 and the same line ends on every system."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def silence(stream: TextIO | None) -> None:
    """Discard a stream's output, so that Python doesn't report unwritten output at exit."""
    if stream is None:
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(sentence: str) -> int:
    """Print an error on standard error and return the exit code of a failure."""
    words = " ".join(sentence.split())
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} … {words[-LONGEST // 3 :]}"
    if sys.stderr is not None:
        try:
            sys.stderr.write(words + "\n")
            sys.stderr.flush()
        except OSError:
            silence(sys.stderr)
    return FAILED


def output_sentence(fault: OSError) -> str:
    """Return an error sentence for output that can't be written."""
    from game.record.safe_files import reason

    if fault.filename:
        return said("stream", "failed_file", file=str(fault.filename), why=reason(fault))
    return said("stream", "failed", why=reason(fault))
