"""The rows in which a text is shown: long lines take several, folded tables one."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from game.client.editor.writing.code_outline import Outline, outline

TAB = "    "
_TITLE = re.compile(r"(?:id|title)\s*=\s*([\"'])(.*?)\1")


class CodeRow(NamedTuple):
    """A row: a line, or a part of one."""

    line: int
    start: int
    """Column of its first letter in the line."""
    end: int
    hidden: int = 0
    """The number of lines that are folded into it."""

    @property
    def is_first(self) -> bool:
        """Return whether it begins its line."""
        return self.start == 0


class CodeText:
    """A text with its lines and rows."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.lines: tuple[str, ...] = tuple(line.rstrip("\r") for line in text.split("\n"))
        self.starts = [0]
        for line in text.split("\n")[:-1]:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.outline: Outline = outline(self.lines)
        self.rows: list[CodeRow] = []
        self._tops: list[tuple[int, int]] = []

    def lay(
        self,
        breaks: Callable[[int], Sequence[int]],
        folded: Collection[int] = (),
        first: int = 0,
        last: int | None = None,
    ) -> None:
        """Lay out the lines from `first` to `last`.

        `breaks` returns the columns at which the rows of a line begin, after the first; `folded`
        are the headers of tables of which nothing else is shown.
        """
        end = len(self.lines) - 1 if last is None else min(last, len(self.lines) - 1)
        self.rows, n = [], first
        while n <= end:
            hidden = self.outline.tables.get(n, n) - n if n in folded else 0
            columns = [0, *breaks(n)]
            for place, column in enumerate(columns):
                is_last = place + 1 == len(columns)
                stop = len(self.lines[n]) if is_last else columns[place + 1]
                self.rows.append(CodeRow(n, column, stop, hidden if place == 0 else 0))
            n += hidden + 1
            while hidden and n < end and not self.lines[n].strip():
                n += 1
        self._tops = [(row.line, row.start) for row in self.rows]

    def line_of(self, offset: int) -> int:
        """Return the number of the line that an offset is in, from 0."""
        return bisect_right(self.starts, offset) - 1

    def column_of(self, offset: int) -> int:
        """Return the column of an offset in its line."""
        line = self.line_of(offset)
        return min(offset - self.starts[line], len(self.lines[line]))

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a column of a line; of the line's end if it has fewer."""
        line = min(max(0, line), len(self.lines) - 1)
        return self.starts[line] + min(max(0, column), len(self.lines[line]))

    def row_of(self, offset: int) -> int:
        """Return the row that an offset is in; for one in a folded table, its header's."""
        line = self.line_of(offset)
        found = bisect_right(self._tops, (line, offset - self.starts[line])) - 1
        return max(0, found)

    def title_of(self, row: CodeRow) -> str:
        """Return the id or title of the table that is folded into a row; "" if it has none."""
        some = self.lines[row.line + 1 : row.line + 1 + row.hidden]
        found = (match[2] for line in some if (match := _TITLE.match(line)))
        return next(found, "")

    def header_of(self, line: int) -> int | None:
        """Return the header of the table that a line is in, or None."""
        found = [n for n in self.outline.tables if n <= line]
        return found[-1] if found and line <= self.outline.tables[found[-1]] else None


def changed_part(old: str, new: str) -> tuple[int, int, int]:
    """Return where two texts differ: the start, and the ends in the old and the new text."""
    most = min(len(old), len(new))
    start = _common(most, lambda n: old[:n] == new[:n])
    rest = most - start
    tail = _common(rest, lambda n: old[len(old) - n :] == new[len(new) - n :])
    return start, len(old) - tail, len(new) - tail


def _common(most: int, is_same: Callable[[int], bool]) -> int:
    """Return the largest number up to `most` for which a test that only fails once is true."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_same(middle) else (low, middle - 1)
    return low


def moved(offset: int, change: tuple[int, int, int]) -> int:
    """Return where an offset is after a change: behind it, or at its end if it was inside."""
    start, old_end, new_end = change
    if offset <= start:
        return offset
    return offset + new_end - old_end if offset >= old_end else new_end


def shown(text: str) -> str:
    """Return a part of a line as it is drawn."""
    return text.replace("\t", TAB)
