"""Syncs in another thread: what they cover, how they fail, and who waits for them."""

import subprocess
import sys
from io import FileIO
from pathlib import Path
from threading import Thread
from threading import enumerate as threads
from typing import Any

import pytest

from game.play.battle_files import Keeper
from game.play.opening import Options, level_to_play, table_of
from game.play.players import outside
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record import disk_sync
from game.record.disk_sync import DiskSync, SyncEnd
from game.record.reader import read_save
from game.rules.registry import find_books
from game.terms.commands import Concede
from tests.playing_on import play_on
from tests.slow_disk import SlowDisk, slow_disk

BOOKS = find_books().books
NO_SPACE = OSError(28, "No space left on device")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    return slow_disk(monkeypatch)


def battle(folder: Path, told: list[str]) -> tuple[Table, Keeper]:
    """Return a battle between people that is kept while it is played, with the first dice due."""
    options = Options("yard", seed="5")
    table = table_of(options, level_to_play(options, BOOKS, None), BOOKS, outside)
    keeper = Keeper(table, folder, told.append)
    keeper.begin()
    return table, keeper


def roll(table: Table) -> None:
    """Roll the dice that are due."""
    assert table.is_rolling
    while table.is_rolling:
        table.step()


def no_thread(*_: object, **__: object) -> Thread:
    raise RuntimeError("can't start new thread")


def test_sync_covers_what_the_file_had_when_it_began(tmp_path: Path, disk: SlowDisk) -> None:
    syncs = DiskSync()
    with FileIO(tmp_path / "file", "xb") as file:
        with disk.stopped():
            syncs.begin(file, 1)
            syncs.begin(file, 2)
            syncs.begin(file, 3)
            assert syncs.ends() == []
        syncs.wait()
        found = [end.lines for end in syncs.ends()]
        assert found in ([3], [1, 3]), "a sync that hadn't begun isn't replaced by the next one"
        assert syncs.ends() == []
        syncs.close()


