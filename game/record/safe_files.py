"""Write files so that nothing is lost: whole, or under new names. If that fails, say why."""

import errno
import itertools
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

from game.record.record_sentences import said

if sys.platform != "win32":
    import fcntl

PATIENCE, WAIT = 3.0, 0.01
"""Seconds to wait for another program to finish writing, and between two attempts."""
KEPT = 3
"""Number of versions kept of a whole file: itself, `name.1` and `name.2`."""


def write_whole(path: Path, content: bytes, is_ours: Callable[[Path], bool] = Path.is_file) -> None:
    """Write a file so that at every moment either the old or the new version is complete.

    Keep older versions, unless one of their names belongs to a file that `is_ours` rejects.
    """
    if path.is_dir():
        raise IsADirectoryError(said("reason", "path_is_folder", path=str(path)))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _written_beside(path, content)
    try:
        # Two programs that shift the older versions at the same time would lose one of them.
        with alone_in(path.parent):
            _keep_older(path, is_ours)
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_new(paths: Iterable[Path], content: bytes) -> Path:
    """Write a file under the first free name and return its path."""
    for path in paths:
        if make(path, content):
            return path
    raise FileExistsError(said("reason", "names_taken"))


def make(path: Path, content: bytes) -> bool:
    """Create a file that is complete as soon as it exists. Return whether its name was free."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(path):
        return False
    beside = _written_beside(path, content)
    try:
        # A link fails if the name is taken; a rename would replace the file.
        os.link(beside, path)
    except FileExistsError:
        return False
    except OSError:  # this disk doesn't support links
        if not reserve(path):
            return False
        fill(path, content)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)
    return True


def move(path: Path, goals: Iterable[Path]) -> Path:
    """Move a file to the first free path of `goals` and return that path."""
    for goal in goals:
        goal.parent.mkdir(parents=True, exist_ok=True)
        with alone_in(goal.parent):
            if not os.path.lexists(goal):
                return path.replace(goal)
    raise FileExistsError(said("reason", "names_taken"))


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs from replacing files of a folder while the context lasts.

    Raise OSError if another program doesn't finish. If folders can't be locked, don't wait.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + PATIENCE
        while not _locked(handle):
            if time.monotonic() > end:
                raise OSError(said("reason", "folder_busy"))
            time.sleep(WAIT)
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Lock a folder; return whether it is locked, or can't be locked at all."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def reserve(path: Path) -> bool:
    """Create an empty file; return whether its name was free."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True


def fill(path: Path, content: bytes) -> None:
    """Write a reserved file; delete it if that fails."""
    try:
        write_whole(path, content, lambda _: False)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _written_beside(path: Path, content: bytes) -> Path:
    """Write the content to a new file in the same folder as `path`, and return the new path."""
    for n in itertools.count():
        # In the same folder, because a rename is atomic only within one disk.
        beside = path.with_name(f".{os.getpid()}-{n}.tmp")
        try:
            file = beside.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content)
                file.flush()
                # Sync before the rename. Otherwise a power failure may leave the new name without
                # content after the old content is gone.
                os.fsync(file.fileno())
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        return beside
    raise AssertionError


def _keep_older(path: Path, is_ours: Callable[[Path], bool]) -> None:
    """Shift the older versions by one, to make room for a new one.

    The file itself is copied, so it is never missing. If a foreign file has the name of an older
    version, leave it and keep fewer versions.
    """
    if not is_ours(path):
        return
    older = older_files(path)
    free = list(itertools.takewhile(lambda p: is_ours(p) or not os.path.lexists(p), older))
    # Oldest first, so that each version makes room for the next newer one.
    for newer, old in reversed(list(pairwise(free))):
        if newer.exists():
            newer.replace(old)
    if free:
        _written_beside(path, path.read_bytes()).replace(free[0])


def older_files(path: Path) -> list[Path]:
    """Return the paths of a file's older versions, newest first."""
    return [path.with_name(f"{path.name}.{n}") for n in range(1, KEPT)]


def read_plain(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file.

    Raise OSError if it isn't a regular file: a pipe, for example.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(said("reason", "not_file"))
    with path.open("rb") as file:
        return file.read(most)


def typed_path(text: str) -> Path:
    """Return the path that a person typed; raise OSError if no file can have that name."""
    path = Path(text)
    try:
        is_name = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise OSError(said("reason", "not_name"))
    with suppress(RuntimeError):  # a "~name" of an unknown user
        path = path.expanduser()
    return path


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, on systems that allow it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_REASONS = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "read_only",
    errno.ENOENT: "missing",
    errno.ENOTDIR: "not_folder",
    errno.EEXIST: "not_folder",
    errno.EISDIR: "folder",
    errno.ELOOP: "circle",
    errno.ENAMETOOLONG: "long_name",
    errno.ENOSPC: "disk_full",
    errno.EFBIG: "large_file",
    errno.EMFILE: "open_files",
    errno.EDQUOT: "disk_full",
    errno.EBADF: "closed",
    errno.EIO: "device",
}
"""The entries in the catalogue's table `reason`, by error number."""


def reason(fault: OSError) -> str:
    """Return why a file operation failed, as the end of a sentence."""
    if fault.errno is None:
        return str(fault)
    if fault.errno not in _REASONS:
        return said("reason", "system", text=str(fault.strerror))
    return said("reason", _REASONS[fault.errno])
