"""Edits that add and remove entries of arrays and inline tables, in the form they have."""

import re
from collections.abc import Sequence

from game.content.toml_files.layout import TextSpan
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.toml_text import TomlText

_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
"""Everything between an entry and the next comma or bracket."""


def insert_items(toml: TomlText, keys: Keys, number: int, items: Sequence[str]) -> list[Edit]:
    """Return the edits that insert entries before entry `number`, or at the end."""
    layout, text = toml.layout, toml.text
    span, old = layout.value(keys), layout.items(keys)
    assert span is not None, keys
    if not old:
        return _first_items(toml, span, items)
    newline, lines = toml.style.newline, _is_by_lines(toml, span, old)
    if number < len(old):
        at = old[number].start
        gap = "," + (newline + layout.indent(at) if lines else " ")
        return [Edit(at, at, "".join(item + gap for item in items))]
    last = old[-1].end
    if not lines:
        return [Edit(last, last, "".join(f", {item}" for item in items))]
    comma = _comma(text, last)
    line = text.find("\n", last if comma is None else comma)
    at = min(line if line >= 0 else span.end - 1, span.end - 1)
    if at == line and text[at - 1] == "\r":
        at -= 1
    indent = layout.indent(old[-1].start)
    rows = [f"{newline}{indent}{item}" for item in items]
    if comma is not None:
        return [Edit(at, at, "".join(f"{row}," for row in rows))]
    return [Edit(last, last, ","), Edit(at, at, ",".join(rows))]


def _first_items(toml: TomlText, span: TextSpan, items: Sequence[str]) -> list[Edit]:
    """Return the edit that puts entries into an empty array or inline table."""
    inside = toml.text[span.start + 1 : span.end - 1]
    if inside.strip():
        # Only comments are inside. The entries follow them.
        at = toml.layout.line_start(span.end - 1)
        rows = "".join(f"{toml.style.indent}{item},{toml.style.newline}" for item in items)
        return [Edit(at, at, rows)]
    brace = toml.style.brace if toml.text[span.start] == "{" else ""
    return [Edit(span.start + 1, span.end - 1, f"{brace}{', '.join(items)}{brace}")]


def _is_by_lines(toml: TomlText, span: TextSpan, old: Sequence[TextSpan]) -> bool:
    """Return whether the last entry begins on a line of its own."""
    before = old[-2].end if len(old) > 1 else span.start
    return "\n" in toml.text[before : old[-1].start]


def _comma(text: str, at: int) -> int | None:
    """Return the offset of the comma after an entry, or None if there is none."""
    found = _GAP.match(text, at)
    end = found.end() if found else at
    return end if text[end : end + 1] == "," else None


def remove_items(toml: TomlText, keys: Keys, start: int, end: int) -> list[Edit]:
    """Return the edits that remove the entries from `start` up to `end`."""
    layout, text = toml.layout, toml.text
    span, old = layout.value(keys), layout.items(keys)
    assert span is not None, keys
    first, last = old[start], old[end - 1]
    comma = _comma(text, last.end)
    after = last.end if comma is None else comma + 1
    head, tail = layout.line_start(first.start), layout.line_end(after)
    if not text[head : first.start].strip() and _is_rest(text[after:tail]) and tail < span.end:
        # The entries have lines of their own: remove these, with the comments on them.
        edits = [Edit(head, tail, "")]
        if comma is None and start > 0 and text[span.start] != "[":
            edits.insert(0, _without_comma(text, old[start - 1].end))
        return edits
    if end < len(old):
        return [Edit(first.start, old[end].start, "")]
    if start > 0:
        return [Edit(old[start - 1].end, last.end, "")]
    rest = text[after : span.end - 1]
    if not rest.strip() and not text[span.start + 1 : first.start].strip():
        return [Edit(span.start + 1, span.end - 1, "")]
    return [Edit(first.start, after, "")]


def _is_rest(text: str) -> bool:
    """Return whether the rest of a line is blank or a comment."""
    return not text.strip() or text.lstrip().startswith("#")


def _without_comma(text: str, at: int) -> Edit:
    """Return the edit that removes the comma after an entry that is now the last."""
    comma = _comma(text, at)
    assert comma is not None
    return Edit(comma, comma + 1, "")
