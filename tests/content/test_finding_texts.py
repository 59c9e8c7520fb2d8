"""The sentences of findings: each recorded code has its own, with exactly its fields."""

import ast
import re
from pathlib import Path
from typing import Annotated

import pytest

from game.campaign import loading
from game.content import levels
from game.content.finding_codes import CODES
from game.content.toml_files.finding_texts import (
    REASONS,
    TABLE,
    Problem,
    Words,
    because,
    finding_texts,
)
from game.content.values.type_fit import info_of
from game.content.values.wording import OF_LEVELS, expected
from game.terms.languages import language_of, spoken
from game.terms.script.names import ref
from game.terms.texts import Texts
from game.workshop import check_campaign
from game.workshop.book_checks.sentence_uses import (
    SentenceKind,
    SentenceUse,
    own_uses,
    sentence_faults,
)

OPTIONS = ("at_value", "variant")
KINDS = [SentenceKind(name, TABLE, OPTIONS) for name in ("error", "warning", "Problem")]
REASON = SentenceKind("because", REASONS, ())
FOLDERS = [Path(str(module.__file__)).parent for module in (levels, loading)]
MAKERS = ("source.py", "finding_texts.py")
"""Modules that pass on sentences from elsewhere."""


def uses(*kinds: SentenceKind) -> tuple[SentenceUse, ...]:
    found = (use for kind in kinds for folder in FOLDERS for use in own_uses(kind, folder))
    return tuple(use for use in found if not use.place.startswith(MAKERS))


def test_every_finding_has_its_sentence() -> None:
    made = uses(*KINDS)
    assert len(made) > 120
    told = {"told"}  # Findings whose sentence is made elsewhere have none here.
    texts = finding_texts()
    faults = list(sentence_faults(KINDS[0], texts, texts, made))
    assert [text for _, _, text in faults if not any(repr(one) in text for one in told)] == []


def test_every_reason_has_its_words() -> None:
    made, texts = uses(REASON), finding_texts()
    literal = tuple(use for use in made if use.entries)
    assert len(literal) > 40
    assert list(sentence_faults(REASON, texts, Texts(), literal)) == []
    assert all(not use.fields for use in made if not use.entries)


def test_every_reason_is_used() -> None:
    strings = {
        node.value
        for folder in FOLDERS
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [key for key in finding_texts().keys(REASONS) if key not in strings] == []


def test_every_sentence_belongs_to_a_known_code() -> None:
    keys = [re.sub("_.*", "", key) for key in finding_texts().keys(TABLE)]
    known = {*CODES, *check_campaign.CODES, "told"}
    assert [key for key in keys if key not in known] == []


def test_texts_are_quoted_tiles_are_in_brackets_and_lists_are_joined() -> None:
    found = Problem("tile-shared", unit="bo", other="an", tile=(3, 1))
    assert found.text() == (
        "The unit 'bo' is at [3, 1], where the unit 'an' already is; a tile has room for one."
    )
    near = because("possible", names=("a", "b", "c"))
    assert near == "; choose from 'a', 'b' and 'c'."
    missing = Problem("missing-key", where=Words("[map]"), count=1, names=("grid",))
    assert missing.text() == "[map] needs the key 'grid'."


def test_long_text_is_cut() -> None:
    said = Problem("area-unused", area="x" * 200).text()
    assert len(said) < 100
    assert "…" in said


def test_sentence_is_in_the_current_language() -> None:
    plain = Problem("area-unused", area="gate").text()
    with spoken(language_of("pseudo")):
        other = Problem("area-unused", area="gate").text()
    assert other != plain
    assert "'gate'" in other
    assert Problem("area-unused", area="gate").text() == plain


@pytest.mark.parametrize("table", sorted(OF_LEVELS))
def test_wrong_value_is_reported_wherever_an_id_belongs(table: str) -> None:
    info = info_of(Annotated[str, ref(table)])
    assert str(expected(info))
