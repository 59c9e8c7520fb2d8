"""The journal beside a level's file: every step since it was first edited, so nothing is lost."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from io import FileIO
from itertools import count
from pathlib import Path

import msgspec

from game.record.disk_sync import DiskSync
from game.record.journal import lock
from game.record.safe_files import move, reason
from game.workshop.document.document_sentences import said
from game.workshop.document.edit_lines import AnyLine, JournalHead, JournalLine


def journal_path(level: Path) -> Path:
    """Return the path of the journal of a level's file."""
    return level.with_name(f".{level.name}.edits")


class EditJournal:
    """A journal that grows with a document. Its file is made or touched with the first new line.

    The first failure is told, and the author goes on without a journal.
    """

    def __init__(
        self,
        path: Path,
        base: str,
        lines: Sequence[JournalLine],
        tell: Callable[[str], object],
    ) -> None:
        """`lines` is the document's own list, which grows."""
        self.path = path
        self._base, self._lines, self._tell = base, lines, tell
        self._file: FileIO | None = None
        self._disk = DiskSync()
        self._written = 0
        """Number of lines in the file, without the head."""
        self._size: int | None = None
        """Number of good bytes in the file of a journal that is resumed."""
        self._is_off = False

    def resume(self, lines: int, size: int) -> None:
        """Go on with a file of this many lines, in this many bytes."""
        self._written, self._size = lines, size

    def turn_off(self) -> None:
        """Write nothing, because another program writes this journal."""
        self._is_off = True

    def write(self) -> None:
        """Write the lines that the file lacks, and begin to sync them without waiting."""
        if self._is_off:
            return
        try:
            if self._file is None:
                self._file = self._opened()
            _write(self._file, self._lines[self._written :])
            self._written = len(self._lines)
            self._disk.begin(self._file, self._written)
            for end in self._disk.ends():
                if end.fault is not None:
                    raise end.fault
        except OSError as fault:
            self._is_off = True
            self._tell(said("journal", "no_longer", path=str(self.path), why=reason(fault)))

    def _opened(self) -> FileIO:
        """Open the file for the next line. A file that isn't resumed is moved aside."""
        if self._size is None and self.path.exists():
            names = (self.path.with_name(f"{self.path.name}-{n}") for n in count(1))
            self._tell(said("journal", "moved", path=str(move(self.path, names))))
        file = FileIO(self.path, "xb" if self._size is None else "r+b")
        try:
            if not lock(file):
                raise OSError(said("journal", "in_use"))
            if self._size is None:
                _write(file, [JournalHead(self._base)])
            else:
                file.truncate(self._size)
                file.seek(self._size)
        except BaseException:
            file.close()
            raise
        return file

    def close(self) -> None:
        """Wait for the last sync, and close the file, which stays."""
        self._disk.close()
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file, self._is_off = None, True


def _write(file: FileIO, lines: Iterable[AnyLine]) -> None:
    """Write lines whole: after a failure, cut off the part of them that was written."""
    start = file.tell()
    left = memoryview(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    try:
        while left:
            left = left[file.write(left) or 0 :]
    except OSError:
        with suppress(OSError):
            file.truncate(start)
        raise
