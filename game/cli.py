"""The command line. What a command needs is imported when it runs, so each starts quickly."""

import argparse
import atexit
import contextlib
import gc
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn, TextIO

from game import __version__

OK, FAILED, INTERRUPTED = 0, 2, 130
LONGEST = 1200
"""No complaint has more letters."""
SELDOM = 100_000
"""So many objects are made before any are looked through: what is imported is no garbage."""

LEVEL = "a level's id or file, or a saved battle"

EXAMPLES = """examples:
  five-tables                                     the game, in its window
  five-tables play toll_bar                       at a table at once
  five-tables --safe-mode                         if the window gives trouble
  five-tables levels                              what can be played
  five-tables watch yard                          computer players at a level
  five-tables referee yard --seed 7               play over standard input and output
  five-tables referee yard --players blue=random --view red
  five-tables replay battle.jsonl --verify        whether a battle follows from its record
  five-tables new-level mine.toml --rulebook contest
  five-tables check mine.toml                     what is wrong with a level
  five-tables schema > levels.schema.json         for editors: what a level may say
  five-tables schema --protocol                   the form of every message of the referee
  five-tables lab yard --players soldier,novice   who wins how often, over many battles
  five-tables bench                               the speed figures, as ratios
"""


class _Parser(argparse.ArgumentParser):
    """Says in one sentence on standard error what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{self.prog}: {message} (--help lists what is possible)")
        raise SystemExit(FAILED)


def main(argv: Sequence[str] | None = None, extra: Iterable[str] = ()) -> int:
    """Runs one command and returns its exit code; `extra` names packages of further rulebooks."""
    thresholds = gc.get_threshold()
    gc.set_threshold(SELDOM, *thresholds[1:])
    atexit.register(gc.freeze)  # what is left at the end goes with the process
    try:
        _use_utf8()
        return _run(sys.argv[1:] if argv is None else argv, extra)
    except KeyboardInterrupt as stop:
        _silence(sys.stdout)  # what nobody reads must not hold the end up
        return getattr(stop, "code", INTERRUPTED)
    except BrokenPipeError:
        _silence(sys.stdout)
        return OK
    except OSError as fault:
        _silence(sys.stdout)
        return _complain(_output_sentence(fault))
    finally:
        gc.set_threshold(*thresholds)


def _run(argv: Sequence[str], extra: Iterable[str]) -> int:
    parser = _parser(argv[0] if argv and argv[0] in _COMMANDS else None)
    args = parser.parse_args(argv)
    lacking = [name for name in args.streams if getattr(sys, name) is None]
    if lacking:
        name = "input" if lacking[0] == "stdin" else "output"
        return _complain(f"Standard {name} is closed; this command needs it.")
    code = _guarded(args, extra)
    if sys.stdout is not None:
        sys.stdout.flush()
    return code


def _guarded(args: argparse.Namespace, extra: Iterable[str]) -> int:
    """Runs the command; failures become one sentence on standard error."""
    from game.session.failure import Failure

    if args.data_dir == "":
        return _complain("--data-dir needs the path of a folder; it is empty.")
    try:
        run: Callable[[argparse.Namespace, Any], int] = args.run
        return run(args, _Books(extra))
    except Failure as failure:
        return _complain(str(failure))
    except OSError:
        raise
    except Exception as fault:  # nobody shall see a traceback instead of a sentence
        return _complain(_crash_sentence(fault, args))


def _crash_sentence(fault: Exception, args: argparse.Namespace) -> str:
    from game.session.programs import crash_sentence

    return crash_sentence(fault, _folder(args), None)


def _folder(args: argparse.Namespace) -> Path:
    """Where saves and settings are."""
    from game.session.folders import data_dir

    return data_dir(args.data_dir)


class _Books(Mapping[str, Any]):
    """The rulebooks. Nothing of them is imported before one is asked for."""

    def __init__(self, extra: Iterable[str]) -> None:
        self.extra = tuple(extra)

    @cached_property
    def _shelf(self) -> Mapping[str, Any]:
        from game.rules.registry import Shelf

        return Shelf(self.extra, self._tell)

    @staticmethod
    def _tell(name: str, reason: str) -> None:
        _complain(f"The rulebook {name!r} is set aside: {reason}")

    def __getitem__(self, id: str) -> Any:
        return self._shelf[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf)

    def __len__(self) -> int:
        return len(self._shelf)


def _complain(sentence: str) -> int:
    words = " ".join(sentence.split())
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} … {words[-LONGEST // 3 :]}"
    if sys.stderr is not None:
        try:
            sys.stderr.write(words + "\n")
            sys.stderr.flush()
        except OSError:
            _silence(sys.stderr)
    return FAILED


def _output_sentence(fault: OSError) -> str:
    from game.session.files import reason

    where = f" ({fault.filename!r})" if fault.filename else ""
    return f"Something outside the game has failed{where}: {reason(fault)}."


# The commands


def _referee(args: argparse.Namespace, books: Any) -> int:
    from game.session.opening import Options
    from game.session.programs import play_referee

    options = Options(args.level, args.level_stdin, args.seed, args.dice, args.players, args.view)
    streams = sys.stdin.buffer, sys.stdout.buffer
    return play_referee(options, books, streams, _folder(args), _complain)


def _window(args: argparse.Namespace, books: Any) -> int:
    """The title, with no command."""
    return _opened(args, books, None, "played")


def _play(args: argparse.Namespace, books: Any) -> int:
    return _opened(args, books, _options(args), "played")


def _duel(args: argparse.Namespace, books: Any) -> int:
    return _opened(args, books, _options(args), "outside")


def _options(args: argparse.Namespace) -> Any:
    from game.session.opening import Options

    return Options(level=args.level, seed=args.seed, players=args.players)


def _opened(args: argparse.Namespace, books: Any, options: Any, seats: str) -> int:
    """A window at the title, or at a table where `seats` says who plays."""
    from game.client.program import open_window

    frames = None
    if args.screenshot is not None:
        frames = max(1, args.frames), Path(args.screenshot)
    folder, is_safe = _folder(args), args.safe_mode
    return open_window(books, folder, _complain, _rooms, options, seats, frames, is_safe)


def _rooms() -> Any:
    """What lies behind the title; it needs all that battles need."""
    from game.client import rooms

    return rooms


def _watch(args: argparse.Namespace, books: Any) -> int:
    from game.session.programs import play_watch

    options = _options(args)
    if not args.text:
        return _opened(args, books, options, "watched")
    play_watch(options, books, sys.stdout, _folder(args), args.fast, _complain)
    return OK


def _replay(args: argparse.Namespace, books: Any) -> int:
    from game.session.replaying import tell_text, verify

    if args.verify:
        return verify(Path(args.file), books, sys.stdout)
    return tell_text(Path(args.file), books, sys.stdout, _complain)


def _levels(args: argparse.Namespace, books: Any) -> int:
    from game.session.programs import list_levels

    len(books)  # what cannot be played is told too
    list_levels(sys.stdout)
    return OK


def _schema(args: argparse.Namespace, books: Any) -> int:
    from game.session.authoring import print_level_schema
    from game.session.programs import print_schema

    write = print_schema if args.protocol else print_level_schema
    write(books, args.rulebook, sys.stdout)
    return OK


def _check(args: argparse.Namespace, books: Any) -> int:
    if args.resolved is not None:
        return _resolve(args, books)
    from game.session.checking import check, tell, tell_json

    write = tell_json if args.json else tell
    found = write(check(args.paths, books, _trying() if args.strict else None), sys.stdout)
    return found.code(args.strict)


def _trying() -> Any:
    """What tries levels; it needs all that battles need."""
    from game.session.expectations import tried

    return tried


def _resolve(args: argparse.Namespace, books: Any) -> int:
    from game.session.resolved import tell_resolved

    return tell_resolved(args.resolved, books, sys.stdout, args.json)


def _new_level(args: argparse.Namespace, books: Any) -> int:
    from game.session.authoring import new_level

    new_level(args.path, args.rulebook, books, sys.stdout)
    return OK


def _lab(args: argparse.Namespace, books: Any) -> int:
    from game.session.lab.running import Streams, Wanted, lab

    wanted = Wanted(args.levels, args.n, args.jobs, args.players, args.seed, args.json)
    return lab(books, books.extra, wanted, Streams(sys.stdout, sys.stderr), _folder(args))


def _bench(args: argparse.Namespace, books: Any) -> int:
    from game.session.bench.running import Wanted, bench

    wanted = Wanted(args.row or (), args.quick, args.json)
    return bench(books, wanted, sys.stdout, sys.stderr, _window_figures)


def _window_figures() -> Any:
    """How the window's speed is measured; it needs pygame."""
    from game.client.bench import FIGURES

    return FIGURES


