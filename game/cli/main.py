"""The program's entry point. Signals are handled before anything else is imported."""

import gc
import sys
from collections.abc import Iterable, Sequence

INTERRUPTED = 130
SELDOM = 100_000
"""Number of new objects before garbage is collected. It is high, because imported modules are never
garbage.
"""


def main(argv: Sequence[str] | None = None, extra: Iterable[str] = ()) -> int:
    """Run one command and return its exit code. `extra` names packages with more rulebooks.

    Without `argv`, run as the program: read the command line, and let signals end the process at
    once. With `argv`, restore signal handling and garbage collection afterwards.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(SELDOM, *thresholds[1:])
    try:
        from game.play.signals import hand_over, handled, leave
    except KeyboardInterrupt:
        return INTERRUPTED

    if argv is not None:
        try:
            with handled(leave):
                from game.cli.command_runner import run

                return run(argv, extra)
        finally:  # the program itself ends, and this would first collect all its modules
            gc.set_threshold(*thresholds)
    hand_over(leave)
    from game.cli.command_runner import run

    try:
        return run(sys.argv[1:], extra)
    finally:
        hand_over(leave)
