"""The place of each key in a TOML text, which TOML readers only report for syntax errors.

One pass in linear time over any text. It reports no errors: after anything that is not TOML, it
continues on the next line.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from game.content.toml_files.strings import string_end, unquoted

Keys: TypeAlias = tuple[str | int, ...]
"""The path to a value: names of keys, and indexes from 0 in arrays; `("unit", 1, "kind")`."""

DEEPEST = 32
"""Maximum number of keys in a path; anything deeper is located at its thirty-second key."""

_BLANK = re.compile(r"[ \t\r\n]*")
_SPACE = re.compile(r"[ \t]*")
_COMMENT = re.compile(r"#[^\n]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^,\]}\s#]+|[^,\[\]{}\s#\"'=]+")
_CLOSING = {"[": "]", "{": "}"}


class Spot(NamedTuple):
    """A place in a text. Line and column count from 1, in characters."""

    line: int
    column: int


class Repeat(NamedTuple):
    """A key that appears a second time, and the place of the first."""

    keys: Keys
    here: Spot
    first: Spot


class HeaderMark(NamedTuple):
    """A header in brackets: the path of its table, and its offsets from bracket to bracket."""

    keys: Keys
    start: int
    end: int


class PairMark(NamedTuple):
    """A key with its value: the key's full path, the path of its table, and the key's offsets."""

    keys: Keys
    table: Keys
    start: int
    end: int
    is_inline: bool
    """Whether the pair is in an inline table, not on a line of its own."""


class Positions:
    """The places of all keys and values in one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._scan = Scan(text)

    @property
    def scan(self) -> "Scan":
        """The offsets of everything in the text."""
        return self._scan

    def spot(self, offset: int) -> Spot:
        """Return the place of the character at an offset in the text."""
        line = bisect_right(self._ends, offset - 1)
        return Spot(line + 1, offset - (self._ends[line - 1] if line else -1))

    def start(self, line: int) -> int:
        """Return the offset at which a line begins. A line after the last is empty."""
        if line > len(self._ends) + 1:
            return len(self._text)
        return self._ends[line - 2] + 1 if line > 1 else 0

    def line(self, number: int) -> str:
        """Return a line of the text, without its end."""
        start = self.start(number)
        end = self._text.find("\n", start)
        return self._text[start : len(self._text) if end < 0 else end].removesuffix("\r")

    def key(self, keys: Keys) -> Spot:
        """Return the place of a key, else of the nearest enclosing table, else the text's start."""
        for size in range(len(keys), 0, -1):
            for table in (self._scan.keys, self._scan.values):
                if keys[:size] in table:
                    return self.spot(table[keys[:size]])
        return Spot(1, 1)

    def value(self, keys: Keys) -> Spot:
        """Return the start of a key's value; else the place of the key."""
        found = self._scan.values.get(keys)
        return self.key(keys) if found is None else self.spot(found)

    def letter(self, keys: Keys, row: int, column: int) -> Spot:
        """Return the place of a character in a text value, with row and column from 0.

        Return the start of the value if escapes make the rows of the value and the file differ.
        """
        at = self._scan.values.get(keys, -1)
        end = string_end(self._text, at) if self._text[at : at + 1] in ("'", '"') else -1
        # With escapes, the rows of the value are not those of the file, so no row can be shown.
        if at < 0 or end < 0 or (self._text[at] == '"' and "\\" in self._text[at:end]):
            return self.value(keys)
        quotes = 3 if self._text.startswith(self._text[at] * 3, at) else 1
        start = self.spot(at + quotes)
        if self._text.startswith(("\n", "\r\n"), at + quotes):
            start = Spot(start.line + 1, 1)
        return Spot(start.line + row, column + (1 if row else start.column))

    @cached_property
    def deepest(self) -> Spot:
        """The first of the most deeply nested places."""
        ways = {**self._scan.keys, **self._scan.values}
        deepest = max(ways, key=len, default=())
        return self.spot(ways[deepest]) if deepest else Spot(1, 1)

    @cached_property
    def repeats(self) -> tuple[Repeat, ...]:
        """Keys and tables that appear twice, which no TOML reader accepts."""
        return tuple(
            Repeat(keys, self.spot(here), self.spot(first))
            for keys, here, first in self._scan.repeats
        )

    def unclosed(self, before: Spot) -> tuple[Spot, bool] | None:
        """Return the start of the first unclosed string, if it is before a place, or None.

        Also return whether the string can span several lines.
        """
        found = next(iter(self._scan.unclosed), None)
        if found is None:
            return None
        spot = self.spot(found[0])
        return (spot, found[1]) if spot < before else None

    @cached_property
    def longs(self) -> tuple[tuple[Spot, Spot], ...]:
        """The start of each multi-line string, and the start of its closing quotes."""
        return tuple((self.spot(start), self.spot(end - 3)) for start, end in self._scan.long)

    def headers(self) -> Iterator[tuple[str, str, Spot]]:
        """Yield the top-level tables: their names, opening brackets and places."""
        for name, brackets, at in self._scan.headers:
            yield name, brackets, self.spot(at)

    def too_soon(self, name: str) -> tuple[str, Spot] | None:
        """Return the first subtable header that comes before its array's first table, or None."""
        found = next((it for it in self._scan.inner if it[0][0] == name), None)
        first = next((at for head, _, at in self._scan.headers if head == name), None)
        if found is None or first is None or found[2] > first:
            return None
        names, opening, at = found
        return f"{opening}{'.'.join(names)}{']' * len(opening)}", self.spot(at)


