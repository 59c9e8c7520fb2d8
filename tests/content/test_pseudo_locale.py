"""The findings of `check` in the pseudo-locale: everything but the quotes is translated."""

from pathlib import Path

import pytest

from game.content.levels import check_level
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Source
from game.rules.registry import find_books
from game.terms.languages import PseudoLocale, spoken
from tests.content.test_corpus import BOOKS, FILES
from tests.content.test_syntax_advice import SLIPS
from tests.pseudo_words import english


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_findings_are_translated(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    with spoken(PseudoLocale()):
        books = find_books().books if "book-rule" in path.stem else BOOKS
        found = check_level(text, file=path.name, id=path.stem, books=books).findings
    assert found
    assert {one.message: words for one in found if (words := english(one.message))} == {}


@pytest.mark.parametrize("text", SLIPS)
def test_advice_on_syntax_is_translated(text: str) -> None:
    with spoken(PseudoLocale()), pytest.raises(LevelError) as fault:
        Source("a.toml", text)
    assert [one.message for one in fault.value.findings if english(one.message)] == []
