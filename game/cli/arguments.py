"""The commands, their arguments and their help."""

import argparse
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from game import __version__
from game.cli import subcommands
from game.cli.standard_streams import FAILED, complain

if TYPE_CHECKING:
    from game.engine.bookshelf import Bookshelf

LEVEL = "a level's id or file, or a saved battle"

EXAMPLES = """examples:
  five-tables                                     the game, in its window
  five-tables play toll_bar                       at a table at once
  five-tables play fifth_table                    a campaign
  five-tables --safe-mode                         if the window gives trouble
  five-tables levels                              what can be played
  five-tables watch yard                          computer players at a level
  five-tables referee yard --seed 7               play over standard input and output
  five-tables referee yard --players blue=random --view red
  five-tables replay battle.jsonl --verify        whether a battle follows from its record
  five-tables new-level mine.toml --rulebook contest
  five-tables new-campaign my_road --rulebook action
  five-tables check mine.toml                     what is wrong with a level
  five-tables check --book contest                what a rulebook lacks
  five-tables schema -o levels.schema.json        for editors: what a level may say
  five-tables schema --protocol                   the form of every message of the referee
  five-tables rules reach                         rules that tell of something
  five-tables lab yard --players soldier,novice   who wins how often, over many battles
  five-tables bench                               the speed figures, as ratios
"""


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one sentence on standard error."""

    def error(self, message: str) -> NoReturn:
        """Report a wrong argument in one sentence and exit."""
        complain(f"{self.prog}: {message} (--help lists what is possible)")
        raise SystemExit(FAILED)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. argparse finds out the width too, but with slow imports."""

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


