"""Triggers read as sentences, whose words lead back to the values in the file."""

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from game.terms.level_script import Lesson, Trigger
from game.terms.script.conditions import LessonWhen, When
from game.terms.script.effects import Do
from game.terms.texts import Texts
from game.workshop.sentences.trigger_sentences import (
    CATALOGUE,
    condition_parts,
    effect_parts,
    trigger_parts,
    trigger_sentence,
)

TEXTS = Texts.read(CATALOGUE)
OF_WHO, OF_LIMITS = {"unit", "side"}, {"at_least", "at_most"}
OF_SPEAKERS = {"unit", "kind", "title"}


def table_of(hint: Any) -> type[msgspec.Struct] | None:
    """Return the table that a key takes, or None if it takes a plain value."""
    kinds = [one for one in get_args(hint) if isinstance(one, type)]
    return next((one for one in kinds if issubclass(one, msgspec.Struct)), None)


@pytest.mark.parametrize(
    ("kind", "table"), [(When, "condition"), (LessonWhen, "condition"), (Do, "effect")]
)
def test_every_key_and_field_has_its_words(kind: type[msgspec.Struct], table: str) -> None:
    hints = get_type_hints(kind)
    for key in kind.__struct_fields__:
        said = set(TEXTS.fields(table, key))
        inner = table_of(hints[key])
        if inner is None:
            assert said == {"value"}, key
            continue
        fields = set(inner.__struct_fields__)
        whole = {"manner": fields, "who": OF_WHO, "limits": OF_LIMITS, "speaker": OF_SPEAKERS}
        told = said.union(*(names for word, names in whole.items() if word in said))
        assert fields <= told, key


def test_no_words_are_left_over() -> None:
    keys = {"condition": {*When.__struct_fields__, *LessonWhen.__struct_fields__}}
    keys["effect"] = set(Do.__struct_fields__)
    for table, known in keys.items():
        assert {key.partition("_without_")[0] for key in TEXTS.keys(table)} == known


def trigger(**tables: Any) -> Trigger:
    return msgspec.convert(tables, Trigger)


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        (
            {
                "when": [{"round": 3}, {"enter": {"side": "red", "area": "cellar"}}],
                "do": [{"message": "Hm."}, {"open": {"area": "door", "terrain": "door"}}],
            },
            "Once, when all of: round 3 begins · a unit of red stands in cellar — "
            "show “Hm.” · make door door",
        ),
        (
            {
                "any": [{"flag": "alarm"}, {"counter": {"id": "bells", "at_least": 3}}],
                "do": [{"join": {"unit": "bo", "side": "red"}}],
                "once": False,
            },
            "Each time, when any of: alarm is set · bells is at least 3 — bo joins red",
        ),
        (
            {
                "when": [{"count": {"side": "blue", "at_most": 1}}],
                "any": [{"turn": "ann"}],
                "until": [{"attacked": {"unit": "ann"}}],
                "do": [{"behaviour": {"unit": "bo", "hunt": True}}, {"add": {"counter": "heat"}}],
            },
            "Once, when at most 1 of blue's units are left, and any of: it is ann's turn, until "
            "ann has attacked — change how bo behaves: hunt true · add 1 to heat",
        ),
        (
            {
                "when": [{"wounded": {"at_most": 0.5}}],
                "do": [{"say": {"kind": "brawler", "message": "Ow."}}],
            },
            "Once, when any unit has at most 0.5 of its full life — brawler says “Ow.”",
        ),
    ],
)
def test_trigger_is_one_sentence(tables: dict[str, Any], sentence: str) -> None:
    assert trigger_sentence(trigger(**tables)) == sentence


def test_words_lead_to_their_values() -> None:
    one = trigger(
        when=[{"carries": {"unit": "ann", "item": "bandage", "area": "gate"}}],
        do=[{"give": {"unit": "bo", "item": "bandage"}}],
    )
    found = [(part.text, part.keys, part.ref) for part in trigger_parts(one) if part.keys]
    assert found == [
        ("Once", ("once",), ""),
        ("ann", ("when", 0, "carries", "unit"), "unit"),
        ("bandage", ("when", 0, "carries", "item"), "thing"),
        ("gate", ("when", 0, "carries", "area"), "area"),
        ("bandage", ("do", 0, "give", "item"), "thing"),
        ("bo", ("do", 0, "give", "unit"), "unit"),
    ]


def test_lesson_is_a_sentence() -> None:
    table = {"when": [{"can": "undo"}], "message": "Undo it."}
    assert trigger_sentence(msgspec.convert(table, Lesson)) == (
        "Once, when the player can undo — Undo it."
    )


def test_single_condition_and_effect_have_parts() -> None:
    assert [part.text for part in condition_parts(When(round=2))] == ["round ", "2", " begins"]
    assert [part.text for part in effect_parts(Do(win="red"))] == ["red", " wins"]
