"""Findings that only an Etiquette level can have."""

from typing import Any

import msgspec
import pytest

from game.rules.etiquette.book import BOOK
from game.rules.etiquette.lints import LINTS
from game.terms.level_script import Script, Trigger
from tests.rules.etiquette.ballroom import level


def faults(rows: str, **given: Any) -> list[str]:
    return [flaw.text(BOOK.catalogue) for lint in LINTS for flaw in lint(level(rows, **given))]


def test_sound_level_has_no_findings() -> None:
    assert faults("apq.brs") == []


@pytest.mark.parametrize(
    ("rows", "given", "words"),
    [
        ("p.b", {}, "has 0 characters"),
        ("a.pb", {"p": {"robot": False}}, "has 2 characters"),
        ("apb", {"p": {"hand": ("wax",)}}, "has a hand"),
        ("ab", {"a": {"movement": "9d6"}}, "moves up to 54"),
        ("ab", {"a": {"movement": "1d4-4"}}, "never moves: '1d4-4' is never more than 0"),
        ("ab", {"settings": {"attack": "2d6+1"}}, "only 1 to 4 equal dice"),
        ("ab", {"settings": {"two": "5d6"}}, "1 to 4"),
        ("ab", {"items": {"odd": {"target": "attack", "damage": "1"}}}, "[odd]"),
        (
            "ab",
            {"items": {"odd": {"target": "self", "gain": "50"}}},
            "up to 50 movement; the limit is 40",
        ),
    ],
)
def test_impossible_level_is_reported(rows: str, given: dict[str, Any], words: str) -> None:
    (text,) = faults(rows, **given)
    assert words in text


def test_robot_gets_no_item() -> None:
    gifts = [{"give": {"unit": id, "item": "wax"}} for id in ("red.a", "red.p")]
    one = msgspec.convert({"when": [{"round": 1}], "do": gifts}, Trigger)
    made = msgspec.structs.replace(level("apb"), script=Script(triggers=(one,)))
    found = [flaw.text(BOOK.catalogue) for lint in LINTS for flaw in lint(made)]
    assert found == ["The unit 'p' has no hand for items, so it gets nothing."]
