"""Windows killed with `kill -9`: at most the unfinished command is lost.

Two windows that share a data folder leave each other's battles alone.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from game.present.window_battle import WindowBattle
from game.record.data_folders import REPLAYS
from game.record.failure import Failure
from game.record.journal import left_behind
from game.terms.commands import Concede
from tests.client import mashing
from tests.client.conftest import Hand
from tests.forked import Forked
from tests.playing_on import play_on
from tests.referee.killing import commands_of, read_back, running

LEVELS = ("yard", "market", "opera_box", "toll_bar", "the_capture", "ossuary")
AT_ONCE = 2
"""Number of windows at once.

Most of the time goes into starting them.
"""


class Window:
    """One process with a window, and the last number of commands it printed."""

    def __init__(self, folder: Path, seed: str, level: str) -> None:
        self._process = Forked(mashing.main, str(folder), seed, level)
        self.told = -1
        """Last number of commands printed; -1 before the first."""
        self.counted = 0
        self.is_over = False
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with self._process.stdout as out:
            for line in out:
                if line == b"over\n":
                    self.is_over = True
                elif line.endswith(b"\n") and line.strip().isdigit():
                    self.told = int(line)
                    self.counted += 1

    def kill(self, after: int, seconds: float) -> None:
        """Kill the process `seconds` after it has printed `after` numbers."""
        while self.counted < after and self._reader.is_alive():
            time.sleep(0.001)
        time.sleep(seconds)
        self._process.kill()
        self._reader.join()
        trouble = self._process.trouble()
        assert b"Traceback" not in trouble, trouble.decode()


def newest(folder: Path) -> Path | None:
    """Return the running file with the most lines, or None.

    There is a second one if the window was killed while resuming the battle.
    """
    found = sorted(running(folder), key=lambda path: len(commands_of(path)))
    for path in found[:-1]:
        assert commands_of(found[-1])[: len(commands_of(path))] == commands_of(path)
        path.unlink()
    return found[-1] if found else None


def killed_again_and_again(folder: Path, level: str, seed: int, kills: int) -> int:
    """Kill the windows of a battle at random moments; return the number of kills."""
    rng, known, where = Random(f"{level} {seed}"), 0, level
    folder.mkdir(parents=True)
    for done in range(kills):
        window = Window(folder, f"{seed} {done}", where)
        window.kill(rng.randrange(8), rng.random() * 0.05)
        told = max(known, window.told)
        path = newest(folder)
        if path is None:
            kept = list((folder / REPLAYS).glob("*.jsonl"))
            assert kept or told <= 0, "a battle with commands is gone"
            for replay in kept:
                read_back(replay)
            return done + 1
        count = read_back(path).table.record.count
        assert told <= count, f"{count} commands are kept, {told} were done"
        assert count <= told + 1 or window.told < 0, f"{count} are kept, but {told} were reported"
        known, where = count, str(path)
    return kills


def kills(folder: Path, wanted: int, each: int, first: int) -> int:
    """Kill `wanted` times in all, at most `each` times per battle; return the number of kills."""
    done, seed = 0, first
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while done < wanted:
            games = [(seed + n, LEVELS[(seed + n) % len(LEVELS)]) for n in range(AT_ONCE)]
            done += sum(
                pool.map(
                    lambda game: killed_again_and_again(
                        folder / str(game[0]), game[1], game[0], each
                    ),
                    games,
                )
            )
            seed += AT_ONCE
    return done


def test_battle_survives_a_few_kills(tmp_path: Path) -> None:
    assert kills(tmp_path, 6, 3, 0) >= 6


@pytest.mark.long
def test_battle_survives_two_hundred_kills(tmp_path: Path) -> None:
    assert kills(tmp_path, 200, 5, 1000) >= 200


def test_two_killed_windows_leave_two_battles(tmp_path: Path) -> None:
    windows = [Window(tmp_path, f"two {n}", "market") for n in range(2)]
    for window in windows:
        window.kill(4, 0.0)
    found = running(tmp_path)
    assert len(found) == 2
    counts = sorted(read_back(path).table.record.count for path in found)
    for count, told in zip(counts, sorted(window.told for window in windows), strict=True):
        assert told <= count <= told + 1


def test_second_window_does_not_resume_a_battle_being_played(app: App, hand: Hand) -> None:
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    scene = battle_of(app, Options(level="yard", seed="5"), outside)
    assert isinstance(scene, BattleScene)
    app.push(scene)
    hand.tick(3)
    path = scene.seat.sitting.keeper.running
    assert path is not None
    assert left_behind(path.parent) == [], "a battle being played is offered"
    with pytest.raises(Failure, match="Another program is playing"):
        WindowBattle.open(Options(level=str(path)), app.books, app.folder)
    other = WindowBattle.open(Options(level="yard", seed="5"), app.books, app.folder)
    assert other.keeper.running not in (None, path), "the two battles share a file"
    play_on(other)
    assert other.answer(Concede()) is None
    play_on(other)
    other.close()
    assert path.exists()
    assert scene.seat.sitting.keeper.running == path
    hand.tick(3)
    scene.flow.give(Concede())
    hand.tick(5)
    assert len(list((app.folder / REPLAYS).glob("*.jsonl"))) == 2, "a battle was not saved"
