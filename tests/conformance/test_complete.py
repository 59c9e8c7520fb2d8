"""Every rulebook is complete: `check --book` finds nothing, wherever it is played."""

import pytest

from game.engine.book import Book
from game.terms.level import Level
from game.terms.texts import COMMON, Texts
from game.workshop.book_checks.check_book import check_book
from game.workshop.book_checks.random_play import levels_of
from tests.conformance.books import books, cases, is_large
from tests.conformance.driver import REASONS

PICTURES = {"missing-icon", "missing-rule", "missing-piece"}
"""Findings about the tests' rulebooks, which have no images and no codex."""

every_book = pytest.mark.parametrize("book", books().values(), ids=list(books()))


def levels(book: Book, large: bool) -> list[Level]:
    """Return the levels of a rulebook's positions.

    Each small level appears three times, because its battle ends after a few stops.
    """
    found = [case.start().world.scene.level for case in cases([book.id]) if is_large(case) == large]
    return found if large else [*levels_of(book), *found * 3]


@every_book
@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.long)])
def test_rulebook_has_all_required_parts(book: Book, large: bool) -> None:
    report = check_book(book, levels(book, large))
    found = [f for f in report.findings if book.codex or f.code not in PICTURES]
    assert [finding.text() for finding in found if finding.code != "not-played"] == []


def test_every_ending_has_its_sentence() -> None:
    assert [reason for reason in REASONS if not Texts.read(COMMON).has("reason", reason)] == []
