"""The lines of a journal of edits, and their reading."""

from hashlib import blake2b
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

import msgspec

from game.content.toml_files.splices import Edit, Edits, applied
from game.record.journal import claimed
from game.record.safe_files import read_plain
from game.workshop.document.gesture import Gesture

FORMAT = 1
"""The newest known format of these journals."""
MOST_BYTES = 100_000_000
"""Maximum size of a journal that is read."""


class JournalHead(msgspec.Struct, frozen=True, tag_field="line", tag="head"):
    """The first line: the text that the first step begins with."""

    base: str
    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)] = FORMAT


class StepLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="step"):
    """A gesture. `hash` is that of the text after it."""

    name: str
    edits: tuple[tuple[int, int, str], ...]
    hash: str
    notes: tuple[str, ...] = ()
    joins: bool = False
    """Whether it belongs to the same step as the line before."""


class UndoLine(msgspec.Struct, frozen=True, tag_field="line", tag="undo"):
    """The last step is undone."""


class RedoLine(msgspec.Struct, frozen=True, tag_field="line", tag="redo"):
    """The step undone last is done again."""


class SavedLine(msgspec.Struct, frozen=True, tag_field="line", tag="saved"):
    """The level's file has the text of this moment, or another `text`."""

    text: str | None = None


JournalLine: TypeAlias = StepLine | UndoLine | RedoLine | SavedLine
AnyLine: TypeAlias = JournalHead | JournalLine
_DECODER: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)


class JournalText(NamedTuple):
    """The content of a journal, without a last line that was cut off."""

    base: str
    lines: tuple[JournalLine, ...]
    size: int
    """The number of bytes up to the end of the last whole line."""


def text_hash(text: str) -> str:
    """Return a short hash of a text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def step_line(gesture: Gesture, after: str, *, joins: bool = False) -> StepLine:
    """Return the line of a gesture, given the text after it."""
    edits = tuple((edit.start, edit.end, edit.text) for edit in gesture.edits)
    return StepLine(gesture.name, edits, text_hash(after), gesture.notes, joins)


def edits_of(line: StepLine, text: str) -> Edits:
    """Return the edits of a line. Raise ValueError if they don't fit the text before it."""
    edits, at = tuple(Edit(*edit) for edit in line.edits), 0
    for edit in edits:
        if not at <= edit.start <= edit.end <= len(text):
            raise ValueError("edit-outside")
        at = edit.end
    if text_hash(applied(text, edits)) != line.hash:
        raise ValueError("other-hash")
    return edits


def read_journal(path: Path) -> JournalText | None:
    """Return a journal's content, or None if there is no journal.

    Raise ValueError if it is damaged, JournalInUse if another program writes it, and OSError if it
    can't be read.
    """
    if not path.exists():
        return None
    with claimed(path):
        data = read_plain(path, MOST_BYTES)
    whole = data[: data.rfind(b"\n") + 1]
    lines = [_line(row) for row in whole.splitlines()]
    head, others = lines[:1], [line for line in lines[1:] if not isinstance(line, JournalHead)]
    if not head or not isinstance(head[0], JournalHead) or len(others) + 1 != len(lines):
        raise ValueError("no-head")
    return JournalText(head[0].base, tuple(others), len(whole))


def _line(row: bytes) -> AnyLine:
    try:
        return _DECODER.decode(row)
    except msgspec.DecodeError as fault:
        raise ValueError(str(fault)) from fault
