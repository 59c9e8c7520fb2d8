"""Every refusal and finding in the code has one sentence, with exactly its fields."""

from pathlib import Path

import pytest

from game.engine.book import Book
from game.terms.texts import COMMON, Texts
from game.workshop.book_checks.sentence_uses import (
    FLAWS,
    REFUSALS,
    SentenceKind,
    SentenceUse,
    own_uses,
    sentence_faults,
    shared_uses,
)
from tests.conformance.books import books

SHARED = Texts.read(COMMON)


def faults(
    kind: SentenceKind, texts: Texts, own: Texts, uses: tuple[SentenceUse, ...]
) -> list[str]:
    return [text for _, _, text in sentence_faults(kind, texts, own, uses)]


def made_by(kind: SentenceKind, tmp_path: Path, code: str) -> tuple[SentenceUse, ...]:
    """Return the uses in a new folder whose only module has this line."""
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    folder.mkdir()
    (folder / "asks.py").write_text(f"made = {code}\n", encoding="utf-8")
    return own_uses(kind, folder)


def found(tmp_path: Path, code: str, kind: SentenceKind = REFUSALS, **sentences: str) -> list[str]:
    """Return the codes of the errors in a line with these sentences."""
    told = {key.replace("too_far", "too-far"): text for key, text in sentences.items()}
    texts, uses = Texts({kind.table: told}), made_by(kind, tmp_path, code)
    return [found for _, found, _ in sentence_faults(kind, texts, texts, uses)]


@pytest.mark.parametrize(("kind", "least"), [(REFUSALS, 40), (FLAWS, 5)])
def test_uses_of_the_engine_and_the_systems_fit_their_sentences(
    kind: SentenceKind, least: int
) -> None:
    assert len(shared_uses(kind)) > least
    assert faults(kind, SHARED, SHARED, shared_uses(kind)) == []


@pytest.mark.parametrize("book", books().values(), ids=list(books()))
@pytest.mark.parametrize("kind", [REFUSALS, FLAWS], ids=lambda kind: kind.name)
def test_uses_of_each_rulebook_fit_their_sentences(book: Book, kind: SentenceKind) -> None:
    own = own_uses(kind, book.texts[0].parent)
    assert own or (book.id, kind) == ("tag", FLAWS)
    texts = Texts.read(*book.texts)
    assert faults(kind, book.catalogue, texts, (*shared_uses(kind), *own)) == []


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
    assert found(tmp_path, code) == ["unclear-sentence"]


def test_finding_is_compared_with_its_own_table(tmp_path: Path) -> None:
    code = 'Flaw("no-life" if x else "no-number", at, severity="note", file="arms", unit=name)'
    assert found(tmp_path, code, FLAWS) == ["missing-text"] * 2
    assert found(tmp_path, code, REFUSALS) == []
    assert found(tmp_path, 'Flaw("too-far", at, unit=name)', FLAWS, too_far="{unit}") == []
