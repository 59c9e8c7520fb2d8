"""Running files: recordings on disk that grow with their battles, each locked by one process."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

import msgspec

from game.record.disk_sync import DiskSync
from game.record.lines import RecordingLine
from game.record.play_order import records_in
from game.record.reader import is_record
from game.record.record_sentences import said
from game.record.recording import Recording
from game.record.safe_files import reason, sync_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 2**31 - 2
"""Offset of the byte to lock on Windows, far beyond the end: a locked byte can't be read there."""


class JournalInUse(Exception):
    """The error for a running file that another live process has locked."""


class JournalFile:
    """A running file.

    Lines are written at once and synced in another thread. The first failure is reported, and the
    battle continues. Each later write adds all missing lines and recreates a deleted file, so the
    file is complete as soon as possible.
    """

    def __init__(
        self, path: Path, file: FileIO, record: Recording, tell: Callable[[str], object]
    ) -> None:
        self.path = path
        self._file, self._record, self._tell = file, record, tell
        self._written = self._end = 0
        """Number of lines in the file, and its length in bytes."""
        self._has_failed = False
        self._disk = DiskSync()
        self._synced = self._given_up = 0
        """Number of lines on disk, and of those that failed to get there, the header included."""

    @classmethod
    def begin(
        cls, paths: Iterable[Path], record: Recording, tell: Callable[[str], object]
    ) -> "JournalFile":
        """Create a running file under the first free name, with all lines so far, and return it.

        Raise OSError if that fails.
        """
        for path in paths:
            file = _made(path)
            if file is None:
                continue
            running = cls(path, file, record, tell)
            try:
                running._catch_up()
                # Sync both the lines and the name: after a power failure, a file without a name is
                # lost, and a name without lines is an empty recording.
                os.fsync(file.fileno())
                sync_folder(path.parent)
            except BaseException:
                running.remove()
                raise
            running._synced = running._written
            return running
        raise FileExistsError(said("reason", "names_taken"))

    @property
    def is_whole(self) -> bool:
        """Return whether the file has all lines."""
        return self._written > len(self._record.lines)

    def add(self, line: RecordingLine) -> None:
        """Hand the newest line to the system, so that it survives the end of this process."""
        self._try(self._catch_up)

    def sync(self) -> None:
        """Begin to sync all lines, so that they survive a power failure; don't wait for that."""
        self._take_in()
        if not self._try(self._begin_sync):
            self._given_up = len(self._record.lines) + 1
        self._take_in()

    def covers(self, lines: int) -> bool:
        """Return whether nothing is left to wait for: the first `lines` lines are on disk.

        Lines that can't be written or synced count, too, because the battle continues without them.
        """
        self._take_in()
        return lines < max(self._synced, self._given_up)

    def wait(self) -> None:
        """Wait until all syncs begun so far have ended."""
        self._disk.wait()
        self._take_in()

    def _take_in(self) -> None:
        """Take in the results of syncs; report the first failure, and when all is well again."""
        for lines, fault in self._disk.ends():
            if fault is not None:
                self._given_up = max(self._given_up, lines)
                self._report(fault)
                continue
            self._synced = max(self._synced, lines)
            if self._has_failed and self.is_whole and lines == self._written:
                self._has_failed = False
                self._tell(said("kept", "again", path=str(self.path)))

    def _try(self, write: Callable[[], None]) -> bool:
        """Return whether writing succeeds; report the first failure."""
        try:
            write()
        except OSError as fault:
            self._report(fault)
            return False
        return True

    def _report(self, fault: OSError) -> None:
        if not self._has_failed:
            self._tell(said("kept", "no_longer", path=str(self.path), why=reason(fault)))
        self._has_failed = True

    def _begin_sync(self) -> None:
        # Writing to a deleted file raises nothing, and the battle would be lost silently.
        is_linked = os.fstat(self._file.fileno()).st_nlink > 0
        is_new = not is_linked and not _is_still(self.path, self._file)
        if is_new:
            self._make_anew()
        self._catch_up()
        self._disk.begin(self._file, self._written, self.path.parent if is_new else None)

    def _make_anew(self) -> None:
        """Make the file again, because it was deleted while it was being written."""
        file = _made(self.path)
        if file is None:
            raise FileExistsError(said("reason", "replaced"))
        self.wait()  # only now may the old file be closed
        self._file.close()
        self._file, self._written, self._end = file, 0, 0
        self._synced = 0

    def _catch_up(self) -> None:
        """Write all lines that the file lacks. After a failure, first remove an incomplete line."""
        if self._has_failed:
            self._file.truncate(self._end)
            self._file.seek(self._end)
        lines = self._record.lines
        # The header is the file's first line, but isn't in `lines`: hence one more.
        while self._written <= len(lines):
            self._write(lines[self._written - 1] if self._written else self._record.header)
            self._written += 1

    def _write(self, line: RecordingLine) -> None:
        text = msgspec.json.encode(line) + b"\n"
        left = memoryview(text)
        while left:
            left = left[self._file.write(left) or 0 :]
        self._end += len(text)

    def close(self) -> None:
        """Wait for the last sync, close the file and leave it in place."""
        self._disk.close()
        self._take_in()
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """Close the file, and delete it if possible."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def _made(path: Path) -> FileIO | None:
    """Return a new locked file, or None if the name is taken."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = FileIO(path, "xb")
    except FileExistsError:
        return None
    lock(file)
    return file


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Lock the file against other processes.

    Raise JournalInUse if another process has locked it, and OSError if it can't be read.
    """
    with FileIO(path, "rb") as file:
        # Between opening and locking, the file's last owner may have removed it. The lock is then
        # on a file that no other process can open, and proves nothing.
        if not lock(file) or not _is_still(path, file):
            raise JournalInUse
        yield


def left_behind(folder: Path) -> list[Path]:
    """Return the running files that no process has locked any more, newest first."""
    return [path for path in records_in(folder) if is_record(path) and not _is_held(path)]


def _is_held(path: Path) -> bool:
    try:
        with claimed(path):
            return False
    except (JournalInUse, OSError):
        return True


def _is_still(path: Path, file: FileIO) -> bool:
    """Return whether the path still names this file, which its last owner may have removed."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def lock(file: FileIO) -> bool:
    """Lock the file and return whether that worked; return True if the system has no locks."""
    if sys.platform == "win32":
        at = file.seek(0, os.SEEK_CUR)
        try:
            # Far beyond the end: on Windows a locked part can't be read, and lists of battles read
            # running files.
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
    else:
        try:
            # The system releases the lock when the process ends, even in a crash. A free lock
            # therefore marks the file of a crashed process.
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
