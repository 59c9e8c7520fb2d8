"""Stamps: an order of play that survives changed clocks and copies of folders."""

import os
import time
from pathlib import Path

import pytest

from game.play import battle_files
from game.play.opening import Options
from game.present.replay_list import replays
from game.present.window_battle import WindowBattle
from game.record.data_folders import CAMPAIGNS, REPLAYS, RUNNING
from game.record.play_order import MOST, Clock, clock_of, record_stamp, records_in
from game.record.reader import read_save
from game.terms.commands import Concede
from tests.clock import Now
from tests.play.test_rewind import BOOKS
from tests.playing_on import play_on

DAY = 86_400


def over(folder: Path) -> Path:
    """Return the replay of a battle that is conceded at once."""
    before = set((folder / REPLAYS).glob("*"))
    sitting = WindowBattle.open(Options("yard", seed="1"), BOOKS, folder)
    play_on(sitting)
    assert sitting.answer(Concede()) is None
    play_on(sitting)
    sitting.close()
    (path,) = set((folder / REPLAYS).glob("*")) - before
    return path


def test_clock_never_repeats_or_decreases(now: Now) -> None:
    clock = Clock(after=7)
    stamps = [clock.stamp()]
    for step in (1, 0, 0, -DAY, 5):
        now.at += step
        stamps.append(clock.stamp())
    assert stamps == sorted(set(stamps))
    assert stamps[0] == 2_000_000_000_000_000


def test_clock_works_at_the_end_of_time() -> None:
    clock = Clock(after=MOST - 1)
    assert [clock.stamp() for _ in range(3)] == [MOST] * 3


def test_stamp_is_newer_than_all_kept_files(tmp_path: Path, now: Now) -> None:
    path = over(tmp_path)
    newest = record_stamp(path)
    now.at -= DAY
    assert clock_of(tmp_path).stamp() == newest + 1
    (tmp_path / CAMPAIGNS).mkdir()
    (tmp_path / CAMPAIGNS / "a.json").write_text(f'{{"played": {newest + 9}}}', encoding="utf-8")
    assert clock_of(tmp_path).stamp() == newest + 10


def test_last_played_battle_is_kept_when_the_clock_is_set_back(
    tmp_path: Path, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(battle_files.prune, "__defaults__", (3, None))
    played = []
    for _ in range(6):
        now.at -= DAY
        played.append(over(tmp_path))
        time_of_file = now.at - 40 * DAY
        os.utime(played[-1], (time_of_file, time_of_file))
        assert played[-1].exists(), "the newest replay was deleted"
    assert [one.path for one in replays(tmp_path)] == played[:-4:-1]


def test_replays_are_listed_by_the_time_they_were_played(tmp_path: Path, now: Now) -> None:
    first = over(tmp_path)
    now.at += DAY
    second = over(tmp_path)
    os.utime(first, (3e9, 3e9))
    assert [(one.path, round(one.when)) for one in replays(tmp_path)] == [
        (second, 2_000_000_000 + DAY),
        (first, 2_000_000_000),
    ]


def test_prune_keeps_the_file_just_written_even_if_it_is_the_oldest(
    tmp_path: Path, now: Now
) -> None:
    paths = [over(tmp_path) for _ in range(4)]
    now.at += 1
    battle_files.prune(tmp_path / REPLAYS, 1, but=paths[0])
    assert records_in(tmp_path / REPLAYS) == [paths[3], paths[0]]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        b'{"played":-1}\n',
        b'{"played":"now"}\n',
        b'{"played":999999999999999999999999}\n',
        b'{"line":"play","played":[1]}\n' * 3,
        b"[" * 100_000,
    ],
)
def test_file_has_a_place_in_the_list_whatever_it_contains(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / RUNNING / "a.jsonl"
    path.parent.mkdir()
    path.write_bytes(text)
    os.utime(path, (1000, 1000))
    assert record_stamp(path) == 1_000_000_000
    assert clock_of(tmp_path).stamp() > time.time_ns() // 1000 - 60 * 1_000_000


def test_commands_of_a_kept_battle_have_increasing_stamps(tmp_path: Path) -> None:
    saved = read_save(over(tmp_path))
    stamps = [saved.header.played]
    stamps += [line.played for _, line in saved.lines if hasattr(line, "played")]
    assert len(stamps) > 1
    assert stamps == sorted(set(stamps))
    assert all(stamps)
