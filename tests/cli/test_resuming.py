"""Saves resumed on the command line, replays, and the files on disk during a battle."""

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from pathlib import Path
from shutil import rmtree
from typing import Any

import msgspec
import pytest

from game.play.battle_files import Keeper
from game.play.opening import Options, level_to_play, table_of
from game.play.players import outside
from game.play.table import Table
from game.present.replay_list import kept
from game.record.journal import JournalFile, claimed, left_behind
from game.record.reader import read_save
from game.record.recording import Recording
from game.record.safe_files import write_new
from game.rules.registry import find_books
from tests.cli.runner import Run

BOOKS = find_books().books
CHOOSE = '{"choose":0}\n'


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path)


def saved(run: Run, *args: str, given: str = CHOOSE * 5) -> Path:
    """Return the save of a battle after its input has ended."""
    said = run("referee", "yard", "--seed", "5", *args, given=given).said()
    assert (run.code, run.err) == (3, "")
    return Path(said[-1]["path"])


def files(folder: Path) -> dict[str, int]:
    """Return the number of files in each folder of the data folder."""
    return {
        p.name: len(list(p.iterdir())) for p in folder.iterdir() if p.is_dir() and any(p.iterdir())
    }


def left(tmp_path: Path, path: Path, torn: bytes = b"") -> Path:
    """Return a running file as a killed program leaves it, made from a save."""
    lines = path.read_bytes().splitlines(keepends=True)[:-1]
    return write_new([tmp_path / "running" / "yard-1.jsonl"], b"".join(lines) + torn)


def test_save_resumes_where_it_stopped(run: Run) -> None:
    path = saved(run)
    before = run.said()
    again = run("referee", str(path), given=CHOOSE * 5 + '{"query":"log"}\n').said()
    whole = run("referee", "yard", "--seed", "5", given=CHOOSE * 10).said()
    assert again[0]["seed"] == 5
    assert again[1] == before[-2]
    asks = [m for m in (*before[:-2], *again[1:]) if m["say"] in ("ask", "event", "over")]
    assert asks == [m for m in whole if m["say"] in ("ask", "event", "over")]
    log = next(m for m in again if m["say"] == "log")
    events = [m for m in whole if m["say"] == "event"]
    assert log["events"] == events
    assert path.exists()


def test_undo_reaches_back_beyond_the_moment_of_saving(run: Run) -> None:
    path = saved(run, given=CHOOSE)
    said = run("referee", str(path), given='{"undo":true}\n{"quit":true}\n').said()
    assert any(m["say"] == "undone" for m in said)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--seed", "6"], "keeps its own seed"),
        (["--dice", "1,2"], "keeps its own dice"),
        (["--dice", "ask"], "keeps its own dice"),
        (["--view", "green"], "There is no side 'green'"),
        (["--players", "green=random"], "There is no side 'green'"),
        (["--level-stdin", "X"], "Name either a LEVEL"),
    ],
)
def test_referee_refuses_options_that_contradict_a_save(
    run: Run, args: list[str], sentence: str
) -> None:
    path = saved(run)
    assert run("referee", str(path), *args).code == 2
    assert sentence in run.err
    assert run.err.count("\n") == 1


def test_referee_takes_equal_options_and_other_players_for_a_save(run: Run) -> None:
    path = saved(run)
    args = ["--seed", "5", "--players", "blue=random", "--view", "red"]
    said = run("referee", str(path), *args, given=CHOOSE * 30).said()
    assert said[0]["seed"] is None
    assert {m["side"] for m in said if m["say"] == "ask"} == {"red"}
    header = read_save(Path(said[-1]["path"])).header if run.code == 3 else None
    assert header is None or (header.players["blue"], header.view) == ("random", "red")


def test_running_file_is_reported_resumed_and_removed(run: Run, tmp_path: Path) -> None:
    path = left(tmp_path, saved(run), b'{"line":"pl')
    run("referee", "yard", given='{"quit":true}\n')
    assert run.err == f"A battle was cut off: 'five-tables referee {path}' resumes it.\n"
    run("referee", str(path), given=CHOOSE)
    assert run.code == 3
    assert run.err == "The last line was cut off while it was written; it is ignored.\n"
    assert files(tmp_path) == {"saves": 2}


def test_running_file_of_a_live_process_is_not_resumed(run: Run, tmp_path: Path) -> None:
    path = left(tmp_path, saved(run))
    with claimed(path):
        assert run("referee", str(path)).code == 2
        assert run.err == f"Another program is playing the battle in {str(path)!r}.\n"
        run("referee", "yard", given='{"quit":true}\n')
        assert run.err == ""
    assert path.exists()


