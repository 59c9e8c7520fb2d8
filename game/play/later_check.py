"""The later check of a battle that resumes at once from its newest checkpoint.

The check plays the whole recording again on a separate table, a few lines at a time. It also
follows the lines that are added meanwhile. At the end the battle takes over everything that a
checkpoint lacks: the log, and the commands that can be undone.
"""

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from game.engine.book import Book
from game.play.replayer import Differs, RecordReader, Trouble, reader_of
from game.play.table import Table
from game.record.lines import Checkpoint, RecordingLine
from game.record.reader import Numbered, ReadRecording, UnreadableLine
from game.record.recording import Recording, text_hash


class CheckedRecord(NamedTuple):
    """The result of a check: the table to continue with, and a sentence about any difference.

    Without `trouble` the recording stays as it is. With it the battle gets a new recording. This
    begins at the checkpoint where the battle resumes, or ends at the last line that could be
    followed.
    """

    table: Table
    trouble: str = ""


class LaterCheck:
    """The check of a recording whose battle already continues at `table`."""

    def __init__(self, reader: RecordReader, table: Table, checkpoint: int) -> None:
        """Begin the check. Raise Unreadable if not even the battle's start can be restored.

        `checkpoint` is the index of the line from which the battle has resumed.
        """
        self.table = table
        self._reader, self._checkpoint = reader, checkpoint
        self._resumed_at = len(table.record.lines)
        """Number of lines in the recording when the battle resumed."""
        self.again, self._rest = reader.begun(reader.saved.lines)
        """The table on which the recording is played again, and the lines still to play."""
        self._steps = self._followed()

    def go_on(self, seconds: float | None) -> CheckedRecord | None:
        """Check for `seconds`, or to the end if None.

        Return the result, or None if unfinished.
        """
        until = None if seconds is None else perf_counter() + seconds
        for checked in self._steps:
            if checked is not None:
                return checked
            if until is not None and perf_counter() >= until:
                break
        return None

    def _followed(self) -> Iterator[CheckedRecord | None]:
        """Play the recording line by line.

        Yield None after each line, and the result at the end.
        """
        again, saved = self.again, self._reader.saved.lines
        for numbered in self._rest:
            trouble = self._reader.followed(again, numbered, numbered is saved[-1])
            if trouble is not None:
                yield self._differing(trouble)
                return
            yield None
        # From here on, the battle's current players count, not the recording's.
        again.people = self.table.people
        at = self._resumed_at
        while at < len(self.table.record.lines):
            numbered = self._number(at), self.table.record.lines[at]
            trouble = self._reader.followed(again, numbered, is_last=False)
            if trouble is not None:
                yield self._differing(trouble)
                return
            at += 1
            yield None if at < len(self.table.record.lines) else CheckedRecord(again)
        yield CheckedRecord(again)

    def _number(self, at: int) -> int:
        """Return the number that a line added since the battle resumed would have in the file."""
        return self._reader.saved.lines[-1][0] + 1 + at - self._resumed_at

    def _differing(self, trouble: Trouble) -> CheckedRecord:
        """Return the result for a recording that can't be followed, as `replay` would."""
        saved = self._reader.saved
        number, newest = saved.lines[self._checkpoint]
        assert isinstance(newest, Checkpoint)
        if trouble.line < number:
            self.table.record = self._since(newest)
            return CheckedRecord(self.table, trouble.going_on(newest.n, is_checkpoint=True))
        added = self.table.record.lines[self._resumed_at :]
        lines = [(self._number(at), line) for at, line in enumerate(added, self._resumed_at)]
        whole = ReadRecording(saved.header, (*saved.lines, *lines))
        found = RecordReader(whole, self._reader.book, self._reader.level).read()
        return CheckedRecord(found.table, trouble.going_on(found.table.record.count, False))

    def _since(self, newest: Checkpoint) -> Recording:
        """Return the recording without the lines before the checkpoint."""
        record = self.table.record
        is_closing = self._checkpoint == len(self._reader.saved.lines) - 1
        tail = record.lines[self._checkpoint + (0 if is_closing else 1) :]
        return Recording(record.header, (newest, *tail))


def later_check(saved: ReadRecording, books: Mapping[str, Book]) -> LaterCheck | None:
    """Resume a battle from its newest checkpoint, and return the check of its recording.

    Return None if it must be checked at once: it has no usable checkpoint, the battle is over, or
    there is something to report about it. Raise Unreadable if not even the battle's start can be
    restored.
    """
    newest = _newest(saved.lines)
    if newest is None:
        return None
    reader = reader_of(saved, books)
    is_known = saved.header.readings >= len(reader.book.readings)
    if not is_known or text_hash(reader.level.text) != saved.header.level_hash:
        return None
    table = _resumed(reader, newest)
    if table is None or table.battle.outcome is not None:
        return None
    return LaterCheck(reader, table, newest)


def _newest(lines: Sequence[Numbered]) -> int | None:
    """Return the index of the newest checkpoint.

    Return None if it is the first line, or if any line is unreadable.
    """
    if any(isinstance(line, UnreadableLine) for _, line in lines):
        return None
    found = (at for at in range(len(lines) - 1, 0, -1) if isinstance(lines[at][1], Checkpoint))
    return next(found, None)


def _resumed(reader: RecordReader, newest: int) -> Table | None:
    """Return the table resumed from the newest checkpoint, at the recording's end, or None."""
    lines = reader.saved.lines
    checkpoint = lines[newest][1]
    assert isinstance(checkpoint, Checkpoint)
    try:
        table = reader.restored(checkpoint)
    except Differs:
        return None
    for numbered in lines[newest + 1 :]:
        if reader.followed(table, numbered, numbered is lines[-1]) is not None:
            return None
    # Leave out a closing checkpoint, as `replay` does: saving writes another one.
    kept = lines[:-1] if newest == len(lines) - 1 else lines
    readable = (line for _, line in kept if isinstance(line, RecordingLine))
    whole = Recording(reader.saved.header, readable)
    if _place(whole) != _place(table.record):
        return None
    table.record = whole
    return reader.seated(table)


def _place(record: Recording) -> tuple[str, int, int, dict[str, int]]:
    """Return the place that a recording has reached, in commands, dice and random numbers."""
    return record.moment, record.drawn, record.seed, record.luck
