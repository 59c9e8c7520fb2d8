"""The search for a battle's accounts in another process, so that a window doesn't wait for it."""

import io
from contextlib import suppress

from game.play.worker_processes import CUT, Cut, Line, TalkingProcess, books_apart, heard
from game.present.analysis.analysis_search import Analysed, analysing
from game.record.reader import Unreadable, parse_save
from game.terms.languages import spoken
from game.terms.texts import Texts


class AnalysisSearch:
    """The search for the accounts of a battle: call `look` until it `is_done`."""

    def __init__(self, content: bytes, extra: tuple[str, ...] = ()) -> None:
        """Start. `content` is the record, and `extra` are packages with more rulebooks."""
        self.found: Analysed | None = None
        """The accounts so far; None if there are none yet, or if they can't be found."""
        self.is_done = False
        self._there: TalkingProcess | None = None
        with suppress(OSError):
            self._there = TalkingProcess(work)
            self._there.say((content, extra, Texts.language))
        self.is_done = self._there is None

    def look(self) -> bool:
        """Take the accounts that have come; return whether anything is new. Don't wait."""
        had, was_done = self.found, self.is_done
        try:
            while self._there is not None and self._there.process.line.poll():
                self.found = heard(self._there.process.line, Analysed)
                if self.found.done >= 1:
                    self.close()
        except (Cut, *CUT):
            self.close()
        return self.found is not had or self.is_done != was_done

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
    """Run in the process: send the accounts of one battle, better and better."""
    content, extra, language = line.recv()
    with spoken(language):
        try:
            for found in analysing(parse_save(io.BytesIO(content)), books_apart(extra)):
                line.send(found)
        except Unreadable as fault:
            line.send(Analysed((), trouble=str(fault)))
