"""Saves and replays: text, deterministic, with every error reported."""

import json
import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.play.replayer import Replayed, replay
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.lines import Checkpoint, Play, Undo
from game.record.reader import (
    ReadRecording,
    Unreadable,
    UnreadableLine,
    is_record,
    parse_save,
    read_save,
)
from game.record.recording import kept_level
from game.record.safe_files import write_whole
from game.record.stored_level import level_of_header
from game.terms.commands import End
from game.terms.script.behaviours import Behaviour
from tests.books.fake import BOOK, BOOKS, Strike, table

HIT = Strike("red.ann", "blue.bo")


def read(text: bytes) -> ReadRecording:
    return parse_save(BytesIO(text))


def again(text: bytes) -> Replayed:
    return replay(read(text), BOOKS)


def long_battle(commands: int = 50, shown_intents: str | None = None) -> Table:
    played = table("stdio stdio", rounds=500, life=5000)
    played.shown_intents = shown_intents
    for n in range(commands):
        foes = ("red.ann", "blue.bo")
        unit, foe = foes if n % 2 == 0 else foes[::-1]
        assert played.submit(Strike(unit, foe) if n % 3 else End(unit)) is None
        while played.step():
            pass
    return played


def test_save_resumes_at_the_same_moment_and_is_saved_equal() -> None:
    played = long_battle()
    found = again(played.saved())
    assert found.trouble is None
    assert found.table.battle.hash() == played.battle.hash()
    assert found.table.battle.log() == played.battle.log()
    assert found.table.record.drawn == played.record.drawn
    assert found.table.saved() == played.saved()


@pytest.mark.parametrize("steps", range(0, 40, 3))
def test_save_in_mid_battle_continues_like_the_battle(steps: int) -> None:
    played = table("random random", DiceSource(11, scripted=(6, 5)), life=30)
    for _ in range(steps):
        played.step()
    other = again(played.saved()).table
    while played.step():
        pass
    while other.step():
        pass
    assert other.battle.log() == played.battle.log()
    assert other.battle.hash() == played.battle.hash()


def test_save_resumes_while_dice_are_due() -> None:
    played = table(dice=DiceSource(1, asked=True))
    played.submit(HIT)
    found = again(played.saved())
    assert found.trouble is None
    found.table.roll((3,))
    played.roll((3,))
    assert found.table.battle.hash() == played.battle.hash()


def test_undone_commands_stay_in_the_record_with_their_dice() -> None:
    played = table()
    played.submit(HIT)
    played.step()
    played.undo(agreed=True)
    played.submit(HIT)
    played.step()
    found = again(played.saved())
    assert found.trouble is None
    assert found.table.record.drawn == 2
    assert found.table.battle.hash() == played.battle.hash()
    assert found.table.battle.log() == played.battle.log()


def rerolled() -> Table:
    """Return a battle whose only reroll was used."""
    played = table(rerolls=1)
    played.submit(HIT)
    played.step()
    assert played.reroll("red") is None
    played.submit(HIT)
    played.step()
    return played


def test_reroll_stays_in_the_record_and_is_used_up_after_resuming() -> None:
    played = rerolled()
    found = again(played.saved())
    assert found.trouble is None
    assert (found.table.rerolls, found.table.record.rerolled) == (0, 1)
    assert found.table.battle.hash() == played.battle.hash()
    assert found.table.battle.log() == played.battle.log()
    (line,) = (one for one in found.table.record.lines if isinstance(one, Undo))
    assert line.reroll


def test_reroll_stays_used_in_a_record_that_begins_with_a_checkpoint() -> None:
    header, *_, last = rerolled().saved().splitlines()
    found = again(b"\n".join((header, last)) + b"\n")
    assert (found.trouble, found.table.rerolls) == (None, 0)


def test_commands_given_with_intents_are_counted_and_stay_so_after_resuming() -> None:
    played = long_battle(30, "red")
    content = played.saved()
    lines = [line for _, line in read(content).lines if isinstance(line, Play)]
    assert {line.side for line in lines if line.intent} == {"red"}
    count = sum(line.intent for line in lines)
    assert count == played.record.intents > 0
    found = again(content)
    assert found.trouble is None
    assert found.table.record.intents == count
    assert found.table.saved() == content
    header, *_, last = content.splitlines()
    assert again(b"\n".join((header, last)) + b"\n").table.record.intents == count


def test_record_with_more_rerolls_than_its_header_allows_is_not_followed() -> None:
    content = rerolled().saved().replace(b',"rerolls":1', b"", 1)
    found = again(content)
    assert found.trouble is not None
    assert "no reroll left" in str(found.trouble)


