"""Run one command, and report every failure in one sentence."""

import argparse
import atexit
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from game.cli.arguments import parser_of_commands
from game.cli.cli_sentences import said
from game.cli.standard_streams import complain, output_sentence, silence, take_closed, use_utf8
from game.cli.subcommands import OK, folder_of

INTERRUPTED = 130


def run(argv: Sequence[str], extra: Iterable[str]) -> int:
    """Run one command and return its exit code. `extra` names packages with more rulebooks."""
    atexit.register(gc.freeze)  # no need to collect garbage that ends with the process
    try:
        take_closed()
        use_utf8()
        return _run(argv, extra)
    except KeyboardInterrupt as stop:
        silence(sys.stdout)  # unread output must not delay the exit
        return getattr(stop, "code", INTERRUPTED)
    except BrokenPipeError:
        silence(sys.stdout)
        return OK
    except OSError as fault:
        silence(sys.stdout)
        return complain(output_sentence(fault))


def _run(argv: Sequence[str], extra: Iterable[str]) -> int:
    parser = parser_of_commands()
    args = parser.parse_args(argv)
    if not args.has_window:
        _refuse_pictures(parser, args)
    lacking = [name for name in args.streams if getattr(sys, name) is None]
    if lacking:
        return complain(said("stream", f"closed_{'in' if lacking[0] == 'stdin' else 'out'}put"))
    code = _translated(args, extra) if args.language is not None else _guarded(args, extra)
    if sys.stdout is not None:
        sys.stdout.flush()
    return code


def _refuse_pictures(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Refuse screenshot options, also before the command, if the command opens no window."""
    for name in ("screenshot", "frames"):
        if getattr(args, name) != parser.get_default(name):
            parser.error(said("option", "no_window", name=name))


def _translated(args: argparse.Namespace, extra: Iterable[str]) -> int:
    """Run the command in another language."""
    from game.terms.languages import language_of, spoken
    from game.terms.texts import BadTexts

    try:
        language = language_of(args.language)
    except BadTexts as fault:
        return complain(str(fault))
    with spoken(language):
        return _guarded(args, extra)


def _guarded(args: argparse.Namespace, extra: Iterable[str]) -> int:
    """Run the command. Report a failure in one sentence on standard error."""
    from game.engine.bookshelf import LazyBookshelf
    from game.play.signals import Stopping, handled
    from game.record.failure import Failure

    packages = tuple(extra)

    def find() -> Any:
        """Return the rulebooks, imported on demand."""
        from game.rules.registry import BooksOnDemand

        return BooksOnDemand(packages, _set_aside)

    if args.data_dir == "":
        return complain(said("option", "empty_folder"))
    try:
        command: Callable[[argparse.Namespace, Any], int] = args.run
        with handled(Stopping()):
            return command(args, LazyBookshelf(packages, find))
    except Failure as failure:
        return complain(str(failure))
    except OSError:
        raise
    except Exception as fault:  # report a sentence, not a traceback
        return complain(_crash_sentence(fault, args))


def _crash_sentence(fault: Exception, args: argparse.Namespace) -> str:
    try:
        from game.referee.terminal_commands import crash_sentence

        return crash_sentence(fault, folder_of(args), None)
    except Exception:  # the installation itself may be damaged
        return f"The game failed ({type(fault).__name__}: {fault}). Try installing it again."


def _set_aside(name: str, reason: str) -> None:
    complain(said("rulebook", "unusable", name=name, why=reason))