# The arguments


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal; argparse itself imports much to find that out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size().columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def _parser(only: str | None) -> argparse.ArgumentParser:
    """Knows all commands, or just the one that is given."""
    parser = _Parser(
        prog="five-tables",
        description="Tactics at five tables: one grid, five rulebooks, nothing hidden about luck.",
        epilog=EXAMPLES,
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    _add_common(parser, None, False)
    parser.add_argument("--version", action="version", version=f"five-tables {__version__}")
    _add_window(parser)
    parser.set_defaults(run=_window, streams=())
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", prog=parser.prog, parser_class=_Parser
    )
    for name in _COMMANDS if only is None else (only,):
        run, about, example, fill = _COMMANDS[name]
        made = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=f"example:\n  five-tables {example}",
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        made.set_defaults(run=run, streams=("stdout",))
        _add_common(made, argparse.SUPPRESS, argparse.SUPPRESS)
        fill(made)
    return parser


def _option(metavar: str, about: str, **more: Any) -> dict[str, Any]:
    return {"metavar": metavar, "help": about, **more}


def _add_common(parser: argparse.ArgumentParser, folder: str | None, is_safe: bool | str) -> None:
    """Before the command or after it; there, without defaults that would undo the former."""
    about = "where saves and settings are kept"
    parser.add_argument("--data-dir", **_option("DIR", about, default=folder))
    about = "a window with the settings of a new game, without sound and motion"
    parser.add_argument("--safe-mode", action="store_true", default=is_safe, help=about)


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    pass


