"""Advice on text that is not TOML: what its author probably meant.

The TOML reader reports where it stopped. This module searches that line for slips that are common
in files written by hand. Most files have none, so each pattern is compiled only when it is used.
"""

import re
from typing import NamedTuple

from game.content.toml_files.strings import string_end

_MARKS = "[#\"'\\[\\]{}]"
_CLOSING = {"[": "]", "{": "}"}
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_CURLY = "[“”„‟‘’‚‛«»]"
_SMALL = {"true": "true", "false": "false", "yes": "true", "no": "false"}
_WORD = r"[A-Za-z_][\w.'’ -]*"
_KEY = r"[A-Za-z0-9_-]+"
_DICE = r"\d*d\d+\S*"
_LAST_DIGITS = r"\d+$"
_ENDS = r"[\s,}\]]"
_SIGN = r"([^\w\s=\"'\[\]-]+|[^\W\d_a-zA-Z])\s*="
_LOST_SIGN = r"[{,]\s*#\s*="
_NOTHING = ("null", "nil", "None")
_COMMENTS = ("//", "/*", "--", "<!--", ";")
_COMMA = r"=\s*(-?\d+),(\d+)"
_HEADER = r"\s*\[\[?[A-Za-z_][\w.-]*\]\]?\s*(#.*)?"
_PAIR = r"\s*[A-Za-z_][A-Za-z0-9_.-]*\s*="
_LONGEST = 40


class OpenBracket(NamedTuple):
    """A bracket that is still open where the reader stopped."""

    letter: str
    line: int
    column: int

    def where(self, line: int) -> str:
        """Return the bracket and its place, in words for a message about a line."""
        place = f"column {self.column}"
        if self.line != line:
            place = f"line {self.line}, {place}"
        return f"the {self.letter!r} at {place}"


def opened_at(text: str, end: int) -> OpenBracket | None:
    """Return the innermost open bracket at the offset `end`, or None.

    The text before `end` must be TOML.
    """
    stack: list[int] = []
    at, marks = 0, re.compile(_MARKS)
    while (found := marks.search(text, at, end)) is not None:
        mark, at = found.group(), found.end()
        if mark == "#":
            line_end = text.find("\n", at, end)
            at = end if line_end < 0 else line_end
        elif mark in "\"'":
            at = string_end(text, found.start())
            if at < 0:
                break
        elif mark in "[{":
            stack.append(found.start())
        elif stack:
            stack.pop()
    if not stack:
        return None
    start = stack[-1]
    line = text.count("\n", 0, start) + 1
    return OpenBracket(text[start], line, start - text.rfind("\n", 0, start))


def torn(text: str, start: int, line: str) -> OpenBracket | None:
    """Return the bracket still open at the start of a line that can't be within brackets, or None.

    An empty line counts, because the reader only stops there at the end of the text.
    """
    opened = opened_at(text, start)
    if opened is None or re.fullmatch(_HEADER, line) or not line.strip():
        return opened
    return opened if opened.letter == "[" and re.match(_PAIR, line) else None


def swallowed(line: str) -> str:
    """Return advice on a '#' that is meant as a key but begins a comment."""
    return "; a '#' without quotes begins a comment" if re.search(_LOST_SIGN, line) else ""


def explained(said: str, line: str, number: int, column: int, opened: OpenBracket | None) -> str:
    """Return the error at a line and column, in words for an author.

    `said` is the reader's own sentence, returned if no advice fits. `opened` is the innermost open
    bracket.
    """
    before, rest = line[: column - 1], line[column - 1 :].rstrip("\r\n\t ")
    if strange := _strange(rest):
        return strange
    if opened and rest[:1] in ("]", "}") and rest[0] != _CLOSING[opened.letter]:
        return (
            f"{opened.where(number)} is not closed before {rest[0]!r} closes the brackets around it"
        )
    if "nclosed" in said and opened:
        return _parted(before, rest, opened.where(number), _CLOSING[opened.letter])
    for words, explain in _EXPLAINED.items():
        if said.startswith(words) and (text := explain(before, rest)):
            return text
    return said[:1].lower() + said[1:]


def _strange(rest: str) -> str:
    """Return advice on a character that looks like a space, or is invisible."""
    if not rest[:1] or rest[0] in " \t" or not (rest[0].isspace() or rest[0] in _UNSEEN):
        return ""
    return f"this character only looks like a space (U+{ord(rest[0]):04X}); delete it"


def _foreign(rest: str) -> str:
    """Return advice on a letter that needs quotes in a key."""
    if not rest[:1].isalpha() or rest[0].isascii():
        return ""
    return f"a key can't contain {rest[0]!r}; keys and ids use a-z, 0-9, '_' and '-'"


def _number(before: str, rest: str) -> str:
    """Return advice on numbers with a comma, or written as a fraction."""
    start = before.rfind("=")
    comma = re.match(_COMMA, before[start:] + rest) if start >= 0 else None
    if comma:
        return f"write a number with a point, not a comma: {comma[1]}.{comma[2]}"
    if rest[:1] in ("%", "/") and before.rstrip()[-1:].isdigit():
        return f"a number can't contain {rest[0]!r}; write a share as 0.5"
    return ""


