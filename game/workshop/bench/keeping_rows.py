"""Rows that measure keeping a battle on disk while it is played."""

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from game.play.battle_files import Keeper
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.workshop.bench.bench_battles import SEED, any_size, crowd, first_of, level_of
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured, Task

UNITS = 24
SYNC = 0.02
"""Seconds that a sync takes on the simulated disk."""


def _table(bench: Bench) -> Table:
    book = any_size(bench.book("contest"))
    level = level_of(book, crowd(UNITS, UNITS, UNITS))
    return Table.open(book, level, Setup(DiceSource(SEED), {"red": "stdio", "blue": "stdio"}))


def _moved_and_undone(table: Table) -> Task:
    """Return the task of making a move and undoing it."""
    command = first_of(table.battle, "move")

    def both() -> None:
        """Make the move and undo it."""
        table.submit(command)
        table.undo()

    return Task(both)


def _kept(bench: Bench) -> float:
    """Return the time of a kept command on a slow disk, as a multiple of one that isn't kept."""
    kept, other = _table(bench), _table(bench)
    with TemporaryDirectory() as folder, patch.object(os, "fsync", lambda _: time.sleep(SYNC)):
        keeper = Keeper(kept, Path(folder))
        keeper.begin()
        if keeper.running is None:
            raise NotMeasured("no running file can be written")
        try:
            return bench.beside(_moved_and_undone(kept), _moved_and_undone(other))
        finally:
            keeper.drop()


ROWS = (
    BenchRow(
        *("kept", "a move and its undo, kept while each sync takes 20 ms", 2),
        *("the same, not kept", _kept),
    ),
)
