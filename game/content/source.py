"""One TOML text with what it says, where it says it, and what was found wrong with it."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import tomli

from game.content.findings import MOST, Finding, LevelError, Severity
from game.content.positions import Keys, Positions, Repeat, Spot
from game.content.syntax import explained, opened_at, swallowed, torn

Changes = Callable[[dict[str, Any]], None]
"""Changes the tables of a file in place, before anything is made of them."""

_LONGEST_WORD = 40
_LONGEST_SAID = 120
"""Letters of a file that are repeated in what is said of it."""
_LIKENESS = 0.7
_MOST_NAMES = 1000
"""Of more the first are looked through for the nearest."""
_DIGITS = r"[0-9][0-9_]*"
_HUGE = 4000
"""Digits of a number that nobody reads."""
_IS_GRID = r"\s*(grid|zones)\s*="
_BEGINS = r"\s*[A-Za-z_][A-Za-z0-9_.-]*\s*=\s*"
"""What stands before the quotes that begin a text, not before those that end one."""
_SAYS_REPEATED = "overwrite|twice|Duplicate|mutate"


class Source:
    """A file's text and tables; faults are gathered here, with their places."""

    def __init__(
        self, file: str, text: str, tables: Collection[str] = (), arrays: Collection[str] = ()
    ) -> None:
        """LevelError where the text is not TOML.

        `tables` are those that stand in single brackets, `arrays` those in double ones.
        """
        self._brackets = {**dict.fromkeys(tables, "["), **dict.fromkeys(arrays, "[[")}
        self.file = file
        self.text = text
        self.found: dict[Finding, None] = {}
        self.more = 0
        self._counts = {"error": 0, "warning": 0, "note": 0}
        self._stood: dict[Keys, Keys] = {}
        """Where entries of arrays stand in the text, if not where they stand in the tables."""
        self.tables: dict[str, Any] = self._parsed()

    @cached_property
    def positions(self) -> Positions:
        """Places of all keys; made only when something is found."""
        return Positions(self.text)

    def change(self, changes: Changes) -> None:
        """Changes the tables. What is found in them is still said of the lines of the text.

        An entry of an array is known again by being the same table; what is found in a new one is
        said of the array.
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
        """The way in the text to what has this way in the tables."""
        stood = self._stood.get(keys[:2])
        if stood is None:
            return keys
        return (*stood, *keys[2:]) if len(stood) == 2 else stood

    @property
    def has_errors(self) -> bool:
        """Whether anything found forbids to use the file."""
        return self._counts["error"] > 0

    @property
    def is_full(self) -> bool:
        """Whether so many errors were found that the rest are only counted."""
        return self._counts["error"] >= MOST

    def error(self, code: str, message: str, keys: Keys = (), *, at_value: bool = False) -> None:
        """Notes a fault at a key, or at its value."""
        self.note("error", code, message, keys, at_value=at_value)

    def note(
        self,
        severity: Severity,
        code: str,
        message: str,
        keys: Keys = (),
        *,
        at_value: bool = False,
        letter: tuple[int, int] | None = None,
    ) -> None:
        """Notes a fault; `letter` is the row and column within a text value of several lines."""
        if self._counts[severity] >= MOST:
            self.more += 1
            return
        spots, stood = self.positions, self._in_text(keys)
        if letter is not None:
            spot = spots.letter(stood, *letter)
        else:
            spot = spots.value(stood) if at_value else spots.key(stood)
        finding = self._finding(severity, code, message, spot)
        self._counts[severity] += finding not in self.found
        self.found[finding] = None

    def nearest(self, word: str, names: Iterable[str]) -> str | None:
        """The name that a mistyped word is most like."""
        return None if self.is_full else nearest(word, names)

    def _finding(self, severity: Severity, code: str, message: str, spot: Spot) -> Finding:
        return Finding(self.file, *spot, severity, code, message, self._line(spot.line))

    def _line(self, number: int) -> str:
        start = self.positions.start(number)
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].removesuffix("\r")

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomli.loads(self.text)
        except tomli.TOMLDecodeError as fault:
            finding = self._syntax(fault)
        except RecursionError:
            spot = self.positions.deepest
            finding = self._not_toml("this is nested too deeply to be read", spot)
        except ValueError:
            numbers = re.finditer(_DIGITS, self.text)
            huge = next((n.start() for n in numbers if n.end() - n.start() > _HUGE), 0)
            spot = self.positions.spot(huge)
            finding = self._not_toml("a number here has too many digits", spot)
        raise LevelError([finding])

    def _syntax(self, fault: tomli.TOMLDecodeError) -> Finding:
        text = self._unclosed(fault) or self._bracketed(fault)
        if text is not None:
            return text
        repeat = self._repeat(fault)
        if repeat is None:
            return self._malformed(fault.msg, Spot(fault.lineno, fault.colno))
        name = _cropped(".".join(str(key) for key in repeat.keys if isinstance(key, str)))
        first = f"line {repeat.first.line}, column {repeat.first.column}"
        return self._not_toml(f"{name!r} is given twice, first at {first}", repeat.here)

    def _malformed(self, said: str, spot: Spot) -> Finding:
        """What an author most likely meant where the reader could not go on."""
        line, start = self._line(spot.line), self.positions.start(spot.line)
        if found := torn(self.text, start, line):
            end = f"before line {spot.line}" if line.strip() else "before the text ends"
            text = f"this {found.letter!r} is not closed {end}"
            text += swallowed(self._line(found.line))
            return self._not_toml(text, Spot(found.line, found.column))
        opened = opened_at(self.text, start + spot.column - 1)
        return self._not_toml(_cropped(explained(said, line, *spot, opened)), spot)

    def _unclosed(self, fault: tomli.TOMLDecodeError) -> Finding | None:
        """A text without its end, if that is the fault."""
        if found := self.positions.unclosed(Spot(fault.lineno, fault.colno)):
            spot, is_long = found
            return self._finding("error", "not-toml", self._unclosed_text(spot, is_long), spot)
        for start, end in self.positions.longs:
            if not start.line < end.line <= fault.lineno:
                continue
            if re.fullmatch(_BEGINS, self._line(end.line)[: end.column - 1]):
                text = f"The text that begins on line {start.line} is not closed before another "
                text += f"begins on line {end.line}; "
                text += f"{self._line(start.line)[start.column - 1] * 3} must end it."
                return self._finding("error", "not-toml", text, start)
        return None

    def _unclosed_text(self, spot: Spot, is_long: bool) -> str:
        line = self._line(spot.line)
        quotes = line[spot.column - 1] * 3
        if is_long:
            return f"The text that begins on line {spot.line} is not closed; {quotes} must end it."
        text = f"The text that begins at column {spot.column} is not closed on this line"
        before, after = line[: spot.column - 1], line[spot.column :]
        if not after.strip() or re.match(_IS_GRID, before):
            text += "; a text of several lines stands between ''' and '''"
        return f"{text}."

    def _bracketed(self, fault: tomli.TOMLDecodeError) -> Finding | None:
        """A table in the wrong brackets, if that is why it stands twice."""
        if not self._brackets or not re.search(_SAYS_REPEATED, fault.msg):
            return None
        for name, right in self._brackets.items():
            if right == "[[" and (found := self.positions.too_soon(name)):
                text = f"{_cropped(found[0])} stands above the first [[{name}]]; put it below the "
                text += "one it belongs to."
                return self._finding("error", "not-toml", text, found[1])
        for name, brackets, spot in self.positions.headers():
            right = self._brackets.get(name, brackets)
            if right != brackets:
                how = {"[": f"[{name}], and once only", "[[": f"[[{name}]] for each"}[right]
                text = f"{name!r} must be written as {how}, not as {brackets}{name}"
                text += f"{']' * len(brackets)}."
                return self._finding("error", "not-toml", text, spot)
        return None

    def _repeat(self, fault: tomli.TOMLDecodeError) -> Repeat | None:
        """The key that stands twice, if that is the fault."""
        if not re.search(_SAYS_REPEATED, fault.msg):
            return None
        near = [r for r in self.positions.repeats if r.here.line <= fault.lineno]
        return near[0] if near else None

    def _not_toml(self, what: str, spot: Spot) -> Finding:
        return self._finding("error", "not-toml", f"This is not TOML: {what}.", spot)


def _cropped(text: str) -> str:
    return text if len(text) <= _LONGEST_SAID else f"{text[:_LONGEST_SAID]}…"


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name that a mistyped word is most like, if any is near."""
    if len(word) > _LONGEST_WORD:
        return None
    own = word.rpartition(".")[2]
    some = sorted(name for name in islice(names, _MOST_NAMES) if len(name) <= _LONGEST_WORD)
    if own != word and own in some:
        return own
    found = difflib.get_close_matches(word.lower(), some, 1, _LIKENESS)
    return found[0] if found else None


def raise_errors(sources: Sequence[Source]) -> None:
    """LevelError with all that was found in the files, if any of it is an error."""
    if any(source.has_errors for source in sources):
        found = [finding for source in sources for finding in source.found]
        raise LevelError(found, sum(source.more for source in sources))
