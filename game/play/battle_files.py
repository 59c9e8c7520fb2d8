"""The files of one battle on disk: its running file, its save and its replay."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from game.play.play_sentences import failure, said
from game.play.table import Table
from game.record.data_folders import REPLAYS, RUNNING
from game.record.journal import JournalFile, JournalInUse, claimed, left_behind
from game.record.play_order import clock_of, records_in
from game.record.reader import is_record, mark_of
from game.record.safe_files import move, reason
from game.record.save_files import names, save_aside

MOST_REPLAYS = 50
"""Maximum number of replays kept; beyond that, the oldest is deleted."""


class Keeper:
    """The keeper of one battle's files in the data folder.

    Without `begin`, nothing is written during the battle, which suits programs that play many
    battles.
    """

    def __init__(
        self, table: Table, folder: Path, tell: Callable[[str], object] = lambda _: None
    ) -> None:
        self._table, self.folder, self._tell = table, folder, tell
        self._running: JournalFile | None = None
        self._kept: Path | None = None
        """Replay of the battle, once it has ended."""

    def begin(self) -> None:
        """Write every command to a running file from now on."""
        self._table.record.stamp_by(clock_of(self.folder))
        try:
            self._running = JournalFile.begin(self._names(RUNNING), self._table.record, self._tell)
        except OSError as fault:
            self._tell(said("file", "not_saved", why=reason(fault)))
        self._table.record.sink = self._running

    def begin_anew(self, is_left: bool) -> None:
        """Write the table's new recording to another running file.

        Keep the previous file if `is_left`, else delete it.
        """
        before = self._running
        if before is None:
            return
        self.begin()
        if is_left:
            before.close()
        else:
            before.remove()

    @property
    def running(self) -> Path | None:
        """The running file, or None without one."""
        return self._running.path if self._running else None

    def aside(self) -> Path:
        """Save an interrupted battle under a new name and return its path.

        Raise OSError if that fails.
        """
        if self._kept:
            return self._kept
        path = save_aside(self._table.battle, self._table.record, self.folder)
        self.drop()
        return path

    def conclude(self) -> bool:
        """Write the last checkpoint, because the battle is over; return whether all is on disk.

        Don't wait. `finish` waits unless this has returned True.
        """
        record = self._table.record
        if self._running and not record.is_closed:
            record.keep(self._table.checkpoint())
            record.settled()
        return record.is_synced

    def finish(self) -> None:
        """Turn the running file, if any, into a replay, because the battle is over or given up."""
        running = self._running
        if running is None:
            return
        self.conclude()
        if not running.is_whole:
            running.sync()
        running.wait()
        if running.is_whole:
            with suppress(OSError):  # if that fails, leave it where it is
                self._kept = self._moved(running)
                prune(self.folder / REPLAYS, but=self._kept)
        self.leave()

    def _moved(self, running: JournalFile) -> Path:
        running.close()
        return move(running.path, self._names(REPLAYS))

    def drop(self) -> None:
        """Delete the running file."""
        if self._running:
            self._running.remove()
        self._running = self._table.record.sink = None

    def leave(self) -> None:
        """Stop writing. A running file stays where it is."""
        if self._running:
            if not self._running.is_whole:
                self._running.sync()
            self._running.close()
        self._running = self._table.record.sink = None

    def _names(self, place: str) -> Iterator[Path]:
        return names(self.folder / place, self._table.battle.world.scene.level.id, ".jsonl")


def prune(folder: Path, most: int = MOST_REPLAYS, but: Path | None = None) -> None:
    """Delete the oldest replays of a folder, so that `most` are left; never delete `but`."""
    for path in records_in(folder)[most:]:
        if path != but and is_record(path):
            path.unlink(missing_ok=True)


def delete_left(path: Path) -> None:
    """Delete an unfinished battle. Raise Failure if it is being played, or can't be deleted."""
    try:
        with claimed(path):
            pass
        path.unlink(missing_ok=True)
    except JournalInUse as fault:
        raise failure("file", "in_use", path=str(path)) from fault
    except FileNotFoundError:
        return
    except OSError as fault:
        raise failure("file", "not_deleted", name=path.name, why=reason(fault)) from fault


def put_by(folder: Path, journey: str, but: str) -> None:
    """Move the interrupted battles of a journey to the replays, except the one marked `but`."""
    for path in _cut_off(folder, journey):
        if mark_of(path) != but:
            with suppress(OSError):  # if that fails, leave it where it is
                move(path, names(folder / REPLAYS, path.stem, ".jsonl"))


def forget(folder: Path, journey: str) -> None:
    """Delete the interrupted battles of a journey."""
    for path in _cut_off(folder, journey):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _cut_off(folder: Path, journey: str) -> list[Path]:
    """Return the running files of a journey's battles that no process is playing."""
    left = left_behind(folder / RUNNING)
    return [path for path in left if mark_of(path).rpartition("-")[0] == journey]


def battle_of(folder: Path, mark: str, *, with_ended: bool = True) -> Path | None:
    """Return the file of the journey's battle with this mark, or None if there is none.

    Prefer an interrupted battle. If `with_ended`, fall back on the newest battle that has ended.
    """
    cut_off = next((path for path in left_behind(folder / RUNNING) if mark_of(path) == mark), None)
    if cut_off or not with_ended:
        return cut_off
    ended = records_in(folder / REPLAYS)
    return next((path for path in ended if mark_of(path) == mark), None)
