"""The program's entry point. Signals are handled before anything else is imported."""

import sys
from collections.abc import Iterable, Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None, extra: Iterable[str] = ()) -> int:
    """Run one command and return its exit code. `extra` names packages with more rulebooks.

    Without `argv`, run as the program: read the command line, and let signals end the process at
    once. With `argv`, restore signal handling afterwards.
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
