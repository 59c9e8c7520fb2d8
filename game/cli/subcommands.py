"""The function of each command.

Imports are inside the functions, so that commands start quickly.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cli.cli_sentences import said
from game.cli.standard_streams import complain

if TYPE_CHECKING:
    from game.engine.bookshelf import Bookshelf

OK = 0


def folder_of(args: argparse.Namespace) -> Path:
    """Return the folder of saves and settings."""
    from game.record.data_folders import data_dir

    return data_dir(args.data_dir)


def _from_shelf(args: argparse.Namespace, name: str) -> str:
    """Return the path of a level or campaign if `name` is its id on the shelf, else `name`."""
    if "/" not in name or _exists(name):
        return name
    from game.content.shelf import Shelf

    return Shelf(folder_of(args)).resolved(name)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # opening the file reports it
        return True


def referee(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Play a level or save over standard input and output."""
    from game.play.opening import Options
    from game.referee.terminal_commands import play_referee

    level = None if args.level is None else _from_shelf(args, args.level)
    options = Options(
        *(level, args.level_stdin, args.seed, args.dice, args.players, args.view),
        rosters=tuple(args.roster),
    )
    streams = sys.stdin.buffer, sys.stdout.buffer
    return play_referee(options, books, streams, folder_of(args), complain)


