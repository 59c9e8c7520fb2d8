"""The search for a battle's accounts in another process, so that a window doesn't wait for it."""

import io
from contextlib import suppress

from game.play.worker_processes import CUT, Cut, Line, TalkingProcess, books_apart, heard
from game.present.analysis.analysis_search import Analysed, analysed
from game.record.reader import Unreadable, parse_save


class AnalysisSearch:
    """The search for the accounts of a battle: call `look` until `is_done`."""

    def __init__(self, content: bytes, extra: tuple[str, ...] = ()) -> None:
        """Start. `content` is the record, and `extra` are packages with more rulebooks."""
        self.found: Analysed | None = None
        """The accounts; None if they aren't found yet, or can't be found."""
        self.is_done = False
        self._there: TalkingProcess | None = None
        with suppress(OSError):
            self._there = TalkingProcess(work)
            self._there.say((content, extra))
        self.is_done = self._there is None

    def look(self) -> bool:
        """Take the accounts if they have come; return whether the search is done. Don't wait."""
        there = self._there
        if there is None:
            return True
        try:
            if there.process.line.poll():
                self.found = heard(there.process.line, Analysed)
                self.close()
        except (Cut, *CUT):
            self.close()
        return self.is_done

    def wait(self, seconds: float) -> None:
        """Wait for the accounts, for at most `seconds`."""
        if self._there is not None:
            with suppress(*CUT):
                self._there.process.line.poll(seconds)

    def close(self) -> None:
        """End the process."""
        self.is_done = True
        if self._there is not None:
            self._there.end()
            self._there = None


def work(line: Line) -> None:
    """Run in the process: find the accounts of one battle."""
    content, extra = line.recv()
    try:
        line.send(analysed(parse_save(io.BytesIO(content)), books_apart(extra)))
    except Unreadable as fault:
        line.send(Analysed((), trouble=str(fault)))
