"""Random gestures on all shipped levels: what the author didn't touch stays."""

import random
import re
import shutil
from pathlib import Path

import pytest

from game.content.levels import all_levels, find_level
from game.rules.registry import find_books
from game.workshop.document.cures import cures
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.tables import typing
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


def odd(text: str) -> str:
    """Return a level in an author's own style: tabs, tight braces, comments, blank lines."""
    head, *tables = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    rows = []
    for table in (head, *tables):
        grid = re.search(r"^grid = '''$.*", table, re.MULTILINE | re.DOTALL)
        body, rest = (table[: grid.start()], table[grid.start() :]) if grid else (table, "")
        body = re.sub(r"^(\w+) = (.*)$", r"\t\1\t=  \2\t# about \1 [x] '", body, flags=re.MULTILINE)
        body = re.sub(r"\[\t=  \[", "[", body).replace("{ ", "{").replace(" }", "}")
        rows.append(body + rest + "\t\n# ---- #\n\n")
    return "".join(rows).rstrip()


@pytest.mark.parametrize("level", ["yard", "toll_bar", "kennel", "masked_ball", "green_quay"])
def test_random_gestures_keep_an_authors_style(level: str, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    text = odd(find_level(level).read_text(encoding="utf-8"))
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    document = LevelDocument.open(path, BOOKS)
    document.close()
    assert document.reading.level is not None
    played(path, 4, FEW)
    assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode()


LINES = (
    *("[unit.behaviour]", "x.y = 1", '"a b" = [1,\n2,]', "q = {a=1,b={c=2}}", "  # c", "[[unit]]"),
    *("at = [1, 1]", "at = [\n 1, # x\n 2\n]", 'letter = "#"', "rect = [0,0,3,3]", "[[unit.foo]]"),
    *("[zz]", "", "###", "id = 7", '[[area]]\nid="n"\ntiles=[[1,1]]', "unit = []", "= 1", "[map"),
)


@pytest.mark.parametrize("level", LEVELS[::7])
def test_gestures_in_a_text_with_errors_are_made_or_refused(level: str) -> None:
    dice = random.Random(level)
    text = find_level(level).read_text(encoding="utf-8")
    for _ in range(8):
        document = LevelDocument(text, BOOKS, name="level.toml")
        for _ in range(3):
            at = document.text.rfind("\n", 0, dice.randrange(len(document.text))) + 1
            document.apply(typing(document.reading, at, at, dice.choice(LINES) + "\n"))
            for marked in document.reading.findings:
                cures(document.reading, marked)
            if document.reading.is_toml:
                play(document, dice, 4)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(LEVELS)))
def test_many_random_gestures_leave_all_else(number: int, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    data = find_level(LEVELS[number]).read_bytes()
    path.write_bytes(data.replace(b"\n", b"\r\n") if number % 3 == 0 else data)
    played(path, 3, MANY)
