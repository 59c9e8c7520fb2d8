"""The layout of a TOML text: the spans of its values, pairs and tables, with their comments."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from game.content.toml_files.positions import HeaderMark, Keys, PairMark, Positions

_COMMENT = re.compile(r"[ \t]*#")


class TextSpan(NamedTuple):
    """A part of a text, from `start` up to `end`."""

    start: int
    end: int


class Pair(NamedTuple):
    """A key and its value, as written."""

    keys: Keys
    """The path to the value."""
    table: Keys
    """The path of the table that the pair is in."""
    key: TextSpan
    value: TextSpan
    is_inline: bool
    """Whether the pair is in an inline table, not on a line of its own."""


class Block(NamedTuple):
    """The lines of a table: its header, and the pairs below it."""

    keys: Keys
    """The path of the table; () for the pairs before the first header."""
    lead: int
    """The start of the comment directly above the header, else of the header's line."""
    start: int
    """The start of the header's line."""
    head_end: int
    """The start of the line after the header."""
    end: int
    """The end of the last pair's line, and of the comment directly below it."""
    pairs: tuple[Pair, ...]
    """The pairs on lines of their own."""


class TextLayout:
    """The spans of everything in a text that is valid TOML."""

    def __init__(self, text: str, positions: Positions) -> None:
        self.text = text
        self._scan = positions.scan

    @cached_property
    def newline(self) -> str:
        """The line end of the text's first line."""
        at = self.text.find("\n")
        return "\r\n" if at > 0 and self.text[at - 1] == "\r" else "\n"

    def value(self, keys: Keys) -> TextSpan | None:
        """Return the span of a value, or None if it is a table with a header, or missing."""
        start, end = self._scan.values.get(keys), self._scan.ends.get(keys)
        return None if start is None or end is None else TextSpan(start, end)

    def pair(self, keys: Keys) -> Pair | None:
        """Return the pair with this path, or None."""
        return self._pairs.get(keys)

    @cached_property
    def _pairs(self) -> dict[Keys, Pair]:
        marks = (mark for mark in self._scan.marks if isinstance(mark, PairMark))
        return {mark.keys: found for mark in marks if (found := self._pair(mark))}

    def _pair(self, mark: PairMark) -> Pair | None:
        value = self.value(mark.keys)
        if value is None:
            return None
        return Pair(mark.keys, mark.table, TextSpan(mark.start, mark.end), value, mark.is_inline)

    @property
    def pairs(self) -> Iterator[Pair]:
        """All pairs, in the order of the text."""
        return iter(self._pairs.values())

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The tables with headers in the order of the text, after the pairs above them."""
        groups: list[tuple[HeaderMark | None, list[Pair]]] = [(None, [])]
        for mark in self._scan.marks:
            if isinstance(mark, HeaderMark):
                groups.append((mark, []))
            elif not mark.is_inline and mark.keys in self._pairs:
                groups[-1][1].append(self._pairs[mark.keys])
        found: list[Block] = []
        for number, (header, pairs) in enumerate(groups):
            after = groups[number + 1][0] if number + 1 < len(groups) else None
            found.append(self._block(header, pairs, after, found[-1].end if found else 0))
        return tuple(found)

    def _block(
        self, header: HeaderMark | None, pairs: list[Pair], after: HeaderMark | None, before: int
    ) -> Block:
        start = self.line_start(header.start) if header else 0
        lead = start
        while header and lead > before and self._is_comment(self.line_start(lead - 1)):
            lead = self.line_start(lead - 1)
        head_end = self.line_end(header.end) if header else 0
        end = self.line_end(pairs[-1].value.end) if pairs else head_end
        below = end
        while below < len(self.text) and self._is_comment(below):
            below = self.line_end(below)
        # A comment directly above a header belongs to the header's table.
        if after is None or below != self.line_start(after.start):
            end = below
        return Block(header.keys if header else (), lead, start, head_end, end, tuple(pairs))

    def _is_comment(self, start: int) -> bool:
        return _COMMENT.match(self.text, start) is not None

    def block(self, keys: Keys) -> Block | None:
        """Return the block of a table that has a header, or of (); else None."""
        return self._by_keys.get(keys)

    @cached_property
    def _by_keys(self) -> dict[Keys, Block]:
        return {block.keys: block for block in self.blocks}

    def blocks_of(self, keys: Keys) -> list[Block]:
        """Return the blocks of a table and of all tables in it."""
        return [block for block in self.blocks if block.keys[: len(keys)] == keys]

    def items(self, keys: Keys) -> list[TextSpan]:
        """Return the spans of the entries of an array or inline table, in order."""
        if self.text[self._scan.values[keys]] == "{":
            return [TextSpan(p.key.start, p.value.end) for p in self._inline.get(keys, ())]
        found: list[TextSpan] = []
        while span := self.value((*keys, len(found))):
            found.append(span)
        return found

    @cached_property
    def _inline(self) -> dict[Keys, list[Pair]]:
        """The pairs of each inline table."""
        found: dict[Keys, list[Pair]] = {}
        for pair in self._pairs.values():
            if pair.is_inline:
                found.setdefault(pair.table, []).append(pair)
        return found

    def line_start(self, offset: int) -> int:
        """Return the start of the line that an offset is in."""
        return self.text.rfind("\n", 0, max(offset, 0)) + 1

    def line_end(self, offset: int) -> int:
        """Return the start of the next line, or the text's end."""
        at = self.text.find("\n", offset)
        return len(self.text) if at < 0 else at + 1

    def indent(self, offset: int) -> str:
        """Return the blanks that begin the line that an offset is in."""
        start = self.line_start(offset)
        at = start
        while self.text[at : at + 1] in (" ", "\t") and at < len(self.text):
            at += 1
        return self.text[start:at]

    def keys_at(self, offset: int) -> Keys:
        """Return the path of the smallest value, pair or table that an offset is in."""
        starts, paths = self._starts
        number = bisect_right(starts, offset) - 1
        keys = paths[number] if number >= 0 else ()
        while keys and self._scan.ends.get(keys, -1) < offset:
            keys = keys[:-1]
        if keys:
            return keys
        return next((b.keys for b in self.blocks if b.lead <= offset < b.end), ())

    @cached_property
    def _starts(self) -> tuple[list[int], list[Keys]]:
        """The starts of all values, or of their keys, in order, and their paths."""
        found = []
        for keys, start in self._scan.values.items():
            pair = self._pairs.get(keys)
            found.append((pair.key.start if pair else start, len(keys), keys))
        found.sort(key=lambda one: one[:2])
        return [one[0] for one in found], [one[2] for one in found]
