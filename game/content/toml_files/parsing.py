"""A TOML reader that reports as many errors as it can in a malformed text."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import tomli

from game.content.toml_files.finding_texts import Problem, Words, because
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.positions import Positions, Repeat, Spot
from game.content.toml_files.syntax_advice import explained, opened_at, swallowed, torn

Brackets = Mapping[str, str]
"""The brackets, `[` or `[[`, of each table."""

_MOST, _MOST_READ = 20, 1_000_000
"""Maximum number of errors, and of characters read to find them: each error takes another pass over
the whole text.
"""
_LONGEST_SAID = 120
"""Maximum number of characters of a file quoted in a message."""
_DIGITS = r"[0-9][0-9_]*"
_HUGE = 4000
"""Maximum number of digits in a number."""
_IS_GRID = r"\s*(grid|zones)\s*="
_BEGINS = r"\s*[A-Za-z_][A-Za-z0-9_.-]*\s*=\s*"
"""The text before quotes that begin a string, as opposed to quotes that end one."""
_SAYS_REPEATED = "overwrite|twice|Duplicate|mutate"
_HEADER = r"\s*\[.*|.*\[\[.*|.*\[\w+\]\s*(#.*)?"
_STARTS = r"\s*(#.*|\[.*|[\w.\"'-]+\s*[=:].*)?"
"""A line that begins a table, key or comment, or is empty."""
_GOES_ON = r".*([\[{(=]|=\s*[\"'])\s*(#.*)?|.*('''|\"\"\").*"
"""A line that continues on the next one."""


def parsed(file: str, text: str, brackets: Brackets) -> dict[str, Any]:
    """Return the tables of a text. Raise LevelError if it is not TOML."""
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError) as fault:
        raise LevelError(_faults(file, text, brackets, fault)) from None


def _faults(file: str, text: str, brackets: Brackets, fault: Exception) -> Iterator[Finding]:
    """Yield the errors of malformed TOML: the first, and independent ones in the lines below."""
    for _ in range(min(_MOST, 1 + _MOST_READ // len(text))):
        finding = _Fault(file, text, brackets).told(fault)
        yield finding
        rest = _without(text, finding.line)
        if rest is None:
            return
        text = rest
        try:
            tomli.loads(text)
        except (ValueError, RecursionError) as another:
            fault = another
        else:
            return


def _without(text: str, number: int) -> str | None:
    """Return a text with a line blanked, or None if other lines may depend on it.

    Replace a header by a unique one, so that the keys below it don't join another table.
    """
    lines = text.split("\n")
    line, below = lines[number - 1], lines[number : number + 1]
    start = sum(len(one) + 1 for one in lines[: number - 1])
    if opened_at(text, start):
        return None
    if line.rstrip().endswith(",") and opened_at(text, start + len(line)):
        return None
    if re.fullmatch(_GOES_ON, line) or re.match(_IS_GRID, line):
        return None
    if not all(re.fullmatch(_STARTS, one) for one in below):
        return None
    lines[number - 1] = f'["\\u0000{number}"]' if re.fullmatch(_HEADER, line) else ""
    return "\n".join(lines)


class _Fault:
    """A text that is not TOML, and the search for its author's error."""

    def __init__(self, file: str, text: str, brackets: Brackets) -> None:
        self.file, self.text, self.brackets = file, text, brackets

    @cached_property
    def positions(self) -> Positions:
        """The places of all keys."""
        return Positions(self.text)

    def told(self, fault: Exception) -> Finding:
        """Return the error, in words for an author."""
        if isinstance(fault, tomli.TOMLDecodeError):
            return self._syntax(fault)
        if isinstance(fault, RecursionError):
            spot = self.positions.deepest
            return self._not_toml(because("too-deep"), spot)
        numbers = re.finditer(_DIGITS, self.text)
        huge = next((n.start() for n in numbers if n.end() - n.start() > _HUGE), 0)
        return self._not_toml(because("too-many-digits"), self.positions.spot(huge))

    def _syntax(self, fault: tomli.TOMLDecodeError) -> Finding:
        found = self._unclosed(fault) or self._bracketed(fault)
        if found is not None:
            return found
        repeat = self._repeat(fault)
        if repeat is None:
            return self._malformed(fault.msg, Spot(fault.lineno, fault.colno))
        name = _cropped(".".join(str(key) for key in repeat.keys if isinstance(key, str)))
        line, column = repeat.first
        why = because("given-twice", name=Words(repr(name)), line=line, column=column)
        return self._not_toml(why, repeat.here)

    def _malformed(self, said: str, spot: Spot) -> Finding:
        """Return the author's probable error at the place where the parser stopped."""
        line, start = self._line(spot.line), self.positions.start(spot.line)
        if found := torn(self.text, start, line):
            hint, sign = swallowed(self._line(found.line)), found.letter
            why = because("not-closed-at-end", sign=sign, hint=hint)
            if line.strip():
                why = because("not-closed-before", sign=sign, line=spot.line, hint=hint)
            return self._not_toml(why, Spot(found.line, found.column))
        opened = opened_at(self.text, start + spot.column - 1)
        return self._not_toml(Words(_cropped(explained(said, line, *spot, opened))), spot)

    def _unclosed(self, fault: tomli.TOMLDecodeError) -> Finding | None:
        """Return an unclosed string, if that is the error."""
        if found := self.positions.unclosed(Spot(fault.lineno, fault.colno)):
            spot, is_long = found
            return self._finding(self._unclosed_text(spot, is_long), spot)
        for start, end in self.positions.longs:
            if not start.line < end.line <= fault.lineno:
                continue
            if re.fullmatch(_BEGINS, self._line(end.line)[: end.column - 1]):
                problem = Problem(
                    "not-toml",
                    variant="open-text-before",
                    line=start.line,
                    next=end.line,
                    quotes=Words(self._line(start.line)[start.column - 1] * 3),
                )
                return self._finding(problem, start)
        return None

    def _unclosed_text(self, spot: Spot, is_long: bool) -> Problem:
        line = self._line(spot.line)
        if is_long:
            quotes = Words(line[spot.column - 1] * 3)
            return Problem("not-toml", variant="open-long-text", line=spot.line, quotes=quotes)
        goes_on = not re.fullmatch(_STARTS, self._line(spot.line + 1))
        if goes_on or not line[spot.column :].strip() or re.match(_IS_GRID, line):
            return Problem("not-toml", variant="open-text-of-lines", column=spot.column)
        return Problem("not-toml", variant="open-text", column=spot.column)

    def _bracketed(self, fault: tomli.TOMLDecodeError) -> Finding | None:
        """Return a table in the wrong brackets, if that makes it appear twice."""
        if not self.brackets or not re.search(_SAYS_REPEATED, fault.msg):
            return None
        for name, right in self.brackets.items():
            if right == "[[" and (found := self.positions.too_soon(name)):
                inner, header = Words(_cropped(found[0])), Words(name)
                problem = Problem("not-toml", variant="too-soon", inner=inner, header=header)
                return self._finding(problem, found[1])
        for name, brackets, spot in self.positions.headers():
            right = self.brackets.get(name, brackets)
            if right != brackets:
                problem = Problem(
                    "not-toml",
                    variant="once" if right == "[" else "for-each",
                    name=name,
                    header=Words(name),
                    wrong=Words(f"{brackets}{name}{']' * len(brackets)}"),
                )
                return self._finding(problem, spot)
        return None

    def _repeat(self, fault: tomli.TOMLDecodeError) -> Repeat | None:
        """Return the key that appears twice, if that is the error."""
        if not re.search(_SAYS_REPEATED, fault.msg):
            return None
        near = [r for r in self.positions.repeats if r.here.line <= fault.lineno]
        return near[0] if near else None

    def _not_toml(self, why: Words, spot: Spot) -> Finding:
        return self._finding(Problem("not-toml", why=why), spot)

    def _finding(self, problem: Problem, spot: Spot) -> Finding:
        return Finding.of(problem, self.file, spot, self._line(spot.line))

    def _line(self, number: int) -> str:
        return self.positions.line(number)


def _cropped(text: str) -> str:
    return text if len(text) <= _LONGEST_SAID else f"{text[:_LONGEST_SAID]}…"
