"""Saves and replays as files: JSON Lines, written whole, read with every fault named."""

import os
from collections.abc import Iterator
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
    header = msgspec.structs.replace(table.record.header, drawn=table.drawn)
    lines = [header, *table.record.lines]
    if not table.record.is_closed:
        lines.append(table.checkpoint())
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that at every moment either the old or the new one is there, whole."""
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _keep_older(path)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _keep_older(path: Path) -> None:
    """Moves the earlier versions on by one; the file itself is copied, so it is never missing."""
    older = [path.with_name(f"{path.name}.{n}") for n in range(1, KEPT)]
    for newer, old in reversed(list(pairwise(older))):
        if newer.exists():
            newer.replace(old)
    if path.exists():
        older[0].write_bytes(path.read_bytes())


def _sync_folder(folder: Path) -> None:
    """Makes the new name itself last, where the system lets one."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def save(table: Table, path: Path) -> None:
    """Saves a battle; OSError if that fails, or if another kind of file has the name."""
    if path.is_file() and path.stat().st_size and not is_record(path):
        raise FileExistsError(f"{str(path)!r} exists and is no save")
    write_whole(path, save_text(table))


def is_record(path: Path) -> bool:
    """Whether a file begins as a record does."""
    with path.open("rb") as file:
        return file.read(16).startswith(b'{"line":"header"')


def read_save(path: Path) -> Saved:
    """The record in a file; Unreadable says in a sentence why there is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Unreadable(f"{str(path)!r} is too long for a save.")
        with path.open("rb") as file:
            return parse_save(file)
    except OSError as fault:
        raise Unreadable(f"{str(path)!r} cannot be read: {fault.strerror}.") from fault


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
