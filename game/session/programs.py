"""What the commands of the command line do, given the books: levels, schema, watch, referee."""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, TextIO

import msgspec

from game.content.findings import LevelError
from game.content.levels import all_levels, find_level, load_level, read_level
from game.engine.book import Book
from game.session.brake import Brake
from game.session.dice import MOST_SEED, parse_dice, parse_seed
from game.session.failure import Failure, book_called
from game.session.inbox import Wrong, read_line
from game.session.places import write_crash
from game.session.players import STDIO, parse_players
from game.session.record import Setup
from game.session.referee import Broken, Referee
from game.session.save import is_record, reason
from game.session.schema import protocol_schema
from game.session.table import Table
from game.session.watch import PACE, watch
from game.terms.level import Level

MOST_LEVEL_BYTES = 5_000_000
"""A level read from standard input is no longer than this."""


class Options(msgspec.Struct, frozen=True):
    """What the command line says about one battle, as it was written."""

    level: str | None = None
    mark: str | None = None
    seed: str | None = None
    dice: str | None = None
    players: str | None = None
    view: str | None = None


def play_referee(
    options: Options,
    books: Mapping[str, Book],
    streams: tuple[BinaryIO, BinaryIO],
    folder: Path,
) -> int:
    """Plays a level over two streams; returns the exit code."""
    level = _level(options, books, streams[0])
    view = options.view
    sides = [side.id for side in level.sides]
    if view is not None and view not in sides:
        raise Failure(f"There is no side {view!r} to view; the sides are {', '.join(sides)}.")
    table = _table(options, level, books, STDIO)
    try:
        return Referee(table, view, streams, folder).run()
    except Broken as fault:
        raise Failure(str(fault)) from fault
    except Exception as fault:  # whatever it is, the battle must not be lost with it
        raise Failure(crash_sentence(fault, folder, table)) from fault


def play_watch(
    options: Options, books: Mapping[str, Book], out: TextIO, folder: Path, is_fast: bool
) -> None:
    """Shows in the terminal how computer players fare at a level."""
    level = _level(options, books, None)
    table = _table(options, level, books, "random")
    if None in table.players.values():
        raise Failure(f"Only computer players can be watched, not {STDIO!r}.")
    brake = Brake()
    try:
        with brake.installed():
            out.write(f"Seed {table.dice.seed}\n\n")
            watch(table, out, 0 if is_fast or not out.isatty() else PACE, brake)
    except (OSError, KeyboardInterrupt):
        raise
    except Exception as fault:  # whatever it is, the battle must not be lost with it
        raise Failure(crash_sentence(fault, folder, table)) from fault


def list_levels(out: TextIO) -> None:
    """Lists what can be played: id, rulebook, title."""
    rows = [(row.id, row.rulebook, row.title) for row in all_levels()]
    widths = [max((len(row[n]) for row in rows), default=0) for n in (0, 1)]
    for id, rulebook, title in rows:
        out.write(f"{id:<{widths[0]}}  {rulebook:<{widths[1]}}  {title}\n")


def print_schema(books: Mapping[str, Book], rulebook: str | None, out: TextIO) -> None:
    """Writes the JSON Schema of the referee's protocol, for one book or for all."""
    chosen = {rulebook: book_called(rulebook, books)} if rulebook is not None else books
    json.dump(protocol_schema(chosen), out, indent=2)
    out.write("\n")


def crash_sentence(fault: BaseException, folder: Path, table: Table | None) -> str:
    """Writes an unexpected failure into a file and says where, or what happened if that fails."""
    what = f"The game has failed ({type(fault).__name__})"
    try:
        return f"{what}; what is known of it stands in {str(write_crash(fault, folder, table))!r}."
    except OSError as second:
        return f"{what}: {fault}; this cannot be written down: {reason(second)}."


def _level(options: Options, books: Mapping[str, Book], stream: BinaryIO | None) -> Level:
    if (options.level is None) == (options.mark is None):
        raise Failure("Give either a LEVEL, or --level-stdin MARK.")
    if "" in (options.level, options.mark):
        raise Failure("LEVEL and MARK cannot be empty; 'five-tables levels' lists the levels.")
    try:
        if options.mark is not None and stream is not None:
            text = _level_text(stream, options.mark)
            return read_level(text, file="standard input", id="stdin", books=books)
        path = find_level(options.level or "")
        if is_record(path):
            raise Failure(f"{str(path)!r} is a saved battle, not a level.")
        return load_level(path, books)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except OSError as fault:
        raise Failure(f"The level cannot be read: {reason(fault)}.") from fault


def _level_text(stream: BinaryIO, mark: str) -> str:
    """The lines up to the mark."""
    lines: list[bytes] = []
    size = 0
    while (line := _line(stream)) is not None:
        if line == os.fsencode(mark):
            return _decoded(b"\n".join([*lines, b""]))
        size += len(line) + 1
        if size > MOST_LEVEL_BYTES:
            raise Failure(f"The level on standard input is longer than {MOST_LEVEL_BYTES} bytes.")
        lines.append(line)
    raise Failure(f"The level on standard input ended without a line {mark!r}.")


def _line(stream: BinaryIO) -> bytes | None:
    try:
        return read_line(stream)
    except Wrong as wrong:
        raise Failure(f"The level on standard input cannot be read: {wrong.message}") from wrong


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        message = f"The level on standard input is not UTF-8 at line {line}."
        raise Failure(message) from fault


def _table(options: Options, level: Level, books: Mapping[str, Book], default: str) -> Table:
    try:
        seed = parse_seed(options.seed) if options.seed is not None else random_seed()
        players = parse_players(options.players, [side.id for side in level.sides], default)
        setup = Setup(parse_dice(options.dice, seed), players)
    except ValueError as fault:
        raise Failure(str(fault)) from fault
    return Table.open(books[level.rulebook], level, setup)


def random_seed() -> int:
    """A seed nobody has chosen."""
    return secrets.randbelow(MOST_SEED + 1)