def test_checkpoint_is_written_every_twenty_commands_and_at_the_end() -> None:
    saved = read(long_battle(50).saved())
    assert [line.n for _, line in saved.lines if isinstance(line, Checkpoint)] == [20, 40, 50]


def test_header_has_everything_that_a_battle_starts_from() -> None:
    played = table("stdio random", DiceSource(7, scripted=(6,)))
    played.submit(HIT)
    played.step()
    header = read(played.saved()).header
    assert (header.format, header.rulebook, header.api, header.seed) == (1, "fake", 1, 7)
    assert header.players == {"red": "stdio", "blue": "random"}
    assert header.scripted == (6,)
    assert header.level["text"] == "title = 'The yard'\n"
    units: Any = header.level["units"]
    assert units[0]["stats"] == {"title": "Brawler", "life": 10}


def edited(text: bytes, number: int, change: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    lines[number - 1] = change
    return b"".join(lines)


def test_replay_reports_a_different_hash_and_resumes_at_the_newest_checkpoint() -> None:
    played = long_battle()
    text = played.saved()
    line = read(text).lines[7][1]
    assert isinstance(line, Play)
    wrong = msgspec.structs.replace(line, hash="0" * 24)
    found = again(edited(text, 9, msgspec.json.encode(wrong) + b"\n"))
    assert found.is_checkpoint
    assert str(found.trouble) == (
        "Line 9, command 5 (strike red.ann blue.bo): the state differs from the recorded one."
    )
    assert found.table.battle.hash() == played.battle.hash()
    assert found.table.record.drawn == played.record.drawn
    saved_anew = again(found.table.saved())
    assert saved_anew.trouble is None
    assert saved_anew.table.battle.hash() == played.battle.hash()


def test_replay_reports_a_refused_command() -> None:
    text = long_battle(3).saved().replace(b'"target":"red.ann"', b'"target":"red.nobody"', 1)
    trouble = again(text).trouble
    assert trouble is not None
    assert "the command is refused (FAKE-02): 'red.nobody' isn't a foe here." in str(trouble)


def test_unreadable_line_is_reported_and_earlier_lines_are_kept() -> None:
    text = b"".join(long_battle(10).saved().splitlines(keepends=True)[:-1])
    found = again(edited(text, 6, b'{"line":"play",oops\n'))
    assert found.trouble is not None
    assert (found.trouble.line, found.is_checkpoint) == (6, False)
    assert len(found.table.battle.history) == 2


def test_edited_checkpoint_is_not_trusted() -> None:
    played = long_battle(10)
    text = played.saved()
    last = text.splitlines(keepends=True)[-1]
    cheat = last.replace(b'"life":4', b'"life":9', 1)
    assert cheat != last
    found = again(text.replace(last, cheat))
    assert "checkpoint" in str(found.trouble)
    assert found.table.battle.hash() == played.battle.hash()


def test_incomplete_last_line_is_dropped() -> None:
    lines = long_battle(10).saved().splitlines(keepends=True)
    saved = read(b"".join(lines[:8]) + lines[8][:30])
    assert saved.is_torn
    found = replay(saved, BOOKS)
    assert found.trouble is None
    assert len(found.table.battle.history) == 4


def test_changed_level_text_is_reported() -> None:
    text = table().saved().replace(b"title = 'The yard'", b"title = 'The barn'")
    assert "text was changed" in str(again(text).trouble)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "Line 1 isn't the header"),
        (b"hello\n", "Line 1 isn't the header"),
        (b"\xff\n", "Line 1 isn't the header"),
        (b"[" * 100_000, "Line 1 isn't the header"),
        (b'{"line":"play"}\n', "Line 1 isn't the header"),
        (b'{"line":"header","format":2}\n', "format 2, but this version reads up to 1"),
    ],
)
def test_file_that_is_not_a_save_gets_a_sentence(text: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(text)


def test_save_needs_its_rulebook_and_its_players() -> None:
    text = table().saved()
    with pytest.raises(Unreadable, match="needs the rulebook 'fake'"):
        replay(read(text), {})
    with pytest.raises(Unreadable, match="players"):
        again(text.replace(b'"red":"stdio"', b'"red":"wizard"'))
    with pytest.raises(Unreadable, match="header can't be used"):
        again(text.replace(b'"width":3', b'"width":"wide"'))


def test_damaged_lines_never_raise() -> None:
    for flaw in (b"\xff", b'{"line":"undo"}', b"[]", b"[" * 100_000, b"", b'{"line":"header"}'):
        text = table().saved() + flaw + b"\n"
        assert isinstance(read(text).lines[-1][1], UnreadableLine)
        assert again(text).trouble is not None


def test_whole_file_is_replaced_and_the_last_three_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.jsonl"
    for n in range(5):
        write_whole(path, str(n).encode())
    kept = {p.name: p.read_text() for p in path.parent.iterdir()}
    assert kept == {"a.jsonl": "4", "a.jsonl.1": "3", "a.jsonl.2": "2"}


def test_save_never_replaces_another_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann")
    with pytest.raises(FileExistsError, match="isn't a save"):
        table().save(path)
    with pytest.raises(IsADirectoryError):
        table().save(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]


def test_saved_file_is_readable(tmp_path: Path) -> None:
    played = long_battle(4)
    played.save(tmp_path / "a.jsonl")
    played.save(tmp_path / "a.jsonl")
    assert replay(read_save(tmp_path / "a.jsonl"), BOOKS).trouble is None
    with pytest.raises(Unreadable, match="can't be read"):
        read_save(tmp_path / "none.jsonl")
    with pytest.raises(Unreadable, match="can't be read"):
        read_save(tmp_path)


HEADER_ONLY = b'{"line":"header"\nDear Ann'


@pytest.mark.skipif(os.name != "posix", reason="pipes and links need POSIX")
def test_save_replaces_only_a_save(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "begins_alike").write_bytes(HEADER_ONLY)
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    os.mkfifo(tmp_path / "pipe")
    for name in ("empty", "begins_alike", "nowhere", "circle", "pipe"):
        with pytest.raises(FileExistsError):
            table().save(tmp_path / name)
    with pytest.raises(OSError, match="isn't a save"):
        table().save(Path(os.devnull))
    assert (tmp_path / "begins_alike").read_bytes() == HEADER_ONLY
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.skipif(os.name != "posix", reason="links need POSIX")
def test_link_to_a_save_stays_a_link(tmp_path: Path) -> None:
    table().save(tmp_path / "a.jsonl")
    (tmp_path / "link").symlink_to(tmp_path / "a.jsonl")
    long_battle(3).save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert len(read_save(tmp_path / "a.jsonl").lines) == 7
    assert is_record(tmp_path / "a.jsonl.1")


@pytest.mark.parametrize(("blocked", "kept"), [("a.1", []), ("a.2", ["a.1"])])
def test_older_versions_leave_other_files_alone(
    tmp_path: Path, blocked: str, kept: list[str]
) -> None:
    (tmp_path / blocked).write_text("Dear Ann")
    for _ in range(4):
        table().save(tmp_path / "a")
    assert (tmp_path / blocked).read_text() == "Dear Ann"
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(["a", blocked, *kept])


# Possible contents of an edited file


def of_line(text: bytes, number: int, **changes: Any) -> bytes:
    line = json.loads(text.splitlines()[number - 1]) | changes
    return edited(text, number, json.dumps(line).encode() + b"\n")


def of_level(text: bytes, **changes: Any) -> bytes:
    level = json.loads(text.splitlines()[0])["level"] | changes
    return of_line(text, 1, level=level)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rows": None, "tiles": None}, "doesn't fit"),
        ({"tiles": ["..."]}, "its map has 3 tiles, not 3 × 2"),
        ({"width": 0}, "not 0 × 2"),
        ({"rounds": 0}, "it has 0 rounds"),
        ({"rulebook": "chess"}, "it is for the rulebook 'chess'"),
        ({"units": []}, "it has no units"),
        ({"gear": {"arms": {}}}, "doesn't fit"),
        ({"party": "green"}, "there is no side 'green'"),
    ],
)
def test_impossible_level_is_reported(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Unreadable, match="header can't be used") as caught:
        again(of_level(table().saved(), **changes))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        (None, "the unit 'red.ann' has no place"),
        ([9, 9], "is off the map, at [9, 9]"),
        ([0, 1], "is where no unit can be"),
        ("x", "doesn't fit"),
    ],
)
def test_unit_in_an_impossible_place_is_reported(at: Any, sentence: str) -> None:
    text = table().saved()
    units = json.loads(text.splitlines()[0])["level"]["units"]
    units[0]["at"] = at
    with pytest.raises(Unreadable) as caught:
        again(of_level(text, units=units))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ({"guard": "gate"}, "there is no 'gate' among the area"),
        ({"patrol": ["gate", "yard"]}, "there is no 'gate' among the area"),
        ({"flee": 2}, "doesn't fit"),
        ({"lead": 0}, "doesn't fit"),
        ({"hunt": "nearest"}, "doesn't fit"),
        ({"sleep": True}, "doesn't fit"),
        ("x", "doesn't fit"),
    ],
)
def test_unknown_behaviour_is_reported(behaviour: Any, sentence: str) -> None:
    text = table().saved()
    units = json.loads(text.splitlines()[0])["level"]["units"]
    units[0]["behaviour"] = behaviour
    with pytest.raises(Unreadable) as caught:
        again(of_level(text, units=units))
    assert sentence in str(caught.value)


