"""One broken level for each code, with all its findings.

After an intended change, `python -m pytest tests/content/test_corpus.py --regenerate` writes the
findings again. Read the difference before committing.
"""

import re
from pathlib import Path

import pytest

from game.content.finding_codes import CODES
from game.content.levels import check_level
from game.rules.registry import find_books

HERE = Path(__file__).parent / "corpus"
FILES = sorted(HERE.glob("*.toml"))
BOOKS = find_books().books

ABOUT_FILES = {
    "file-missing",
    "file-unreadable",
    "file-is-folder",
    "file-too-large",
    "not-utf8",
    "unknown-level",
    "is-campaign",
    "thing-twice",
}
"""Codes that no level can cause, tested in `test_reading.py`, `test_levels.py` and
`test_book_files.py`.
"""
ABOUT_DATA = {"roster-unpriced"}
"""Codes that no level with the game's own kinds can cause, tested in `test_rosters.py`."""


def code_of(path: Path) -> str:
    return re.sub(r"-\d+$", "", path.stem)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_findings_of_a_broken_level_are_unchanged(
    path: Path, request: pytest.FixtureRequest
) -> None:
    text = path.read_text(encoding="utf-8")
    checked = check_level(text, file=path.name, id=path.stem, books=BOOKS)
    assert code_of(path) in {finding.code for finding in checked.findings}
    assert {finding.code for finding in checked.findings} <= CODES.keys()
    for finding in checked.findings:
        assert re.fullmatch(r"[A-Z'0-9\[].*[.?]", finding.message), finding.message
        assert finding.line
    told = "".join(f"{finding.text()}\n" for finding in checked.findings)
    told += f"And {checked.more} more.\n" if checked.more else ""
    expected = path.with_suffix(".txt")
    if request.config.getoption("--regenerate"):
        expected.write_text(told, encoding="utf-8", newline="\n")
    assert told == expected.read_text(encoding="utf-8")


def test_every_code_has_a_broken_level() -> None:
    assert {code_of(path) for path in FILES} == CODES.keys() - ABOUT_FILES - ABOUT_DATA


def test_corpus_has_no_other_files() -> None:
    names = {path.stem for path in FILES}
    assert {path.name for path in HERE.iterdir()} == {
        f"{n}.{s}" for n in names for s in ("toml", "txt")
    }
