"""The findings in a file: fault, place, and words."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

MOST = 100
"""Findings that are kept; of the others only the number is."""

_BEFORE, _WIDEST = 70, 100
"""Of a long line, the letters shown before the place, and those shown at all."""
_UNSHOWN = r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"

Severity = Literal["error", "warning", "note"]


class Finding(msgspec.Struct, frozen=True, order=True):
    """One fault. Line and column count from 1; line 0 means the file as a whole."""

    file: str
    line: int
    column: int
    severity: Severity
    code: str
    """Stable, in kebab-case."""
    message: str
    """One sentence: what is wrong, where, and what would be right."""
    source: str = ""
    """The line of the file, as it stands there."""

    @property
    def place(self) -> str:
        """The file with line and column, as editors and terminals understand it."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    def text(self) -> str:
        """Return all of it for a terminal: the sentence, then the line with a caret under the
        place.
        """
        head = f"{self.place}: {self.severity}: {self.message} [{self.code}]"
        if not self.line:
            return head
        shown, before = _cropped(self.source, self.column - 1)
        number = str(self.line)
        blank = "".join("\t" if letter == "\t" else " " for letter in before)
        return f"{head}\n  {number} | {shown}\n  {' ' * len(number)} | {blank}^"


def _cropped(line: str, at: int) -> tuple[str, str]:
    """Return the part of a line to show around a place, and its part before the place."""
    line = re.sub(_UNSHOWN, "�", line)
    start = max(0, at - _BEFORE) if len(line) > _WIDEST else 0
    return line[start : start + _WIDEST], line[start:at]


class LevelError(Exception):
    """A level, or data it needs, cannot be used; holds at least one error, and the warnings too."""

    def __init__(self, findings: Iterable[Finding], more: int = 0) -> None:
        """Take the findings; `more` counts further ones."""
        kept = in_order(findings)
        if not kept:
            raise ValueError("A LevelError needs a finding.")
        self.findings: tuple[Finding, ...] = kept[:MOST]
        self.more = more + len(kept) - len(self.findings)
        super().__init__(self._summary())

    def _summary(self) -> str:
        others = len(self.findings) - 1 + self.more
        more = f" (And {others} more; 'five-tables check' tells all.)" if others else ""
        return f"{self.findings[0]}{more}"

    def text(self) -> str:
        """Return all findings for a terminal."""
        parts = [finding.text() for finding in self.findings]
        if self.more:
            parts.append(f"And {self.more} more.")
        return "\n".join(parts)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in their order: errors first, then by place; none twice."""
    return tuple(sorted(set(findings), key=lambda f: (f.severity != "error", f)))


def words_text(words: Sequence[str], last: str = "and") -> str:
    """Return the words as a list in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
