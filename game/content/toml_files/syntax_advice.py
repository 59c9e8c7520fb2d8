"""Advice on text that is not TOML: what its author probably meant.

The TOML reader reports where it stopped. This module searches that line for slips that are common
in files written by hand. Most files have none, so each pattern is compiled only when it is used.
"""

import re
from typing import NamedTuple

from game.content.toml_files.finding_texts import Words, because
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

    def where(self, line: int) -> Words:
        """Return the bracket and its place, in words for a message about a line."""
        if self.line == line:
            return because("bracket-here", sign=self.letter, column=self.column)
        return because("bracket-at", sign=self.letter, line=self.line, column=self.column)


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


def swallowed(line: str) -> Words:
    """Return advice on a '#' that is meant as a key but begins a comment."""
    return because("hash-is-comment") if re.search(_LOST_SIGN, line) else Words()


def explained(said: str, line: str, number: int, column: int, opened: OpenBracket | None) -> Words:
    """Return the error at a line and column, in words for an author.

    `said` is the reader's own sentence, returned if no advice fits. `opened` is the innermost open
    bracket.
    """
    before, rest = line[: column - 1], line[column - 1 :].rstrip("\r\n\t ")
    if strange := _strange(rest):
        return strange
    if opened and rest[:1] in ("]", "}") and rest[0] != _CLOSING[opened.letter]:
        return because("closed-around", open=opened.where(number), sign=rest[0])
    if "nclosed" in said and opened:
        return _parted(before, rest, opened.where(number), _CLOSING[opened.letter])
    for words, explain in _EXPLAINED.items():
        if said.startswith(words) and (text := explain(before, rest)):
            return text
    return because("unread", text=said)


def _strange(rest: str) -> Words:
    """Return advice on a character that looks like a space, or is invisible."""
    if not rest[:1] or rest[0] in " \t" or not (rest[0].isspace() or rest[0] in _UNSEEN):
        return Words()
    return because("looks-like-space", point=Words(f"{ord(rest[0]):04X}"))


def _foreign(rest: str) -> Words:
    """Return advice on a letter that needs quotes in a key."""
    if not rest[:1].isalpha() or rest[0].isascii():
        return Words()
    return because("not-in-key", sign=rest[0])


def _number(before: str, rest: str) -> Words:
    """Return advice on numbers with a comma, or written as a fraction."""
    start = before.rfind("=")
    comma = re.match(_COMMA, before[start:] + rest) if start >= 0 else None
    if comma:
        return because("number-with-point", number=Words(f"{comma[1]}.{comma[2]}"))
    if rest[:1] in ("%", "/") and before.rstrip()[-1:].isdigit():
        return because("not-in-number", sign=rest[0])
    return Words()


def _value(before: str, rest: str) -> Words:
    if before.endswith("=") and rest.startswith("="):
        return because("one-equals")
    if not rest or rest.startswith(("#", ",", "}", "]")):
        return because("value-missing")
    if curly := _curly(rest):
        return curly
    found = re.match(_WORD, rest)
    word = found.group().rstrip() if found else ""
    if small := _SMALL.get(word.lower()):
        return because("write-instead", right=Words(small), word=word)
    if word in _NOTHING:
        return because("no-null", word=word)
    if dice := _dice("", rest):
        return dice
    if rest.startswith("("):
        return because("list-in-brackets")
    if rest[:1] == "." and rest[1:2].isdigit():
        return because("digit-first", number=Words(f"0{_first(rest)}"))
    if '"' in rest or not 0 < len(word) <= _LONGEST:
        return because("quotes-missing")
    return because("quotes-around", word=Words(word))


def _after(before: str, rest: str) -> Words:
    """Return advice on text after a complete value."""
    if rest.startswith(_COMMENTS[:-1]):
        return because("comment-sign", mark=_mark(rest))
    if number := _number(before, rest):
        return number
    if rest[:1] in (",", ";"):
        return because("line-ends-with", sign=rest[0])
    if before.rpartition("=")[2].strip() == "0" and rest[:1].isdigit():
        return because("leading-zero")
    if dice := _dice(before, rest):
        return dice
    if before.lstrip().startswith("["):
        return because("more-after-table")
    if before[-1:] in ('"', "'"):
        other = "'" if before[-1] == '"' else '"'
        return because("text-ends-before", sign=Words(before[-1]), other=Words(other))
    return because("more-after-value")


def _equals(before: str, rest: str) -> Words:
    """Return advice on a missing equals sign after a key."""
    if rest.startswith(":"):
        return because("equals-not-colon")
    if said := _foreign(rest) or _number(before, rest):
        return said
    key = before.rpartition("{")[2].rpartition(",")[2].strip()
    if not re.fullmatch(_KEY, key):
        return because("equals-missing")
    if re.match(_PAIR, rest):
        return because("key-is-one-word")
    return because("equals-missing-after", key=key)


def _key(before: str, rest: str) -> Words:
    """Return advice on a missing key or table."""
    if curly := _curly(rest):
        return curly
    if rest.startswith(_COMMENTS):
        return because("comment-sign", mark=_mark(rest))
    if (sign := re.match(_SIGN, rest)) and sign.group(1).isprintable():
        return because("key-in-quotes", key=Words(sign.group(1)))
    if foreign := _foreign(rest):
        return foreign
    if before.strip() in ("[", "[["):
        return because("table-without-name")
    if rest[:1] in ("}", "]", ")"):
        return because("nothing-open", sign=rest[0])
    if re.match(_KEY, rest[:1]) or not rest.isprintable():
        return Words()
    return because("key-or-table", sign=rest[0]) if rest else Words()


def _brackets(before: str, rest: str) -> Words:
    return _foreign(rest) or because("double-bracket-missing")


def _bracket(before: str, rest: str) -> Words:
    if foreign := _foreign(rest):
        return foreign
    if re.match(_KEY, rest) and before[-1:].isspace():
        return because("table-is-one-word")
    return because("bracket-missing")


def _backslash(before: str, rest: str) -> Words:
    return because("backslash-twice")


def _curly(rest: str) -> Words:
    if not re.match(_CURLY, rest):
        return Words()
    return because("curly-quote", sign=rest[0])


def _dice(before: str, rest: str) -> Words:
    """Return advice on dice without quotes; `before` may end with their first number."""
    digits = re.search(_LAST_DIGITS, before)
    word = (digits.group() if digits else "") + _first(rest)
    return because("dice-in-quotes", dice=Words(word)) if re.fullmatch(_DICE, word) else Words()


def _first(rest: str) -> str:
    return re.split(_ENDS, rest, maxsplit=1)[0]


def _mark(rest: str) -> str:
    return next(mark for mark in _COMMENTS if rest.startswith(mark))


def _parted(before: str, rest: str, where: Words, closing: str) -> Words:
    """Return advice on a list or table with two entries and nothing between them."""
    if curly := _curly(rest):
        return curly
    if not rest:
        return because("is-open", open=where)
    if said := _dice(before, rest) or _number(before, rest):
        return said
    if rest[:1] in (")", ";", ":", "="):
        return because("comma-or-closing", closing=closing, sign=rest[0], open=where)
    return because("comma-missing", closing=closing, open=where)


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
