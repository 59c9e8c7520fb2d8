"""Levels are TOML 1.1, whichever reader is installed."""

import tomllib
from pathlib import Path

import pytest
import tomli

from game.content.levels import load_level
from game.content.toml_files.positions import Positions, Spot
from game.content.toml_files.splices import applied, in_order
from game.content.toml_files.table_edits import set_value
from game.content.toml_files.toml_text import TomlText
from game.rules.registry import find_books

ROOT = Path(__file__).parent.parent.parent

FIRST = {"tomli": (2, 4)}
"""The first version that reads TOML 1.1; earlier versions refuse the texts below."""

NEW = {
    "a table over several lines": ("a = {\n  b = 1, # why\n  c = 2\n}", {"a": {"b": 1, "c": 2}}),
    "a last comma": ("a = { b = 1, }", {"a": {"b": 1}}),
    "an escape": (r'a = "\e\x41"', {"a": "\x1bA"}),
}

LEVEL = """format = 1
rulebook = "contest"
title = "Two in the yard"
[map]
grid = '''
#####
#a.b#
#####
'''
legend = {
  "#" = "wall", # over
  "." = "floor", # several lines
  a = { terrain = "floor", unit = "ann" },
  b = { terrain = "floor", unit = "bo" },
}
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
"""


@pytest.mark.parametrize("name", FIRST)
def test_oldest_allowed_reader_knows_the_new_syntax(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = dict(one.split(">=") for one in project["dependencies"])
    assert tuple(map(int, bounds[name].split("."))) >= FIRST[name]


@pytest.mark.parametrize("what", NEW)
def test_new_syntax_is_read_and_kept_by_edits(what: str) -> None:
    text, value = NEW[what]
    assert tomli.loads(text) == value
    new = applied(text, in_order(set_value(TomlText.parsed(text), ("z",), 1)))
    assert new.startswith(text)
    assert tomli.loads(new) == {**value, "z": 1}


def test_entry_of_a_table_over_several_lines_is_located() -> None:
    positions = Positions(NEW["a table over several lines"][0])
    assert positions.key(("a", "b")) == Spot(2, 3)
    assert positions.value(("a", "c")) == Spot(3, 7)


def test_legend_can_span_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(LEVEL, encoding="utf-8")
    assert [unit.id for unit in load_level(path, find_books().books).units] == [
        "red.ann",
        "blue.bo",
    ]
