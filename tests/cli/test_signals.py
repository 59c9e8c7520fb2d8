"""Signals while a program starts: one signal ends it silently, at any moment."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
LONGEST = 3.0
"""Seconds in which a window certainly opens."""
AT_ONCE = 4
"""Number of programs at once, as most of them wait for their signal."""

MAIN = """
import os, sys
from game.cli.main import main
def noted(event, args):
    if event == "import" and args[0] == "game.play.signals":
        os.write(1, b"main\\n")
sys.addaudithook(noted)
sys.exit(main())
"""
"""Program that prints `main` when `main` begins; everything before that is Python's own."""
SIGNALS = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if os.name == "posix" else [])]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals need POSIX")


def signalled(folder: Path, args: list[str], number: int, delay: float) -> tuple[int, str]:
    """Return the exit code and the error output of a program that gets a signal.

    The signal comes `delay` seconds after `main` begins.
    """
    command = [sys.executable, "-c", MAIN, "--data-dir", str(folder), *args]
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | quiet, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"main\n"
        time.sleep(delay)
        process.send_signal(number)
        try:
            _, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return process.returncode, said.decode()


def ends(number: int) -> set[int]:
    """Return the possible exit codes after a signal.

    In the first milliseconds before `main` handles signals, all but SIGINT end it as they end any
    program.
    """
    return {128 + number} | ({-number} if number != signal.SIGINT else set())


def all_signalled(folder: Path, games: Sequence[tuple[list[str], int, float]]) -> None:
    """Check that each program ends silently with the exit code of its signal."""

    def play(at: int) -> tuple[int, str]:
        args, number, delay = games[at]
        return signalled(folder / str(at), args, number, delay)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(play, range(len(games))))
    wrong = [
        (game, got)
        for game, got in zip(games, found, strict=True)
        if got[1] or got[0] not in ends(game[1])
    ]
    assert wrong == []


WINDOWS = [[], ["play", "yard"], ["play", "fifth_table"]]


def test_one_signal_ends_a_window_at_any_moment_of_its_start(tmp_path: Path) -> None:
    rng = Random("start")
    delays = [0.0, 0.004, 0.02, 0.05, *(rng.random() * LONGEST for _ in range(8))]
    games = [
        (WINDOWS[n % len(WINDOWS)], SIGNALS[n % len(SIGNALS)], delay)
        for n, delay in enumerate(delays)
    ]
    all_signalled(tmp_path, [*games, ([], signal.SIGINT, LONGEST)])


@pytest.mark.parametrize("args", [["check", "levels"], ["levels"], ["rules"], ["lab", "yard"]])
def test_one_signal_ends_a_command_silently(tmp_path: Path, args: list[str]) -> None:
    delays = (0.0, 0.01, 0.1)
    for number, delay in zip(SIGNALS, delays, strict=False):
        code, said = signalled(tmp_path, args, number, delay)
        assert said == ""
        assert code in {0, *ends(number)}


@pytest.mark.long
def test_two_hundred_signals_end_programs_silently(tmp_path: Path) -> None:
    rng = Random("long")
    pairs = product(WINDOWS, SIGNALS)
    games = [(args, number, rng.random() * LONGEST) for args, number in pairs for _ in range(23)]
    all_signalled(tmp_path, games)
