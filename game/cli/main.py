"""The program's entry point. Signals are handled before anything else is imported."""

import sys
from collections.abc import Iterable, Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None, extra: Iterable[str] = ()) -> int:
    """Run one command and return its exit code; `extra` names packages with more rulebooks.

    Without `argv` this is the program itself: it exits with the command, and signals exit it at
    once. With `argv`, signal handling is restored afterwards.
    """
    try:
        from game.play.signals import hand_over, handled, leave
    except KeyboardInterrupt:
        return INTERRUPTED

    if argv is not None:
        with handled(leave):
            from game.cli.command_runner import run

            return run(argv, extra)
    hand_over(leave)
    from game.cli.command_runner import run

    try:
        return run(sys.argv[1:], extra)
    finally:
        hand_over(leave)
