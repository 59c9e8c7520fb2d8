"""Saves and replays as files: JSON Lines, written whole, read with every fault named."""

import errno
import itertools
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import msgspec

from game.session.record import FORMAT, Checkpoint, Header, Line, Play, Start, Undo
from game.session.table import Table

MOST_BYTES = 200_000_000
"""No file longer than this is read."""

KEPT = 3
"""So many versions of a whole file are kept: itself and the ones before, as `name.1`, `name.2`."""


class Unreadable(ValueError):
    """A file that holds no record. Says why in a sentence."""


@dataclass(frozen=True)
class Flaw:
    """A line that cannot be read, and why."""

    message: str


@dataclass(frozen=True)
class Saved:
    """A record as it was read. `lines` pairs each line with its number in the file.

    `is_torn` says that the last line was cut off while it was written, and dropped.
    """

    header: Header
    lines: tuple[tuple[int, Line | Flaw], ...]
    is_torn: bool = False


def save_text(table: Table) -> bytes:
    """The file of a battle at any moment, closed by a checkpoint."""
    header = msgspec.structs.replace(table.record.header, drawn=table.drawn, view=table.view)
    lines = [header, *table.record.lines]
    if not table.record.is_closed:
        lines.append(table.checkpoint())
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


# Writing


def write_whole(path: Path, content: bytes, is_ours: Callable[[Path], bool] = Path.is_file) -> None:
    """Writes a file so that at every moment either the old or the new one is there, whole.

    Older versions are kept as far as all that has their names `is_ours`.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _written_beside(path, content)
    try:
        _keep_older(path, is_ours)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def write_new(paths: Iterable[Path], content: bytes) -> Path:
    """Writes a file under the first of the names that nobody else has, or has just taken."""
    for path in paths:
        if _reserve(path):
            _fill(path, content)
            return path
    raise FileExistsError("all names are taken")


def _reserve(path: Path) -> bool:
    """Makes an empty file, if there is nothing of that name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True


def _fill(path: Path, content: bytes) -> None:
    """Writes a file that was reserved; takes it away again if that fails."""
    try:
        write_whole(path, content, lambda _: False)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _written_beside(path: Path, content: bytes) -> Path:
    """A new file in the same folder that holds the content."""
    for n in itertools.count():
        beside = path.with_name(f".{os.getpid()}-{n}.tmp")
        try:
            file = beside.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        return beside
    raise AssertionError


def _keep_older(path: Path, is_ours: Callable[[Path], bool]) -> None:
    """Moves the earlier versions on by one; the file itself is copied, so it is never missing.

    What stands under the name of an older version and is not ours stays; then fewer are kept.
    """
    if not is_ours(path):
        return
    older = [path.with_name(f"{path.name}.{n}") for n in range(1, KEPT)]
    free = list(itertools.takewhile(lambda p: is_ours(p) or not os.path.lexists(p), older))
    for newer, old in reversed(list(pairwise(free))):
        if newer.exists():
            newer.replace(old)
    if free:
        _written_beside(path, path.read_bytes()).replace(free[0])


def _sync_folder(folder: Path) -> None:
    """Makes the new name itself last, where the system lets one."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def save(table: Table, path: Path) -> None:
    """Saves a battle; OSError if that fails, or if anything but a save has the name."""
    content = save_text(table)
    if _reserve(path):
        _fill(path, content)
        return
    name = repr(str(path))
    if path.is_symlink():
        path = Path(os.path.realpath(path))
        if not path.exists():
            raise FileExistsError(f"{name} is a link that leads nowhere")
    if path.is_dir():
        raise IsADirectoryError(f"{name} is a folder")
    if not is_record(path):
        raise FileExistsError(f"{name} exists and is no save of this version")
    write_whole(path, content, is_record)


def is_record(path: Path) -> bool:
    """Whether a file is a record by its whole first line. Links, pipes and devices are none."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with path.open("rb") as file:
            _header(file.readline(MOST_BYTES))
    except (OSError, ValueError):
        return False
    return True


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
    errno.EDQUOT: "there is no space left",
    errno.EBADF: "it is closed",
    errno.EIO: "the device has failed",
}


def reason(fault: OSError) -> str:
    """Why the system does not do it, as the end of a sentence."""
    if fault.errno is None:
        return str(fault)
    return _REASONS.get(fault.errno, f"the system says {fault.strerror!r}")


# Reading


def read_save(path: Path) -> Saved:
    """The record in a file; Unreadable says in a sentence why there is none."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable(f"{str(path)!r} cannot be read: it is no file.")
        if about.st_size > MOST_BYTES:
            raise Unreadable(f"{str(path)!r} is too long for a save.")
        with path.open("rb") as file:
            return parse_save(file)
    except OSError as fault:
        raise Unreadable(f"{str(path)!r} cannot be read: {reason(fault)}.") from fault


def parse_save(file: BinaryIO) -> Saved:
    """The record in a stream; Unreadable says in a sentence why there is none."""
    first = file.readline()
    header = _header(first)
    raw = list(enumerate(file, 2))
    is_torn = bool(raw) and not raw[-1][1].endswith(b"\n")
    if is_torn and isinstance(_line(raw[-1][1]), Flaw):
        raw.pop()
    else:
        is_torn = False
    return Saved(header, tuple(_lines(raw)), is_torn)


def _lines(raw: list[tuple[int, bytes]]) -> Iterator[tuple[int, Line | Flaw]]:
    return ((number, _line(text)) for number, text in raw)


def _line(text: bytes) -> Line | Flaw:
    try:
        return msgspec.json.decode(text, type=Start | Play | Undo | Checkpoint)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        return Flaw(str(fault))


def _header(text: bytes) -> Header:
    try:
        raw = msgspec.json.decode(text)
        known = raw.get("format") if isinstance(raw, dict) else None
        if isinstance(known, int) and known > FORMAT:
            raise Unreadable(
                f"The save has format {known}, this version reads up to {FORMAT}; a newer version "
                "of the game is needed."
            )
        return msgspec.convert(raw, Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(f"Line 1 is no header of a save: {fault}.") from fault
