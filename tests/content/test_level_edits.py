"""Changes to a level's tables before it is read."""

from pathlib import Path
from typing import Any

import pytest

from game.content.drafts.level_edits import rename
from game.content.levels import all_levels, read_level
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Changes
from game.terms.level import Level
from tests.content.world import BOOKS, LEVEL, Figure

LINE = LEVEL.splitlines()


def changed(root: Path, changes: Changes, text: str = LEVEL) -> Level:
    return read_level(text, file="yard.toml", id="yard", books=BOOKS, root=root, changes=changes)


def line_of(text: str) -> int:
    """Return the number of the last line with this text."""
    return max(n for n, line in enumerate(LINE, 1) if text in line)


def test_level_has_the_changes(root: Path) -> None:
    def change(tables: dict[str, Any]) -> None:
        tables["title"] = "Changed"
        tables["unit"][0]["life"] = 9
        tables["unit"].append({"id": "cy", "side": "blue", "kind": "grunt", "at": [2, 1]})

    level = changed(root, change)
    assert (level.title, [unit.id for unit in level.units]) == (
        "Changed",
        ["red.ann", "blue.bo", "blue.cy"],
    )
    assert level.units[0].stats_as(Figure).life == 9
    assert level.text == LEVEL


def found(root: Path, changes: Changes) -> list[tuple[str, int]]:
    with pytest.raises(LevelError) as fault:
        changed(root, changes)
    return [(finding.code, finding.line) for finding in fault.value.findings]


def test_findings_are_at_the_place_of_the_changed_entry(root: Path) -> None:
    def change(tables: dict[str, Any]) -> None:
        second = tables["unit"].pop()
        second["kind"] = "nobody"
        tables["unit"].insert(0, second)

    assert ("unknown-name", line_of("kind =")) in found(root, change)


def test_findings_in_a_new_entry_are_at_the_array(root: Path) -> None:
    def change(tables: dict[str, Any]) -> None:
        tables["unit"].insert(0, {"id": "cy", "side": "blue", "kind": "nobody", "at": [2, 1]})

    first = next(n for n, line in enumerate(LINE, 1) if line == "[[unit]]")
    assert ("unknown-name", first) in found(root, change)


def test_file_called_campaign_is_not_a_level(root: Path) -> None:
    folder = root / "roads"
    folder.mkdir()
    (folder / "campaign.toml").write_text('title = "A road"\n', encoding="utf-8")
    (folder / "yard.toml").write_text(LEVEL, encoding="utf-8")
    assert [level.path.name for level in all_levels(root=root)] == ["yard.toml"]


def test_effects_on_replaced_units_are_left_out() -> None:
    answers = [{"id": "no", "text": "No"}, {"id": "yes", "text": "Yes"}]
    choice = {"id": "deal", "side": "red", "unit": "ann", "question": "?", "answers": answers}
    deeds: list[dict[str, Any]] = [
        {"say": {"unit": "ann", "message": "Hm."}},
        {"say": {"unit": "bo", "message": "Hm."}},
        {"say": {"kind": "grunt", "message": "Hm."}},
        {"give": {"unit": "ann", "item": "rope"}},
        {"behaviour": {"unit": "ann", "hold": True}},
        {"choice": choice},
        {"set": "alarm"},
    ]
    tables: dict[str, Any] = {"trigger": [{"when": [{"round": 1}], "do": deeds}]}
    rename(tables, {"ann": "cy", "bo": "bo"})
    assert [next(iter(deed)) for deed in tables["trigger"][0]["do"]] == [
        *("say", "say", "choice", "set"),
    ]
    assert "unit" not in choice
    alone: dict[str, Any] = {"trigger": [{"do": [{"move": {"unit": "ann", "area": "gate"}}]}]}
    rename(alone, {"ann": None})
    assert alone["trigger"] == []
