"""Open the battle chosen on the command line: a level from its beginning, or a save."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from game.engine.book import Book
from game.play.fault_log import FaultLog
from game.play.level_places import remember_level
from game.play.opening import Options, check_view, level_to_play, saved_battle, settled, table_of
from game.play.players import Seats, outside
from game.play.resuming import Later, taken_up
from game.play.table import Table

Tell = Callable[[str], object]
"""A function that prints a sentence separately from the program's output."""


@contextmanager
def opened_battle(
    options: Options,
    books: Mapping[str, Book],
    stream: BinaryIO | None,
    folder: Path,
    tell: Tell,
    seats: Seats = outside,
    later: Later | None = None,
) -> Iterator[Table]:
    """Yield the table of the chosen battle; a save is locked against other processes.

    `later` receives the check of a save's earlier commands; with None they are checked at once.
    """
    path = saved_battle(options)
    if path is not None:
        with taken_up(path, options, books, folder, tell, seats, later) as table:
            table.mind = FaultLog(folder, tell)
            yield table
        return
    options = settled(options)
    level = level_to_play(options, books, stream)
    sides = [side.id for side in level.sides]
    if options.view is not None:
        check_view(options.view, sides)
    if options.level is not None and options.level.endswith(".toml"):
        remember_level(Path(options.level), folder)
    table = table_of(options, level, books, seats)
    table.mind = FaultLog(folder, tell)
    table.show(options.view)
    yield table
