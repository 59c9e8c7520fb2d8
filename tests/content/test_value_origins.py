"""The origins of a level's final values."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.content.toml_files.findings import LevelError
from game.content.value_origins import Value, origins
from tests.content.world import BOOKS, LEVEL, SCHEMA, FakeBook, changed, make_root


def test_each_value_has_an_origin(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    path = tmp_path / "yard.toml"
    text = changed(
        ("[[unit]]", "[skirmish]\nloss = 3\n[[unit]]"),
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [3, 1]\nlife = 9'),
    )
    path.write_text(text, encoding="utf-8")
    found = origins(path, BOOKS, root=root)
    bestiary = root / "skirmish" / "bestiary.toml"
    assert found.settings == {
        "order": Value("level", f"{root / 'skirmish' / 'settings.toml'}:2"),
        "loss": Value(3, f"{path}:16"),
        "start": Value("1d6", f"{root / 'skirmish' / 'settings.toml'}:4"),
    }
    assert list(found.units) == ["red.ann", "blue.bo"]
    assert found.units["red.ann"]["at"] == Value((1, 1), f"{path}:7")
    assert found.units["blue.bo"] == {
        "side": Value("blue", f"{path}:23"),
        "kind": Value("scout", f"{path}:24"),
        "title": Value("Bo", "default"),
        "at": Value((3, 1), f"{path}:25"),
        "behaviour": Value(None, "default"),
        "life": Value(9, f"{path}:26"),
        "pace": Value("1d6+1", f"{bestiary}:10"),
        "tool": Value("knife", f"{bestiary}:11"),
        "hand": Value(("knife", "club"), f"{bestiary}:12"),
        "spare": Value(None, "default"),
        "weight": Value(1.0, "default"),
        "quick": Value(False, "default"),
    }


def test_unit_without_a_place_has_no_origin_for_it(tmp_path: Path) -> None:
    path = make_root(tmp_path) / "yard.toml"
    text = changed(('b = { terrain = "floor", unit = "bo" }', 'b = "floor"'))
    text += '[[area]]\nid = "yard"\nletter = "b"\n[[deploy]]\nside = "blue"\narea = "yard"\n'
    path.write_text(text, encoding="utf-8")
    assert origins(path, BOOKS, root=tmp_path).units["blue.bo"]["at"] == Value(None, "default")


def test_unplayable_level_has_no_origins(tmp_path: Path) -> None:
    path = make_root(tmp_path) / "yard.toml"
    path.write_text(LEVEL.replace("scout", "skout"), encoding="utf-8")
    with pytest.raises(LevelError, match="did you mean 'scout'"):
        origins(path, BOOKS, root=tmp_path)


def test_values_changed_by_the_rulebook_are_shown(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    path = tmp_path / "yard.toml"
    path.write_text(LEVEL, encoding="utf-8")
    book = FakeBook(schema=replace(SCHEMA, final=lambda stats: replace(stats, life=stats.life + 4)))
    found = origins(path, {book.id: book}, root=root).units["red.ann"]
    assert found["life"] == Value(9, f"{root / 'skirmish' / 'bestiary.toml'}:4 and what is gained")
    assert found["quick"] == Value(False, "default")
