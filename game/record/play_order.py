"""Stamps: the order in which files were played, even if the clock is wrong.

A stamp is the time in microseconds since the epoch, or the newest stamp plus one if the clock is
behind that. It is written in the played file, so it survives copying.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from game.record.data_folders import CAMPAIGNS, REPLAYS, RUNNING, SAVES

MOST = 253_402_300_799_000_000
"""The largest stamp: the end of the year 9999."""
SECOND = 1_000_000

Stamp = Annotated[int, msgspec.Meta(ge=0, le=MOST)]

PLAYED = b'{"line":"play"'
"""First bytes of a command's line."""
TAIL = 1_000_000
"""Number of bytes at the end of a recording that are searched for the last command."""
LONGEST = 10_000_000
"""Maximum length of a first line, and of a journey's file."""


class _Stamped(msgspec.Struct):
    """The stamp of a line or file; 0 if it was written before there were stamps."""

    played: Stamp = 0


class Clock:
    """A source of stamps, each larger than all earlier ones."""

    def __init__(self, after: int = 0) -> None:
        self._last = after

    def stamp(self) -> int:
        """Return the next stamp."""
        # Only the order matters. If the clock is set back, the newest battle must still come first.
        self._last = min(MOST, max(time.time_ns() // 1000, self._last + 1))
        return self._last


def clock_of(folder: Path) -> Clock:
    """Return a clock whose stamps are larger than all stamps in a data folder."""
    found = [0]
    for name in (RUNNING, SAVES, REPLAYS):
        found += map(record_stamp, _files(folder / name, "*.jsonl"))
    found += map(journey_stamp, _files(folder / CAMPAIGNS, "*.json"))
    return Clock(max(found))


def record_stamp(path: Path) -> int:
    """Return a recording's newest stamp, or the time it was written if it has none."""
    with suppress(OSError), path.open("rb") as file:
        begun = _stamp(file.readline(LONGEST))
        # Read only the end: a recording can have megabytes, and lists look at every recording.
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - TAIL))
        plays = (line for line in reversed(file.readlines()) if line.startswith(PLAYED))
        # Older recordings have no stamps, and the last line may be cut off. So use the newest
        # command that has a stamp.
        last = next(filter(None, map(_stamp, plays)), 0)
        return max(begun, last) or _written(path)
    return 0


def journey_stamp(path: Path) -> int:
    """Return a journey's stamp, or the time it was written if it has none."""
    with suppress(OSError), path.open("rb") as file:
        return _stamp(file.read(LONGEST)) or _written(path)
    return 0


def newest_first(paths: Iterable[Path], stamp: Callable[[Path], int]) -> list[Path]:
    """Return files by stamp, newest first, and files with equal stamps by name."""
    return sorted(paths, key=lambda path: (stamp(path), path.name), reverse=True)


def records_in(folder: Path) -> list[Path]:
    """Return the files of a folder that may be recordings, newest first."""
    return newest_first(_files(folder, "*.jsonl"), record_stamp)


def journeys_in(folder: Path) -> list[Path]:
    """Return the files of a folder that may be journeys, newest first."""
    return newest_first(_files(folder, "*.json"), journey_stamp)


def _files(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield the files of a folder, or none if it can't be read."""
    with suppress(OSError):
        yield from (path for path in list(folder.glob(pattern)) if path.is_file())


def _stamp(text: bytes) -> int:
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(text, type=_Stamped).played
    return 0


def _written(path: Path) -> int:
    return max(0, min(MOST, path.stat().st_mtime_ns // 1000))
