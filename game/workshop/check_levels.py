"""Check levels by their text. The caller can add a function that also plays them."""

import os
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec
import tomli

from game.content.folder_search import LEVEL_KEYS, may_be_level, toml_files
from game.content.levels import LevelTrial, check_level, find_campaign, find_level
from game.content.toml_files.finding_texts import because, words_text
from game.content.toml_files.findings import Finding, LevelError, Severity, in_order
from game.content.toml_files.text_reading import printable, read_text
from game.content.values.book_data import TERRAIN, BookLike, is_book_data
from game.core.pack_folders import pack_of
from game.workshop.workshop_sentences import said

CLEAN, FAULTY, UNREADABLE = 0, 1, 2

Checker = Callable[[Path], "CheckReport"]
"""A function that checks a file that isn't a level."""

CODES = {
    "no-levels": "A folder has no level in it.",
    "folder-too-large": "A folder has too many files to search them all.",
    "folder-too-deep": "Folders are nested too deeply to search them all.",
    "book-file": "A file with a rulebook's data was given instead of a level.",
    "cannot-be-played": "A battle breaks although every command was legal.",
    "roster-fails": "A roster that can be chosen can't be played.",
    "settled-at-once": "The battle is over, or an objective completed, before anyone's first turn.",
    "trigger-not-seen": "A trigger fired in none of the battles that were played.",
    "expectation-failed": "A battle didn't turn out as the author expects.",
}
"""The stable codes of findings in addition to those of `content`. Most are found only by playing.
"""

NO_OTHERS: Mapping[str, Checker] = {}


class CheckReport(NamedTuple):
    """The findings about one or more levels or campaigns."""

    findings: tuple[Finding, ...] = ()
    levels: int = 0
    is_unreadable: bool = False
    more: int = 0
    """Number of errors beyond those listed."""
    campaigns: int = 0

    def code(self, strict: bool) -> int:
        """Return the exit code."""
        if self.is_unreadable:
            return UNREADABLE
        bad = ("error", "warning") if strict else ("error",)
        return FAULTY if any(finding.severity in bad for finding in self.findings) else CLEAN

    def without(self, told: Container[Finding]) -> "CheckReport":
        """Return the report without findings that have been reported already."""
        return self._replace(findings=tuple(one for one in self.findings if one not in told))

    def summary(self) -> str:
        """Return a one-line summary."""
        counts = Counter(finding.severity for finding in self.findings)
        counts["error"] += self.more
        words: tuple[Severity, ...] = ("error", "warning", "note")
        some = [said("summary", word, count=counts[word]) for word in words if counts[word]]
        told = ", ".join(some)
        parts = {"level": self.levels, "campaign": self.campaigns}
        where = words_text([said("summary", word, count=n) for word, n in parts.items() if n])
        if not told:
            return said("summary", "nothing_in" if where else "nothing", where=where)
        return said("summary", "found_in" if where else "found", counts=told, where=where)


def check(
    words: Iterable[str],
    books: Mapping[str, BookLike],
    trying: LevelTrial | None = None,
    others: Mapping[str, Checker] = NO_OTHERS,
) -> Iterator[CheckReport]:
    """Yield a report for each level that `words` name: ids, files, or folders of levels.

    Errors in a book's files are reported with the book's first level. With `trying`, levels without
    errors are also played. `others` are the checkers of files that aren't levels, by file name.
    """
    seen: set[str] = set()
    told: set[Finding] = set()
    for word in words:
        unread: list[Finding] = []
        try:
            paths = _paths(word, unread)
        except LevelError as error:
            unread, paths = list(error.findings), []
        if unread:
            yield CheckReport(tuple(unread), 0, True)
        for path in paths:
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                checker = others.get(path.name)
                report = checker(path) if checker else check_file(path, books, trying)
                yield report.without(told)
                told.update(report.findings)


def check_file(
    path: Path, books: Mapping[str, BookLike], trying: LevelTrial | None = None
) -> CheckReport:
    """Return all findings about one level."""
    try:
        text = read_text(path)
    except LevelError as error:
        return CheckReport(error.findings, 1, True)
    file, id = printable(str(path)), printable(path.stem)
    if _is_of_book(path, text):
        text = said("finding", "book-file", file=file)
        return CheckReport((Finding(file, 0, 0, "error", "book-file", text),), 0)
    checked = check_level(text, file=file, id=id, books=books, root=pack_of(path))
    level = checked.level
    if level is None or trying is None:
        return CheckReport(checked.findings, 1, more=checked.more)
    found = trying(level, file)
    return CheckReport(in_order([*checked.findings, *found]), 1, more=checked.more)


def total(reports: Iterable[CheckReport]) -> CheckReport:
    """Return several reports combined into one."""
    all_of = list(reports)
    return CheckReport(
        tuple(finding for report in all_of for finding in report.findings),
        sum(report.levels for report in all_of),
        any(report.is_unreadable for report in all_of),
        sum(report.more for report in all_of),
        sum(report.campaigns for report in all_of),
    )


def tell(reports: Iterable[CheckReport], out: TextIO) -> CheckReport:
    """Print each report as it comes, then a summary. Return all reports combined."""
    told = []
    for report in reports:
        told.append(report)
        for finding in report.findings:
            out.write(f"{finding.text()}\n")
        if report.more:
            out.write(because("and-more", count=report.more) + "\n")
    whole = total(told)
    out.write(f"{whole.summary()}\n")
    return whole


def tell_json(reports: Iterable[CheckReport], out: TextIO) -> CheckReport:
    """Print all findings as a JSON list of objects. Return all reports combined."""
    whole = total(reports)
    rows = [msgspec.json.encode(finding.plain()).decode() for finding in whole.findings]
    out.write("[" + ",".join(f"\n  {row}" for row in rows) + "\n]\n" if rows else "[]\n")
    return whole


# Paths


def _paths(word: str, unread: list[Finding]) -> list[Path]:
    """Return the files that a word names. Add findings about unreadable paths to `unread`."""
    folder, road = Path(word), find_campaign(word) if word else None
    if road and not _is_folder(folder):
        if folder.name == road.name:
            return [folder]
        folder = road.parent
    elif not word or not _is_folder(folder):
        return [find_level(word)]
    paths = [path for path in _files(folder, unread) if may_be_level(path)]
    if not paths and not unread:
        text = said("finding", "no-levels", folder=word)
        raise LevelError([Finding(word, 0, 0, "error", "no-levels", text)])
    return paths


def _files(folder: Path, unread: list[Finding]) -> list[Path]:
    """Return the TOML files in a folder; add findings about folders left out to `unread`."""

    def note(path: Path, code: str, **about: object) -> None:
        """Add a finding about a path."""
        name = printable(str(path))
        text = said("finding", code, folder=name, **about)
        unread.append(Finding(name, 0, 0, "error", code, text))

    return toml_files(folder, note)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _is_of_book(path: Path, text: str) -> bool:
    """Return whether a file is where a book's data are, and has no key of a level."""
    if not (is_book_data(path.parent) or path.name == TERRAIN):
        return False
    try:
        return LEVEL_KEYS.isdisjoint(tomli.loads(text))
    except (ValueError, RecursionError):
        return False
