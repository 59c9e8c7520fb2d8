"""Packs installed, updated, removed and restored under `kill -9`: each is whole or isn't there."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from game.content.shelf import PACKS, REMOVED, Shelf
from game.workshop.packs.pack_archive import read_archive
from game.workshop.packs.pack_store import install, staged
from tests.workshop.packs.changing import VERSIONS, content
from tests.workshop.packs.fen import BOOKS

PROJECT = Path(__file__).parents[3]
WHOLE = {version: read_archive(content(version)) for version in VERSIONS}
LONGEST = 0.6
"""Maximum seconds after the program is ready until it is killed."""


def killed(data: Path, seconds: float) -> None:
    """Run the program, and kill it some time after it is ready."""
    command = [sys.executable, "-m", "tests.workshop.packs.changing", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=PROJECT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        process.kill()
        process.wait()


def check(data: Path) -> None:
    """Check that every pack that a reader can find is complete, installed or removed."""
    home = data / PACKS
    found = [(it.name, it) for it in home.glob("fen/*")]
    found += [(it.name.partition("@")[2], it) for it in home.glob(f"{REMOVED}/*")]
    for version, folder in found:
        files = {
            it.relative_to(folder).as_posix(): it.read_bytes()
            for it in folder.rglob("*")
            if it.is_file()
        }
        assert files == WHOLE[version], folder
    listed = Shelf(data).levels()
    assert len(listed) in (0, 7)
    assert {level.title for level in listed} <= {"Two in the yard"}


def check_kills(data: Path, seed: int, kills: int) -> None:
    random = Random(seed)
    for _ in range(kills):
        killed(data, random.uniform(0, LONGEST))
        check(data)
    with staged(content("1.0"), BOOKS, data, str) as pack:
        install(pack, data)
    check(data)
    assert "1.0" in Shelf(data).versions("fen")


def test_killed_changes_leave_whole_packs(tmp_path: Path) -> None:
    check_kills(tmp_path, 1, 4)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 10))
def test_200_killed_changes_leave_whole_packs(tmp_path: Path, seed: int) -> None:
    check_kills(tmp_path, seed, 25)
