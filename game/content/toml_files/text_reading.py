"""Read text files, whatever they contain. Raise LevelError for errors."""

from pathlib import Path
from stat import S_ISREG
from typing import NoReturn

from game.content.toml_files.finding_texts import Problem, Words, because
from game.content.toml_files.findings import NOWHERE, Finding, LevelError
from game.content.toml_files.positions import Spot

MOST_BYTES = 4_000_000
"""Maximum size of a file in bytes: ten times that of the largest map with 500 units."""

_MARK = "\ufeff"
"""The byte order mark that editors on Windows may put at the beginning of a file."""


def read_text(path: Path) -> str:
    """Return the text of a file, without a byte order mark."""
    file = printable(str(path))
    return text_of_bytes(read_bytes(path), file)


def read_bytes(path: Path) -> bytes:
    """Return the content of a file that is not too large."""
    file = printable(str(path))
    try:
        return _bytes(path, file)
    except (FileNotFoundError, NotADirectoryError):
        _refuse(file, Problem("file-missing", file=_name(file)))
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        _refuse(file, Problem("file-unreadable", file=_name(file), why=Words(reason)))


def text_of_bytes(data: bytes, file: str) -> str:
    """Return the text in a file's content, without a byte order mark."""
    return checked_text(_decoded(data, file), file)


def printable(name: str) -> str:
    """Return a file's name with any bytes escaped that aren't UTF-8."""
    return name.encode("utf-8", "backslashreplace").decode()


def checked_text(text: str, file: str) -> str:
    """Return a text, for example from standard input, after the checks that files get."""
    if len(text) > MOST_BYTES:
        _too_large(file, len(text))
    text = text.removeprefix(_MARK)
    try:
        text.encode()
    except UnicodeEncodeError as fault:
        problem = Problem("not-utf8", variant="letter", file=_name(file))
        _refuse(file, problem, _place(text, fault.start))
    if "\r" in text and "\n" not in text:
        _refuse(file, Problem("not-toml", variant="old-line-ends", file=_name(file)))
    zero = text.find("\0")
    if zero >= 0:
        problem = Problem("not-toml", variant="zero-byte", file=_name(file))
        _refuse(file, problem, _place(text, zero))
    return text


def _bytes(path: Path, file: str) -> bytes:
    if path.is_dir():
        _refuse(file, Problem("file-is-folder", file=_name(file)))
    found = path.stat()
    if not S_ISREG(found.st_mode):
        _refuse(file, Problem("file-unreadable", variant="kind", file=_name(file)))
    size = found.st_size
    if size > MOST_BYTES:
        _too_large(file, size)
    with path.open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        _too_large(file, len(data))
    return data


def _decoded(data: bytes, file: str) -> str:
    is_wide = data[:2].count(0) == 1
    if is_wide or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        problem = Problem("not-utf8", variant="utf-16", file=_name(file))
        _refuse(file, problem, (Spot(1, 1), ""))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode("utf-8")
        problem = Problem(
            "not-utf8",
            file=_name(file),
            at=fault.start,
            byte=Words(f"{data[fault.start]:#04x}"),
            meant=_windows(data[fault.start : fault.start + 1]),
        )
        _refuse(file, problem, _place(before + "\0", len(before)))


def _windows(byte: bytes) -> Words:
    """Return the letter that a byte stands for in old Windows programs; "" if none."""
    letter = byte.decode("cp1252", "replace")
    is_letter = letter.isalpha() or letter in "“”„‘’–—…€"
    return because("windows-letter", letter=letter) if is_letter else Words()


def _too_large(file: str, size: int) -> NoReturn:
    if size == MOST_BYTES + 1:
        _refuse(
            file,
            Problem(
                "file-too-large", variant="least", file=_name(file), size=size, most=MOST_BYTES
            ),
        )
    _refuse(file, Problem("file-too-large", file=_name(file), size=size, most=MOST_BYTES))


def _name(file: str) -> Words:
    """Return the name of a file in quotes, whole even if it is long."""
    return Words(repr(file))


Place = tuple[Spot, str]
"""A place in a text, and the line before it."""


def _place(text: str, at: int) -> Place:
    start = text.rfind("\n", 0, at) + 1
    return Spot(text.count("\n", 0, at) + 1, at - start + 1), text[start:at]


def _refuse(file: str, problem: Problem, place: Place = (NOWHERE, "")) -> NoReturn:
    raise LevelError([Finding.of(problem, file, *place)])
