"""Begin a battle with the options of the command line."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from game.content.levels import find_level, load_level, read_level
from game.content.toml_files.finding_texts import words_text
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Changes
from game.engine.book import Book
from game.play.line_reading import Wrong, read_line
from game.play.play_sentences import failure, said
from game.play.players import STDIO, Seats, parse_players
from game.play.rosters import Picked, fielded, has_lot, picks_of
from game.play.table import Table
from game.record.dice_source import MOST_SEED, parse_dice, parse_seed
from game.record.failure import Failure
from game.record.reader import is_like_record
from game.record.recording import Setup
from game.record.safe_files import reason
from game.terms.level import Level

MOST_LEVEL_BYTES = 5_000_000
"""Maximum size of a level read from standard input."""


class Options(msgspec.Struct, frozen=True):
    """The command-line options of one battle, as typed."""

    level: str | None = None
    mark: str | None = None
    seed: str | None = None
    dice: str | None = None
    players: str | None = None
    view: str | None = None
    changes: Changes | None = None
    """Changes to the level's tables before it is read."""
    journey: str = ""
    """Mark of the journey that the battle belongs to; "" for none."""
    rerolls: int = 0
    """Number of undos past the wall that need nobody's consent."""
    intent: bool = False
    """Whether the journey's assist shows what foes would do."""
    root: Path | None = None
    """Folder of the books' data, if it isn't the one that the level's path says."""
    rosters: tuple[str, ...] = ()
    """Choices of sides, each in the form `red=brawler,duelist`."""
    outsider: str = STDIO
    """Name of a player outside the game, as the command takes it; "" if it takes none."""


def settled(options: Options) -> Options:
    """Return the options. Add a random seed if a roster is random and there is no seed."""
    if options.seed is not None or not has_lot(options.rosters):
        return options
    return msgspec.structs.replace(options, seed=str(random_seed()))


def level_to_play(options: Options, books: Mapping[str, Book], stream: BinaryIO | None) -> Level:
    """Return the chosen level; raise Failure if there is none."""
    if (options.level is None) == (options.mark is None):
        raise failure("option", "level_or_mark")
    if "" in (options.level, options.mark):
        raise failure("option", "empty")
    try:
        read = _reading(options, books, stream)
        level = read(options.changes)
        return _chosen(options, level, read) if options.rosters else level
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except OSError as fault:
        raise failure("option", "unreadable", why=reason(fault)) from fault


def _reading(
    options: Options, books: Mapping[str, Book], stream: BinaryIO | None
) -> Callable[[Changes | None], Level]:
    """Return a function that reads the level with changes.

    Standard input is read here, because it can be read only once.
    """
    if options.mark is not None and stream is not None:
        text = _level_text(stream, options.mark)
        file = said("option", "standard_input")
        return lambda changes: read_level(text, file=file, id="stdin", books=books, changes=changes)
    path = find_level(options.level or "")
    return lambda changes: load_level(path, books, root=options.root, changes=changes)


def _chosen(options: Options, level: Level, read: Callable[[Changes | None], Level]) -> Level:
    """Return the level with the units that sides choose.

    Raise Failure if a choice isn't possible.
    """

    def changes(picks: list[Picked]) -> Changes:
        """Return the level's changes for these choices."""

        def change(tables: dict[str, object]) -> None:
            """Change the tables of the level."""
            if options.changes is not None:
                options.changes(tables)
            fielded(picks)(tables)

        return change

    def is_playable(picks: list[Picked]) -> bool:
        """Return whether the level can be played with these choices."""
        try:
            read(changes(picks))
        except LevelError:
            return False
        return True

    try:
        seed = parse_seed(options.seed) if options.seed is not None else 0
        picks = picks_of(options.rosters, level, seed, is_playable)
    except ValueError as fault:
        raise Failure(str(fault)) from fault
    try:
        return read(changes(picks))
    except LevelError as fault:
        raise failure("option", "unfit_roster", why=str(fault)) from fault


def saved_battle(options: Options) -> Path | None:
    """Return the file if the options name a save instead of a level, else None."""
    if not options.level or options.mark is not None:
        return None
    try:
        path = find_level(options.level)
    except LevelError:
        return None
    return path if is_like_record(path) else None


def check_view(view: str, sides: Sequence[str]) -> None:
    """Raise Failure unless the level has the side `view`."""
    if view not in sides:
        raise failure("option", "no_side", side=repr(view), names=words_text(sides))


def _level_text(stream: BinaryIO, mark: str) -> str:
    """Return the lines up to the mark."""
    lines: list[bytes] = []
    size = 0
    while (line := _line(stream)) is not None:
        if line == os.fsencode(mark):
            return _decoded(b"\n".join([*lines, b""]))
        size += len(line) + 1
        if size > MOST_LEVEL_BYTES:
            raise failure("option", "stdin_too_long", most=MOST_LEVEL_BYTES)
        lines.append(line)
    raise failure("option", "stdin_no_mark", mark=mark)


def _line(stream: BinaryIO) -> bytes | None:
    try:
        return read_line(stream)
    except Wrong as wrong:
        raise failure("option", "stdin_unreadable", why=wrong.message) from wrong


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        raise failure("option", "stdin_not_utf8", line=line) from fault


def table_of(options: Options, level: Level, books: Mapping[str, Book], seats: Seats) -> Table:
    """Return the table of a level at its first stop.

    `seats` gives the players of sides that the options don't name.
    """
    try:
        seed = parse_seed(options.seed) if options.seed is not None else random_seed()
        players = parse_players(options.players, seats(level, {}), options.outsider)
        assists = options.rerolls, options.intent
        setup = Setup(parse_dice(options.dice, seed), players, options.journey, *assists)
    except ValueError as fault:
        raise Failure(str(fault)) from fault
    return Table.open(books[level.rulebook], level, setup)


def random_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(MOST_SEED + 1)
