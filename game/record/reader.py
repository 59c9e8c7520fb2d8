"""Read saves and replays. Whatever the file contains, every error is reported."""

import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from game import __version__
from game.record.lines import Checkpoint, Header, Later, RecordingLine
from game.record.migrations import MIGRATIONS, Migration, Raw, migrated
from game.record.record_sentences import said
from game.record.safe_files import read_plain, reason

MOST_BYTES = 100_000_000
"""Maximum size of a file. 20,000 commands of forty units take slightly more than half of that."""

MOST_LINE_BYTES = 10_000_000
"""Maximum length of a line."""

MOST_LINES = 250_000
"""Maximum number of lines in a file."""

_LINES = msgspec.json.Decoder(Later)

_FAULTS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Unreadable(ValueError):
    """The error for a file that isn't a recording. The message is a sentence."""

    def __init__(self, message: str, *, names_file: bool = False) -> None:
        """Make an error; `names_file` says whether its sentence has the file's name."""
        super().__init__(message)
        self.names_file = names_file


@dataclass(frozen=True)
class UnreadableLine:
    """A line that can't be read, and the reason."""

    message: str


Numbered = tuple[int, RecordingLine | UnreadableLine]


@dataclass(frozen=True)
class ReadRecording:
    """A recording as read from a file.

    `lines` pairs each line with its number in the file. After the first unreadable line only
    checkpoints are kept. `is_torn` is true if the last line was cut off while it was written, and
    was dropped. `notes` are sentences about the whole file.
    """

    header: Header
    lines: tuple[Numbered, ...]
    is_torn: bool = False
    notes: tuple[str, ...] = ()


def read_save(path: Path) -> ReadRecording:
    """Return the recording in a file. Raise Unreadable if there is none."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable(said("save", "not_file", path=str(path)), names_file=True)
        if about.st_size > MOST_BYTES:
            told = said("save", "large", path=str(path), size=about.st_size, most=MOST_BYTES)
            raise Unreadable(told, names_file=True)
        with path.open("rb") as file:
            return parse_save(file)
    except OSError as fault:
        told = said("save", "unreadable", path=str(path), why=reason(fault))
        raise Unreadable(told, names_file=True) from fault


def file_trouble(path: Path, fault: Unreadable) -> str:
    """Return why a file can't be read, with its name."""
    return str(fault) if fault.names_file else f"{str(path)!r}: {fault}"


def parse_save(file: BinaryIO, migrations: Sequence[Migration] = MIGRATIONS) -> ReadRecording:
    """Return the recording in a stream. Raise Unreadable if there is none."""
    first = _object(file.readline(MOST_LINE_BYTES))
    found = _format(first, len(migrations) + 1)
    texts = _Texts(file)
    if found > len(migrations):
        header, lines = _header(first), tuple(_kept(map(_numbered, texts)))
    else:
        raw = migrated(_raw(first, texts), found, migrations)
        header, lines = _converted(raw, len(migrations) + 1)
    return ReadRecording(header, lines, texts.is_torn, tuple(_notes(header, texts.is_torn)))


def is_record(path: Path) -> bool:
    """Return whether a file is a recording, judged by its whole first line.

    Links, pipes and devices never are.
    """
    return _header_in(path) is not None


def mark_of(path: Path) -> str:
    """Return the mark of the journey that a file's battle belongs to, or "" for none."""
    header = _header_in(path)
    return header.journey if header else ""


def _header_in(path: Path) -> Header | None:
    """Return the header of a file, or None if it isn't a recording."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            first = _object(file.readline(MOST_LINE_BYTES))
        found = _format(first, len(MIGRATIONS) + 1)
        raw = migrated([(1, first)], found, MIGRATIONS)
        return _converted(raw, len(MIGRATIONS) + 1)[0]
    except (OSError, ValueError):
        return None


def is_like_record(path: Path) -> bool:
    """Return whether a file begins like a recording, whole or damaged.

    No level can begin that way.
    """
    try:
        return read_plain(path, 100).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except OSError:
        return False


# The lines


class _Texts:
    """The texts of the lines after the first, with their numbers.

    A last line that was cut off is left out.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.is_torn = False

    def __iter__(self) -> Iterator[tuple[int, bytes | UnreadableLine]]:
        number = 1
        while text := self._file.readline(MOST_LINE_BYTES):
            number += 1
            if number > MOST_LINES:
                yield number, UnreadableLine(said("save", "many_lines", most=MOST_LINES))
                return
            if text.endswith(b"\n"):
                yield number, text
            elif len(text) == MOST_LINE_BYTES:
                yield number, UnreadableLine(said("save", "long_line", most=MOST_LINE_BYTES))
                self._skip()
            elif isinstance(_line(text), UnreadableLine):
                self.is_torn = True
            else:
                yield number, text

    def _skip(self) -> None:
        while (text := self._file.readline(MOST_LINE_BYTES)) and not text.endswith(b"\n"):
            pass


def _numbered(raw: tuple[int, bytes | UnreadableLine]) -> Numbered:
    number, text = raw
    return number, text if isinstance(text, UnreadableLine) else _line(text)


def _line(text: bytes) -> RecordingLine | UnreadableLine:
    try:
        found: RecordingLine = _LINES.decode(text)
    except _FAULTS as fault:
        return UnreadableLine(str(fault))
    return found


def _kept(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Yield the usable lines: all up to the first unreadable one, then only checkpoints."""
    is_flawed = False
    for number, line in lines:
        if not is_flawed or isinstance(line, Checkpoint):
            yield number, line
        is_flawed = is_flawed or isinstance(line, UnreadableLine)


# Older formats


def _raw(first: Any, texts: Iterable[tuple[int, bytes | UnreadableLine]]) -> Iterator[Raw]:
    yield 1, first
    for number, text in texts:
        try:
            yield number, text if isinstance(text, UnreadableLine) else msgspec.json.decode(text)
        except _FAULTS as fault:
            yield number, UnreadableLine(str(fault))


def _converted(raw: Iterable[Raw], newest: int) -> tuple[Header, tuple[Numbered, ...]]:
    """Return the header and the lines, decoded from migrated plain values."""
    lines = iter(raw)
    _, first = next(lines)
    header = _header(first | {"format": newest} if isinstance(first, dict) else first)
    return header, tuple(_kept((number, _from_raw(value)) for number, value in lines))


def _from_raw(value: Any) -> RecordingLine | UnreadableLine:
    return value if isinstance(value, UnreadableLine) else _line(msgspec.json.encode(value))


# The header


def _object(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except _FAULTS as fault:
        raise Unreadable(said("save", "no_header", why=str(fault))) from fault


def _format(first: Any, newest: int) -> int:
    """Return the format that a header names; raise Unreadable if this version can't read it."""
    found = first.get("format") if isinstance(first, dict) else None
    if not isinstance(found, int) or found < 1:
        raise Unreadable(said("save", "no_format"))
    if found > newest:
        raise Unreadable(said("save", "newer", format=found, newest=newest))
    return found


def _header(first: Any) -> Header:
    try:
        return msgspec.convert(first, Header)
    except _FAULTS as fault:
        raise Unreadable(said("save", "no_header", why=str(fault))) from fault


def _notes(header: Header, is_torn: bool) -> Iterator[str]:
    if _release(header.game) > _release(__version__):
        yield said("save", "later_version", version=header.game, own=__version__)
    if is_torn:
        yield said("save", "torn")


def _release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, for comparison."""
    found = re.match(r"[0-9]{1,9}(\.[0-9]{1,9}){0,9}", version)
    return tuple(map(int, found[0].split("."))) if found else ()
