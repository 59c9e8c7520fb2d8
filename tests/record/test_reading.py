"""Older, newer and hostile files: read, or refused in a sentence, in bounded time and memory."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from game.play.replayer import replay
from game.record import reader
from game.record.lines import Play
from game.record.migrations import FORMAT, MIGRATIONS, Raw
from game.record.reader import Unreadable, UnreadableLine, is_like_record, parse_save, read_save
from tests.books.fake import BOOKS
from tests.record.test_recordings import long_battle


def renamed(lines: Iterable[Raw]) -> Iterator[Raw]:
    """Yield the lines with `who` renamed to `side`."""
    for number, line in lines:
        if isinstance(line, dict) and line.get("line") == "play" and "who" in line:
            yield number, {**{k: v for k, v in line.items() if k != "who"}, "side": line["who"]}
        else:
            yield number, line


def split(lines: Iterable[Raw]) -> Iterator[Raw]:
    """Yield the lines, with dice on separate lines after their command."""
    for number, line in lines:
        if isinstance(line, dict) and "after" in line and "dice" in line:
            dice, after = line.pop("dice"), line.pop("after")
            yield number, line
            yield number, {"line": "dice", "faces": dice, "hash": after}
        else:
            yield number, line


STEPS = (renamed, split)


def old(text: bytes) -> bytes:
    """Return a save in the format before the last two changes."""
    lines = [json.loads(line) for line in text.splitlines()]
    found: list[dict[str, Any]] = []
    for line in lines:
        if line["line"] == "header":
            line["format"] = 1
        if line["line"] == "play":
            line["who"] = line.pop("side")
        if line["line"] == "dice":
            found[-1] |= {"dice": line["faces"], "after": line["hash"]}
            continue
        found.append(line)
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in found)


def test_older_file_is_converted_to_the_newest_format() -> None:
    played = long_battle(30)
    saved = parse_save(BytesIO(old(played.saved())), STEPS)
    found = replay(saved, BOOKS)
    assert found.trouble is None
    assert saved.header.format == 3
    assert found.table.battle.hash() == played.battle.hash()


def test_error_in_an_older_file_keeps_its_line_number() -> None:
    lines = old(long_battle(30).saved()).splitlines(keepends=True)
    lines[6] = b"{oops\n"
    found = replay(parse_save(BytesIO(b"".join(lines)), STEPS), BOOKS)
    assert found.trouble is not None
    assert (found.trouble.line, found.is_checkpoint) == (7, True)


def test_each_format_but_the_first_has_a_migration() -> None:
    assert len(MIGRATIONS) + 1 == FORMAT


def test_newer_format_is_refused_with_advice() -> None:
    text = long_battle(1).saved().replace(b'"format":1', b'"format":2', 1)
    with pytest.raises(Unreadable, match=r"Install a newer version of the game\."):
        parse_save(BytesIO(text))


@pytest.mark.parametrize("value", [b"0", b"-1", b'"1"', b"null", b"1.5", b"{}"])
def test_format_must_be_a_number(value: bytes) -> None:
    text = long_battle(1).saved().replace(b'"format":1', b'"format":' + value, 1)
    with pytest.raises(Unreadable, match="it has no format"):
        parse_save(BytesIO(text))


@pytest.mark.parametrize(
    ("version", "is_newer"),
    [("99.0", True), ("0.0.1", False), ("", False), ("x" * 9999, False), ("9" * 9999, True)],
)
def test_newer_game_is_reported(version: str, is_newer: bool) -> None:
    line, rest = long_battle(1).saved().split(b"\n", 1)
    header = json.dumps(json.loads(line) | {"game": version}).encode()
    saved = parse_save(BytesIO(header + b"\n" + rest))
    assert bool(saved.notes) == is_newer
    assert replay(saved, BOOKS).trouble is None


def test_reader_keeps_only_checkpoints_after_an_error() -> None:
    text = long_battle(50).saved().replace(b'"n":3,', b'"n":"3",', 1)
    kinds = [type(line) for _, line in parse_save(BytesIO(text)).lines]
    assert Play not in kinds[kinds.index(UnreadableLine) :]
    assert len(kinds[kinds.index(UnreadableLine) :]) == 1 + 3


def test_reader_reports_lines_that_are_too_long_or_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = long_battle(3).saved()
    monkeypatch.setattr(reader, "MOST_LINES", 4)
    assert isinstance(parse_save(BytesIO(text)).lines[-1][1], UnreadableLine)
    monkeypatch.undo()
    long = len(max(text.splitlines(keepends=True), key=len))
    monkeypatch.setattr(reader, "MOST_LINE_BYTES", long)
    wide = text + b'{"line":"play"' + b" " * 3 * long + b"}\n" + text.splitlines()[-1] + b"\n"
    saved = parse_save(BytesIO(wide))
    assert [type(line) for _, line in saved.lines][-2] is UnreadableLine
    assert saved.lines[-1][0] == saved.lines[-2][0] + 1


HOSTILE = """
import re, sys, time
from pathlib import Path
from game.rules.registry import find_books
from game.record.reader import Unreadable, read_save
from game.play.replayer import replay

