"""The findings in a file: severity, place and message."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from game.content.toml_files.finding_texts import FindingParam, Problem, because
from game.content.toml_files.positions import Keys, Spot

MOST = 100
"""Maximum number of findings kept; further ones are only counted."""

_BEFORE, _WIDEST = 70, 100
"""For a long line: characters shown before the place, and in total."""
_UNSHOWN = r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"

Severity = Literal["error", "warning", "note"]

NOWHERE = Spot(0, 0)
"""The place of findings about a whole file."""
SHOWN = ("file", "line", "column", "severity", "code", "message", "source")
"""The fields of a finding that programs get to read."""


class Subject:
    """The subject of a finding: the parameters of its sentence, and its path in the tables.

    All subjects are equal, because findings that read the same are the same finding.
    """

    __slots__ = ("keys", "params")

    def __init__(self, params: Mapping[str, FindingParam], keys: Keys = ()) -> None:
        """Keep the parameters by field, and the path, with the ids of entries that have one."""
        self.params, self.keys = params, keys

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subject)

    def __hash__(self) -> int:
        return 0


class Finding(msgspec.Struct, frozen=True, order=True):
    """One error or warning. Line and column count from 1; line 0 means the whole file."""

    file: str
    line: int
    column: int
    severity: Severity
    code: str
    """A stable code in kebab-case."""
    message: str
    """One sentence: what is wrong, where, and what would be right."""
    source: str = ""
    """The line of the file, as written."""
    subject: Subject = Subject({})

    @classmethod
    def of(
        cls,
        problem: Problem,
        file: str,
        spot: Spot = NOWHERE,
        source: str = "",
        keys: Keys = (),
        severity: Severity = "error",
    ) -> "Finding":
        """Return the finding for a problem, by default an error about the whole file."""
        text, subject = problem.text(), Subject(problem.params, keys)
        return cls(file, *spot, severity, problem.code, text, source, subject)

    def plain(self) -> dict[str, object]:
        """Return what programs get to read."""
        return {name: getattr(self, name) for name in SHOWN}

    @property
    def place(self) -> str:
        """The file with line and column, in the form that editors and terminals understand."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    def text(self) -> str:
        """Return the finding for a terminal: the sentence, then the line with a caret."""
        head = f"{self.place}: {self.severity}: {self.message} [{self.code}]"
        if not self.line:
            return head
        shown, before = _cropped(self.source, self.column - 1)
        number = str(self.line)
        blank = "".join("\t" if letter == "\t" else " " for letter in before)
        return f"{head}\n  {number} | {shown}\n  {' ' * len(number)} | {blank}^"


def _cropped(line: str, at: int) -> tuple[str, str]:
    """Return the part of a line to show around a place, and the part before the place."""
    line = re.sub(_UNSHOWN, "�", line)
    start = max(0, at - _BEFORE) if len(line) > _WIDEST else 0
    return line[start : start + _WIDEST], line[start:at]


class LevelError(Exception):
    """The error for a level that can't be used, or whose data can't; it holds all findings.

    At least one finding is an error.
    """

    def __init__(self, findings: Iterable[Finding], more: int = 0) -> None:
        """Keep the findings; `more` counts those left out. Raise ValueError if there are none."""
        kept = in_order(findings)
        if not kept:
            raise ValueError("A LevelError needs a finding.")
        self.findings: tuple[Finding, ...] = kept[:MOST]
        self.more = more + len(kept) - len(self.findings)
        super().__init__(self._summary())

    def _summary(self) -> str:
        others = len(self.findings) - 1 + self.more
        more = f" ({because('and-more-listed', count=others)})" if others else ""
        return f"{self.findings[0]}{more}"

    def text(self) -> str:
        """Return all findings for a terminal."""
        parts = [finding.text() for finding in self.findings]
        if self.more:
            parts.append(because("and-more", count=self.more))
        return "\n".join(parts)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings without duplicates: errors first, then by place."""
    return tuple(sorted(set(findings), key=lambda f: (f.severity != "error", f)))
