"""Running files: a record on disk that grows with its battle, held by one process."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

import msgspec

from game.session.files import reason, sync_folder
from game.session.lines import Line
from game.session.reading import is_record
from game.session.record import Record

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 2**31 - 2
"""The byte that is locked on Windows, where what is locked cannot be read."""


class Held(Exception):
    """A running file belongs to a process that lives."""


class Running:
    """A running file. What goes wrong in writing it is told once, and the battle goes on."""

    def __init__(self, path: Path, file: FileIO, tell: Callable[[str], object]) -> None:
        self.path = path
        self._file = file
        self._tell = tell
        self.is_whole = True
        """Whether all lines are in it."""

    @classmethod
    def begin(
        cls, paths: Iterable[Path], record: Record, tell: Callable[[str], object]
    ) -> "Running":
        """A running file under the first name that is free, with all lines so far.

        OSError if that fails.
        """
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                file = FileIO(path, "xb")
            except FileExistsError:
                continue
            _lock(file)
            running = cls(path, file, tell)
            try:
                for line in (record.header, *record.lines):
                    running._write(line)
                os.fsync(file.fileno())
                sync_folder(path.parent)
            except BaseException:
                running.remove()
                raise
            return running
        raise FileExistsError("all names are taken")

    def add(self, line: Line) -> None:
        """Hands a line to the system: from then on it outlives this process."""
        if self.is_whole:
            try:
                self._write(line)
            except OSError as fault:
                self._fail(fault)

    def sync(self) -> None:
        """Waits until all lines lie on the disk: from then on they outlive the machine."""
        if self.is_whole:
            try:
                os.fsync(self._file.fileno())
            except OSError as fault:
                self._fail(fault)

    def _write(self, line: Line) -> None:
        left = memoryview(msgspec.json.encode(line) + b"\n")
        while left:
            left = left[self._file.write(left) or 0 :]

    def _fail(self, fault: OSError) -> None:
        self.is_whole = False
        name = repr(str(self.path))
        self._tell(f"The battle is no longer kept in {name} as it goes on: {reason(fault)}.")

    def close(self) -> None:
        """Lets the file go, to stay as it is."""
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """Lets the file go and deletes it, as far as that can be done."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """In here nobody else takes the file; Held if somebody has, OSError if it cannot be opened."""
    with FileIO(path, "rb") as file:
        if not _lock(file) or not _is_still(path, file):
            raise Held
        yield


def left_behind(folder: Path) -> list[Path]:
    """The running files whose processes have gone, the newest first."""
    try:
        paths = list(folder.glob("*.jsonl"))
    except OSError:  # a folder that cannot be looked at keeps nothing
        return []
    found = [path for path in paths if is_record(path) and not _is_held(path)]
    return sorted(found, key=lambda path: path.name, reverse=True)


def _is_held(path: Path) -> bool:
    try:
        with claimed(path):
            return False
    except (Held, OSError):
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