def test_every_behaviour_is_saved() -> None:
    text = table().saved()
    units = json.loads(text.splitlines()[0])["level"]["units"]
    units[0]["behaviour"] = {"hunt": "wounded", "lead": 3}
    units[1]["behaviour"] = {"chase": 2}
    level = level_of_header(json.loads(of_level(text, units=units).splitlines()[0])["level"], BOOK)
    told = [unit.behaviour for unit in level.units]
    assert told == [Behaviour(hunt="wounded", lead=3), Behaviour(chase=2)]
    assert level_of_header(kept_level(level), BOOK) == level


def test_behaviour_is_saved_and_older_saves_have_none() -> None:
    text = table().saved()
    units = json.loads(text.splitlines()[0])["level"]["units"]
    units[0]["behaviour"] = {"hunt": True, "flee": 0.5}
    units[1].pop("behaviour")
    level = level_of_header(json.loads(of_level(text, units=units).splitlines()[0])["level"], BOOK)
    assert level.units[0].behaviour == Behaviour(hunt=True, flee=0.5)
    assert level.units[1].behaviour == Behaviour()
    assert level_of_header(kept_level(level), BOOK) == level


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"side": "red"}, "'red' isn't asked here, but 'blue' is."),
        ({"n": 7}, "the next command is 2."),
        ({"command": {"do": "fly"}}, "'fly' isn't a command here"),
    ],
)
def test_line_that_does_not_follow_is_reported(changes: dict[str, Any], sentence: str) -> None:
    trouble = again(of_line(long_battle(5).saved(), 4, **changes)).trouble
    assert trouble is not None
    assert trouble.line == 4
    assert sentence in trouble.message


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"faces": [9]}, "cannot show 9"),
        ({"faces": [1, 2]}, "2"),
        ({"faces": []}, "0"),
        ({"faces": [2]}, "differs from the recorded one"),
        ({"line": "start", "faces": None}, "the line can't be read"),
    ],
)
def test_dice_that_do_not_follow_are_reported(changes: dict[str, Any], sentence: str) -> None:
    trouble = again(of_line(long_battle(5).saved(), 5, **changes)).trouble
    assert trouble is not None
    assert trouble.line == 5
    assert sentence in trouble.message


