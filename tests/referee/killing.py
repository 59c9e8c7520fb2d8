"""Referees that are killed in mid-battle and resumed from their running files."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from game.content.levels import all_levels
from game.play.replayer import Replayed, replay
from game.record.lines import Play
from game.record.reader import is_record, read_save
from game.rules.registry import find_books

ROOT = Path(__file__).parent.parent.parent
ALONE = threading.Lock()
"""Lock for the worlds of battles, which only one thread at a time may use."""

LEVELS = tuple(level.id for level in all_levels())


def choice(message: dict[str, Any]) -> int:
    """Return the client's option, which depends only on the ask."""
    return crc32(json.dumps(message["options"]).encode()) % len(message["options"])


def answer(message: dict[str, Any]) -> bytes:
    """Return the client's answer to an ask, by number or by command."""
    at = choice(message)
    reply = {"choose": at} if at % 2 else message["options"][at]["command"]
    return json.dumps(reply).encode() + b"\n"


class Game:
    """One referee process, with a client that counts its commands."""

    def __init__(self, folder: Path, *args: str) -> None:
        command = [sys.executable, "-m", "game", "--data-dir", str(folder), "referee", *args]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT)
        self.said = 0
        """Number of commands sent.

        Each answers an ask, and all but the last were acknowledged.
        """
        self.over: dict[str, Any] | None = None

    def play(self) -> None:
        """Play until the battle is over or the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with self.process.stdin as given, self.process.stdout as told:
            for line in told:
                message = json.loads(line) if line.endswith(b"\n") else {"say": "torn"}
                if message["say"] == "over":
                    self.over = message
                elif message["say"] == "ask":
                    self.said += 1
                    with suppress(BrokenPipeError):
                        os.write(given.fileno(), answer(message))
                else:
                    assert message["say"] in ("hello", "event", "torn"), message
        self.process.wait()

    def play_and_kill(self, commands: int, seconds: float) -> None:
        """Play, and kill the process `seconds` after `commands` commands."""
        player = threading.Thread(target=self.play)
        player.start()
        while self.said < commands and player.is_alive():
            time.sleep(0.0005)
        time.sleep(seconds)
        self.process.kill()
        player.join()


def read_back(path: Path) -> Replayed:
    """Replay a running file, which must have no error except an incomplete line."""
    with ALONE:
        found = replay(read_save(path), find_books().books)
    assert found.trouble is None, found.trouble
    return found


def running(folder: Path) -> list[Path]:
    """Return the running files that contain a battle."""
    return [path for path in (folder / "running").glob("*.jsonl") if is_record(path)]


def commands_of(path: Path) -> list[Any]:
    """Return the commands of a record."""
    return [line.command for _, line in read_save(path).lines if isinstance(line, Play)]


def unkilled(folder: Path, level: str, seed: int) -> Game:
    """Return the same game, played without a kill."""
    game = Game(folder, level, "--seed", str(seed))
    game.play()
    assert game.over is not None
    assert not running(folder)
    return game


def killed_again_and_again(folder: Path, level: str, seed: int, kills: int) -> int:
    """Kill a battle at random moments; return the number of kills.

    Check that it ends as it does without kills.
    """
    rng = Random(f"{level} {seed}")
    whole = unkilled(folder / "unkilled", level, seed)
    assert whole.over is not None
    args: tuple[str, ...] = (level, "--seed", str(seed))
    done, known = 0, 0
    while done < kills:
        game = Game(folder, *args)
        ahead = rng.randrange(max(1, (whole.said - known) * 2 // (kills - done + 1)))
        game.play_and_kill(ahead, rng.random() * (0.003 if ahead else 0.2))
        if game.over:
            assert game.over == whole.over
            return done
        done += 1
        path = newest(folder)
        if path is None and (replays := list((folder / "replays").glob("*.jsonl"))):
            assert read_back(replays[0]).table.battle.hash() == whole.over["hash"]
            return done
        if path is None:
            assert game.said == 0
            continue
        count = read_back(path).table.record.count
        assert known + game.said - 1 <= count <= known + game.said
        known = count
        args = (str(path),)
    last = Game(folder, *args)
    last.play()
    assert last.over == whole.over
    assert not running(folder)
    return done


def newest(folder: Path) -> Path | None:
    """Return the running file with the most lines.

    There is a second one if the process was killed while resuming the battle.
    """
    found = sorted(running(folder), key=lambda path: len(commands_of(path)))
    for path in found[:-1]:
        assert commands_of(found[-1])[: len(commands_of(path))] == commands_of(path)
        path.unlink()
    return found[-1] if found else None
