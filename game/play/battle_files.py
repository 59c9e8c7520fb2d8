"""The files of one battle on disk: its running file, its save, its replay."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from game.play.table import Table
from game.record.data_folders import REPLAYS, RUNNING
from game.record.data_paths import names, save_aside
from game.record.failure import Failure
from game.record.journal import JournalFile, JournalInUse, claimed, left_behind
from game.record.reader import is_record, mark_of
from game.record.safe_files import move, reason
from game.record.stamps import clock_of, records_in

MOST_REPLAYS = 50
"""The number of replays that are kept by themselves; then the oldest goes."""


class Keeper:
    """The keeper of one battle in the data folder.

    Until `begin` nothing is written as the battle goes on, as in programs that play many battles.
    """

    def __init__(
        self, table: Table, folder: Path, tell: Callable[[str], object] = lambda _: None
    ) -> None:
        self._table, self.folder, self._tell = table, folder, tell
        self._running: JournalFile | None = None
        self._kept: Path | None = None
        """The replay of a battle that has ended."""

    def begin(self) -> None:
        """Write every command down at once from now on, in a running file."""
        self._table.record.stamp_by(clock_of(self.folder))
        try:
            self._running = JournalFile.begin(self._names(RUNNING), self._table.record, self._tell)
        except OSError as fault:
            self._tell(f"The battle is not kept as it goes on: {reason(fault)}.")
        self._table.record.sink = self._running

    @property
    def running(self) -> Path | None:
        """The running file, if there is one."""
        return self._running.path if self._running else None

    def aside(self) -> Path:
        """Save an interrupted battle under a new name; raise OSError if that fails."""
        if self._kept:
            return self._kept
        path = save_aside(self._table.battle, self._table.record, self.folder)
        self.drop()
        return path

    def finish(self) -> None:
        """Note that the battle is over, or broken off: its running file becomes a replay, if it is
        kept.
        """
        running, record = self._running, self._table.record
        if running is None:
            return
        if not record.is_closed:
            record.keep(self._table.checkpoint())
        record.settled()
        if running.is_whole:
            with suppress(OSError):  # then it stays where it is
                self._kept = self._moved(running)
                prune(self.folder / REPLAYS, but=self._kept)
        self.leave()

    def _moved(self, running: JournalFile) -> Path:
        running.close()
        return move(running.path, self._names(REPLAYS))

    def drop(self) -> None:
        """Delete the running file, which is no longer needed."""
        if self._running:
            self._running.remove()
        self._running = self._table.record.sink = None

    def leave(self) -> None:
        """Write nothing more; a file that is neither save nor replay stays as it is."""
        if self._running:
            if not self._running.is_whole:
                self._running.sync()
            self._running.close()
        self._running = self._table.record.sink = None

    def _names(self, place: str) -> Iterator[Path]:
        return names(self.folder / place, self._table.battle.world.scene.level.id, ".jsonl")


def prune(folder: Path, most: int = MOST_REPLAYS, but: Path | None = None) -> None:
    """Delete the replays of a folder that were played longest ago, so that `most` are left.

    `but` is never deleted.
    """
    for path in records_in(folder)[most:]:
        if path != but and is_record(path):
            path.unlink(missing_ok=True)


def delete_left(path: Path) -> None:
    """Delete a battle that was left open; Failure if it is being played, or cannot be deleted."""
    try:
        with claimed(path):
            pass
        path.unlink(missing_ok=True)
    except JournalInUse as fault:
        raise Failure(f"The battle in {str(path)!r} is being played.") from fault
    except FileNotFoundError:
        return
    except OSError as fault:
        raise Failure(f"{path.name!r} cannot be deleted: {reason(fault)}.") from fault


def put_by(folder: Path, journey: str, but: str) -> None:
    """Move the running files of a journey's battles to the replays, except that of the mark
    `but`.
    """
    for path in _cut_off(folder, journey):
        if mark_of(path) != but:
            with suppress(OSError):  # then it stays where it is
                move(path, names(folder / REPLAYS, path.stem, ".jsonl"))


def forget(folder: Path, journey: str) -> None:
    """Delete the interrupted battles of a journey."""
    for path in _cut_off(folder, journey):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _cut_off(folder: Path, journey: str) -> list[Path]:
    """Return the running files of a journey's battles that nobody plays now."""
    left = left_behind(folder / RUNNING)
    return [path for path in left if mark_of(path).rpartition("-")[0] == journey]


def battle_of(folder: Path, mark: str, *, with_ended: bool = True) -> Path | None:
    """Return the record of the journey's battle with this mark; None if there is none.

    An interrupted one comes first, else the newest that has ended, if `with_ended`.
    """
    cut_off = next((path for path in left_behind(folder / RUNNING) if mark_of(path) == mark), None)
    if cut_off or not with_ended:
        return cut_off
    ended = records_in(folder / REPLAYS)
    return next((path for path in ended if mark_of(path) == mark), None)
