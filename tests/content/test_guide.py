"""The guide to adding a rulebook names only existing things, and the small rulebook follows it."""

import re
from pathlib import Path

import pytest

from game.engine.book import Book

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "game" / "rules" / "README.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", GUIDE)
TOPS = ("game/", "tests/", "assets/", "levels/")
SPARED = ("hints.py", "lints.py")
"""Modules that the small rulebook doesn't need, as the steps allow."""


@pytest.mark.parametrize("path", [q for q in QUOTED if q.startswith(TOPS) and "<" not in q])
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_steps_are_numbered_in_order() -> None:
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", GUIDE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_small_rulebook_has_the_modules_of_the_steps() -> None:
    named = set(re.findall(r"^\d+\. \*\*`([a-z_]+\.(?:py|toml))`", GUIDE, re.MULTILINE))
    assert len(named) >= 6
    tag = ROOT / "tests" / "books" / "tag"
    assert [name for name in sorted(named - set(SPARED)) if not (tag / name).exists()] == []


def test_named_duties_are_fields_of_a_rulebook() -> None:
    for name in ("hide", "card", "describe", "queue", "carrier"):
        assert f"`{name}`" in GUIDE
        assert hasattr(Book, name)