@pytest.mark.parametrize(
    ("number", "at", "sentence"),
    [
        (5, 5, "dice are due first: 1d6."),
        (2, 2, "3"),
        (4, 4, "1 die was rolled, but none are due."),
    ],
)
def test_missing_line_is_reported(number: int, at: int, sentence: str) -> None:
    text = long_battle(5).saved()
    if number == 2:
        assert again(edited(text, 2, b"")).trouble is None
        return
    trouble = again(edited(text, number, b"")).trouble
    assert trouble is not None
    assert trouble.line == at
    assert sentence in trouble.message


def test_checkpoint_without_a_valid_battle_is_not_used() -> None:
    text = long_battle(5).saved()
    for part in (b'"Vitals"', b'"Position"', b'"Name"', b'"Rounds"'):
        last = text.splitlines()[-1]
        broken = re.sub(rb',?\{"type":%s[^{}]*\}' % part, b"", last).replace(b"[,", b"[")
        assert broken != last
        wrong = of_line(text, 4, hash="0").replace(last, broken)
        found = again(wrong)
        assert found.trouble is not None
        assert not found.is_checkpoint, part
        with pytest.raises(Unreadable, match="Line 2 can't be used"):
            again(text.splitlines(keepends=True)[0] + broken + b"\n")


def test_battle_is_the_same_without_its_checkpoints() -> None:
    played = table("random random", DiceSource(5), life=60)
    for _ in range(60):
        played.step()
    lines = played.saved().splitlines(keepends=True)
    bare = b"".join(line for line in lines if b'"line":"checkpoint"' not in line)
    found = again(bare)
    assert found.trouble is None
    for one in (played, found.table):
        while one.step():
            pass
    assert found.table.battle.log() == played.battle.log()