def test_damaged_running_file_is_resumed_and_stays(run: Run, tmp_path: Path) -> None:
    path = left(tmp_path, saved(run))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], b"oops\n", *lines[5:]]))
    run("referee", str(path), given=CHOOSE)
    assert run.code == 3
    assert run.err.startswith("Line 5, command 1: the line can't be read")
    assert "The battle resumes after command 1." in run.err
    assert path.exists()


def test_battle_ends_in_the_right_folder(run: Run, tmp_path: Path) -> None:
    run("referee", "yard", given='{"quit":true}\n')
    assert files(tmp_path) == {}
    run("referee", "yard", given=CHOOSE)
    assert files(tmp_path) == {"saves": 1}
    run("referee", "yard", given='{"do":"concede"}\n')
    assert files(tmp_path) == {"saves": 1, "replays": 1}
    (path,) = (tmp_path / "replays").iterdir()
    assert kept(path).winner == "Bo"
    assert run("replay", str(path), "--verify").code == 0
    assert run.out == (
        "Equal: 1 command and 1 die lead to every recorded state.\n"
        "Victory for Bo: the other side conceded.\n"
    )
    said = run("referee", str(path)).said()
    assert [m["say"] for m in said] == ["hello", "over"]
    assert files(tmp_path) == {"saves": 1, "replays": 1}


def test_fifty_replays_are_kept(run: Run, tmp_path: Path) -> None:
    run("referee", "yard", given='{"do":"concede"}\n')
    (first,) = (tmp_path / "replays").iterdir()
    for n in range(50):
        copy = tmp_path / "replays" / f"copy-{n:02}.jsonl"
        copy.write_bytes(first.read_bytes())
        os.utime(copy, (n + 1, n + 1))
    other = tmp_path / "replays" / "notes.jsonl"
    other.write_text("Dear Ann")
    os.utime(other, (1, 1))
    run("referee", "yard", given='{"do":"concede"}\n')
    kept = {path.name for path in (tmp_path / "replays").iterdir()}
    assert len([name for name in kept if name != "notes.jsonl"]) == 50
    assert "notes.jsonl" in kept
    assert "copy-00.jsonl" not in kept
    assert first.name in kept


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root can write anywhere")
def test_referee_plays_when_the_folder_cannot_be_written(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    run("referee", "yard", given='{"quit":true}\n')
    assert run.code == 0
    assert "The battle isn't being saved: permission denied." in run.err


def test_referee_plays_when_a_file_blocks_the_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "running").write_text("Dear Ann")
    run("referee", "yard", given='{"quit":true}\n')
    assert run.code == 0
    assert run.err.startswith("The battle isn't being saved: ")


def begun(paths: Iterable[Path], record: Recording, tell: Callable[[str], object]) -> JournalFile:
    """Return a running file that was created before the disk was full."""
    path = next(iter(paths))
    path.parent.mkdir(parents=True)
    return JournalFile(path, FileIO(path, "xb"), record, tell)


def test_full_disk_is_reported_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.record.journal.os.fsync", full)
    monkeypatch.setattr("game.record.journal.JournalFile.begin", begun)
    run("referee", "yard", given=CHOOSE * 3 + '{"quit":true}\n')
    assert run.code == 0
    assert run.err.count("the disk is full") == 1


class Disk(FileIO):
    """A file on a disk that is full at times and then writes only half of the bytes."""

    is_full = False

    def write(self, text: Any, /) -> int:
        if not Disk.is_full:
            return super().write(text)
        if len(text) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(bytes(text)[: len(text) // 2])


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Disk]]:
    """Put running files on a disk that can be full."""
    monkeypatch.setattr("game.record.journal.FileIO", Disk)
    yield Disk
    Disk.is_full = False


def battle(folder: Path, told: list[str]) -> tuple[Table, Keeper]:
    """Return a battle between people, saved while it is played."""
    options = Options("yard", seed="5")
    level = level_to_play(options, BOOKS, None)
    table = table_of(options, level, BOOKS, outside)
    keeper = Keeper(table, folder, told.append)
    keeper.begin()
    return table, keeper


def play(table: Table, commands: int) -> None:
    until = len(table.battle.history) + commands
    while len(table.battle.history) < until:
        if not table.step():
            assert table.submit(table.battle.legal()[0]) is None
    while table.step():
        pass
    table.record.wait()


def is_all_in(path: Path, table: Table) -> bool:
    """Return whether a file contains exactly the record of a battle."""
    lines = (table.record.header, *table.record.lines)
    return path.read_bytes() == b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def test_lines_refused_by_a_full_disk_are_written_later(tmp_path: Path, disk: type[Disk]) -> None:
    told: list[str] = []
    table, keeper = battle(tmp_path, told)
    assert keeper.running is not None
    play(table, 3)
    disk.is_full = True
    play(table, 3)
    cut = read_save(keeper.running)
    assert len(cut.lines) < len(table.record.lines)
    assert ["the disk is full" in words for words in told] == [True]
    disk.is_full = False
    play(table, 1)
    assert told[1:] == [f"The whole battle is being saved again, in {str(keeper.running)!r}."]
    assert is_all_in(keeper.running, table)
    disk.is_full = True
    play(table, 2)
    disk.is_full = False
    path = keeper.running
    keeper.leave()
    assert is_all_in(path, table)


