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
    """A running file. What goes wrong in writing it is told once, and the battle goes on.

    What could not be written is tried again with every further line, and the file is made anew if
    somebody has deleted it: as soon as it can be whole, it is.
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
        """A running file under the first name that is free, with all lines so far.

        OSError if that fails.
        """
        for path in paths:
            file = _made(path)
            if file is None:
                continue
            running = cls(path, file, record, tell)
            try:
                running._catch_up()
                os.fsync(file.fileno())
                sync_folder(path.parent)
            except BaseException:
                running.remove()
                raise
            return running
        raise FileExistsError("all names are taken")

    @property
    def is_whole(self) -> bool:
        """Whether all lines are in it."""
        return self._written > len(self._record.lines)

    def add(self, line: RecordingLine) -> None:
        """Hands the newest line to the system: from then on it outlives this process."""
        self._try(self._catch_up)

    def sync(self) -> None:
        """Waits until all lines lie on the disk: from then on they outlive the machine."""
        if self._try(self._settle) and self._has_failed:
            self._has_failed = False
            self._tell(f"The battle is kept again, all of it, in {str(self.path)!r}.")

    def _try(self, write: Callable[[], None]) -> bool:
        """Whether it could be done; why not is told the first time."""
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
        is_linked = os.fstat(self._file.fileno()).st_nlink > 0
        if not is_linked and not _is_still(self.path, self._file):
            self._make_anew()
        self._catch_up()
        os.fsync(self._file.fileno())

    def _make_anew(self) -> None:
        """Somebody has deleted the file while it was written."""
        file = _made(self.path)
        if file is None:
            raise FileExistsError("somebody has put another file in its place")
        self._file.close()
        self._file, self._written, self._end = file, 0, 0
        sync_folder(self.path.parent)

    def _catch_up(self) -> None:
        """Writes all lines that are not in it yet; half a line is taken out again."""
        if self._has_failed:
            self._file.truncate(self._end)
            self._file.seek(self._end)
        lines = self._record.lines
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
        """Lets the file go, to stay as it is."""
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """Lets the file go and deletes it, as far as that can be done."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def _made(path: Path) -> FileIO | None:
    """A new file that is ours, if there is none of that name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = FileIO(path, "xb")
    except FileExistsError:
        return None
    _lock(file)
    return file


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """In here nobody else takes the file; Held if somebody has, OSError if it cannot be opened."""
    with FileIO(path, "rb") as file:
        if not _lock(file) or not _is_still(path, file):
            raise JournalInUse
        yield


def left_behind(folder: Path) -> list[Path]:
    """The running files whose processes have gone, the one played last first."""
    return [path for path in records_in(folder) if is_record(path) and not _is_held(path)]


def _is_held(path: Path) -> bool:
    try:
        with claimed(path):
            return False
    except (JournalInUse, OSError):
        return True


def _is_still(path: Path, file: FileIO) -> bool:
    """Whether the file has not been removed in the meantime by who had it before."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _lock(file: FileIO) -> bool:
    """Whether the file is ours now. Where nothing can be locked it is."""
    if sys.platform == "win32":
        at = file.seek(0, os.SEEK_CUR)
        try:
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
    else:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