def _value(before: str, rest: str) -> str:
    if before.endswith("=") and rest.startswith("="):
        return "write one '=' between a key and its value"
    if not rest or rest.startswith(("#", ",", "}", "]")):
        return "the value is missing here"
    if curly := _curly(rest):
        return curly
    found = re.match(_WORD, rest)
    word = found.group().rstrip() if found else ""
    if small := _SMALL.get(word.lower()):
        return f"write {small} instead of {word!r}"
    if word in _NOTHING:
        return f"TOML has no {word!r}; leave out a key that has no value"
    if dice := _dice("", rest):
        return dice
    if rest.startswith("("):
        return "write a list between '[' and ']'"
    if rest[:1] == "." and rest[1:2].isdigit():
        return f"a number begins with a digit: 0{_first(rest)}"
    if '"' in rest or not 0 < len(word) <= _LONGEST:
        return "invalid value; a text must be in quotes"
    return f'a text must be in quotes: "{word}"'


def _after(before: str, rest: str) -> str:
    """Return advice on text after a complete value."""
    if rest.startswith(_COMMENTS[:-1]):
        return f"a comment begins with '#', not with {_mark(rest)!r}"
    if number := _number(before, rest):
        return number
    if rest[:1] in (",", ";"):
        return f"a line can't end with {rest[0]!r}; put each key on its own line"
    if before.rpartition("=")[2].strip() == "0" and rest[:1].isdigit():
        return "a whole number can't begin with 0"
    if dice := _dice(before, rest):
        return dice
    if before.lstrip().startswith("["):
        return "there is more text after the name of the table"
    if before[-1:] in ('"', "'"):
        other = "'" if before[-1] == '"' else '"'
        return (
            f"the text ends before this, at {before[-1]}; put a text that contains this sign "
            f"between {other} and {other}"
        )
    return "there is more text after the value; put each key on its own line"


def _equals(before: str, rest: str) -> str:
    """Return advice on a missing equals sign after a key."""
    if rest.startswith(":"):
        return "a key is followed by '=', not by ':'"
    if said := _foreign(rest) or _number(before, rest):
        return said
    key = before.rpartition("{")[2].rpartition(",")[2].strip()
    named = f" {key!r}" if re.fullmatch(_KEY, key) else ""
    if re.match(_PAIR, rest) and named:
        return "a key is one word, without spaces"
    return f"'=' is missing after the key{named}"


def _key(before: str, rest: str) -> str:
    """Return advice on a missing key or table."""
    if curly := _curly(rest):
        return curly
    if rest.startswith(_COMMENTS):
        return f"a comment begins with '#', not with {_mark(rest)!r}"
    if sign := re.match(_SIGN, rest):
        return f'put a key with other characters than a to z in quotes: "{sign.group(1)}"'
    if foreign := _foreign(rest):
        return foreign
    if before.strip() in ("[", "[["):
        return "a table needs a name"
    if rest[:1] in ("}", "]", ")"):
        return f"nothing is open here that {rest[0]!r} could close"
    if re.match(_KEY, rest[:1]) or not rest.isprintable():
        return ""
    return f"expected a key or a [table] here, not {rest[0]!r}" if rest else ""


def _brackets(before: str, rest: str) -> str:
    return _foreign(rest) or "']' is missing: write each table of a list in [[ ]], on its own line"


def _bracket(before: str, rest: str) -> str:
    if foreign := _foreign(rest):
        return foreign
    if re.match(_KEY, rest) and before[-1:].isspace():
        return "the name of a table is one word, without spaces"
    return "']' is missing: write the name of a table in [ ], on its own line"


def _backslash(before: str, rest: str) -> str:
    return "write '\\' twice in a text between \" and \", or put the text between ' and '"


def _curly(rest: str) -> str:
    if not re.match(_CURLY, rest):
        return ""
    return f"{rest[0]!r} isn't a quote here; put the text between straight ones, \" or '"


def _dice(before: str, rest: str) -> str:
    """Return advice on dice without quotes; `before` may end with their first number."""
    digits = re.search(_LAST_DIGITS, before)
    word = (digits.group() if digits else "") + _first(rest)
    return f'put dice in quotes: "{word}"' if re.fullmatch(_DICE, word) else ""


def _first(rest: str) -> str:
    return re.split(_ENDS, rest, maxsplit=1)[0]


def _mark(rest: str) -> str:
    return next(mark for mark in _COMMENTS if rest.startswith(mark))


def _parted(before: str, rest: str, where: str, closing: str) -> str:
    """Return advice on a list or table with two entries and nothing between them."""
    if curly := _curly(rest):
        return curly
    if not rest:
        return f"{where} is not closed"
    if said := _dice(before, rest) or _number(before, rest):
        return said
    if rest[:1] in (")", ";", ":", "="):
        return f"expected ',' or {closing!r} here, not {rest[0]!r}: {where} is open"
    return f"a ',' is missing before this, or {closing!r} for {where}"


_EXPLAINED = {
    "Invalid value": _value,
    "Expected newline": _after,
    "Expected '='": _equals,
    "Invalid statement": _key,
    "Invalid initial character for a key": _key,
    "Expected ']]'": _brackets,
    "Expected ']'": _bracket,
    "Unescaped '\\'": _backslash,
    "Invalid hex value": _backslash,
    "Escaped character": _backslash,
}
"""Functions that replace the reader's sentences, by the beginnings of these sentences."""
