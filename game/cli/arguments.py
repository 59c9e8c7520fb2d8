"""The commands, their arguments and their help."""

import argparse
import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from game import __version__
from game.cli import subcommands
from game.cli.standard_streams import FAILED, complain

if TYPE_CHECKING:
    from game.engine.bookshelf import Bookshelf

LEVEL = "level id, level file or saved battle"

EXAMPLES = """examples:
  five-tables                                     open the game in its window
  five-tables play toll_bar                       play a level
  five-tables play fifth_table                    play the campaign
  five-tables play my_levels/                     list a folder of levels, and play them
  five-tables --safe-mode                         open with default settings
  five-tables levels                              list what you can play
  five-tables watch yard                          watch computer players
  five-tables referee yard --seed 7               play over standard input and output
  five-tables referee yard --players blue=random --view red
  five-tables replay battle.jsonl --verify        verify a replay
  five-tables new-level mine.toml --rulebook contest
  five-tables new-campaign my_road --rulebook action
  five-tables edit mine.toml                      edit a level in the window
  five-tables check mine.toml                     find errors in a level
  five-tables check --book contest                find errors in a rulebook
  five-tables pack my_fen -o the_fen.ftpack       make a pack, to share it
  five-tables add the_fen.ftpack                  install a pack
  five-tables schema -o levels.schema.json        JSON Schema, for editors
  five-tables schema --protocol                   JSON Schema of the protocol
  five-tables rules reach                         search the rules
  five-tables rules reedling                      show a unit, item, condition or terrain
  five-tables lab yard --players soldier,novice   measure how often each player wins
  five-tables bench                               measure the speed
"""


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one sentence on standard error."""

    def error(self, message: str) -> NoReturn:
        """Report a wrong argument in one sentence and exit."""
        complain(f"{self.prog}: {message} (see --help)")
        raise SystemExit(FAILED)


class _CommandParser(Parser):
    """The parser of a command, built when it is first used.

    A parser takes 0.5 ms to build, and there is one for each command.
    """

    fill: Callable[["_CommandParser"], None]
    """Function that adds the command's arguments. It must be set before the parser is used."""

    def __init__(self, **given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        """Build the parser, because something is missing that only a built one has."""
        given = self.__dict__.pop("_given", None)
        if given is None:
            raise AttributeError(name)
        super().__init__(**given)
        self.fill(self)
        return getattr(self, name)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """A formatter for help as wide as the terminal.

    argparse could find the width itself, but its way imports slow modules.
    """

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


def parser_of_commands() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="five-tables",
        description="Tactics at five tables: one grid, five rulebooks, no hidden luck.",
        epilog=EXAMPLES,
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    _add_common(parser, None, False)
    parser.add_argument("--version", action="version", version=f"five-tables {__version__}")
    _add_window(parser, None, 60)
    parser.set_defaults(run=subcommands.window, streams=())
    added = parser.add_subparsers(
        title="commands", metavar="COMMAND", prog=parser.prog, parser_class=_CommandParser
    )
    for name, (_, about, example, _) in COMMANDS.items():
        made = added.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=f"example:\n  five-tables {example}",
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        made.fill = partial(_fill, name)
    return parser


def _fill(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command to its parser."""
    run, _, _, fill = COMMANDS[name]
    parser.set_defaults(run=run, streams=("stdout",), has_window=False)
    _add_common(parser, argparse.SUPPRESS, argparse.SUPPRESS)
    fill(parser)


def _option(metavar: str, about: str, **more: Any) -> dict[str, Any]:
    return {"metavar": metavar, "help": about, **more}


def _add_common(parser: argparse.ArgumentParser, folder: str | None, is_safe: bool | str) -> None:
    """Add the options that may precede or follow a command.

    A command's own parser has no defaults, because they would override options before the command.
    """
    about = "folder for saves and settings"
    parser.add_argument("--data-dir", **_option("DIR", about, default=folder))
    about = "folder of translated texts, or `pseudo` to test screens with longer, accented English"
    parser.add_argument("--language", **_option("DIR", about, default=folder))
    about = "open the window with default settings, without sound or motion"
    parser.add_argument("--safe-mode", action="store_true", default=is_safe, help=about)


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    pass


def _add_new_level(parser: argparse.ArgumentParser) -> None:
    _add_new(parser, ("PATH", "new file to write"), "rulebook id")


def _add_new_campaign(parser: argparse.ArgumentParser) -> None:
    _add_new(parser, ("FOLDER", "new folder to write"), "rulebook id of the heroes")


def _add_new(parser: argparse.ArgumentParser, path: tuple[str, str], book: str) -> None:
    """Add the arguments of a command that writes something new."""
    parser.add_argument("path", **_option(*path))
    parser.add_argument("--rulebook", **_option("BOOK", book))


def _add_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        **_option(
            "FILE", "pack, level or folder of levels; or the id of a removed pack", nargs="+"
        ),
    )
    about = "install packs without asking"
    parser.add_argument("--yes", action="store_true", help=about)


def _add_remove(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", **_option("ID", "id of a pack or folder, as in `fen/first_light`"))


def _add_pack(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("level", **_option("LEVEL", "level of your own, or folder with a pack.toml"))
    add("-o", **_option("FILE", "new .ftpack file to write", dest="file", required=True))
    add("--id", **_option("ID", "id of a level's pack (default: the file's name)", default=""))
    about = "title of a level's pack (default: the level's)"
    add("--title", **_option("TITLE", about, default=""))
    about = "version of a level's pack (default: 1)"
    add("--pack-version", **_option("N", about, default="1"))
    add("--author", **_option("NAME", "author of a level's pack", default=""))
    add("--licence", **_option("NAME", "licence of a level's pack", default=""))


def _add_schema(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--protocol", action="store_true", help="print the schema of the referee protocol"
    )
    which.add_argument("--campaign", action="store_true", help="print the schema of campaigns")
    parser.add_argument("--rulebook", **_option("BOOK", "include only this rulebook"))
    about = "write to this .json file"
    parser.add_argument("-o", **_option("FILE", about), dest="file")


def _add_check(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    about = "level or campaign: id, file or folder"
    add("paths", **_option("PATH", about, nargs="*"))
    about = "check a rulebook instead: lists, texts, images and rules, and random play"
    add("--book", **_option("ID", about))
    about = "show the final stats of a level's units, with the source of each"
    add("--resolved", action="store_true", help=about)
    about = "fail on warnings too, play the levels and check their expectations"
    add("--strict", action="store_true", help=about)
    add("--json", action="store_true", help="print findings as JSON")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    about = "rule ids, titles of units or items, a rulebook, or `search` and words"
    about += " (default: all rules)"
    parser.add_argument("words", **_option("ID", about, nargs="*"))


def _add_bench(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--row", **_option("ID", "measure only this row; repeatable", action="append"))
    add("--quick", action="store_true", help="repeat less often: faster but less exact")
    add("--json", action="store_true", help="print rows as JSON")


def _add_lab(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("levels", **_option("LEVEL", "level or campaign: id, file or folder", nargs="+"))
    about = "battles per level (default: 100), or journeys per player and difficulty (default: 20)"
    add("-n", **_option("N", about))
    add("--jobs", **_option("J", "parallel processes (default: number of cores)"))
    about = (
        "two computer players, who swap sides after each battle (default: soldier,soldier); if "
        "a level asks only one side, each plays it with the same seeds, and equal results don't "
        "count"
    )
    add("--players", **_option("WHO", about, default="soldier,soldier"))
    add("--seed", **_option("N", "first seed of the dice (default: 1)", default="1"))
    about = "also show objectives, triggers, waste, means, units, weak or all; JSON always has them"
    add("--show", **_option("WHAT", about, default=""))
    about = "difficulties of a campaign, as in gentle,fair (default: all)"
    add("--difficulty", **_option("IDS", about, default=""))
    add("--html", **_option("FILE", "also write a page with plots", default=""))
    about = "road of a campaign (default: the usual one of each difficulty)"
    add("--road", **_option("ID", about, default=""))
    about = "try every option of each choice of a campaign N times, over the next three battles"
    add("--choices", **_option("N", about, default=""))
    about = "with --choices: only at these stops, and at the ranks of these heroes (default: all)"
    add("--at", **_option("IDS", about, default=""))
    _add_roster(parser)
    about = "keep what each side wins, for the level's page: soldiers only"
    add("--keep", action="store_true", help=about)
    about = "fit the prices of kinds to N battles between random rosters of these levels"
    add("--prices", action="store_true", help=about)
    about = "fit the chance to win to N battles per level; with --keep, for the rulebook's players"
    add("--fit", action="store_true", help=about)
    add("--json", action="store_true", help="print results as JSON")


def _add_roster(parser: argparse.ArgumentParser) -> None:
    about = "units of a side, if the level allows a choice: red=brawler,duelist, or red=any for "
    about += "random units; repeatable"
    add = parser.add_argument
    add("--roster", **_option("SIDE=KINDS", about, action="append", default=[]))


def _add_window(
    parser: argparse.ArgumentParser,
    picture: str | None = argparse.SUPPRESS,
    frames: int | str = argparse.SUPPRESS,
) -> None:
    """Add the window's options, which may precede or follow a command."""
    add = parser.add_argument
    about = "save a screenshot and exit; needs no display"
    add("--screenshot", **_option("FILE", about, default=picture))
    about = "frames to render first (default: 60)"
    add("--frames", **_option("N", about, type=int, default=frames))
    parser.set_defaults(has_window=True)


def _add_table(parser: argparse.ArgumentParser, what: str = LEVEL) -> None:
    parser.add_argument("level", **_option("LEVEL", what))
    parser.add_argument("--seed", **_option("N", "seed of the dice (default: random)"))
    about = "first dice, as in 6,1,4; or `ask` to enter real dice"
    parser.add_argument("--dice", **_option("FACES", about))
    about = "player of each side, as in red=human,blue=soldier"
    parser.add_argument("--players", **_option("WHO", about))
    _add_roster(parser)
    _add_window(parser)
    parser.set_defaults(streams=())


def _add_play(parser: argparse.ArgumentParser) -> None:
    about = "level or campaign: id, file or folder; or a folder of levels, a pack or a saved battle"
    _add_table(parser, about)


def _add_watch(parser: argparse.ArgumentParser) -> None:
    _add_table(parser)
    about = "print the battle in the terminal"
    parser.add_argument(
        "--text", dest="streams", action="store_const", const=("stdout",), help=about
    )
    parser.add_argument("--fast", action="store_true", help="print without pauses")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", **_option("FILE", "replay or saved battle"))
    which = parser.add_mutually_exclusive_group()
    about = "replay and compare every state; exit code 0 if equal, 1 if not"
    which.add_argument("--verify", action="store_true", help=about)
    about = "print what each choice and each roll did to the chances to win"
    which.add_argument("--analyse", action="store_true", help=about)
    which.add_argument(
        "--text", action="store_true", help="print as text (default without a display)"
    )
    _add_window(parser)


def _add_edit(parser: argparse.ArgumentParser) -> None:
    about = "level file to edit, or id of a level to copy (default: choose from a list)"
    parser.add_argument("level", **_option("LEVEL", about, nargs="?"))
    _add_window(parser)
    parser.set_defaults(streams=())


def _add_referee(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(streams=("stdin", "stdout"))
    parser.add_argument("level", **_option("LEVEL", LEVEL, nargs="?"))
    add = parser.add_argument
    add(
        "--level-stdin",
        **_option("MARK", "read the level from standard input, up to the line MARK"),
    )
    add("--seed", **_option("N", "seed of the dice (default: random)"))
    add("--dice", **_option("FACES", "first dice, as in 6,1,4; or `ask` to enter each roll"))
    add(
        "--players",
        **_option("WHO", "player of each side, as in red=stdio,blue=random (default: stdio)"),
    )
    add("--view", **_option("SIDE", "show only what this side sees"))
    _add_roster(parser)


CliCommand: TypeAlias = Callable[[argparse.Namespace, "Bookshelf"], int]
"""A function that runs a command and returns the exit code."""

COMMANDS: Mapping[str, tuple[CliCommand, str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "levels": (
        *(subcommands.levels, "list levels and campaigns with their ids"),
        *("levels", _add_nothing),
    ),
    "play": (
        *(subcommands.play, "play a level or campaign in the window, against computer players"),
        *("play yard --players red=human,blue=soldier", _add_play),
    ),
    "duel": (
        subcommands.duel,
        "play a level in the window, with a person on every side",
        "duel yard",
        _add_table,
    ),
    "watch": (subcommands.watch, "watch computer players play a level", "watch yard", _add_watch),
    "referee": (
        *(subcommands.referee, "play a level over standard input and output"),
        *("referee yard --seed 7 --players blue=random --view red", _add_referee),
    ),
    "replay": (
        subcommands.replay,
        "show, print or verify a replay",
        "replay FILE --verify",
        _add_replay,
    ),
    "edit": (subcommands.edit, "edit a level in the window", "edit mine.toml", _add_edit),
    "add": (
        *(subcommands.add, "put packs, levels and folders on your shelf"),
        *("add the_fen.ftpack", _add_add),
    ),
    "remove": (
        *(subcommands.remove, "remove a pack, or take a folder off your shelf"),
        *("remove the_fen", _add_remove),
    ),
    "pack": (
        *(subcommands.pack, "make a file of a level or folder, to share it"),
        *("pack my_fen -o the_fen.ftpack", _add_pack),
    ),
    "check": (
        *(subcommands.check, "find errors in levels, campaigns and rulebooks"),
        *("check yard --strict", _add_check),
    ),
    "new-level": (
        *(subcommands.new_level, "write a small level to start from"),
        *("new-level mine.toml --rulebook contest", _add_new_level),
    ),
    "new-campaign": (
        *(subcommands.new_campaign, "write a small campaign to start from"),
        *("new-campaign my_road --rulebook action", _add_new_campaign),
    ),
    "schema": (
        *(subcommands.schema, "print the JSON Schema of levels, campaigns or the protocol"),
        *("schema --rulebook contest -o contest.schema.json", _add_schema),
    ),
    "rules": (
        *(subcommands.rules, "print rules, each with an example that the game plays"),
        *("rules CON-07", _add_rules),
    ),
    "lab": (
        *(subcommands.lab, "measure how often computer players win"),
        *("lab yard bridge -n 200 --players soldier,novice", _add_lab),
    ),
    "bench": (
        *(subcommands.bench, "measure the game's speed, as ratios within one process"),
        *("bench --quick --row undo --row cover", _add_bench),
    ),
}
"""Each command's function, help text, example, and the function that adds its arguments."""
