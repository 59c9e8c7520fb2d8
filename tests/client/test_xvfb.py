"""One battle in a real window on its own X display: clicked, typed at, and closed.

The test needs `Xvfb` and `xdotool`; on Debian and Ubuntu they are the packages `xvfb` and
`xdotool`.
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
from tests.workshop.packs.fen import packed

NEEDED = "Xvfb", "xdotool"
MISSING = [name for name in NEEDED if shutil.which(name) is None]
ROOT = Path(__file__).resolve().parents[2]
DROP = Path(__file__).with_name("x_drop.py")
"""Program that drops a file on a window."""
PATIENCE = 240.0
"""Maximum number of seconds to wait."""

MIDDLE = 460, 370
"""Place of the acting unit on the board."""

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
"""Program that asks a window to close, as a window manager does.

Not every `xdotool` can do it.
"""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="windows on X are tested on Linux only"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


def until(what: str, found: Callable[[], object]) -> None:
    """Wait until `found` returns true."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, f"not in time: {what}"
        time.sleep(0.05)


@pytest.fixture
def display() -> Iterator[str]:
    """Yield an X display that only this test has."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        assert number, "Xvfb doesn't start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """The game in its own process, and input at its window."""

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
        """Wait for the game's window."""
        until("the window opens", self._opened)

    def _opened(self) -> bool:
        assert self.process.poll() is None, self.err()
        ids = self.hand("search", "--class", ".").split()
        named = (id for id in ids if self.hand("getwindowname", id) == "Five Tables")
        self.id = next(named, "")
        return bool(self.id)

    def hand(self, *words: str) -> str:
        """Run xdotool, and return its output."""
        done = subprocess.run(
            ["xdotool", *words],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout.strip()

    def close(self) -> None:
        """Ask the window to close, as its close button does."""
        done = subprocess.run(
            [sys.executable, "-c", CLOSE, self.id], env=self._environment, timeout=PATIENCE
        )
        assert done.returncode == 0

    def drop(self, file: Path) -> None:
        """Drop a file on the window, as a file manager does."""
        command = [sys.executable, str(DROP), self.id, str(file)]
        done = subprocess.run(command, env=self._environment, timeout=PATIENCE)
        assert done.returncode == 0

    def click(self, x: int, y: int) -> None:
        """Click at a place of the window."""
        self.hand("mousemove", "--window", self.id, str(x), str(y), "click", "1")

    def key(self, name: str) -> None:
        """Press a key."""
        self.hand("key", "--window", self.id, name)

    def err(self) -> str:
        """Return the errors that were printed, once the process has ended."""
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
    """Return the number of lines in the battle's running file, or 0 if there is none."""
    paths = list((folder / "running").glob("*.jsonl"))
    return len(paths[0].read_bytes().splitlines()) if paths else 0


def test_battle_in_a_real_window_is_played_and_saved(window: Window, tmp_path: Path) -> None:
    """Check the title, end a turn by a key, move by a click, and close the window."""
    assert window.hand("getwindowname", window.id) == "Five Tables"
    until("the battle is saved", lambda: commands(tmp_path))
    before = commands(tmp_path)
    end = time.monotonic() + PATIENCE
    while commands(tmp_path) == before:  # The dice come before the first question.
        assert time.monotonic() < end, "no key ended the turn"
        window.key("e")
        time.sleep(0.4)
        window.key("Return")
        time.sleep(0.4)
    after = commands(tmp_path)
    for _ in range(3):  # the handover screen, and the events missed behind it
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


def test_dropped_pack_is_installed_and_played_by_pressing_enter(
    title: Window, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Drop a pack as a file manager does, and press Enter on its page and in the list."""
    title.drop(packed(tmp_path_factory.mktemp("sent")))
    installed, end = tmp_path / "packs" / "fen" / "1.0", time.monotonic() + PATIENCE
    while not (installed.is_dir() and commands(tmp_path)):
        assert time.monotonic() < end, "Enter doesn't lead to the first turn"
        title.key("Return")
        time.sleep(0.5)
    title.close()
    until("it ends", lambda: title.process.poll() is not None)
    assert (title.process.returncode, title.err()) == (0, "")
    (path,) = left_behind(tmp_path / "running")
    assert read_save(path).header.level["id"] == "first"


@pytest.mark.parametrize("downs", [1, 2], ids=["sit down", "duel"])
def test_press_on_the_title_does_not_begin_a_battle(
    title: Window, tmp_path: Path, downs: int
) -> None:
    """Press before the levels are read, which takes longer than a key takes to repeat."""
    time.sleep(2.0)  # The menu appears once the rulebooks are known.
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
