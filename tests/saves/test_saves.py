"""Saves of earlier versions, read by this version; and truncated, edited and changed saves."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.components.unit import Vitals
from game.engine.book import Book
from game.play.replayer import replay
from game.record.lines import Play
from game.record.reader import ReadRecording, Unreadable, parse_save
from game.rules.registry import find_books
from game.terms.agenda import BattleEnd
from game.terms.commands import verb
from game.terms.readings import Reading
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import Option

FOLDER = Path(__file__).parent
SAVES = sorted(FOLDER.glob("*.jsonl"))
BOOKS = find_books().books


def read(text: bytes) -> ReadRecording:
    return parse_save(BytesIO(text))


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def last_hash(text: bytes) -> str:
    """Return the last state hash in a record."""
    return str([json.loads(line) for line in text.splitlines() if b'"hash"' in line][-1]["hash"])


def test_earlier_saves_exist() -> None:
    assert len(SAVES) >= 3


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_earlier_save_is_replayed_to_its_end(path: Path) -> None:
    text = path.read_bytes()
    found = replay(read(text), BOOKS)
    assert found.trouble is None
    assert found.table.battle.hash() == last_hash(text)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_earlier_save_resumes_at_each_of_its_checkpoints(path: Path) -> None:
    lines = lines_of(path)
    for at, line in enumerate(lines):
        if line.startswith(b'{"line":"checkpoint"'):
            rest = read(b"".join([lines[0], *lines[at:]]))
            if any(b'"line":"undo"' in later for later in lines[at:]):
                rest = read(lines[0] + line)
            assert replay(rest, BOOKS).trouble is None


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_truncated_save_keeps_all_complete_lines(path: Path) -> None:
    text = path.read_bytes()
    first = text.index(b"\n") + 1
    for cut in range(first, len(text), len(text) // 60):
        saved = read(text[:cut])
        found = replay(saved, BOOKS)
        assert found.trouble is None
        whole = text[:cut].count(b"\n") - 1
        assert len(saved.lines) in (whole, whole + 1)
    for cut in (0, 1, first // 2):
        with pytest.raises(Unreadable, match="Line 1 isn't the header"):
            read(text[:cut])


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_edited_line_is_reported_and_the_newest_checkpoint_kept(path: Path) -> None:
    lines = lines_of(path)
    end = replay(read(path.read_bytes()), BOOKS).table
    for at in range(1, len(lines) - 1, 7):
        line: dict[str, Any] = json.loads(lines[at])
        if "hash" not in line:
            continue
        edited = [*lines[:at], json.dumps(line | {"hash": "0" * 24}).encode() + b"\n"]
        found = replay(read(b"".join([*edited, *lines[at + 1 :]])), BOOKS)
        assert found.trouble is not None
        assert found.trouble.line == at + 1
        assert found.is_checkpoint
        assert found.table.battle.hash() == end.battle.hash()
        assert found.table.record.drawn == end.record.drawn


def mended(
    change: Callable[[Option[Any, Any, Any]], Option[Any, Any, Any]],
    readings: tuple[Reading, ...] = (),
) -> dict[str, Book]:
    """Return Contest with other rules for some of its commands."""
    book = BOOKS["contest"]
    own: Any = book.asks
    asks = tuple(replace(one, options=tuple(change(it) for it in one.options)) for one in own)
    return {"contest": replace(book, asks=asks, readings=readings)}


def slower(option: Option[Any, Any, Any]) -> Option[Any, Any, Any]:
    """Return the option with moves of at most one tile."""

    def check(context: Any, command: Any) -> Refusal | None:
        if len(command.path) > 1:
            return Refusal("one-tile-at-a-time")
        return option.check(context, command)

    return replace(option, check=check) if verb(option.command) == "move" else option


def kinder(option: Option[Any, Any, Any]) -> Option[Any, Any, Any]:
    """Return the option with 1 more life for each unit that ends its turn."""

    def effect(world: World, ask: Any, command: Any) -> None:
        option.effect(world, ask, command)
        vitals = world.get(ask.unit, Vitals)
        world.put(ask.unit, msgspec.structs.replace(vitals, life=vitals.life + 1))

    return replace(option, effect=effect) if verb(option.command) == "end" else option


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (slower, "the command is refused: One tile at a time."),
        (kinder, "the state differs from the recorded one."),
    ],
)
def test_changed_rule_is_reported_and_the_battle_resumes(
    path: Path, change: Callable[[Option[Any, Any, Any]], Option[Any, Any, Any]], why: str
) -> None:
    saved = read(path.read_bytes())
    found = replay(saved, mended(change))
    assert found.trouble is not None
    assert found.trouble.message == why
    played = next(line for number, line in saved.lines if number == found.trouble.line)
    assert isinstance(played, Play)
    assert played.n == found.trouble.command
    assert found.is_checkpoint
    whole = replay(saved, BOOKS).table
    assert found.table.battle.hash() == whole.battle.hash()
    while not isinstance(found.table.battle.stop, BattleEnd) and found.table.step():
        pass


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_number_changed_in_the_file_changes_the_battle(path: Path) -> None:
    lines = lines_of(path)
    header = json.loads(lines[0])
    header["level"]["units"][0]["stats"]["life"] += 1
    found = replay(read(b"".join([json.dumps(header).encode() + b"\n", *lines[1:]])), BOOKS)
    assert str(found.trouble).startswith("Line 2, command 0: ")
    assert "the battle doesn't start in the recorded state" in str(found.trouble)
    assert found.is_checkpoint


def test_numbers_come_only_from_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    text = SAVES[0].read_bytes()

    def gone(*_: object) -> None:
        raise AssertionError("a level or a bestiary was read")

    monkeypatch.setattr(Path, "open", gone)
    monkeypatch.setattr(Path, "read_text", gone)
    monkeypatch.setattr(Path, "read_bytes", gone)
    assert replay(read(text), BOOKS).trouble is None
