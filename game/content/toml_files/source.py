"""One TOML text with its tables, the places of its keys, and the findings in it."""

import difflib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from game.content.toml_files.finding_texts import FindingParam, Problem
from game.content.toml_files.findings import MOST, Finding, LevelError, Severity
from game.content.toml_files.parsing import parsed
from game.content.toml_files.positions import Keys, Positions, Spot

Changes = Callable[[dict[str, Any]], None]
"""A function that changes the tables of a file in place, before they are decoded."""

_LONGEST_WORD = 40
_LIKENESS = 0.7
_MOST_NAMES = 1000
"""Maximum number of names to search for the name nearest to a mistyped word."""


class Source:
    """A file's text and tables, with the findings collected so far and their places."""

    def __init__(
        self, file: str, text: str, tables: Collection[str] = (), arrays: Collection[str] = ()
    ) -> None:
        """Parse a text. Raise LevelError if it is not TOML.

        `tables` are the names to write in single brackets, `arrays` the names in double ones.
        """
        brackets = {**dict.fromkeys(tables, "["), **dict.fromkeys(arrays, "[[")}
        self.file = file
        self.text = text
        self.found: dict[Finding, None] = {}
        self.more = 0
        self._counts = {"error": 0, "warning": 0, "note": 0}
        self._stood: dict[Keys, Keys] = {}
        """The paths in the text of array entries whose path in the tables differs."""
        self.tables: dict[str, Any] = parsed(file, text, brackets)

    @cached_property
    def positions(self) -> Positions:
        """The places of all keys, computed only when something is found."""
        return Positions(self.text)

    def change(self, changes: Changes) -> None:
        """Change the tables. Findings in them still point at the lines of the text.

        An array's entry is recognised by identity. Findings in a new entry point at the array.
        """
        before = {name: list(it) for name, it in self.tables.items() if isinstance(it, list)}
        changes(self.tables)
        for name, entries in self.tables.items():
            old = {id(entry): number for number, entry in enumerate(before.get(name, ()))}
            for number, entry in enumerate(entries if isinstance(entries, list) else ()):
                stood = old.get(id(entry))
                if stood != number:
                    self._stood[name, number] = (name,) if stood is None else (name, stood)

    def _in_text(self, keys: Keys) -> Keys:
        """Return the path in the text for a path in the tables."""
        stood = self._stood.get(keys[:2])
        if stood is None:
            return keys
        return (*stood, *keys[2:]) if len(stood) == 2 else stood

    @property
    def has_errors(self) -> bool:
        """True if any finding is an error, so that the file can't be used."""
        return self._counts["error"] > 0

    @property
    def is_full(self) -> bool:
        """True if there are so many errors that further ones are only counted."""
        return self._counts["error"] >= MOST

    def error(
        self,
        code: str,
        keys: Keys = (),
        /,
        *,
        at_value: bool = False,
        variant: str = "",
        **params: FindingParam,
    ) -> None:
        """Record an error at a key, or at its value; `params` are the fields of its sentence."""
        self.add("error", Problem(code, variant=variant, **params), keys, at_value=at_value)

    def warning(
        self,
        code: str,
        keys: Keys = (),
        /,
        *,
        at_value: bool = False,
        variant: str = "",
        **params: FindingParam,
    ) -> None:
        """Record a warning at a key, or at its value; `params` are the fields of its sentence."""
        self.add("warning", Problem(code, variant=variant, **params), keys, at_value=at_value)

    def add(
        self,
        severity: Severity,
        problem: Problem,
        keys: Keys = (),
        *,
        at_value: bool = False,
        letter: tuple[int, int] | None = None,
    ) -> None:
        """Record a finding. `letter` is the row and column within a multi-line text value."""
        if self._counts[severity] >= MOST:
            self.more += 1
            return
        spots, stood = self.positions, self._in_text(keys)
        if letter is not None:
            spot = spots.letter(stood, *letter)
        else:
            spot = spots.value(stood) if at_value else spots.key(stood)
        finding = self._finding(severity, problem, spot, keys)
        self._counts[severity] += finding not in self.found
        self.found[finding] = None

    def nearest(self, word: str, names: Iterable[str]) -> str | None:
        """Return the name most similar to a mistyped word, or None. If `is_full`, don't search."""
        return None if self.is_full else nearest(word, names)

    def _finding(self, severity: Severity, problem: Problem, spot: Spot, keys: Keys) -> Finding:
        line = self.positions.line(spot.line)
        return Finding.of(problem, self.file, spot, line, self._with_id(keys), severity)

    def _with_id(self, keys: Keys) -> Keys:
        """Return a path with the id of its entry instead of the entry's number."""
        if len(keys) < 2 or not isinstance(keys[1], int):
            return keys
        entries = self.tables.get(str(keys[0]))
        entry = entries[keys[1]] if isinstance(entries, list) and keys[1] < len(entries) else None
        id = entry.get("id") if isinstance(entry, dict) else None
        return (keys[0], id, *keys[2:]) if isinstance(id, str) else keys


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Return the name most similar to a mistyped word, or None if none is near."""
    if len(word) > _LONGEST_WORD:
        return None
    own = word.rpartition(".")[2]
    some = sorted(name for name in islice(names, _MOST_NAMES) if len(name) <= _LONGEST_WORD)
    if own != word and own in some:
        return own
    found = difflib.get_close_matches(word.lower(), some, 1, _LIKENESS)
    return found[0] if found else None


def raise_errors(sources: Sequence[Source]) -> None:
    """Raise LevelError with all findings in the files, if any of them is an error."""
    if any(source.has_errors for source in sources):
        found = [finding for source in sources for finding in source.found]
        raise LevelError(found, sum(source.more for source in sources))
