"""The flavour lines of the shipped data all end like sentences."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli

from game.content.shipped_folders import levels_root

ENDS = (".", "!", "?", "…", ".”", "!”", "?”")
FILES = sorted(levels_root().rglob("*.toml"))


def flavour_lines(value: Any) -> Iterator[str]:
    """Yield every `about` in a table, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "about" and isinstance(inner, str):
                yield inner
            else:
                yield from flavour_lines(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from flavour_lines(inner)


def test_flavour_lines_are_found_at_any_depth() -> None:
    assert list(flavour_lines({"about": "A.", "b": [{"c": {"about": "D"}}]})) == ["A.", "D"]
    found = [line for path in FILES for line in flavour_lines(tomli.loads(path.read_text("utf-8")))]
    assert len(found) > 500


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(levels_root())))
def test_flavour_lines_end_with_one_full_stop(path: Path) -> None:
    lines = flavour_lines(tomli.loads(path.read_text("utf-8")))
    assert [line for line in lines if not line.endswith(ENDS) or line.endswith("..")] == []
