"""Random gestures on all shipped levels: what the author didn't touch stays."""

import random
import shutil
from pathlib import Path

import pytest

from game.content.levels import all_levels, find_level
from game.rules.registry import find_books
from game.workshop.document.level_document import LevelDocument
from tests.workshop.document.random_gestures import play

BOOKS = find_books().books
LEVELS = [row.id for row in all_levels()]
FEW, MANY, BATCH = 30, 1000, 50
"""Numbers of gestures, and how many are made before the level is brought back to its beginning."""


def played(path: Path, seed: int, count: int) -> None:
    """Make gestures, undo them all, do them all again, and open the level once more."""
    document = LevelDocument.open(path, BOOKS)
    start = document.text
    try:
        for batch in range(0, count, BATCH):
            made = play(document, random.Random(seed + batch), min(count, BATCH))
            assert made > min(count, BATCH) / 5
            if batch + BATCH < count:
                while document.undo():
                    pass
                assert document.text == start
        document.redo()
        end, steps = document.text, len(document.steps)
        while document.undo():
            pass
        assert document.text == start
        assert document.is_saved
        while document.redo():
            pass
        assert document.text == end
        assert len(document.steps) == steps
    finally:
        document.close()
    again = LevelDocument.open(path, BOOKS)
    again.close()
    assert again.text == end


@pytest.mark.parametrize("level", LEVELS)
def test_some_random_gestures_leave_all_else(level: str, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    shutil.copy(find_level(level), path)
    played(path, 1, FEW)


@pytest.mark.parametrize("level", LEVELS[::6])
def test_random_gestures_keep_line_ends(level: str, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    path.write_bytes(find_level(level).read_bytes().replace(b"\n", b"\r\n"))
    played(path, 2, FEW)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(LEVELS)))
def test_many_random_gestures_leave_all_else(number: int, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    data = find_level(LEVELS[number]).read_bytes()
    path.write_bytes(data.replace(b"\n", b"\r\n") if number % 3 == 0 else data)
    played(path, 3, MANY)
