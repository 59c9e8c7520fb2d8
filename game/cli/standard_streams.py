"""Standard input, output and error: the same bytes everywhere, and one sentence for a complaint."""

import contextlib
import io
import os
import sys
from typing import TextIO

FAILED = 2
LONGEST = 1200
"""No complaint has more letters."""


def take_closed() -> None:
    """Take the descriptors of closed streams, lest a file gets one and libraries write into it."""
    for stream in (0, 1, 2):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest that is free


def use_utf8() -> None:
    """Make the output the same bytes on every system."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def silence(stream: TextIO | None) -> None:
    """Drop a stream, so that the interpreter does not complain at its end about unwritten
    output.
    """
    if stream is None:
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(sentence: str) -> int:
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
    from game.record.safe_files import reason

    where = f" ({fault.filename!r})" if fault.filename else ""
    return f"Something outside the game has failed{where}: {reason(fault)}."