def test_new_folder_is_synced_even_if_another_sync_follows(
    tmp_path: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(disk_sync, "sync_folder", synced.append)
    syncs = DiskSync()
    with FileIO(tmp_path / "file", "xb") as file:
        with disk.stopped():
            syncs.begin(file, 1)
            syncs.begin(file, 2, tmp_path)
            syncs.begin(file, 3)
        syncs.close()
    assert synced == [tmp_path]


def test_sync_runs_in_the_caller_if_no_thread_starts(
    tmp_path: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_sync, "Thread", no_thread)
    syncs = DiskSync()
    with FileIO(tmp_path / "file", "xb") as file:
        syncs.begin(file, 1)
        assert syncs.ends() == [SyncEnd(1, None)]
        assert (disk.in_main_thread, disk.elsewhere) == (1, 0)
        syncs.wait()
        syncs.close()


def test_battle_is_kept_as_before_if_no_thread_starts(
    tmp_path: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_sync, "Thread", no_thread)
    table, keeper = battle(tmp_path, [])
    assert keeper.running is not None
    roll(table)
    assert table.record.may_be_shown
    assert disk.left(keeper.running) == keeper.running.read_bytes()
    keeper.leave()


def test_thread_ends_with_its_battle(tmp_path: Path) -> None:
    before = set(threads())
    table, keeper = battle(tmp_path, [])
    roll(table)
    started = set(threads()) - before
    assert [one.name for one in started] == ["disk-sync"]
    keeper.leave()
    for one in started:
        one.join(10)
    assert not started & set(threads())


def test_reading_starts_no_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, keeper = battle(tmp_path, [])
    roll(table)
    path = keeper.running
    assert path is not None
    keeper.leave()

    def fails(*_: object, **__: object) -> Thread:
        raise AssertionError("a thread starts")

    monkeypatch.setattr(disk_sync, "Thread", fails)
    sitting = WindowBattle.open(Options(str(path)), BOOKS, tmp_path, is_kept=False)
    play_on(sitting)
    assert sitting.answer(Concede()) is None
    play_on(sitting)
    assert sitting.is_over
    sitting.close()


def test_dice_may_be_shown_only_after_their_sync(tmp_path: Path, disk: SlowDisk) -> None:
    table, keeper = battle(tmp_path, [])
    path = keeper.running
    assert path is not None
    with disk.stopped():
        roll(table)
        assert not table.record.may_be_shown
        assert b'"line":"dice"' in path.read_bytes(), "the dice aren't written at once"
        assert b'"line":"dice"' not in disk.left(path)
    table.record.wait()
    assert table.record.may_be_shown
    assert b'"line":"dice"' in disk.left(path)
    keeper.leave()


def test_moves_may_be_shown_at_once(tmp_path: Path, disk: SlowDisk) -> None:
    table, keeper = battle(tmp_path, [])
    roll(table)
    table.record.wait()
    with disk.stopped():
        known = table.battle.world.revealed
        move = next(one for one in table.battle.legal() if "path" in one.__struct_fields__)
        assert table.submit(move) is None
        assert not table.is_rolling
        assert table.battle.world.revealed == known
        assert table.record.may_be_shown
        assert not table.record.is_synced
    keeper.leave()


def test_failed_sync_is_reported_once_and_so_is_its_end(tmp_path: Path, disk: SlowDisk) -> None:
    told: list[str] = []
    table, keeper = battle(tmp_path, told)
    disk.fault = NO_SPACE
    roll(table)
    table.record.wait()
    name = repr(str(keeper.running))
    assert told == [f"The battle is no longer being saved in {name}: the disk is full."]
    assert table.record.may_be_shown, "the battle stops with the disk"
    for _ in range(2):
        assert table.submit(table.battle.legal()[0]) is None
        table.record.wait()
    assert len(told) == 1
    disk.fault = None
    assert table.submit(table.battle.legal()[0]) is None
    table.record.wait()
    assert told[1:] == [f"The whole battle is being saved again, in {name}."]
    keeper.leave()
    assert len(told) == 2


def test_failure_of_the_last_sync_is_reported_when_the_battle_closes(
    tmp_path: Path, disk: SlowDisk
) -> None:
    told: list[str] = []
    table, keeper = battle(tmp_path, told)
    disk.fault = NO_SPACE
    roll(table)
    keeper.leave()
    assert ["the disk is full" in one for one in told] == [True]


def test_closing_waits_for_the_last_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = slow_disk(monkeypatch, 0.1)
    table, keeper = battle(tmp_path, [])
    path = keeper.running
    assert path is not None
    roll(table)
    keeper.leave()
    assert disk.left(path) == path.read_bytes()
    assert read_save(path).lines


def test_replay_is_moved_only_when_all_of_it_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = slow_disk(monkeypatch, 0.05)
    table, keeper = battle(tmp_path, [])
    roll(table)
    assert table.submit(Concede()) is None
    keeper.finish()
    (path,) = (tmp_path / "replays").iterdir()
    assert disk.left(path) == path.read_bytes()


def test_error_of_another_kind_is_raised_in_the_caller(tmp_path: Path, disk: SlowDisk) -> None:
    table, keeper = battle(tmp_path, [])
    disk.fault = MemoryError()
    with disk.stopped():
        roll(table)
    with pytest.raises(MemoryError):
        table.record.wait()
    disk.fault = None
    keeper.leave()


@pytest.mark.skipif(sys.platform == "win32", reason="what is open is not deleted here")
def test_file_made_again_is_awaited_before_dice_are_shown(tmp_path: Path, disk: SlowDisk) -> None:
    table, keeper = battle(tmp_path, [])
    path = keeper.running
    assert path is not None
    path.unlink()
    with disk.stopped():
        roll(table)
        assert not table.record.may_be_shown
    table.record.wait()
    assert table.record.may_be_shown
    assert disk.left(path) == path.read_bytes()
    keeper.leave()


FAILS = """
import os, sys, time
from pathlib import Path
from io import FileIO
from game.record.disk_sync import DiskSync

def slow(_):
    time.sleep(0.3)
    print("synced", flush=True)

os.fsync = slow
file = FileIO(sys.argv[1], "xb")
DiskSync().begin(file, 1)
raise SystemExit(5)
"""


def test_program_that_fails_waits_for_its_last_sync(tmp_path: Path) -> None:
    given: list[Any] = [sys.executable, "-c", FAILS, str(tmp_path / "file")]
    run = subprocess.run(given, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (5, "synced\n"), run.stderr
