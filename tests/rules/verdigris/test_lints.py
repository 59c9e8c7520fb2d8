"""Findings that only a Verdigris level can have."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.rules.verdigris.book import BOOK
from game.rules.verdigris.lints import all_is_painted
from tests.rules.verdigris.scene import level


def flaws(rows: str = "a.p", **given: Any) -> list[str]:
    made = level(rows, **given)
    return [flaw.text(BOOK.catalogue) for lint in BOOK.lints for flaw in lint(made)]


def test_sound_level_has_no_findings() -> None:
    assert flaws() == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rows": "a.p.x"}, "There are 3 sides"),
        ({"settings": {"surprise": "green"}}, "'green' isn't a side"),
        ({"settings": {"surprise": "test"}}, "no side is hiding"),
        ({"a": {"belt": ["balm"] * 5}}, "has 5 things in 'belt'"),
        ({"a": {"shield": "jack"}}, "isn't a shield"),
        ({"a": {"armour": "targe"}}, "is a shield"),
        ({"a": {"weapon": "unarmed"}}, "can't have 'unarmed' in hand"),
        ({"settings": {"hiding": "red"}}, "is hiding, but surprise isn't tested"),
        ({"a": {"shield": "targe", "weapon": "pole"}}, "all of its weapons take both hands"),
        ({"a": {"leads": True}}, "leads a mount but has none"),
        ({"a": {"wounds": 1, "hero": False}}, "which only player characters have"),
    ],
)
def test_wrong_level_is_reported(given: dict[str, Any], said: str) -> None:
    assert [said in text for text in flaws(**given)] == [True]


def test_unpainted_tiles_are_reported_once() -> None:
    made = level("a..p")
    zones = {"all": ("n", "n", "s", "s"), "none": (), "gap": ("n", "", "", "s")}
    said = {
        name: [flaw.text(BOOK.catalogue) for flaw in all_is_painted(replace(made, zones=painted))]
        for name, painted in zones.items()
    }
    text = "The tile [1, 0] can be entered but is in no zone; all such tiles count as one more "
    assert said == {"all": [], "none": [], "gap": [f"{text}zone."]}


def test_injury_table_has_no_gaps() -> None:
    gear = {"injuries": {"again": {"low": 11, "high": 12}}}
    assert len(flaws(gear=gear)) == 2
