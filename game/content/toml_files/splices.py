"""Edits of a text as splices, and how edits are undone, joined, compared and merged."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple, TypeAlias

_REST = 1 << 60
"""An offset beyond the end of every text."""


class Edit(NamedTuple):
    """One splice: the text from `start` up to `end` becomes `text`."""

    start: int
    end: int
    text: str


Edits: TypeAlias = tuple[Edit, ...]
"""Splices of one text, in its order, none overlapping another."""

NO_EDITS: Edits = ()


def in_order(edits: Iterable[Edit]) -> Edits:
    """Return edits in the order of the text. Insertions at one place keep their order.

    Raise ValueError if two of them overlap.
    """
    found = tuple(sorted(edits, key=lambda edit: edit[:2]))
    if any(later.start < edit.end for edit, later in pairwise(found)):
        raise ValueError("Two edits overlap.")
    return found


def applied(text: str, edits: Edits) -> str:
    """Return a text after edits."""
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*parts, text[at:]))


def inverse(text: str, edits: Edits) -> Edits:
    """Return the edits that turn the edited text back into `text`."""
    found, shift = [], 0
    for start, end, new in edits:
        found.append(Edit(start + shift, start + shift + len(new), text[start:end]))
        shift += len(new) - (end - start)
    return tuple(found)


def shifted(offset: int, edits: Edits) -> int:
    """Return where an offset of a text is after edits: for a cursor, or a selection.

    In a part that was replaced, it is at the end of the new text.
    """
    shift = 0
    for start, end, new in edits:
        if offset < start or (offset == start and start < end):
            break
        if offset < end:
            return start + shift + len(new)
        shift += len(new) - (end - start)
    return offset + shift


class _Piece(NamedTuple):
    """A part of an edited text: a span of the old text, or new text."""

    start: int
    end: int
    new: str | None = None

    def cut(self, start: int, end: int) -> "_Piece":
        """Return a part of the piece, with offsets from the piece's start."""
        if self.new is not None:
            return _Piece(0, 0, self.new[start:end])
        return _Piece(self.start + start, min(self.start + end, self.end))

    @property
    def size(self) -> int:
        return self.end - self.start if self.new is None else len(self.new)


def _spliced(pieces: list[_Piece], edits: Edits) -> Iterator[_Piece]:
    """Yield the pieces of a text after further edits."""
    at, number, used = 0, 0, 0

    def upto(goal: int) -> Iterator[_Piece]:
        """Yield the pieces up to an offset."""
        nonlocal at, number, used
        while at < goal and number < len(pieces):
            step = min(goal - at, pieces[number].size - used)
            yield pieces[number].cut(used, used + step)
            at, used = at + step, used + step
            if used == pieces[number].size:
                number, used = number + 1, 0

    for edit in edits:
        yield from upto(edit.start)
        yield _Piece(0, 0, edit.text)
        for _ in upto(edit.end):
            pass
    yield from upto(_REST)


def composed(first: Edits, then: Edits) -> Edits:
    """Return the edits that do the same as `first` and then `then`. Neighbours become one edit."""
    whole = [_Piece(0, _REST)]
    found: list[Edit] = []
    at, new = 0, ""
    for piece in _spliced(list(_spliced(whole, first)), then):
        if piece.new is not None:
            new += piece.new
        elif piece.size:
            if new or piece.start > at:
                found.append(Edit(at, piece.start, new))
            at, new = piece.end, ""
    return tuple(found)


def tidy(text: str, edits: Iterable[Edit]) -> Edits:
    """Return edits in order, joined where they adjoin, without those that change nothing."""
    found: list[Edit] = []
    start = end = -1
    new: list[str] = []
    for edit in in_order(edits):
        if edit.start != end and start >= 0:
            found.append(Edit(start, end, "".join(new)))
        if edit.start != end:
            start, new = edit.start, []
        end = edit.end
        new.append(edit.text)
    if start >= 0:
        found.append(Edit(start, end, "".join(new)))
    return tuple(edit for edit in found if text[edit.start : edit.end] != edit.text)


# Comparing and merging


def difference(old: str, new: str) -> Edits:
    """Return short edits that turn `old` into `new`, found line by line."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    found: list[Edit] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, False).get_opcodes():
        if kind == "equal":
            continue
        if b - a == d - c:
            rows = zip(starts[a:b], before[a:b], after[c:d], strict=True)
            found += [_trimmed(*row) for row in rows if row[1] != row[2]]
        else:
            found.append(_trimmed(starts[a], "".join(before[a:b]), "".join(after[c:d])))
    return tuple(found)


def _trimmed(start: int, old: str, new: str) -> Edit:
    """Return the edit from one text to another without their common beginning and end."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    return Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])


def _common(one: str, other: str) -> int:
    """Return the number of equal characters at the beginnings of two texts."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return n
    return min(len(one), len(other))


def rebased(edits: Edits, over: Edits) -> Edits | None:
    """Return edits of a text so that they fit it after the edits `over`; None if they touch.

    Edits that are in both are left out. Edits touch if they overlap, or insert at one place.
    """
    both = set(edits) & set(over)
    found: list[Edit] = []
    for edit in edits:
        if edit in both:
            continue
        if any(_touch(edit, other) for other in over):
            return None
        shift = sum(len(o.text) - (o.end - o.start) for o in over if o.end <= edit.start)
        found.append(Edit(edit.start + shift, edit.end + shift, edit.text))
    return tuple(found)


def _touch(one: Edit, other: Edit) -> bool:
    if one.start == one.end == other.start == other.end:
        return True
    return one.start < other.end and other.start < one.end