def window(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Open the title screen, because no command is given."""
    return _opened(args, books, None, "played")


def play(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Play a level, save or campaign in the window."""
    from game.content.levels import find_campaign

    name = _from_shelf(args, args.level)
    road, shelved = find_campaign(name), _for_shelf(name)
    if road is None and shelved is None:
        return _opened(args, books, _options(args), "played")
    names = ("seed", "dice", "players", "roster")
    given = (name for name in names if getattr(args, name) not in (None, []))
    if option := next(given, None):
        return complain(said("option", "levels_only", name=option))
    return _opened(args, books, None, "played", road=road, shelved=None if road else shelved)


def _for_shelf(name: str) -> Path | None:
    """Return the folder or the pack's file that `name` means, or None if it means something else.

    A level of the game comes before a folder of the same name.
    """
    from game.content.levels import find_level
    from game.content.toml_files.findings import LevelError

    try:
        path = find_level(name)
        is_pack = path.suffix.lower() == ".ftpack" and path.is_file()
        return path if is_pack or path.is_dir() else None
    except (LevelError, OSError, ValueError):  # opening it as a level reports it
        return None


def duel(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Play a level in the window, with a person on every side."""
    return _opened(args, books, _options(args), "outside")


def _options(args: argparse.Namespace, outsider: str = "human") -> Any:
    from game.play.opening import Options

    return Options(
        level=_from_shelf(args, args.level),
        seed=args.seed,
        dice=args.dice,
        players=args.players,
        rosters=tuple(args.roster),
        outsider=outsider,
    )


def _opened(
    args: argparse.Namespace,
    books: "Bookshelf",
    options: Any,
    seats: str,
    replay: Path | None = None,
    road: Path | None = None,
    edited: str | None = None,
    shelved: Path | None = None,
) -> int:
    """Open the window at the title, a battle, a replay, a campaign, the editor or a list.

    `seats` names the function that seats the players: `played`, `watched` or `outside`.
    """
    from game.cli.scene_imports import imported
    from game.client.program import Behind, Opening, open_window

    frames = None
    if args.screenshot is not None:
        frames = max(1, args.frames), Path(args.screenshot)
    folder, is_safe = folder_of(args), args.safe_mode
    first = Opening(options, seats, replay, road, edited, shelved)
    return open_window(
        books, folder, complain, Behind(_navigation, imported), first, frames, is_safe
    )


def _navigation(app: Any, seats: str) -> Any:
    """Return the navigation to all other scenes. Importing it late lets the title open sooner."""
    from game.client.navigation import navigation

    return navigation(app, seats)


def watch(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Show computer players, in the window or in the terminal."""
    from game.referee.terminal_commands import play_watch

    options = _options(args, outsider="")
    if not args.streams:
        return _opened(args, books, options, "watched")
    news = _news_of(options, books)
    play_watch(options, books, sys.stdout, folder_of(args), args.fast, complain, news)
    return OK


def _news_of(options: Any, books: "Bookshelf") -> Any:
    """Return the function that looks at the file of an author's level; see `play_watch`."""
    from game.workshop.trial_play import FileSource, is_own

    path = Path(options.level or "")
    source = FileSource(path, books) if is_own(path) else None

    def news() -> str | None:
        found = source.look() if source is not None else None
        return None if found is None else found.trouble

    return news


def replay(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Show a replay in the window or as text, or verify it."""
    from game.referee.replay_command import tell_text, verify

    path = Path(args.file)
    if args.analyse:
        from game.referee.analyse_command import analyse

        return analyse(path, books, sys.stdout)
    if args.verify:
        return verify(path, books, sys.stdout)
    if not args.text:
        from game.client.program import NoDisplay

        try:
            return _opened(args, books, None, "played", path)
        except NoDisplay:
            pass  # show it as text instead
    return tell_text(path, books, sys.stdout, complain)


def edit(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Edit a level in the window, or choose one to edit."""
    if args.level == "":
        return complain(said("option", "empty_level"))
    return _opened(args, books, None, "played", edited=_from_shelf(args, args.level or ""))


def levels(args: argparse.Namespace, books: "Bookshelf") -> int:
    """List the levels and campaigns."""
    from game.campaign.campaign_list import all_campaigns, shelf_campaigns
    from game.content.shelf import Shelf
    from game.referee.level_columns import list_levels

    len(books)  # also report books that can't be played
    data = folder_of(args)
    roads = [*all_campaigns(), *shelf_campaigns(data)]
    rows = [(road.id, "campaign", road.title) for road in roads]
    list_levels(sys.stdout, books, rows, Shelf(data).levels())
    return OK


def schema(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Print the JSON Schema of levels, of campaigns or of the protocol."""
    from game.workshop.new_level_commands import print_schema

    if args.protocol:
        from game.referee.protocol_schema import protocol_schema as schema_of
    elif args.campaign:
        from game.campaign.campaign_schema import campaigns_schema as schema_of
    else:
        from game.content.level_schema import levels_schema as schema_of
    print_schema(schema_of, books, args.rulebook, sys.stdout, args.file)
    return OK


def check(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Check levels, campaigns or a rulebook, and print the findings."""
    if bool(args.paths) == (args.book is not None):
        return complain(said("option", "path_or_book"))
    if args.book is not None:
        return _check_book(args, books)
    if args.resolved:
        return _resolve(args, books)
    from game.content.shipped_folders import CAMPAIGN
    from game.workshop.check_levels import check, tell, tell_json

    write = tell_json if args.json else tell
    trying = _trying(books) if args.strict else None
    others = {CAMPAIGN: lambda path: _check_campaign(path, books, trying)}
    paths = [_from_shelf(args, path) for path in args.paths]
    found = write(check(paths, books.level_rules, trying, others), sys.stdout)
    return found.code(args.strict)


def _check_book(args: argparse.Namespace, books: "Bookshelf") -> int:
    from game.play.books import book_called
    from game.workshop.book_checks.check_book import check_book
    from game.workshop.check_levels import tell, tell_json

    if args.resolved:
        return complain(said("option", "resolved_book"))
    write = tell_json if args.json else tell
    return write([check_book(book_called(args.book, books))], sys.stdout).code(args.strict)


def _check_campaign(path: Path, books: "Bookshelf", trying: Any) -> Any:
    """Return the findings of a campaign, including those from setting up its battles."""
    from game.workshop.check_campaign import check_campaign

    return check_campaign(path, books, trying)


def _trying(books: "Bookshelf") -> Any:
    """Return the function that plays a level to check it. Importing it imports all battle code."""
    from game.workshop.expectations import trial_with

    return trial_with(books)


def _resolve(args: argparse.Namespace, books: "Bookshelf") -> int:
    from game.workshop.resolved_values import tell_resolved

    if len(args.paths) > 1:
        return complain(said("option", "resolved_one"))
    return tell_resolved(_from_shelf(args, args.paths[0]), books, sys.stdout, args.json)


def rules(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Print all rules, or the pages that the words ask for."""
    from game.present.codex.terminal_codex import tell_rules

    tell_rules(args.words, books, sys.stdout, complain)
    return OK


def new_level(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Write a small playable level."""
    from game.workshop.new_level_commands import new_level

    new_level(args.path, args.rulebook, books, sys.stdout)
    return OK


def new_campaign(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Write a small playable campaign."""
    from game.workshop.new_level_commands import new_campaign

    new_campaign(args.path, args.rulebook, books, sys.stdout)
    return OK


def lab(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Let computer players play levels or campaigns and print how balanced they are."""
    from game.workshop.journeys.journey_lab import LabOutput, journey_lab
    from game.workshop.journeys.journey_options import wanted_journeys
    from game.workshop.lab.lab_command import LabOptions, Streams, lab
    from game.workshop.value_fit.fit_command import fit_value

    names = [_from_shelf(args, name) for name in args.levels]
    wanted = LabOptions(names, args.n, args.jobs, args.players, args.seed, args.json)
    wanted = wanted._replace(rosters=tuple(args.roster), show=args.show, keeps=args.keep)
    wanted = wanted._replace(prices=args.prices, html=args.html, difficulty=args.difficulty)
    wanted = wanted._replace(road=args.road, choices=args.choices, at=args.at, fits=args.fit)
    journeys = wanted_journeys(books, books.extra, wanted)
    if journeys is not None:
        output = LabOutput(sys.stdout, sys.stderr, folder_of(args), args.json)
        return journey_lab(journeys, output)
    streams = Streams(sys.stdout, sys.stderr)
    if wanted.fits:
        return fit_value(books, books.extra, wanted, streams)
    return lab(books, books.extra, wanted, streams, folder_of(args))


def add(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Put levels, packs and folders on the shelf."""
    from game.workshop.packs.shelf_commands import add
    from game.workshop.packs.terminal_consent import TerminalConsent

    add(args.files, books, folder_of(args), TerminalConsent(sys.stdout, sys.stdin, args.yes))
    return OK


def remove(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Remove a pack, or take a folder off the shelf."""
    from game.workshop.packs.shelf_commands import remove

    remove(args.id, folder_of(args), sys.stdout)
    return OK


def pack(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Make a pack's file from a level or folder."""
    from game.workshop.packs.pack_making import PackWishes, make_pack

    wishes = PackWishes(args.id, args.title, args.pack_version, args.author, args.licence)
    word = _from_shelf(args, args.level)
    make_pack(word, args.file, wishes, books, folder_of(args), sys.stdout)
    return OK


def bench(args: argparse.Namespace, books: "Bookshelf") -> int:
    """Measure the speed of the game and print it."""
    from game.workshop.bench.command import BenchOptions, bench

    wanted = BenchOptions(args.row or (), args.quick, args.json)
    return bench(books, wanted, sys.stdout, sys.stderr, _window_figures)


def _window_figures() -> Any:
    """Return the functions that measure the window's speed, which need pygame."""
    from game.client.bench_rows import FIGURES

    return FIGURES