@pytest.mark.skipif(os.name == "nt", reason="open files can't be deleted here")
def test_file_deleted_during_a_battle_is_written_again(tmp_path: Path) -> None:
    told: list[str] = []
    folder = tmp_path / "data"
    table, keeper = battle(folder, told)
    play(table, 3)
    rmtree(folder)
    play(table, 1)
    assert keeper.running is not None
    assert is_all_in(keeper.running, table)
    assert left_behind(keeper.running.parent) == [], "an open running file counts as abandoned"
    keeper.running.unlink()
    keeper.running.write_bytes(b"Dear Ann")
    play(table, 2)
    assert len(told) == 1
    assert "another file has replaced it" in told[0]
    assert keeper.running.read_bytes() == b"Dear Ann"
    keeper.leave()


# Replays


def test_replay_as_text_shows_undone_commands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given = '{"choose":0}\n{"undo":true}\n{"choose":1}\n' + CHOOSE * 3
    path = saved(run, given=given)
    text = run("replay", str(path), "--text").out
    assert (run.code, run.err) == (0, "")
    assert "Commands that were undone later are marked ~" in text
    assert "\n~   Ann moves along " in text
    assert "\n  Undo: the last command of Ann." in text
    assert text.endswith("The battle isn't over.\n")
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert run("replay", str(path)).out == text, "the text differs without a display"


def test_replay_opens_in_the_window(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    run("replay", str(saved(run)), "--screenshot", str(picture), "--frames", "3")
    assert run.code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    run("replay", str(tmp_path / "none"), "--screenshot", str(picture), "--frames", "3")
    assert run.code == 2
    assert "there is no such file or folder." in run.err


def test_screenshot_leaves_no_files_behind(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    given = ("--screenshot", str(picture), "--frames", "3")
    assert run("watch", "yard", "--seed", "3", *given).code == 0
    assert files(tmp_path) == {}
    path = left(tmp_path, saved(run))
    before = files(tmp_path)
    assert run("play", str(path), *given).code == 0
    assert files(tmp_path) == before
    assert path.exists()


def test_replay_text_equals_the_output_of_watch(run: Run, tmp_path: Path) -> None:
    told = run("watch", "--text", "yard", "--seed", "3", "--fast").out
    run("referee", "yard", "--seed", "3", "--players", "red=soldier,blue=soldier")
    (path,) = (tmp_path / "replays").iterdir()
    assert run("replay", str(path), "--text").out == told
    assert "\nDice in this battle\n" in told
    assert "Dice in this battle" not in run("replay", str(saved(run)), "--text").out


def test_watch_resumes_a_save(run: Run) -> None:
    path = saved(run)
    told = run("watch", "--text", str(path), "--fast").out
    assert run.code == 0
    assert "Victory for " in told or "Nobody" in told
    assert path.exists()


def test_replay_reports_a_difference_with_advice(run: Run) -> None:
    path = saved(run)
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"n":2' in line)
    play: dict[str, Any] = json.loads(lines[at])
    lines[at] = json.dumps(play | {"hash": "0" * 24}).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    assert run("replay", str(path), "--verify").code == 1
    first, second, _ = run.out.splitlines()
    assert first == (
        f"Different. Line {at + 1}, command 2 (move red.ann 2,1): "
        "the state differs from the recorded one."
    )
    assert second == (
        f"'five-tables referee {path}' resumes at the last checkpoint, after command 5."
    )
    assert run("replay", str(path), "--text").code == 1
    assert "Line" in run.err


def test_replay_refuses_a_file_that_is_not_a_replay(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("Dear Ann")
    assert run("replay", str(path), "--verify").code == 2
    assert "Line 1 isn't the header of a save" in run.err
    assert run("replay", str(tmp_path / "none"), "--verify").code == 2
    assert run.err.count("\n") == 1
    path.write_text('{"line":"header","format":99}\n')
    assert run("referee", str(path)).code == 2
    assert "Install a newer version of the game" in run.err


def test_verify_proves_nothing_from_a_checkpoint_alone(run: Run, tmp_path: Path) -> None:
    run("referee", "yard", given='{"do":"concede"}\n')
    (path,) = (tmp_path / "replays").iterdir()
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text(f"{lines[0]}\n{lines[-1]}\n", encoding="utf-8")
    assert run("replay", str(path), "--verify").code == 1
    assert run.out.startswith("Not proven: the recording doesn't begin at the start of its battle")
