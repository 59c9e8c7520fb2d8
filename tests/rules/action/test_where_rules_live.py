"""The table of the book's README names every module and every file of tests, and no others."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
BOOK = ROOT / "game" / "rules" / "action"
TESTS = Path(__file__).parent


def named() -> set[str]:
    """All files that stand in the table."""
    text = (BOOK / "README.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`([\w/*]+\.py)`", row)}


def found(folder: Path, name: str) -> set[str]:
    """The files that a name of the table stands for, as it would be written there."""
    start = ROOT if name.startswith(("game/", "tests/")) else folder
    return {path.relative_to(start).as_posix() for path in start.glob(name)}


def test_every_module_stands_in_the_table() -> None:
    modules = {path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.py")}
    assert {name for name in modules if not name.endswith("__init__.py")} <= named()


def test_every_file_of_tests_stands_in_the_table() -> None:
    listed = {file for name in named() for file in found(TESTS, name)}
    assert {path.name for path in TESTS.glob("test_a*_[0-9]*.py")} <= listed


def test_all_that_stands_in_the_table_is_there() -> None:
    assert {name for name in named() if not (found(BOOK, name) or found(TESTS, name))} == set()
