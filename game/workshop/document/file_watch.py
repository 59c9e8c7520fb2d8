"""Notice that a file has changed, by its time and its content, on every system."""

import os
import time
from pathlib import Path
from typing import NamedTuple

RECENT = 2.0
"""Seconds for which a file's time isn't trusted: some disks only count in steps of two seconds."""


class FileState(NamedTuple):
    """A file as it was seen: what tells that it may have changed, and its content."""

    mark: tuple[int, int, int] | None
    """Time, size and number of the file, or None if it is missing."""
    content: bytes | None


class FileWatch:
    """A look at one file from time to time. Call `changed` about every 100 ms."""

    def __init__(self, path: Path, content: bytes | None) -> None:
        """Begin with the content that is known."""
        self.path = path
        self._known = content
        self._seen = FileState(None, content)

    def know(self, content: bytes | None) -> None:
        """Take a content as known, because this program has just written it."""
        self._known = content
        self._seen = FileState(None, content)

    def changed(self) -> FileState | None:
        """Return the file if its content is new, and was the same at the last look; else None.

        So a file that another program is still writing is left alone until it is whole.
        """
        mark = _mark(self.path)
        if mark is not None and mark == self._seen.mark and not _is_recent(mark):
            content = self._seen.content
        else:
            content = _content(self.path) if mark is not None else None
        before, self._seen = self._seen, FileState(mark, content)
        if content == self._known or content != before.content:
            return None
        self._known = content
        return self._seen

    def now(self) -> bytes | None:
        """Return the file's content at this moment; None if it is missing or can't be read."""
        return _content(self.path)


def _mark(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _is_recent(mark: tuple[int, int, int]) -> bool:
    return abs(time.time() - mark[0] / 1e9) < RECENT


def _content(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(os.fstat(file.fileno()).st_size + 1)
    except (OSError, ValueError):
        return None
