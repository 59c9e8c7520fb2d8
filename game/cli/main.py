"""The entry of the program, which hears signals before it imports anything else."""

import sys
from collections.abc import Iterable, Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None, extra: Iterable[str] = ()) -> int:
    """Run one command and return its exit code; `extra` names packages of further rulebooks.

    Without `argv` this is the program itself, which ends with the command: signals then end it at
    once. With `argv` they go back to whoever had them.
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
