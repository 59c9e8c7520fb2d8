"""The refusals in code: each has exactly one sentence with the right fields."""

from pathlib import Path

import pytest

from game.engine.book import Book
from game.terms.refusals import TABLE
from game.terms.texts import COMMON, Texts
from game.workshop.book_checks.refusal_uses import (
    RefusalUse,
    own_refusals,
    refusal_faults,
    shared_refusals,
)
from tests.conformance.books import books

SHARED = Texts.read(COMMON)


def faults(texts: Texts, own: Texts, uses: tuple[RefusalUse, ...]) -> list[str]:
    return [text for _, _, text in refusal_faults(texts, own, uses)]


def made_by(tmp_path: Path, code: str) -> tuple[RefusalUse, ...]:
    """Return the refusals in a new folder whose one module has this line."""
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    folder.mkdir()
    (folder / "asks.py").write_text(f"refusal = {code}\n", encoding="utf-8")
    return own_refusals(folder)


def found(tmp_path: Path, code: str, **sentences: str) -> list[str]:
    """Return the errors of a line with these sentences, by code."""
    told = {key.replace("too_far", "too-far"): text for key, text in sentences.items()}
    texts = Texts({TABLE: told})
    return [found for _, found, _ in refusal_faults(texts, texts, made_by(tmp_path, code))]


def test_refusals_of_the_engine_and_the_systems_fit_their_sentences() -> None:
    assert len(shared_refusals()) > 40
    assert faults(SHARED, SHARED, shared_refusals()) == []


@pytest.mark.parametrize("book", books().values(), ids=list(books()))
def test_refusals_of_each_book_fit_their_sentences(book: Book) -> None:
    own = own_refusals(book.texts[0].parent)
    assert own
    texts = Texts.read(*book.texts)
    assert faults(book.catalogue, texts, (*shared_refusals(), *own)) == []


def test_refusal_with_its_fields_fits(tmp_path: Path) -> None:
    code = 'Refusal("too-far", "TAG-01", is_moot=True, left=2, cost=3)'
    assert found(tmp_path, code, too_far="{cost} of {left:tile|tiles}.") == []
    either = 'Refusal("too-far", None, variant="up" if x else "down", at=at)'
    assert found(tmp_path, either, too_far_up="{at}.", too_far_down="{at}!") == []


def test_refusal_without_a_sentence_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, 'Refusal("too-far")') == ["missing-text"]
    either = 'Refusal("too-far", variant="up" if x else "down")'
    assert found(tmp_path, either, too_far_up="Up.") == ["missing-text"]


@pytest.mark.parametrize("sentence", ["Too far.", "{cost} of {left}.", "{left}."])
def test_sentence_with_other_fields_is_found(tmp_path: Path, sentence: str) -> None:
    assert found(tmp_path, 'Refusal("too-far", cost=3)', too_far=sentence) == ["wrong-fields"]


def test_sentence_without_a_refusal_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, 'Refusal("too-far")', too_far="No.", too_far_up="No.") == ["unused-text"]


@pytest.mark.parametrize(
    "code",
    [
        "Refusal(code)",
        "Refusal(*given)",
        'Refusal("too-far", **fields)',
        'Refusal("too-far", variant=kind)',
        'refusals.Refusal("too-far", variant="up" if x else kind)',
    ],
)
def test_refusal_with_computed_parts_is_found(tmp_path: Path, code: str) -> None:
    assert found(tmp_path, code) == ["unclear-refusal"]
