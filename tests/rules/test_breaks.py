"""Every break of breaks.toml can be made: what it replaces stands once in its file."""

from pathlib import Path

import tomli

ROOT = Path(__file__).parents[2]
BREAKS = tomli.loads((ROOT / "tests/rules/breaks.toml").read_text(encoding="utf-8"))["break"]


def test_every_break_can_be_made_in_one_place() -> None:
    stale = [
        (one["rule"], one["file"], one["replace"])
        for one in BREAKS
        if (ROOT / one["file"]).read_text(encoding="utf-8").count(one["replace"]) != 1
    ]
    assert stale == []


def test_every_break_changes_something() -> None:
    assert [one["rule"] for one in BREAKS if one["replace"] == one["by"]] == []