def _add_new_level(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", **_option("PATH", "a file that is not there yet"))
    about = "the id of the rulebook it is for"
    parser.add_argument("--rulebook", **_option("BOOK", about, required=True))


def _add_schema(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--protocol", action="store_true", help="of the referee's messages")
    parser.add_argument("--rulebook", **_option("BOOK", "only with what this rulebook brings"))


def _add_check(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    which = parser.add_mutually_exclusive_group(required=True)
    about = "levels by their ids or files, or folders of them"
    which.add_argument("paths", **_option("PATH", about, nargs="*", default=[]))
    about = "show the final figures of this level's units, and where each comes from"
    which.add_argument("--resolved", **_option("LEVEL", about))
    about = "mind warnings too; play the levels, and try what they say is to be expected of them"
    add("--strict", action="store_true", help=about)
    add("--json", action="store_true", help="print a list of objects, one for each finding")


def _add_bench(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--row", **_option("ID", "only this row; may be given several times", action="append"))
    add("--quick", action="store_true", help="fewer repeats: sooner done, and less exact")
    add("--json", action="store_true", help="print a list of objects, one for each row")


def _add_lab(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("levels", **_option("LEVEL", "levels by their ids or files", nargs="+"))
    add("-n", **_option("N", "so many battles of each level (100)", default="100"))
    add("--jobs", **_option("J", "processes at once; as many as there are cores if not given"))
    about = "who plays, in turn over the sides and with these changed (soldier,soldier)"
    add("--players", **_option("WHO", about, default="soldier,soldier"))
    add("--seed", **_option("N", "the first seed of the dice (1)", default="1"))
    add("--json", action="store_true", help="print a list of objects, one for each level")


def _add_window(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    about = "save a picture of the window and leave; needs no display"
    add("--screenshot", **_option("FILE", about))
    add("--frames", **_option("N", "draw so many pictures first", type=int, default=60))


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", **_option("LEVEL", LEVEL))
    parser.add_argument("--seed", **_option("N", "the seed of the dice; random if not given"))
    about = "as in red=human,blue=soldier"
    parser.add_argument("--players", **_option("WHO", about))
    _add_window(parser)
    parser.set_defaults(streams=())


def _add_watch(parser: argparse.ArgumentParser) -> None:
    _add_table(parser)
    parser.add_argument("--text", action="store_true", help="tell it in the terminal")
    parser.add_argument("--fast", action="store_true", help="without pauses, as text")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", **_option("FILE", "a replay or a saved battle"))
    which = parser.add_mutually_exclusive_group()
    about = "play it again, comparing every state: exit code 0 if equal, 1 if not"
    which.add_argument("--verify", action="store_true", help=about)
    which.add_argument("--text", action="store_true", help="tell it in words (the default)")


def _add_referee(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(streams=("stdin", "stdout"))
    parser.add_argument("level", **_option("LEVEL", LEVEL, nargs="?"))
    add = parser.add_argument
    add("--level-stdin", **_option("MARK", "read the level from the input, up to a line MARK"))
    add("--seed", **_option("N", "the seed of the dice; random if not given"))
    add("--dice", **_option("FACES", "first dice as in 6,1,4; or `ask` to be asked for each"))
    add("--players", **_option("WHO", "as in red=stdio,blue=random; stdio if not given"))
    add("--view", **_option("SIDE", "show only what this side may see"))


_COMMANDS: Mapping[str, tuple[Any, str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "levels": (_levels, "lists the levels with their ids", "levels", _add_nothing),
    "play": (
        *(_play, "plays a level in the window, against computer players"),
        *("play yard --players red=human,blue=soldier", _add_table),
    ),
    "duel": (_duel, "plays a level in the window, people on all sides", "duel yard", _add_table),
    "watch": (_watch, "shows computer players at a level", "watch yard", _add_watch),
    "referee": (
        *(_referee, "plays a level over standard input and output"),
        *("referee yard --seed 7 --players blue=random --view red", _add_referee),
    ),
    "replay": (_replay, "shows a battle again", "replay FILE --verify", _add_replay),
    "check": (_check, "looks for mistakes in levels", "check yard --strict", _add_check),
    "new-level": (
        *(_new_level, "writes a small level to begin with"),
        *("new-level mine.toml --rulebook contest", _add_new_level),
    ),
    "schema": (
        *(_schema, "prints the JSON Schema of levels, or of the referee's messages"),
        *("schema --rulebook contest > contest.schema.json", _add_schema),
    ),
    "lab": (
        *(_lab, "plays computer players against each other, and counts who wins"),
        *("lab yard bridge -n 200 --players soldier,novice", _add_lab),
    ),
    "bench": (
        *(_bench, "measures the speed figures, each as a ratio within one process"),
        *("bench --quick --row undo --row cover", _add_bench),
    ),
}
"""Of each command what runs it, what it does, an example, and what adds its arguments."""


# The streams


def _use_utf8() -> None:
    """The same bytes on every system."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _silence(stream: TextIO | None) -> None:
    """Spares the interpreter a complaint at its end about what it could not write."""
    if stream is None:
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
