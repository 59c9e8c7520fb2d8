"""One battle in a real window, on an X display of its own: clicked, typed at, and closed.

Needs `Xvfb` and `xdotool`; on Debian and Ubuntu they are the packages `xvfb` and `xdotool`.
"""

import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.record.journal import left_behind
from game.record.reader import read_save

NEEDED = "Xvfb", "xdotool"
MISSING = [name for name in NEEDED if shutil.which(name) is None]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 40.0
"""Seconds that something is waited for."""

MIDDLE = 460, 370
"""Where the board shows who acts."""

CLOSE = """
import ctypes, struct, sys
x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
x.XInternAtom.restype = ctypes.c_ulong
display = ctypes.c_void_p(x.XOpenDisplay(None))
window = ctypes.c_ulong(int(sys.argv[1]))
names = b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"
protocols, delete = (x.XInternAtom(display, name, 0) for name in names)
fields = 33, 0, 1, 0, window.value, protocols, 32, delete, 0, 0, 0, 0
message = struct.pack("@iLiPLLi5l", *fields)
x.XSendEvent(display, window, 0, ctypes.c_long(0), message.ljust(192, bytes(1)))
x.XSync(display, 0)
"""
"""What a window manager says to a window that is to close; not every `xdotool` can."""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a window on X is tried on Linux"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


def until(what: str, found: Callable[[], object]) -> None:
    """Waits until something is so."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.05)


@pytest.fixture
def display() -> Iterator[str]:
    """An X display that only this test has."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        assert number, "Xvfb does not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """The game in a process of its own, and hands at its window."""

    def __init__(self, display: str, folder: Path, *args: str) -> None:
        self._environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, "-m", "game", *args, "--data-dir", str(folder)]
        self.process = subprocess.Popen(command, env=self._environment, stderr=subprocess.PIPE)
        self.id = ""

    def open(self) -> None:
        """Waits for the window with the name of the game."""
        until("the window opens", self._opened)

    def _opened(self) -> bool:
        assert self.process.poll() is None, self.err()
        ids = self.hand("search", "--class", ".").split()
        named = (id for id in ids if self.hand("getwindowname", id) == "Five Tables")
        self.id = next(named, "")
        return bool(self.id)

    def hand(self, *words: str) -> str:
        """What xdotool does; what it finds, if that is anything."""
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, timeout=20
        )
        return done.stdout.strip()

    def close(self) -> None:
        """Asks the window to close, as its button at the top does."""
        done = subprocess.run(
            [sys.executable, "-c", CLOSE, self.id], env=self._environment, timeout=20
        )
        assert done.returncode == 0

    def click(self, x: int, y: int) -> None:
        """Clicks at a place of the window."""
        self.hand("mousemove", "--window", self.id, str(x), str(y), "click", "1")

    def key(self, name: str) -> None:
        """Presses a key."""
        self.hand("key", "--window", self.id, name)

    def err(self) -> str:
        """What was told on standard error, once it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Window]:
    made = Window(
        display, tmp_path, "play", "yard", "--seed", "5", "--players", "red=human,blue=human"
    )
    try:
        made.open()
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.process.communicate()


def commands(folder: Path) -> int:
    """How many lines the battle's file has that is being written; 0 if there is none."""
    paths = list((folder / "running").glob("*.jsonl"))
    return len(paths[0].read_bytes().splitlines()) if paths else 0


def test_a_battle_in_a_real_window(window: Window, tmp_path: Path) -> None:
    """The name stands in the window's title; a key ends a turn, a click walks; closing keeps it."""
    assert window.hand("getwindowname", window.id) == "Five Tables"
    until("the battle is kept", lambda: commands(tmp_path))
    before = commands(tmp_path)
    end = time.monotonic() + PATIENCE
    while commands(tmp_path) == before:  # the first turn is asked for after the dice have fallen
        assert time.monotonic() < end, "in vain: a turn ends by keys"
        window.key("e")
        time.sleep(0.4)
        window.key("Return")
        time.sleep(0.4)
    after = commands(tmp_path)
    for _ in range(3):  # the curtain, and what was missed behind it
        time.sleep(0.4)
        window.key("Return")
    tiles = [(x, y) for y in range(180, 560, 38) for x in range(120, 800, 38)]
    places = iter(sorted(tiles, key=lambda at: math.dist(at, MIDDLE)) * 2)
    while commands(tmp_path) == after:
        window.click(*next(places))
        time.sleep(0.1)
    window.close()
    until("it ends", lambda: window.process.poll() is not None)
    assert window.process.returncode == 0, window.err()
    assert window.err() == ""
    (path,) = left_behind(tmp_path / "running")
    saved = read_save(path)
    assert saved.header.level["title"] == "Two in the yard"
    assert len(saved.lines) >= 2


@pytest.fixture
def title(display: str, tmp_path: Path) -> Iterator[Window]:
    made = Window(display, tmp_path)
    try:
        made.open()
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.process.communicate()


@pytest.mark.parametrize("downs", [1, 2], ids=["sit down", "duel"])
def test_a_press_on_the_title_does_not_begin_a_battle(
    title: Window, tmp_path: Path, downs: int
) -> None:
    """The levels are read behind the first press, which takes longer than keys need to repeat."""
    time.sleep(2.0)  # the menu stands as soon as the books have been looked for
    title.hand("key", "--window", title.id, *["Down"] * downs)
    time.sleep(0.5)
    title.hand("keydown", "Return")
    time.sleep(0.08)
    title.hand("keyup", "Return")
    time.sleep(3.0)
    assert not (tmp_path / "running").exists()
    title.process.send_signal(signal.SIGINT)
    until("it ends", lambda: title.process.poll() is not None)
    assert title.process.returncode == 130
    assert title.err() == ""
