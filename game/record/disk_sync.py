"""Syncs of one file in a thread of its own, so that no frame waits for the disk."""

import atexit
import os
from io import FileIO
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple

from game.record.safe_files import sync_folder


class SyncEnd(NamedTuple):
    """The end of a sync that covers the first `lines` lines; if it failed, `fault` says why."""

    lines: int
    fault: OSError | None


class _Due(NamedTuple):
    """A sync that was asked for. `folder` is to be synced too, if it got a new name."""

    file: FileIO
    lines: int
    folder: Path | None


class DiskSync:
    """Syncs in the order asked for; a newer one replaces those that haven't begun.

    The thread starts with the first sync. If no thread can start, each sync runs at once in the
    caller. `ends` reports them, so that failures reach the player from the caller's thread only.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._due: _Due | None = None
        self._is_busy = False
        """Whether a sync was asked for or is running."""
        self._ended: list[tuple[int, BaseException | None]] = []
        self._has_thread = self._is_closed = False

    def begin(self, file: FileIO, lines: int, folder: Path | None = None) -> None:
        """Begin to sync the file, which has `lines` lines; don't wait.

        Don't close the file before `wait` has returned.
        """
        with self._changed:
            folder = folder or (self._due.folder if self._due is not None else None)
            self._due, self._is_busy = _Due(file, lines, folder), True
            self._changed.notify_all()
        self._has_thread = self._has_thread or self._started()
        if not self._has_thread:
            self._run(is_waiting=False)

    def _started(self) -> bool:
        """Start the thread; return whether that worked."""
        try:
            # A daemon, so that the program can end while the thread waits for work. A battle that
            # a failure leaves open is synced by the exit handler.
            Thread(target=self._run, name="disk-sync", daemon=True).start()
        except RuntimeError:
            return False
        atexit.register(self.wait)
        return True

    def _run(self, is_waiting: bool = True) -> None:
        """Run the syncs that are due; if `is_waiting`, wait for more until `close`."""
        while self._has_run_one(is_waiting):
            pass

    def _has_run_one(self, is_waiting: bool) -> bool:
        """Run the next sync; return False if there is none."""
        with self._changed:
            while is_waiting and self._due is None and not self._is_closed:
                self._changed.wait()
            due, self._due = self._due, None
        if due is None:
            return False
        fault: BaseException | None = None
        try:
            os.fsync(due.file.fileno())
            if due.folder is not None:
                sync_folder(due.folder)
        except BaseException as raised:  # the thread that asked for the sync handles it
            fault = raised
        with self._changed:
            self._ended.append((due.lines, fault))
            self._is_busy = self._due is not None
            self._changed.notify_all()
        return True

    def ends(self) -> list[SyncEnd]:
        """Return the syncs that have ended since the last call; raise any error but an OSError."""
        if not self._ended:
            return []
        with self._changed:
            ended, self._ended = self._ended, []
        found = []
        for lines, fault in ended:
            if fault is not None and not isinstance(fault, OSError):
                raise fault
            found.append(SyncEnd(lines, fault))
        return found

    def wait(self) -> None:
        """Wait until no sync is due or running."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_busy)

    def close(self) -> None:
        """Wait for the last sync, and end the thread."""
        self.wait()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        atexit.unregister(self.wait)