def parser_of(only: str | None) -> argparse.ArgumentParser:
    """Return a parser for all commands, or for just the one that is given."""
    parser = Parser(
        prog="five-tables",
        description="Tactics at five tables: one grid, five rulebooks, nothing hidden about luck.",
        epilog=EXAMPLES,
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    _add_common(parser, None, False)
    parser.add_argument("--version", action="version", version=f"five-tables {__version__}")
    _add_window(parser, None, 60)
    parser.set_defaults(run=subcommands.window, streams=())
    added = parser.add_subparsers(
        title="commands", metavar="COMMAND", prog=parser.prog, parser_class=Parser
    )
    for name in COMMANDS if only is None else (only,):
        run, about, example, fill = COMMANDS[name]
        made = added.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=f"example:\n  five-tables {example}",
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        made.set_defaults(run=run, streams=("stdout",), has_window=False)
        _add_common(made, argparse.SUPPRESS, argparse.SUPPRESS)
        fill(made)
    return parser


def _option(metavar: str, about: str, **more: Any) -> dict[str, Any]:
    return {"metavar": metavar, "help": about, **more}


def _add_common(parser: argparse.ArgumentParser, folder: str | None, is_safe: bool | str) -> None:
    """Add the options that may precede or follow the command; after it, without defaults."""
    about = "where saves and settings are kept"
    parser.add_argument("--data-dir", **_option("DIR", about, default=folder))
    about = "a window with the settings of a new game, without sound and motion"
    parser.add_argument("--safe-mode", action="store_true", default=is_safe, help=about)


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    pass


def _add_new_level(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", **_option("PATH", "a file that is not there yet"))
    about = "the id of the rulebook it is for"
    parser.add_argument("--rulebook", **_option("BOOK", about))


def _add_new_campaign(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", **_option("FOLDER", "a folder that is not there yet"))
    about = "the id of the rulebook whose figures the roster are"
    parser.add_argument("--rulebook", **_option("BOOK", about))


def _add_schema(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--protocol", action="store_true", help="of the referee's messages")
    which.add_argument("--campaign", action="store_true", help="of campaigns")
    parser.add_argument("--rulebook", **_option("BOOK", "only with what this rulebook brings"))
    about = "write it into this file, whose name ends in .json"
    parser.add_argument("-o", **_option("FILE", about), dest="file")


def _add_check(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    about = "levels and campaigns by their ids or files, or folders of them"
    add("paths", **_option("PATH", about, nargs="*"))
    about = "check a rulebook instead: its lists, texts, pictures and rules, and by random play"
    add("--book", **_option("ID", about))
    about = "show the final figures of a level's units, and where each comes from"
    add("--resolved", action="store_true", help=about)
    about = "mind warnings too; play the levels, and try what they say is to be expected of them"
    add("--strict", action="store_true", help=about)
    add("--json", action="store_true", help="print a list of objects, one for each finding")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    about = "ids of rules, the letters of a book's rules, or `search` and words (default: all)"
    parser.add_argument("words", **_option("ID", about, nargs="*"))


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
    about = (
        "who plays, in turn over the sides and with these changed (soldier,soldier); where only "
        "one side is asked, each plays it with the same seeds, and equal ends do not count"
    )
    add("--players", **_option("WHO", about, default="soldier,soldier"))
    add("--seed", **_option("N", "the first seed of the dice (1)", default="1"))
    _add_roster(parser)
    add("--json", action="store_true", help="print a list of objects, one for each level")


def _add_roster(parser: argparse.ArgumentParser) -> None:
    about = "what a side chooses where the level lets it, as in red=brawler,duelist; red=any draws "
    about += "it by lot, from the seed; once for each side"
    add = parser.add_argument
    add("--roster", **_option("SIDE=KINDS", about, action="append", default=[]))


def _add_window(
    parser: argparse.ArgumentParser,
    picture: str | None = argparse.SUPPRESS,
    frames: int | str = argparse.SUPPRESS,
) -> None:
    """Add the window's options, which may precede or follow the command."""
    add = parser.add_argument
    about = "save a picture of the window and leave; needs no display"
    add("--screenshot", **_option("FILE", about, default=picture))
    about = "pictures to draw before the one that is saved (default: 60)"
    add("--frames", **_option("N", about, type=int, default=frames))
    parser.set_defaults(has_window=True)


def _add_table(parser: argparse.ArgumentParser, what: str = LEVEL) -> None:
    parser.add_argument("level", **_option("LEVEL", what))
    parser.add_argument("--seed", **_option("N", "the seed of the dice; random if not given"))
    about = "first dice as in 6,1,4; or `ask` for real dice, whose faces are told"
    parser.add_argument("--dice", **_option("FACES", about))
    about = "as in red=human,blue=soldier"
    parser.add_argument("--players", **_option("WHO", about))
    _add_roster(parser)
    _add_window(parser)
    parser.set_defaults(streams=())


def _add_play(parser: argparse.ArgumentParser) -> None:
    _add_table(parser, "a level's id or file, a saved battle, or a campaign's id, folder or file")


def _add_watch(parser: argparse.ArgumentParser) -> None:
    _add_table(parser)
    about = "tell it in the terminal"
    parser.add_argument(
        "--text", dest="streams", action="store_const", const=("stdout",), help=about
    )
    parser.add_argument("--fast", action="store_true", help="without pauses, as text")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", **_option("FILE", "a replay or a saved battle"))
    which = parser.add_mutually_exclusive_group()
    about = "play it again, comparing every state: exit code 0 if equal, 1 if not"
    which.add_argument("--verify", action="store_true", help=about)
    which.add_argument(
        "--text", action="store_true", help="tell it in words, as where there is no display"
    )
    _add_window(parser)


def _add_referee(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(streams=("stdin", "stdout"))
    parser.add_argument("level", **_option("LEVEL", LEVEL, nargs="?"))
    add = parser.add_argument
    add("--level-stdin", **_option("MARK", "read the level from the input, up to a line MARK"))
    add("--seed", **_option("N", "the seed of the dice; random if not given"))
    add("--dice", **_option("FACES", "first dice as in 6,1,4; or `ask` to be asked for each"))
    add("--players", **_option("WHO", "as in red=stdio,blue=random; stdio if not given"))
    add("--view", **_option("SIDE", "show only what this side may see"))
    _add_roster(parser)


CliCommand: TypeAlias = Callable[[argparse.Namespace, "Bookshelf"], int]
"""A function that carries a command out and returns the exit code."""

COMMANDS: Mapping[str, tuple[CliCommand, str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "levels": (
        *(subcommands.levels, "lists the levels and campaigns with their ids"),
        *("levels", _add_nothing),
    ),
    "play": (
        *(subcommands.play, "plays a level or campaign in the window, against computer players"),
        *("play yard --players red=human,blue=soldier", _add_play),
    ),
    "duel": (
        subcommands.duel,
        "plays a level in the window, people on all sides",
        "duel yard",
        _add_table,
    ),
    "watch": (subcommands.watch, "shows computer players at a level", "watch yard", _add_watch),
    "referee": (
        *(subcommands.referee, "plays a level over standard input and output"),
        *("referee yard --seed 7 --players blue=random --view red", _add_referee),
    ),
    "replay": (subcommands.replay, "shows a battle again", "replay FILE --verify", _add_replay),
    "check": (
        *(subcommands.check, "looks for mistakes in levels, campaigns and rulebooks"),
        *("check yard --strict", _add_check),
    ),
    "new-level": (
        *(subcommands.new_level, "writes a small level to begin with"),
        *("new-level mine.toml --rulebook contest", _add_new_level),
    ),
    "new-campaign": (
        *(subcommands.new_campaign, "writes a small campaign to begin with"),
        *("new-campaign my_road --rulebook action", _add_new_campaign),
    ),
    "schema": (
        *(subcommands.schema, "prints the JSON Schema of levels, campaigns or messages"),
        *("schema --rulebook contest -o contest.schema.json", _add_schema),
    ),
    "rules": (
        *(subcommands.rules, "tells the rules, each with an example that the game plays"),
        *("rules CON-07", _add_rules),
    ),
    "lab": (
        *(subcommands.lab, "plays computer players against each other, and counts who wins"),
        *("lab yard bridge -n 200 --players soldier,novice", _add_lab),
    ),
    "bench": (
        *(subcommands.bench, "measures the speed figures, each as a ratio within one process"),
        *("bench --quick --row undo --row cover", _add_bench),
    ),
}
"""The function, the help, an example and the adder of arguments of each command."""
