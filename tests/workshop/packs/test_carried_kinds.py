"""A pack's level saved as one's own brings its kinds, grounds, images and sounds along."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.content.levels import load_level
from game.content.pack_table import table_of
from game.content.shelf import Shelf
from game.record.failure import Failure
from game.workshop.document.level_document import LevelDocument
from game.workshop.editable_levels import opened_level, place_to_save, save_new
from game.workshop.packs.pack_making import PackWishes, made_pack
from game.workshop.packs.pack_store import installed, uninstall
from tests.workshop.packs.fen import BOOKS, IMAGE, LEVEL, fen, packed


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@contextmanager
def document(tmp_path: Path, data: Path, level: str = "") -> Iterator[LevelDocument]:
    """Yield the document of a level of an installed pack."""
    changed = {"levels/first.toml": level} if level else {}
    installed(packed(tmp_path, **changed), BOOKS, data, lambda _: True)
    with opened(Shelf(data).path_of("fen/first")) as made:
        yield made


@contextmanager
def opened(path: Path | None) -> Iterator[LevelDocument]:
    made = opened_level(str(path), BOOKS, lambda _: None)
    try:
        yield made
    finally:
        made.close()


def saved(tmp_path: Path, data: Path, level: str = "") -> Path:
    """Save a level of an installed pack where the game proposes, and return that path."""
    with document(tmp_path, data, level) as made:
        path = place_to_save(data, made)
        save_new(made, path, data)
    return path


def test_kinds_and_images_come_along(tmp_path: Path, data: Path) -> None:
    path = saved(tmp_path, data)
    assert path == data / "levels" / "first" / "levels" / "first.toml"
    uninstall("fen", data)
    level = load_level(path, BOOKS)
    assert {unit.kind for unit in level.units} == {"mudlark"}
    assert (level.pieces, level.pack) == ({"mudlark": IMAGE}, "first@1")
    assert (path.parents[1] / "sounds" / "mudlark.wav").is_file()
    with opened(path) as again:
        assert again.reading.level is not None


def test_its_table_says_where_they_are_from(tmp_path: Path, data: Path) -> None:
    path = saved(tmp_path, data)
    table = table_of(path.parents[1])
    assert table is not None
    assert (table.title, table.author, table.licence) == ("Two in the yard", "", "CC0")
    assert table.about == "Its kinds and grounds are from the fen 1.0 by Somebody."


def test_it_is_listed_once_and_can_be_shared(tmp_path: Path, data: Path) -> None:
    path = saved(tmp_path, data)
    assert [level.id for level in Shelf(data).levels()] == ["mine/first/first", "fen/first"]
    assert Shelf(data).path_of("mine/first/first") == path
    goal = str(tmp_path / "shared.ftpack")
    lines = made_pack(str(path.parents[1]), goal, PackWishes(), BOOKS, data)
    assert "1 kind of unit: Mudlark." in lines


def test_second_copy_has_its_own_folder(tmp_path: Path, data: Path) -> None:
    for name in ("first", "first_2"):
        path = saved(tmp_path, data)
        assert path == data / "levels" / name / "levels" / f"{name}.toml"


@pytest.mark.parametrize("place", ["levels/mine.toml", "mine.toml", "other/levels/mine.toml"])
def test_place_without_the_kinds_is_refused(tmp_path: Path, data: Path, place: str) -> None:
    path = data / place
    (data / "other").mkdir(parents=True)
    with document(tmp_path, data) as made:
        with pytest.raises(Failure, match="uses mudlark from a pack") as refused:
            save_new(made, path, data)
        assert str(place_to_save(data, made)) in str(refused.value)
    assert not path.exists()


def test_place_in_another_pack_needs_the_same_kinds(tmp_path: Path, data: Path) -> None:
    bare = fen(tmp_path / "bare", **{"kinds/contest.toml": "", "pieces/mudlark.svg": ""})
    goal = fen(tmp_path / "own") / "levels" / "second.toml"
    with document(tmp_path, data) as made:
        with pytest.raises(Failure, match="uses mudlark from a pack"):
            save_new(made, bare / "levels" / "second.toml", data)
        save_new(made, goal, data)
    assert load_level(goal, BOOKS).pack == "fen@1.0"


def test_level_without_own_kinds_is_saved_plainly(tmp_path: Path, data: Path) -> None:
    path = saved(tmp_path, data, LEVEL)
    assert path == data / "levels" / "first.toml"
    assert load_level(path, BOOKS).pack == ""