def peak():
    status = Path("/proc/self/status")
    return int(re.search(r"VmHWM:\\s*([0-9]+)", status.read_text())[1]) if status.exists() else 0

books = find_books().books
begun, before = time.process_time(), peak()
try:
    found = replay(read_save(Path(sys.argv[1])), books)
    print(str(found.trouble)[:300])
except Unreadable as fault:
    print(str(fault)[:300])
print(time.process_time() - begun)
print((peak() - before) / 1000)
"""

MEGABYTE = 1_000_000
SIZE = 50 * MEGABYTE


def contest_save() -> bytes:
    path = Path(__file__).parent.parent / "saves" / "contest-yard-over.jsonl"
    return path.read_bytes()


def header(**changed: Any) -> bytes:
    """Return the first line of a save, with these keys of its level changed."""
    head = json.loads(contest_save().splitlines()[0])
    head["level"] |= changed
    return json.dumps(head).encode() + b"\n"


def deep_header() -> bytes:
    head = json.loads(contest_save().splitlines()[0])
    return (
        json.dumps(head | {"level": 0}).encode().replace(b'"level": 0', b'"level":' + b"[" * SIZE)
    )


def many_dice() -> bytes:
    head, _, throw = contest_save().splitlines(keepends=True)[:3]
    return head + throw * (SIZE // len(throw))


def many_faces() -> bytes:
    head = contest_save().splitlines(keepends=True)[0]
    return head + b'{"line":"dice","faces":[' + b"1," * 4_000_000 + b'1],"hash":""}\n'


def many_units() -> bytes:
    unit = json.loads(header())["level"]["units"][0]
    return header(units=[unit | {"id": f"red.{n}"} for n in range(20_000)])


HOSTILE_FILES: dict[str, Callable[[], bytes]] = {
    "zeros": lambda: b"\0" * SIZE,
    "binary": lambda: bytes(range(256)) * (SIZE // 256),
    "one line": lambda: b'{"line":"header","format":1,"game":"' + b"x" * SIZE,
    "deep header": deep_header,
    "deep line": lambda: contest_save() + b"[" * SIZE + b"\n",
    "deep lines": lambda: contest_save() + (b"[" * 5000 + b"\n") * (SIZE // 5001),
    "many lines": lambda: contest_save() + b"{}\n" * (SIZE // 3),
    "many dice": many_dice,
    "huge numbers": lambda: contest_save() + b'{"line":"undo","n":' + b"9" * SIZE + b"}\n",
    "huge number": lambda: (
        contest_save() + b'{"line":"dice","faces":[' + b"9" * 4000 + b'],"hash":""}\n'
    ),
    "many faces": many_faces,
    "a wide map": lambda: header(tiles=["." * 3000] * 3000, width=3000, height=3000),
    "many units": many_units,
    "too long": lambda: b" " * 101 * MEGABYTE,
}
"""Makers of hostile files, most of them fifty megabytes long."""


@pytest.mark.parametrize("name", HOSTILE_FILES)
def test_hostile_files_get_a_sentence_soon(tmp_path: Path, name: str) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(HOSTILE_FILES[name]())
    command = [sys.executable, "-c", HOSTILE, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    path.unlink()
    assert done.stderr == ""
    sentence, seconds, megabytes = done.stdout.splitlines()
    assert sentence
    assert sentence != "None"
    assert float(seconds) < 10
    assert float(megabytes) < 200, sentence


def test_pipes_and_devices_are_not_read(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/zero")):
        with pytest.raises(Unreadable, match="can't be read"):
            read_save(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
def test_reader_does_not_wait_for_a_pipe_in_place_of_a_level(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    look = "import sys, pathlib; from game.record.reader import is_like_record as like; "
    look += "print(like(pathlib.Path(sys.argv[1])))"
    command = [sys.executable, "-c", look, str(tmp_path / "pipe")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.stdout == "False\n"


def test_record_is_recognised_by_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text, is_like in ((b'\xef\xbb\xbf {"line":', True), (b"format = 1", False), (b"", False)):
        path.write_bytes(text)
        assert is_like_record(path) is is_like
    assert not is_like_record(tmp_path)
