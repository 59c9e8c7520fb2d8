"""A level being edited: its text, its steps of undo, and the file that it is saved in."""

from collections.abc import Callable
from pathlib import Path

from game.content.levels import Books, refuse_campaign
from game.content.toml_files.findings import LevelError
from game.content.toml_files.splices import Edits, applied, difference, rebased, tidy
from game.content.toml_files.text_reading import (
    checked_text,
    printable,
    read_bytes,
    text_of_bytes,
)
from game.core.pack_folders import pack_of
from game.record.failure import Failure
from game.record.journal import JournalInUse
from game.record.safe_files import make, reason, write_whole
from game.workshop.document.document_sentences import said
from game.workshop.document.edit_history import EditHistory, EditStep
from game.workshop.document.edit_journal import EditJournal, journal_path
from game.workshop.document.edit_lines import (
    JournalLine,
    JournalText,
    RedoLine,
    SavedLine,
    UndoLine,
    read_journal,
    step_line,
)
from game.workshop.document.file_watch import FileWatch
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.outside_change import OutsideChange, OutsideConflict, OutsideKind

_MARK = "\ufeff".encode()
"""The byte order mark, which stays if a file has one."""


def _ignored(sentence: str) -> None:
    """Tell nobody."""


class LevelDocument:
    """A level's text with its steps. All else is computed from the text."""

    def __init__(
        self,
        text: str,
        books: Books,
        *,
        name: str = "",
        is_copy: bool = False,
        tell: Callable[[str], object] = _ignored,
        data_root: Path | None = None,
    ) -> None:
        """Begin with a text that is in no file yet.

        `name` is the file's name in findings. `is_copy` says whether the text is another level's.
        `tell` gets sentences for the author. `data_root` is the pack whose kinds the level can use;
        None for none.
        """
        self.data_root = data_root
        """The pack whose kinds the level can use, or None."""
        self.path: Path | None = None
        self.is_copy = is_copy
        self.conflict: OutsideConflict | None = None
        """Two texts that can't be merged, until the author has chosen one; else None."""
        self._books, self._tell, self._name = books, tell, name
        self._mark = b""
        self._history = EditHistory(text)
        self._history.disk = None
        self._lines: list[JournalLine] = []
        self._journal: EditJournal | None = None
        self._watch: FileWatch | None = None
        self._can_join = False
        self._good: LevelReading | None = None
        self._read()

    @classmethod
    def open(
        cls, path: Path, books: Books, tell: Callable[[str], object] = _ignored
    ) -> "LevelDocument":
        """Return the document of a level's file, as it was left. Nothing is written.

        Raise LevelError if the file can't be read as text.
        """
        refuse_campaign(path)
        data = read_bytes(path)
        text = text_of_bytes(data, printable(str(path)))
        document = cls(text, books, name=str(path), tell=tell, data_root=pack_of(path))
        document._mark = _MARK if data.startswith(_MARK) else b""
        document._connect(path, data)
        document._history.disk = text
        document._resume(text)
        return document

    # What there is

    @property
    def text(self) -> str:
        """The text at this moment."""
        return self._history.text

    @property
    def reading(self) -> LevelReading:
        """All that is known of the text at this moment."""
        return self._reading

    @property
    def good(self) -> LevelReading | None:
        """The newest text that could be played, so that a board can be shown; None if none was."""
        return self._good

    @property
    def is_saved(self) -> bool:
        """True if the file has the text of this moment."""
        return self._history.disk == self.text

    @property
    def steps(self) -> tuple[EditStep, ...]:
        """The steps that can be undone, oldest first."""
        return tuple(self._history.steps)

    @property
    def undone(self) -> tuple[EditStep, ...]:
        """The steps that can be done again; the last one is next."""
        return tuple(self._history.undone)

    # Changes

    def apply(self, gesture: Gesture, *, joins: bool = False) -> EditStep | None:
        """Make a gesture. Return its step, or None if it changes nothing.

        With `joins`, it becomes a part of the last step, as all tiles of one stroke do.

        Raise GestureRefused if the text would contain something that no level's file can have.
        """
        text = self.text
        edits = tidy(text, gesture.edits)
        if not edits:
            return None
        new = applied(text, edits)
        try:
            checked_text(new, self._name)
        except LevelError as fault:
            raise GestureRefused(fault.findings[0].message) from fault
        line = step_line(gesture._replace(edits=edits), new, joins=joins and self._can_join)
        step = self._history.take(line, edits)
        self._can_join = True
        self._read()
        self._add(line)
        return step

    def undo(self) -> EditStep | None:
        """Undo the last step and return it, or None if there is none."""
        if not self._history.steps:
            return None
        return self._stepped(self._history.undo(), UndoLine())

    def redo(self) -> EditStep | None:
        """Do the step undone last again and return it, or None if there is none."""
        if not self._history.undone:
            return None
        return self._stepped(self._history.redo(), RedoLine())

    def _stepped(self, step: EditStep, line: JournalLine) -> EditStep:
        self._can_join = False
        self._read()
        self._add(line)
        return step

    def _read(self) -> None:
        """Parse and check the text."""
        self._reading = self._reading_of(self.text)
        if self._reading.level is not None:
            self._good = self._reading

    def _reading_of(self, text: str) -> LevelReading:
        name = printable(self._name)
        return LevelReading(text, name, Path(name).stem, self._books, self.data_root)

    # The file

    def save(self) -> None:
        """Write the file whole, and keep the versions before it.

        What has changed in the file meanwhile is merged first. Raise Failure if that is impossible,
        if the document has no file, or if the file can't be written.
        """
        if self.path is None or self._watch is None:
            raise Failure(said("save", "no_file"))
        change = self._meet(self._watch.now())
        if self.conflict is not None:
            raise Failure(said("save", "conflict", path=str(self.path)))
        if change is not None and change.kind == "unreadable":
            raise Failure(change.sentence)
        content = self._mark + self.text.encode()
        try:
            write_whole(self.path.resolve(), content)
        except OSError as fault:
            raise _not_written(self.path, fault) from fault
        self._watch.know(content)
        self._is_on_disk(None)

    def save_as(self, path: Path) -> None:
        """Write the text to a new file, and go on editing that. Raise Failure if it exists."""
        content = self._mark + self.text.encode()
        try:
            is_new = make(path, content)
        except OSError as fault:
            raise _not_written(path, fault) from fault
        if not is_new:
            raise Failure(said("save", "exists", path=str(path)))
        self.close()
        self._name, self.conflict, self.data_root = str(path), None, pack_of(path)
        self._connect(path, content)
        self._read()
        self._is_on_disk(None)

    def _connect(self, path: Path, content: bytes) -> None:
        """Make a file the document's own."""
        self.path = path
        self._watch = FileWatch(path, content)
        self._journal = EditJournal(journal_path(path), self._history.base, self._lines, self._tell)

    def _is_on_disk(self, text: str | None) -> None:
        """Note that the file has a text: this one, or another."""
        self._history.disk = self.text if text is None else text
        self._can_join = False
        self._add(SavedLine(text))

    def close(self) -> None:
        """Close the journal, which stays beside the file."""
        if self._journal is not None:
            self._journal.close()

    # Changes from outside

    def look(self) -> OutsideChange | None:
        """Take in a change of the file by another program. Call this about every 100 ms.

        Return what has changed, or None.
        """
        seen = self._watch.changed() if self._watch else None
        return self._meet(seen.content) if seen is not None else None

    def _meet(self, content: bytes | None) -> OutsideChange | None:
        """Take in the content that the file has now."""
        path, known = str(self.path), self._history.disk
        if content is None:
            self._history.disk = None
            return (
                None if known is None else OutsideChange("gone", said("outside", "gone", path=path))
            )
        try:
            theirs = text_of_bytes(content, printable(self._name))
        except LevelError as fault:
            return OutsideChange("unreadable", str(fault))
        self._mark = _MARK if content.startswith(_MARK) else b""
        if theirs == known:
            return None
        if theirs == self.text:
            self.conflict = None
            self._is_on_disk(None)
            return None
        if known is None or known == self.text:
            return self._reloaded("reloaded", difference(self.text, theirs), theirs)
        both = rebased(difference(known, theirs), difference(known, self.text))
        if both is not None and self._can_take(both):
            return self._reloaded("merged", both, theirs)
        self.conflict = OutsideConflict(known, self.text, theirs)
        self._is_on_disk(theirs)
        return OutsideChange("conflict", said("outside", "conflict", path=path))

    def _can_take(self, edits: Edits) -> bool:
        """Return whether a text that is TOML stays so."""
        return not self._reading.is_toml or self._reading_of(applied(self.text, edits)).is_toml

    def _reloaded(self, kind: OutsideKind, edits: Edits, theirs: str) -> OutsideChange:
        self._can_join = False
        step = self.apply(Gesture(said("step", kind), edits))
        self.conflict = None
        self._is_on_disk(None if theirs == self.text else theirs)
        sentence = said("outside", kind, path=str(self.path))
        return OutsideChange(kind, sentence, step.edits if step else ())

    def take_theirs(self) -> EditStep | None:
        """Settle a conflict by taking the file's text, as a step that can be undone."""
        if self.conflict is None:
            return None
        theirs, self.conflict, self._can_join = self.conflict.theirs, None, False
        return self.apply(Gesture(said("step", "theirs"), difference(self.text, theirs)))

    def keep_ours(self) -> None:
        """Settle a conflict by keeping this text. Saving then keeps the file's as an older one."""
        self.conflict = None

    # The journal

    def _add(self, line: JournalLine) -> None:
        self._lines.append(line)
        if self._journal is not None:
            self._journal.write()

    def _resume(self, text: str) -> None:
        """Take up the journal beside the file, if it belongs to the file's text."""
        assert self._journal is not None
        assert self._watch is not None
        path = self._journal.path
        try:
            known = read_journal(path)
            history = EditHistory.replayed(known.base, known.lines) if known else None
        except JournalInUse:
            self._journal.turn_off()
            self._tell(said("journal", "elsewhere", path=str(self.path)))
            return
        except (ValueError, OSError):
            self._tell(said("journal", "damaged", path=str(path)))
            return
        if known is None or history is None:
            return
        if text not in (history.disk, history.text) and history.disk == history.text:
            self._tell(said("journal", "other", path=str(path)))
            return
        self._take_up(known, history, text)

    def _take_up(self, known: JournalText, history: EditHistory, text: str) -> None:
        """Go on where a journal ends. If the file was changed since, the next look merges that."""
        assert self._journal is not None
        assert self.path is not None
        if text == history.text:
            history.disk = text
        if text != history.disk:
            before = self._mark + (history.disk or "").encode()
            self._watch = FileWatch(self.path, before)
        self._history = history
        self._lines.extend(known.lines)
        self._journal = EditJournal(self._journal.path, known.base, self._lines, self._tell)
        self._journal.resume(len(known.lines), known.size)
        self._read()
        if not self.is_saved:
            self._tell(said("journal", "resumed", path=str(self.path)))


def _not_written(path: Path, fault: OSError) -> Failure:
    return Failure(said("save", "not_written", path=str(path), why=reason(fault)))
