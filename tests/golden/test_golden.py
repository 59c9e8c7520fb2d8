"""Playthroughs of levels, compared with stored ones to the letter.

After an intended change, `python -m pytest tests/golden --regenerate` writes them again and prints
the difference. Read it before committing.
"""

from difflib import unified_diff
from pathlib import Path

import pytest

from tests.conformance.books import Case, books, cases
from tests.golden.playthrough import Playthrough

HERE = Path(__file__).parent

MOST_LINES = 80

MOST_UNITS = 3


def golden_cases() -> list[Case]:
    """Return the shipped levels that are short enough to read.

    A rulebook without such levels has two positions instead, or its first level.
    """
    found = []
    for book in books():
        own = cases([book])
        levels = [case for case in own if case.name.startswith("level-") and is_short(case)]
        found += levels or own[1:4:2] or own[:1]
    return found


def is_short(case: Case) -> bool:
    """Return whether the position has few enough units for a short battle."""
    return len(case.start().world.scene.level.units) <= MOST_UNITS


def path_of(case: Case) -> Path:
    return HERE / f"{case.book}-{case.name.removeprefix('level-')}.txt"


def difference(case: Case, was: str, now: str) -> list[str]:
    """Return the unified difference of two playthroughs."""
    name = path_of(case).name
    lines = was.splitlines(), now.splitlines()
    return list(unified_diff(*lines, f"{name} as it was", f"{name} now", lineterm=""))


@pytest.mark.parametrize("case", golden_cases(), ids=str)
def test_playthrough_equals_the_stored_one(
    case: Case, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    path, now = path_of(case), Playthrough(case).text()
    was = path.read_text(encoding="utf-8") if path.exists() else ""
    changed = difference(case, was, now)
    if request.config.getoption("--regenerate"):
        if changed:
            path.write_text(now, encoding="utf-8", newline="\n")
        with capsys.disabled():
            print("\n" + "\n".join(changed or [f"{path.name} is unchanged"]))
        return
    assert was, f"{path.name} is missing; make it with `python -m pytest tests/golden --regenerate`"
    shown = [*changed[:MOST_LINES], *(["…"] if len(changed) > MOST_LINES else [])]
    assert not changed, "\n".join(["the playthrough differs:", *shown])


@pytest.mark.parametrize("book", books())
def test_every_rulebook_has_a_playthrough(book: str) -> None:
    assert list(HERE.glob(f"{book}-*.txt")), f"the rulebook {book!r} has no golden playthrough"


def test_every_playthrough_belongs_to_a_position() -> None:
    expected = {path_of(case) for case in golden_cases()}
    assert set(HERE.glob("*.txt")) <= expected


def test_playthrough_does_not_depend_on_earlier_battles() -> None:
    case = golden_cases()[0]
    assert Playthrough(case).text() == Playthrough(case).text()