class _Malformed(Exception):
    """The error for text that is not TOML."""


class _Open:
    """An array or inline table that is still open.

    At maximum depth it includes all arrays and tables nested in it.
    """

    def __init__(self, keys: Keys, closing: str) -> None:
        self.keys = keys
        self.closing = closing
        self.count = 0


class Scan:
    """A scan for the offsets of keys and values, by path."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.keys: dict[Keys, int] = {}
        self.values: dict[Keys, int] = {}
        self.ends: dict[Keys, int] = {}
        """The offset after each value."""
        self.marks: list[HeaderMark | PairMark] = []
        """All headers and pairs, in the order of the text."""
        self.repeats: list[tuple[Keys, int, int]] = []
        self.unclosed: list[tuple[int, bool]] = []
        """The starts of unclosed strings, and whether they can span several lines."""
        self.long: list[tuple[int, int]] = []
        """The starts and ends of multi-line strings."""
        self.headers: list[tuple[str, str, int]] = []
        """Top-level tables: their names, brackets and places."""
        self.inner: list[tuple[tuple[str, ...], str, int]] = []
        """Tables within top-level tables: their names, brackets and places."""
        self._given: dict[Keys, int] = {}
        self._counts: dict[Keys, int] = {}
        self._table: Keys = ()
        while self._blank():
            try:
                self._statement()
            except _Malformed:
                # One bad line must not hide the places in all others: a file with several errors
                # gets all of them reported at their lines.
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end

    def _skip(self, what: re.Pattern[str]) -> str:
        """Return the next character after a match of the pattern; "" at the end of the text."""
        found = what.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _blank(self) -> str:
        """Return the next character after spaces, line ends and comments."""
        while self._skip(_BLANK) == "#":
            self._skip(_COMMENT)
        return self.text[self.at : self.at + 1]

    def _expect(self, what: str) -> None:
        if not self.text.startswith(what, self.at):
            raise _Malformed
        self.at += len(what)

    def _statement(self) -> None:
        if self.text.startswith("[[", self.at):
            self._header("[[", "]]")
        elif self.text.startswith("[", self.at):
            self._header("[", "]")
        else:
            self._value(self._pair(self._table, False))

    def _header(self, opening: str, closing: str) -> None:
        start = self.at
        self._expect(opening)
        at, names, _ = self._names()
        self._expect(closing)
        if len(names) == 1:
            self.headers.append((names[0], opening, at))
        else:
            self.inner.append((tuple(names), opening, at))
        keys: Keys = ()
        for name in names[:-1]:
            # `[unit.spells]` after `[[unit]]` belongs to the last unit so far.
            keys = self._latest(self._below(keys, name, at))
        keys = self._below(keys, names[-1], at)
        if opening == "[[":
            self._counts[keys] = self._counts.get(keys, -1) + 1
        # Only now, because `[[unit]]` itself has just begun a new table.
        keys = self._latest(keys)
        self.keys.setdefault(keys, at)
        self._give(keys, at)
        self._table = keys
        self.marks.append(HeaderMark(keys, start, self.at))

    def _latest(self, keys: Keys) -> Keys:
        """Return the path to the last table so far in an array of tables; else `keys`."""
        return (*keys, self._counts[keys]) if keys in self._counts else keys

    def _pair(self, table: Keys, is_inline: bool) -> Keys:
        """Move past a key and its equals sign, and return the key's path."""
        at, names, end = self._names()
        self._expect("=")
        keys = table
        for name in names:
            keys = self._below(keys, name, at)
        self._give(keys, at)
        self.marks.append(PairMark(keys, table, at, end, is_inline))
        return keys

    def _below(self, keys: Keys, name: str | int, at: int) -> Keys:
        if len(keys) >= DEEPEST:
            return keys
        keys = (*keys, name)
        self.keys.setdefault(keys, at)
        return keys

    def _give(self, keys: Keys, at: int) -> None:
        first = self._given.setdefault(keys, at)
        # Everything below the maximum depth shares one path, so a repeated path means nothing
        # there.
        if first != at and len(keys) < DEEPEST:
            self.repeats.append((keys, at, first))

    def _names(self) -> tuple[int, list[str], int]:
        """Return the parts of a dotted key, its offset, and the offset after it."""
        self._skip(_SPACE)
        start, names, end = self.at, [self._name()], self.at
        while self._skip(_SPACE) == ".":
            self.at += 1
            self._skip(_SPACE)
            names.append(self._name())
            end = self.at
        return start, names, end

    def _name(self) -> str:
        start = self.at
        if self.text[start : start + 1] in ('"', "'"):
            self._string()
            return unquoted(self.text[start : self.at])
        found = _BARE.match(self.text, start)
        if found is None:
            raise _Malformed
        self.at = found.end()
        return found.group()

    def _string(self) -> None:
        end = string_end(self.text, self.at)
        if end < 0:
            is_long = self.text.startswith(self.text[self.at] * 3, self.at)
            self.unclosed.append((self.at, is_long))
            # An unclosed multi-line string takes the rest of the file; any other takes only its
            # line, which the caller skips.
            self.at = len(self.text) if is_long else self.at
            raise _Malformed
        if self.text.startswith(self.text[self.at] * 3, self.at):
            self.long.append((self.at, end))
        self.at = end

    def _value(self, keys: Keys) -> None:
        """Move past a value and everything in it.

        This doesn't recurse, because the nesting can be as deep as the text is long.
        """
        self._skip(_SPACE)
        open_: list[_Open] = []
        self._begin(keys, open_)
        while open_:
            top, letter = open_[-1], self._blank()
            if letter == top.closing:
                self.at += 1
                self.ends[open_.pop().keys] = self.at
            elif letter == ",":
                self.at += 1
                top.count += 1
            elif top.closing == "]":
                deep = len(top.keys) >= DEEPEST
                self._begin(top.keys if deep else (*top.keys, top.count), open_)
            else:
                inner = self._pair(top.keys, True)
                self._skip(_SPACE)
                self._begin(inner, open_)

    def _begin(self, keys: Keys, open_: list[_Open]) -> None:
        """Move past a plain value, or past the bracket that opens an array or inline table."""
        self.values.setdefault(keys, self.at)
        letter = self.text[self.at : self.at + 1]
        if letter in _CLOSING:
            self.at += 1
            top, closing = open_[-1] if open_ else None, _CLOSING[letter]
            # Beyond the maximum depth, paths no longer grow. Brackets of a kind share one entry
            # there, so that a file of nothing but brackets takes no more memory than its length.
            is_same = top is not None and top.keys is keys and top.closing == closing
            open_.append(top if top is not None and is_same else _Open(keys, closing))
        elif letter in ('"', "'"):
            self._string()
            self.ends[keys] = self.at
        elif found := _SCALAR.match(self.text, self.at):
            self.ends[keys] = self.at = found.end()
        else:
            raise _Malformed
