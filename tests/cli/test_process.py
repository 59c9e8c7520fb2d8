"""The program as a process: signals, closed streams, several processes at once."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.play.replayer import replay
from game.record.reader import read_save
from game.rules.registry import find_books

ROOT = Path(__file__).parent.parent.parent
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and shells need POSIX")

IN_THE_MIDDLE = """
import signal, sys
from game.cli.main import main
from game.world import World

plain = World.pop

def popped(world):
    signal.raise_signal(int(sys.argv[1]))
    return plain(world)

World.pop = popped
sys.exit(main(sys.argv[2:]))
"""


def start(folder: Path, *args: str, code: str = "") -> "subprocess.Popen[bytes]":
    program = ["-c", code] if code else ["-m", "game", "--data-dir", str(folder)]
    pipe = subprocess.PIPE
    command = [sys.executable, *program, *args]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT)


def replayed(folder: Path) -> int:
    """Return the number of commands in the folder's only save, and check that it has no errors."""
    (path,) = (folder / "saves").iterdir()
    found = replay(read_save(path), find_books().books)
    assert found.trouble is None
    return len(found.table.battle.history)


@POSIX
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signal_saves_and_exits(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    with start(tmp_path, "referee", "yard", "--seed", "1") as game:
        assert game.stdout is not None
        assert any(b'"ask"' in line for line in iter(game.stdout.readline, b""))
        game.send_signal(number)
        _, err = game.communicate()
    assert (game.returncode, err) == (128 + number, b"")
    assert replayed(tmp_path) == 0


@POSIX
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_signal_within_a_step_waits_for_its_end(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    args = ["--data-dir", str(tmp_path), "referee", "yard", "--seed", "1", "--dice", "ask"]
    with start(tmp_path, str(number.value), *args, code=IN_THE_MIDDLE) as game:
        _, err = game.communicate(b'{"rolled":[3]}\n{"choose":0}\n{"choose":0}\n')
    assert (game.returncode, err) == (128 + number, b"")
    (path,) = (tmp_path / "saves").iterdir()
    found = replay(read_save(path), find_books().books)
    assert found.trouble is None
    assert found.table.record.lines[1].faces == (3,)  # type: ignore[attr-defined]


@POSIX
def test_signal_ends_a_referee_whose_output_is_not_read(tmp_path: Path) -> None:
    players = "red=random,blue=random"
    with start(tmp_path, "referee", "yard", "--seed", "1", "--players", players) as game:
        assert game.stdout is not None
        game.stdout.readline()
        game.send_signal(signal.SIGTERM)
        assert game.wait(30) in (143, 0)
        assert game.stderr is not None
        assert game.stderr.read() == b""


@POSIX
@pytest.mark.parametrize(
    "command", ["referee yard", "watch yard --fast --text", "levels", "schema --protocol"]
)
@pytest.mark.parametrize(
    "closed", [">&-", "<&-", "2>&-", ">/dev/full", ">/dev/full 2>&-", "0>/dev/null", "<&- >&- 2>&-"]
)
def test_closed_streams_cause_at_most_one_sentence(
    tmp_path: Path, command: str, closed: str
) -> None:
    if "/dev/full" in closed and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    line = f'exec "{sys.executable}" -m game --data-dir "{tmp_path}" {command} {closed}'
    done = subprocess.run(["sh", "-c", line], input=b"", capture_output=True, cwd=ROOT)
    assert done.returncode in (0, 2, 3)
    if ">/dev/full" in closed or ">&-" in closed.replace("2>&-", ""):
        assert done.returncode == 2
    assert done.stderr.count(b"\n") <= 1
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert not (tmp_path / "crashes").exists()


def test_referees_sharing_a_folder_lose_no_save(tmp_path: Path) -> None:
    games = [start(tmp_path, "referee", "yard") for _ in range(8)]
    for game in games:
        assert game.stdout is not None
        game.stdout.readline()
    for game in games:
        assert game.stdin is not None
        game.stdin.close()
    for game in games:
        assert game.stdout is not None
        assert game.stderr is not None
        with game.stdout, game.stderr:
            game.stdout.read()
            assert game.wait() == 3
    saves = list((tmp_path / "saves").iterdir())
    assert len(saves) == 8
    assert all(read_save(path).lines for path in saves)


def test_only_one_process_resumes_an_interrupted_battle(tmp_path: Path) -> None:
    with start(tmp_path, "referee", "yard", "--seed", "1") as game:
        assert game.stdout is not None
        assert any(b'"ask"' in line for line in iter(game.stdout.readline, b""))
        (path,) = (tmp_path / "running").iterdir()
        with start(tmp_path, "referee", str(path)) as other:
            _, err = other.communicate()
        assert (other.returncode, b"Another program is playing" in err) == (2, True)
        game.kill()
    games = [start(tmp_path, "referee", str(path)) for _ in range(6)]
    told = [game.stdout.readline() if game.stdout else b"" for game in games]
    assert sum(b'"hello"' in line for line in told) == 1
    for game in games:
        _, err = game.communicate()
        assert err.count(b"\n") == (0 if game.returncode == 3 else 1)
    assert sorted(game.returncode for game in games) == [2, 2, 2, 2, 2, 3]
    assert not list((tmp_path / "running").iterdir())
    assert replayed(tmp_path) == 0
