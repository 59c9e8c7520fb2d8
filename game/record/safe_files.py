"""Files written so that nothing is lost: whole, under new names, and why it failed if it did."""

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

if sys.platform != "win32":
    import fcntl

PATIENCE, WAIT = 3.0, 0.01
"""Seconds that another program may take to write, and between two looks whether it has."""
KEPT = 3
"""The number of versions kept of a whole file: itself and earlier ones, as `name.1`, `name.2`."""


def write_whole(path: Path, content: bytes, is_ours: Callable[[Path], bool] = Path.is_file) -> None:
    """Write a file so that at every moment either the old or the new one is there, whole.

    Older versions are kept as far as all that has their names `is_ours`.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _written_beside(path, content)
    try:
        # Two programs that move older versions on at the same time would lose one of them.
        with _alone_in(path.parent):
            _keep_older(path, is_ours)
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_new(paths: Iterable[Path], content: bytes) -> Path:
    """Write a file under the first of the names that no file has."""
    for path in paths:
        if make(path, content):
            return path
    raise FileExistsError("all names are taken")


def make(path: Path, content: bytes) -> bool:
    """Make a file that is whole from its first moment; return whether its name was free."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(path):
        return False
    beside = _written_beside(path, content)
    try:
        # A link fails where the name is taken, and a rename would replace the file.
        os.link(beside, path)
    except FileExistsError:
        return False
    except OSError:  # a disk without links
        if not reserve(path):
            return False
        fill(path, content)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)
    return True


def move(path: Path, goals: Iterable[Path]) -> Path:
    """Move a file to the first of the names that nobody has; return which that is."""
    for goal in goals:
        goal.parent.mkdir(parents=True, exist_ok=True)
        with _alone_in(goal.parent):
            if not os.path.lexists(goal):
                return path.replace(goal)
    raise FileExistsError("all names are taken")


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs from replacing files of a folder meanwhile.

    OSError if one of them goes on and on. Where folders cannot be locked nobody is kept out.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + PATIENCE
        while not _locked(handle):
            if time.monotonic() > end:
                raise OSError("another program is writing into the same folder")
            time.sleep(WAIT)
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Lock a folder; return whether that is done, or cannot be done there at all."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def reserve(path: Path) -> bool:
    """Make an empty file, if there is nothing of that name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True


def fill(path: Path, content: bytes) -> None:
    """Write a file that was reserved; delete it if that fails."""
    try:
        write_whole(path, content, lambda _: False)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _written_beside(path: Path, content: bytes) -> Path:
    """Return a new file in the same folder that holds the content."""
    for n in itertools.count():
        # In the same folder, as a file can be renamed in one step only within a disk.
        beside = path.with_name(f".{os.getpid()}-{n}.tmp")
        try:
            file = beside.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content)
                file.flush()
                # Before the rename: else a crash of the machine may leave the new name with no
                # content, and the old content is gone.
                os.fsync(file.fileno())
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        return beside
    raise AssertionError


def _keep_older(path: Path, is_ours: Callable[[Path], bool]) -> None:
    """Move the earlier versions on by one; the file itself is copied, so it is never missing.

    A file that has the name of an older version and is not ours stays; then fewer are kept.
    """
    if not is_ours(path):
        return
    older = older_files(path)
    free = list(itertools.takewhile(lambda p: is_ours(p) or not os.path.lexists(p), older))
    # The oldest first, so that each version makes room for the one behind it.
    for newer, old in reversed(list(pairwise(free))):
        if newer.exists():
            newer.replace(old)
    if free:
        _written_beside(path, path.read_bytes()).replace(free[0])


def older_files(path: Path) -> list[Path]:
    """Return the paths of earlier versions of a whole file, the newest first."""
    return [path.with_name(f"{path.name}.{n}") for n in range(1, KEPT)]


def read_plain(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file; raise OSError if it is not a plain file, such as a
    pipe.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is no file")
    with path.open("rb") as file:
        return file.read(most)


def typed_path(text: str) -> Path:
    """Return the path that a person has typed; raise OSError if no file can have that name."""
    path = Path(text)
    try:
        is_name = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise OSError("this is no name for a file")
    with suppress(RuntimeError):  # of somebody whom nobody knows here
        path = path.expanduser()
    return path


def sync_folder(folder: Path) -> None:
    """Make the new name itself durable, on systems that allow it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_REASONS = {
    errno.EACCES: "this is not permitted",
    errno.EPERM: "this is not permitted",
    errno.EROFS: "nothing can be written there",
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "a part of the path is a file and no folder",
    errno.EEXIST: "a part of the path is a file and no folder",
    errno.EISDIR: "it is a folder",
    errno.ELOOP: "its links lead in a circle",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOSPC: "there is no space left",
    errno.EFBIG: "no file may grow that large here",
    errno.EMFILE: "too many files are open",
    errno.EDQUOT: "there is no space left",
    errno.EBADF: "it is closed",
    errno.EIO: "the device has failed",
}


def reason(fault: OSError) -> str:
    """Return why the system refuses, as the end of a sentence."""
    if fault.errno is None:
        return str(fault)
    return _REASONS.get(fault.errno, f"the system says {fault.strerror!r}")
