"""A disk whose syncs take as long as a test likes."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest

PATIENCE = 30.0
"""Seconds to wait for a sync."""


class SlowDisk:
    """A disk that knows what a power failure would leave of each file."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        """Duration of a sync outside the main thread."""
        self.in_main_thread = self.elsewhere = 0
        """Number of syncs in the main thread, where they hold up the window, and in others."""
        self.fault: Exception | None = None
        """The error of each sync outside the main thread, if it has one."""
        self._sizes: dict[int, int] = {}
        self._goes = Event()
        self._goes.set()

    def fsync(self, handle: int) -> None:
        """Sync a file, in place of `os.fsync`."""
        found = os.fstat(handle)
        if current_thread() is main_thread():
            self.in_main_thread += 1
        else:
            time.sleep(self.seconds)
            assert self._goes.wait(PATIENCE), "the disk never went on"
            self.elsewhere += 1
            if self.fault is not None:
                raise self.fault
        self._sizes[found.st_ino] = found.st_size

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Let no sync outside the main thread end while the context lasts."""
        self._goes.clear()
        try:
            yield
        finally:
            self._goes.set()

    def left(self, path: Path) -> bytes:
        """Return what a power failure would leave of a file."""
        return path.read_bytes()[: self._sizes.get(path.stat().st_ino, 0)]


def slow_disk(patch: pytest.MonkeyPatch, seconds: float = 0.0) -> SlowDisk:
    """Return a disk that all syncs go to from now on."""
    disk = SlowDisk(seconds)
    patch.setattr(os, "fsync", disk.fsync)
    return disk
