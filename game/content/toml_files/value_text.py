"""Write values as TOML, in the style of a file."""

import math
import re
from collections import Counter
from functools import cached_property
from typing import TypeAlias

from game.content.toml_files.layout import Pair, TextLayout

Value: TypeAlias = object
"""A value as TOML readers return it: a text, number, truth value, list or table."""

WIDEST = 100
"""Width of a line beyond which a new list of tables is written over several lines."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {
    "\b": r"\b",
    "\t": r"\t",
    "\n": r"\n",
    "\f": r"\f",
    "\r": r"\r",
    '"': r"\"",
    "\\": "\\\\",
}
_LONG = ("'''", '"""')
_UNSAFE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_UNSAFE_IN_LONG = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Style:
    """How a file writes what TOML leaves open: quotes, spaces, indents and line ends."""

    def __init__(self, layout: TextLayout) -> None:
        self._layout = layout
        self._text = layout.text

    @property
    def newline(self) -> str:
        """The file's line end."""
        return self._layout.newline

    @cached_property
    def _pairs(self) -> list[Pair]:
        return list(self._layout.pairs)

    @cached_property
    def equals(self) -> str:
        """The commonest way to write the equals sign, without spaces that align it."""
        seps = (self._text[pair.key.end : pair.value.start] for pair in self._pairs)
        found = Counter(re.sub(r"[ \t]+", " ", sep) for sep in seps)
        return found.most_common(1)[0][0] if found else " = "

    @cached_property
    def quote(self) -> str:
        """The commonest quotes of texts in one line."""
        values = [self._text[p.value.start : p.value.start + 3] for p in self._pairs]
        found = Counter(v[0] for v in values if v[0] in "'\"" and v not in _LONG)
        return found.most_common(1)[0][0] if found else '"'

    @cached_property
    def brace(self) -> str:
        """The space inside the braces of inline tables: one blank, or none."""
        opened = [p.value.start for p in self._pairs if self._text[p.value.start] == "{"]
        tight = sum(self._text[at + 1 : at + 2] not in (" ", "\n", "\r", "}") for at in opened)
        return "" if 2 * tight > len(opened) else " "

    @cached_property
    def indent(self) -> str:
        """The indent of the entries of lists over several lines."""
        found: Counter[str] = Counter()
        for pair in self._pairs:
            if self._text[pair.value.start] not in "[{":
                continue
            items = self._layout.items(pair.keys)
            outer = self._layout.indent(pair.key.start)
            if items and "\n" in self._text[pair.value.start : items[0].start]:
                own = self._layout.indent(items[0].start)
                found[own.removeprefix(outer)] += 1
        return found.most_common(1)[0][0] if found else "    "

    def key(self, name: str, siblings: list[Pair] | None = None) -> str:
        """Return a key, in quotes if it needs them, or if its siblings have needless ones."""
        written = [self._text[p.key.start : p.key.end] for p in siblings or ()]
        needless = sum(w[:1] in "'\"" and bool(_BARE.fullmatch(w[1:-1])) for w in written)
        bare = sum(bool(_BARE.fullmatch(w)) for w in written)
        if _BARE.fullmatch(name) and needless <= bare:
            return name
        return self._basic(name)

    def value(self, value: Value, *, inner: str = "", room: int = WIDEST) -> str:
        """Return a value as text.

        `inner` is the indent of the line that it begins on, `room` the width left on that line.
        Lists of several tables go over several lines, and lists that are too wide.
        """
        if isinstance(value, list | tuple):
            line = f"[{', '.join(self.value(one) for one in value)}]"
            tables = sum(isinstance(one, dict) for one in value)
            if tables < 2 and (len(line) <= room or not tables):
                return line
            deeper = inner + self.indent
            rows = (f"{deeper}{self.value(one)},{self.newline}" for one in value)
            return f"[{self.newline}{''.join(rows)}{inner}]"
        if isinstance(value, dict):
            inside = ", ".join(
                f"{self.key(str(key))}{self.equals}{self.value(one)}" for key, one in value.items()
            )
            return f"{{{self.brace}{inside}{self.brace}}}" if inside else "{}"
        if isinstance(value, str):
            return self.string(value)
        return plain(value)

    def string(self, value: str, like: str = "") -> str:
        """Return a text in quotes: those of `like`, an older text, if they can hold the new one."""
        long = next((quotes for quotes in _LONG if like.startswith(quotes)), "")
        if long and (written := self._long(value, long, like[3:])) is not None:
            return written
        quote = like[:1] if like[:1] in ("'", '"') else self.quote
        if quote == "'" and "'" not in value and not _UNSAFE.search(value):
            return f"'{value}'"
        return self._basic(value)

    def _long(self, value: str, quotes: str, rest: str) -> str | None:
        """Return a text over several lines, or None if it can't be written so."""
        if _UNSAFE_IN_LONG.search(value):
            return None
        own = value.replace("\n", self.newline)
        if quotes == "'''":
            if "'''" in own or own.endswith("'"):
                return None
        else:
            own = own.replace("\\", "\\\\").replace('"""', '""\\"')
            own = own[:-1] + '\\"' if own.endswith('"') else own
        first = self.newline if rest.startswith(("\n", "\r\n")) or own.startswith("\n") else ""
        return f"{quotes}{first}{own}{quotes}"

    def long_string(self, value: str) -> str:
        """Return a text over several lines, beginning on the line below its quotes."""
        for quotes in _LONG:
            if (written := self._long(value, quotes, "\n")) is not None:
                return written
        return self._basic(value)

    def _basic(self, value: str) -> str:
        letters = (
            _ESCAPES.get(c) or (f"\\u{ord(c):04X}" if _UNSAFE.match(c) else c) for c in value
        )
        return f'"{"".join(letters)}"'


def plain(value: Value) -> str:
    """Return a number, truth value or date as TOML. Raise TypeError for anything else."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float() if math.isnan(value):
            return "nan"
        case float() if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        case float():
            return repr(value)
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    raise TypeError(f"{type(value).__name__} can't be written as TOML")
