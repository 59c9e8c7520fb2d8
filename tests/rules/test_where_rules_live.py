"""The table in a rulebook's README names the modules that contain its rules, and no others.

Files that every rulebook has under the same name (see game/rules/README.md) can be left out.
"""

import re
from pathlib import Path

import pytest

from tests.conformance.books import books

ROOT = Path(__file__).parents[2]
EVERYWHERE = {
    *("schema.py", "setup.py", "records.py", "events.py", "commands.py", "views.py"),
    *("book.py", "lints.py", "hints.py", "facts.py", "relations.py"),
    *("asks/seen.py", "__init__.py", "asks/__init__.py"),
}
BOOKS = [book for book in books() if book != "tag"]
each = pytest.mark.parametrize("book", BOOKS)


def home(book: str) -> Path:
    return ROOT / "game" / "rules" / book


def suite(book: str) -> Path:
    return ROOT / "tests" / "rules" / book


def named(book: str) -> set[str]:
    """Return all files named in the table, or in the text about it."""
    text = (home(book) / "README.md").read_text(encoding="utf-8")
    return {name.partition(".py")[0] + ".py" for name in re.findall(r"`([\w/*]+\.py)`", text)}


def found(folder: Path, name: str) -> set[str]:
    """Return the files that a name in the table stands for, in the table's form."""
    start = ROOT if name.startswith(("game/", "tests/")) else folder
    return {path.relative_to(start).as_posix() for path in start.glob(name)}


@each
def test_every_module_is_in_the_table(book: str) -> None:
    text = (home(book) / "README.md").read_text(encoding="utf-8")
    words = set(re.findall(r"`([\w/]+)\.\w+", text))
    modules = {path.relative_to(home(book)).as_posix() for path in home(book).rglob("*.py")}
    own = {name for name in modules if Path(name).name != "__init__.py"}
    lacking = {name for name in own - EVERYWHERE - named(book) if name[:-3] not in words}
    assert lacking == set()


@each
def test_every_test_file_is_in_the_table(book: str) -> None:
    listed = {file for name in named(book) for file in found(suite(book), name)}
    files = {path.name for path in suite(book).glob("test_*_[0-9]*.py")}
    assert files, "the name of a file with tests of rules must look like `test_tag_01_turns.py`"
    assert files <= listed | {Path(name).name for name in named(book)}


@each
def test_every_file_in_the_table_exists(book: str) -> None:
    places = home(book), suite(book), ROOT / "game" / "systems"
    lacking = {name for name in named(book) if not any(found(place, name) for place in places)}
    assert lacking == set()
