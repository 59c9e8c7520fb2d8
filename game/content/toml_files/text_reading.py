"""Read text files, whatever they contain. Raise LevelError for errors."""

from pathlib import Path
from stat import S_ISREG
from typing import NoReturn

from game.content.toml_files.findings import Finding, LevelError

MOST_BYTES = 4_000_000
"""Maximum size of a file in bytes: ten times that of the largest map with 500 units."""

_MARK = "\ufeff"
"""The byte order mark that editors on Windows may put at the beginning of a file."""


def read_text(path: Path) -> str:
    """Return the text of a file, without a byte order mark."""
    file = printable(str(path))
    try:
        data = _bytes(path, file)
    except (FileNotFoundError, NotADirectoryError):
        _refuse(file, "file-missing", f"There is no file {file!r}.")
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        _refuse(file, "file-unreadable", f"The file {file!r} can't be read: {reason}.")
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
        _refuse(
            file,
            "not-utf8",
            f"{file!r} isn't UTF-8: this byte isn't part of a letter; save it as UTF-8.",
            _place(text, fault.start),
        )
    if "\r" in text and "\n" not in text:
        _refuse(
            file,
            "not-toml",
            f"{file!r} has the line ends of old Macintosh files (CR); save it with the line ends "
            "of Unix (LF) or Windows (CRLF).",
        )
    zero = text.find("\0")
    if zero >= 0:
        _refuse(
            file,
            "not-toml",
            f"{file!r} isn't text: there is a zero byte here; save it as UTF-8 text.",
            _place(text, zero),
        )
    return text


def _bytes(path: Path, file: str) -> bytes:
    if path.is_dir():
        _refuse(file, "file-is-folder", f"{file!r} is a folder; a file is needed.")
    found = path.stat()
    if not S_ISREG(found.st_mode):
        _refuse(file, "file-unreadable", f"{file!r} isn't a regular file, which a level must be.")
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
        _refuse(file, "not-utf8", f"{file!r} is text in UTF-16; save it as UTF-8.", (1, 1, ""))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode("utf-8")
        _refuse(
            file,
            "not-utf8",
            f"{file!r} is not UTF-8: byte {fault.start} is {data[fault.start]:#04x}"
            f"{_windows(data[fault.start : fault.start + 1])}; save it as UTF-8.",
            _place(before + "\0", len(before)),
        )


def _windows(byte: bytes) -> str:
    """Return the letter that a byte stands for in old Windows programs; "" if none."""
    letter = byte.decode("cp1252", "replace")
    return f", the {letter!r} of Windows-1252" if letter.isalpha() or letter in "“”„‘’–—…€" else ""


def _too_large(file: str, size: int) -> NoReturn:
    least = "at least " if size == MOST_BYTES + 1 else ""
    _refuse(
        file,
        "file-too-large",
        f"{file!r} has {least}{size} bytes; the limit is {MOST_BYTES}.",
    )


def _place(text: str, at: int) -> tuple[int, int, str]:
    start = text.rfind("\n", 0, at) + 1
    return text.count("\n", 0, at) + 1, at - start + 1, text[start:at]


def _refuse(
    file: str, code: str, message: str, place: tuple[int, int, str] = (0, 0, "")
) -> NoReturn:
    line, column, source = place
    raise LevelError([Finding(file, line, column, "error", code, message, source)])
