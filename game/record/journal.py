"""Running files: a record on disk that grows with its battle, held by one process."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

import msgspec

from game.record.lines import RecordingLine
from game.record.reader import is_record
from game.record.recording import Recording
from game.record.safe_files import reason, sync_folder
from game.record.stamps import records_in

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 2**31 - 2
"""The byte that is locked on Windows, where what is locked cannot be read."""


class JournalInUse(Exception):
    """A running file belongs to a process that lives."""


class JournalFile:
    """A running file. A failure to write it is reported once, and the battle goes on.

    Lines that could not be written are tried again with every further line, and the file is made
    again if it was deleted: as soon as it can be whole, it is.
    """

    def __init__(
        self, path: Path, file: FileIO, record: Recording, tell: Callable[[str], object]
    ) -> None:
        self.path = path
        self._file, self._record, self._tell = file, record, tell
        self._written = self._end = 0
        """How many lines are in it, and how many bytes."""
        self._has_failed = False

    @classmethod
    def begin(
        cls, paths: Iterable[Path], record: Recording, tell: Callable[[str], object]
    ) -> "JournalFile":
        """Return a running file under the first name that is free, with all lines so far.

        Raise OSError if that fails.
        """
        for path in paths:
            file = _made(path)
            if file is None:
                continue
            running = cls(path, file, record, tell)
            try:
                running._catch_up()
                # Lines and name both: after a crash of the machine a file without a name is lost,
                # and a name without lines is a record of nothing.
                os.fsync(file.fileno())
                sync_folder(path.parent)
            except BaseException:
                running.remove()
                raise
            return running
        raise FileExistsError("all names are taken")

    @property
    def is_whole(self) -> bool:
        """Return whether all lines are in it."""
        return self._written > len(self._record.lines)

    def add(self, line: RecordingLine) -> None:
        """Hand the newest line to the system: from then on it outlives this process."""
        self._try(self._catch_up)

    def sync(self) -> None:
        """Wait until all lines lie on the disk: from then on they outlive the machine."""
        if self._try(self._settle) and self._has_failed:
            self._has_failed = False
            self._tell(f"The battle is kept again, all of it, in {str(self.path)!r}.")

    def _try(self, write: Callable[[], None]) -> bool:
        """Return whether writing succeeds; report the first failure."""
        try:
            write()
        except OSError as fault:
            if not self._has_failed:
                name, why = repr(str(self.path)), reason(fault)
                self._tell(f"The battle is no longer kept in {name} as it goes on: {why}.")
            self._has_failed = True
            return False
        return True

    def _settle(self) -> None:
        # Writing to a file that somebody has deleted raises nothing: the battle would be lost
        # without a word.
        is_linked = os.fstat(self._file.fileno()).st_nlink > 0
        if not is_linked and not _is_still(self.path, self._file):
            self._make_anew()
        self._catch_up()
        os.fsync(self._file.fileno())

    def _make_anew(self) -> None:
        """Make the file again, as it was deleted while it was written."""
        file = _made(self.path)
        if file is None:
            raise FileExistsError("somebody has put another file in its place")
        self._file.close()
        self._file, self._written, self._end = file, 0, 0
        sync_folder(self.path.parent)

    def _catch_up(self) -> None:
        """Write all lines that are not in the file yet, after removing half a line."""
        if self._has_failed:
            self._file.truncate(self._end)
            self._file.seek(self._end)
        lines = self._record.lines
        # The header is the first line of the file and not among `lines`, hence one more.
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
        """Let the file go, to stay as it is."""
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """Let the file go and delete it, if possible."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def _made(path: Path) -> FileIO | None:
    """Return a new locked file; None if the name is taken."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = FileIO(path, "xb")
    except FileExistsError:
        return None
    _lock(file)
    return file


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Keep others from taking the file; raise JournalInUse if it is taken, OSError if it cannot be
    read.
    """
    with FileIO(path, "rb") as file:
        # Between opening and locking, the process that had the file may have removed it. The lock
        # is then on a file that nobody else can see, and says nothing.
        if not _lock(file) or not _is_still(path, file):
            raise JournalInUse
        yield


def left_behind(folder: Path) -> list[Path]:
    """Return the running files whose processes have ended, the one played last first."""
    return [path for path in records_in(folder) if is_record(path) and not _is_held(path)]


def _is_held(path: Path) -> bool:
    try:
        with claimed(path):
            return False
    except (JournalInUse, OSError):
        return True


def _is_still(path: Path, file: FileIO) -> bool:
    """Return whether the path still names this file, so that its last owner has not removed it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _lock(file: FileIO) -> bool:
    """Return whether the file is now locked by this process; True where nothing can be locked."""
    if sys.platform == "win32":
        at = file.seek(0, os.SEEK_CUR)
        try:
            # Far beyond the end: on Windows nobody can read a locked part, and lists of battles
            # read running files.
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
    else:
        try:
            # The system lets go of it when the process ends, however it ends. That is how files of
            # crashed programs are told from those of running ones.
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
