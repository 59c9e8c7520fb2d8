"""The referee's errors in the pseudo-locale: everything but the quotes is translated."""

from pathlib import Path

import pytest

from game.terms.languages import PseudoLocale, spoken
from tests.pseudo_words import english
from tests.referee.test_referee import BAD, SAID, run

LINES = [*(line for line, _ in BAD), *(line for line, _ in SAID)]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_errors_are_translated(tmp_path: Path, line: str | bytes) -> None:
    with spoken(PseudoLocale()):
        error = run(tmp_path, line, {"quit": True}).of("error")[0]
    assert english(error["message"]) == []
