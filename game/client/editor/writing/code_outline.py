"""The tables of a text by its lines, whether it is TOML or not, and the colours of a line."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.client.kit.theme import INK, INK_FADED, Colour, rgb
from game.client.kit.typography import Face

_HEADER = re.compile(r"\[\[?[\w .\"'-]+\]\]?\s*(#.*)?$")
_LONG = re.compile(r"'''|\"\"\"")
_TOKEN = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'[^']*'?)"
    r"|(?P<key>[\w.-]+(?=\s*=))"
    r"|(?P<number>-?\b\d[\d_.]*\b|\b(?:true|false)\b)"
)
KEY, STRING, NUMBER = rgb("#1f4e79"), rgb("#7a4410"), rgb("#6a2f63")
Style = tuple[Colour, Face]
STYLES: dict[str, Style] = {
    "comment": (INK_FADED, "sans italic"),
    "string": (STRING, "sans"),
    "key": (KEY, "sans"),
    "number": (NUMBER, "sans"),
    "header": (INK, "sans bold"),
    "plain": (INK, "sans"),
}


class ColouredPart(NamedTuple):
    """A part of a line in one style."""

    start: int
    end: int
    kind: str
    """`comment`, `string`, `key`, `number`, `header` or `plain`."""


class Outline(NamedTuple):
    """The tables of a text: the last line of each by the line of its header, and long texts."""

    tables: dict[int, int]
    inside: frozenset[int]
    """The lines that lie in a text of several lines, without the one that begins it."""


def outline(lines: Sequence[str]) -> Outline:
    """Return the tables of a text, with numbers of lines from 0."""
    headers: list[int] = []
    inside: set[int] = set()
    quotes = ""
    for n, line in enumerate(lines):
        if quotes:
            inside.add(n)
            if quotes in line:
                quotes = ""
            continue
        if _HEADER.match(line.rstrip("\r")):
            headers.append(n)
            continue
        found = _LONG.search(line)
        if found and line.count(found[0]) % 2 and "#" not in line[: found.start()]:
            quotes = found[0]
    ends = (_above(lines, n) for n in headers[1:])
    last = len(lines) - 1
    while last > 0 and not lines[last].strip():
        last -= 1
    return Outline(dict(zip(headers, [*ends, last], strict=False)), frozenset(inside))


def _above(lines: Sequence[str], header: int) -> int:
    """Return the last line of the table above a header, without the header's own comments."""
    n = header - 1
    while n > 0 and lines[n].lstrip().startswith("#"):
        n -= 1
    while n > 0 and not lines[n].strip():
        n -= 1
    return n


def coloured(line: str, is_inside: bool) -> Iterator[ColouredPart]:
    """Yield the parts of a line in order, without gaps."""
    if is_inside:
        yield ColouredPart(0, len(line), "plain")
        return
    if _HEADER.match(line):
        yield ColouredPart(0, len(line), "header")
        return
    at = 0
    for found in _TOKEN.finditer(line):
        if found.start() > at:
            yield ColouredPart(at, found.start(), "plain")
        kind = found.lastgroup
        assert kind is not None
        yield ColouredPart(found.start(), found.end(), kind)
        at = found.end()
    if at < len(line):
        yield ColouredPart(at, len(line), "plain")
