"""The rows of a text value, such as a map, and edits of single letters in them."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

import tomli

from game.content.toml_files.layout import TextSpan
from game.content.toml_files.splices import Edit
from game.core.cells import Cell

_ESCAPE = re.compile(r"\\(?:\s*\n\s*|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|.)", re.DOTALL)


class TextRows:
    """The rows of a text value, with the place of each letter in the file."""

    def __init__(self, text: str, span: TextSpan) -> None:
        self._text = text
        self.span = span
        token = text[span.start : span.end]
        self.quotes = token[:3] if token[:3] in ("'''", '"""') else token[:1]
        start = span.start + len(self.quotes)
        if len(self.quotes) == 3:
            start += 1 if text[start] == "\n" else 2 if text.startswith("\r\n", start) else 0
        self._start, self._end = start, span.end - len(self.quotes)

    @cached_property
    def _lines(self) -> list[tuple[int, int]]:
        """The start and end of each row, if every letter stands for itself."""
        found, at = [], self._start
        while True:
            end = self._text.find("\n", at, self._end)
            stop = self._end if end < 0 else end
            found.append((at, stop - (self._text[at:stop].endswith("\r"))))
            if end < 0:
                return found
            at = end + 1

    @cached_property
    def _escaped(self) -> list[list[TextSpan]] | None:
        """The letters of each row, if the text has escapes; else None."""
        if self.quotes[0] == "'" or "\\" not in self._text[self._start : self._end]:
            return None
        rows: list[list[TextSpan]] = [[]]
        for value, place in self._letters():
            for letter in value:
                if letter == "\n":
                    rows.append([])
                else:
                    rows[-1].append(place)
        return rows

    def _letters(self) -> Iterator[tuple[str, TextSpan]]:
        at = self._start
        while at < self._end:
            found = _ESCAPE.match(self._text, at, self._end)
            end = found.end() if found else at + 1
            if self._text.startswith("\r\n", at):
                end = at + 2
            token = self._text[at:end].replace("\r\n", "\n")
            yield _decoded(token) if found else token, TextSpan(at, end)
            at = end

    def place(self, cell: Cell) -> TextSpan | None:
        """Return the span of a letter in the file, or None if the text has no such place."""
        column, row = cell
        if self._escaped is not None:
            rows = self._escaped
            inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
            return rows[row][column] if inside else None
        if not 0 <= row < len(self._lines):
            return None
        start, end = self._lines[row]
        at = start + column
        return TextSpan(at, at + 1) if column >= 0 and at < end else None

    def cell_at(self, offset: int) -> Cell | None:
        """Return the column and row of the letter at an offset in the file, or None."""
        if self._escaped is not None:
            spots = ((x, y) for y, row in enumerate(self._escaped) for x in range(len(row)))
            return next((at for at in spots if self._covers(at, offset)), None)
        for y, (start, end) in enumerate(self._lines):
            if start <= offset < end:
                return offset - start, y
        return None

    def _covers(self, cell: Cell, offset: int) -> bool:
        place = self.place(cell)
        return place is not None and place.start <= offset < place.end

    def put(self, letters: Mapping[Cell, str]) -> list[Edit]:
        """Return the edits that change letters: only those that differ, in runs.

        Places outside the text are skipped.
        """
        if self._escaped is not None:
            return self._put_escaped(letters)
        rows: dict[int, dict[int, str]] = {}
        for (x, y), letter in letters.items():
            rows.setdefault(y, {})[x] = letter
        edits: list[Edit] = []
        for y, row in sorted(rows.items()):
            if 0 <= y < len(self._lines):
                edits += self._put_row(*self._lines[y], row)
        return edits

    def _put_row(self, start: int, end: int, row: Mapping[int, str]) -> list[Edit]:
        """Return the edits of one row, which begins and ends at these offsets."""
        edits: list[Edit] = []
        run, begun, after = [""], -1, -1
        for x in sorted(row):
            at = start + x
            if x < 0 or at >= end or self._text[at] == row[x]:
                continue
            if at != after:
                if after >= 0:
                    edits.append(Edit(begun, after, "".join(run)))
                begun, run = at, []
            run.append(self._written(row[x]))
            after = at + 1
        if after >= 0:
            edits.append(Edit(begun, after, "".join(run)))
        return edits

    def _put_escaped(self, letters: Mapping[Cell, str]) -> list[Edit]:
        edits = []
        for cell, letter in letters.items():
            place = self.place(cell)
            written = self._written(letter)
            if place is not None and self._text[place.start : place.end] != written:
                edits.append(Edit(*place, written))
        return edits

    @property
    def texts(self) -> list[str]:
        """The rows as a reader gets them."""
        if self._escaped is None:
            return [self._text[start:end] for start, end in self._lines]
        rows = [""]
        for value, _ in self._letters():
            first, *others = value.split("\n")
            rows[-1] += first
            rows += others
        return rows

    def resized(
        self, size: tuple[int, int], margins: tuple[int, int, int, int], letter: str, newline: str
    ) -> list[Edit] | None:
        """Return the edits that add letters at the left, top, right and bottom of the first rows.

        `size` is the length of most rows, which new ones get too, and the number of rows.
        Negative numbers cut letters off. Return None if the text has escapes, or is in one line,
        so that the whole text must be written.
        """
        if self._escaped is not None or len(self.quotes) == 1 or "\\" in letter:
            return None
        left, top, right, bottom = margins
        rows = self._lines[: size[1]]
        kept = rows[max(-top, 0) : len(rows) + min(bottom, 0)]
        edits: list[Edit] = []
        for start, end in kept:
            edits += _row_resized(start, end, left, right, letter)
        wide = size[0] + left + right
        if top < 0:
            edits.append(Edit(rows[0][0], kept[0][0], ""))
        if bottom < 0:
            edits.append(Edit(kept[-1][1], rows[-1][1], ""))
        if top > 0:
            # First, because it comes before letters added at the left of the first row.
            edits.insert(0, Edit(rows[0][0], rows[0][0], (letter * wide + newline) * top))
        if bottom > 0:
            edits.append(Edit(rows[-1][1], rows[-1][1], (newline + letter * wide) * bottom))
        return edits

    def _written(self, letter: str) -> str:
        return f"\\{letter}" if self.quotes[0] == '"' and letter in '"\\' else letter


def _row_resized(start: int, end: int, left: int, right: int, letter: str) -> list[Edit]:
    """Return the edits of one row, first those at its left."""
    edits = []
    cut = min(start + max(-left, 0), end)
    if left:
        edits.append(Edit(start, cut, letter * left))
    if right:
        edits.append(Edit(max(end - max(-right, 0), cut), end, letter * right))
    return edits


def _decoded(token: str) -> str:
    """Return the text that an escape stands for."""
    return str(tomli.loads(f'key = """{token}"""')["key"])
