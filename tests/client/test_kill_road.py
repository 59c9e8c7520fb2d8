"""Windows killed with `kill -9` on a campaign's road.

At most the unfinished step or command is lost, and nothing happens twice.
"""

import json
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.campaign.journey_file import JourneyState, kept_state
from game.campaign.save_slots import slots
from game.play.battle_files import battle_of
from tests.client import roaming
from tests.forked import Forked
from tests.referee.killing import commands_of, read_back

PATIENCE = 240.0
"""Maximum number of seconds until a window prints something."""


class Window:
    """One process, and its last output."""

    def __init__(self, folder: Path, seed: str) -> None:
        self._process = Forked(roaming.main, str(folder), seed)
        self.told: dict[str, Any] = {}
        self.count = 0
        self.is_over = self.is_retrying = False
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with self._process.stdout as out:
            for line in out:
                self._hear(line)

    def _hear(self, line: bytes) -> None:
        if line.endswith(b"\n"):
            said = json.loads(line)
            self.count += 1
            if "over" in said:
                self.is_over = True
            elif "retrying" in said:
                self.is_retrying = True
            else:
                self.told, self.is_retrying = said, False

    def wait(self, lines: int) -> None:
        """Wait until the process has printed `lines` lines or has ended."""
        end = time.monotonic() + PATIENCE
        while self.count < lines and self._reader.is_alive() and time.monotonic() < end:
            time.sleep(0.001)

    def kill(self, after: int, seconds: float) -> None:
        """Kill the process `seconds` after it has printed `after` lines."""
        self.wait(after)
        time.sleep(seconds)
        self._process.kill()
        self._reader.join()
        trouble = self._process.trouble()
        assert b"Traceback" not in trouble, trouble.decode()

    @property
    def slot(self) -> Path | None:
        return Path(self.told["slot"]) if self.told else None

    @property
    def state(self) -> JourneyState:
        return msgspec.convert(self.told["state"], JourneyState)


def check(folder: Path, window: Window) -> None:
    """Check that everything printed is on disk, with at most one step more."""
    for slot in slots(folder):
        assert not slot.trouble
        assert not slot.note, "a file is damaged"
    if window.slot is None:
        return
    told, (now, note) = window.state, kept_state(window.slot)
    assert not note
    if not window.is_retrying:
        follows(told, now)
    for state in (told, now):
        assert len(set(state.passed)) == len(state.passed)
        places = [*(it.id for it in (*state.roster, *state.away)), *state.fallen]
        assert len(set(places)) == len(places), "a hero is in two places"
    in_battle(folder, window, now)


def follows(told: JourneyState, now: JourneyState) -> None:
    """Check that `now` equals `told`, or comes one step after it."""
    assert now.passed[: len(told.passed)] == told.passed
    assert len(now.passed) <= len(told.passed) + 1
    assert told.battles <= now.battles <= told.battles + 1
    fought = set(now.won) | set(now.lost)
    assert fought >= set(told.won) | set(told.lost)
    assert len(fought) <= len(set(told.won) | set(told.lost)) + 1


def in_battle(folder: Path, window: Window, now: JourneyState) -> None:
    """Check that each command of the open battle was saved, and that its record replays."""
    mark, count = window.told.get("battle", ("", 0))
    if now.pending is None or now.pending.mark != mark or window.is_retrying:
        return
    path = battle_of(folder, mark)
    assert path is not None, "the open battle is gone"
    kept = len(commands_of(path))
    assert count <= kept <= count + 1, f"{kept} commands are kept, {count} were reported"
    read_back(path)


def killed_again_and_again(folder: Path, seed: int, kills: int) -> tuple[int, int]:
    """Kill the windows of a journey at random.

    Return the number of kills, and the number of journeys that ended.
    """
    rng, ended = Random(seed), 0
    folder.mkdir(parents=True)
    for n in range(kills):
        window = Window(folder, f"{seed} {n}")
        window.kill(rng.choice((0, 1, 2, 3, 5, 8, 13, 40, 120)), rng.random() * 0.05)
        ended += window.is_over
        check(folder, window)
    return kills, ended


def test_journey_survives_a_few_kills(tmp_path: Path) -> None:
    assert killed_again_and_again(tmp_path / "data", 3, 4)[0] == 4


def test_killed_journey_reaches_its_end(tmp_path: Path) -> None:
    window = Window(tmp_path, "whole")
    window.kill(30, 0.0)
    check(tmp_path, window)
    before = window.state
    again = Window(tmp_path, "again")
    again.kill(2, 0.0)
    assert again.slot == window.slot, "another journey was resumed"
    assert set(again.state.passed) >= set(before.passed)


@pytest.mark.long
def test_journey_survives_two_hundred_kills(tmp_path: Path) -> None:
    found = [killed_again_and_again(tmp_path / str(seed), seed, 25) for seed in range(8)]
    assert sum(kills for kills, _ in found) == 200


@pytest.mark.long
def test_two_windows_sharing_a_folder_keep_to_their_own_journeys(tmp_path: Path) -> None:
    for n in range(10):
        windows = [Window(tmp_path, f"two {n} {m}") for m in range(2)]
        for window in windows:  # a killed window's journey is free for the other one
            window.wait(12)
        for window in windows:
            window.kill(12, 0.0)
        assert len({window.slot for window in windows}) == 2, "the windows share a journey"
        for window in windows:
            check(tmp_path, window)
