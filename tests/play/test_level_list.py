"""The choices before a battle: levels, and battles to resume."""

import shutil
from pathlib import Path

import pytest

from game.content import levels
from game.content.levels import ListedLevel, all_levels, level_called, load_level
from game.content.shipped_folders import levels_root
from game.play import level_list as level_lists
from game.play.level_list import (
    PLAYERS,
    all_left,
    is_long_to_read,
    level_list,
    read_ahead,
    shelved,
)
from game.play.opening import Options
from game.present.replay_list import replays
from game.present.window_battle import WindowBattle
from game.rules.registry import find_books
from tests.playing_on import play_on

BOOKS = find_books().books


def test_list_has_all_levels() -> None:
    found = level_list(BOOKS)
    assert [level.id for level in found] == [row.id for row in all_levels()]
    for level in found:
        assert level.trouble == ""
        assert level.ground is not None
        assert len(level.ground.tiles) == level.ground.width * level.ground.height
        assert set(level.ground.tiles) == set(level.ground.terrain)
        assert {side for *_, side in level.ground.units} <= {seat.id for seat in level.seats}
        assert all(seat.units for seat in level.seats)
        assert [seat.player for seat in level.seats].count("stdio") == 1
        assert {seat.player for seat in level.seats} <= {"stdio", *PLAYERS}


def test_list_stays_the_same_when_read_again() -> None:
    first = level_list(BOOKS)
    again = level_list(BOOKS)
    assert again == [shelved(row, BOOKS) for row in all_levels()]
    assert all(one is other for one, other in zip(first, again, strict=True))


def test_changed_level_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "levels"
    shutil.copytree(levels_root(), root)
    monkeypatch.setattr(level_lists, "levels_root", lambda: root)
    monkeypatch.setattr(levels, "levels_root", lambda: root)
    before = {one.id: one for one in level_list(BOOKS)}
    yard = before["yard"].path
    text = yard.read_text("utf-8")
    yard.write_text(text.replace(f'title = "{before["yard"].title}"', 'title = "Elsewhere"'))
    assert {one.id: one for one in level_list(BOOKS)}["yard"].title == "Elsewhere"
    yard.write_text("format = 1\n")
    assert {one.id: one for one in level_list(BOOKS)}["yard"].trouble
    yard.write_text(text)
    assert {one.id: one for one in level_list(BOOKS)} == before
    settings = root / "contest" / "settings.toml"
    settings.write_text(settings.read_text("utf-8") + "\n# changed\n")
    after = {one.id: one for one in level_list(BOOKS)}
    assert after == before
    assert after["yard"] is not before["yard"]


def test_units_that_arrive_later_are_not_shown() -> None:
    found = [load_level(row.path, BOOKS) for row in all_levels()]
    surprising = {level.id: level for level in found if level.script.coming}
    assert surprising
    for shown in level_list(BOOKS):
        level = surprising.get(shown.id)
        if level is not None:
            here = [unit for unit in level.units if unit.id not in level.script.coming]
            for seat in shown.seats:
                own = [unit for unit in here if unit.side == seat.id]
                assert list(seat.shown) == [(unit.id, unit.kind, unit.title) for unit in own]


def test_broken_level_says_why(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('format = 1\nrulebook = "contest"\ntitle = "Bad"\nround = 3\n')
    level = shelved(ListedLevel("bad", "Bad", "contest", path), BOOKS)
    assert level.title == "Bad"
    assert level.trouble.startswith("Line ")
    assert str(tmp_path) not in level.trouble
    assert level.ground is None
    gone = shelved(ListedLevel("gone", "", "", tmp_path / "gone.toml"), BOOKS)
    assert gone.title == "gone"
    assert gone.trouble


def test_newest_battle_is_listed(tmp_path: Path) -> None:
    assert next(all_left(tmp_path), None) is None
    first = WindowBattle.open(Options(level="yard", seed="1"), BOOKS, tmp_path)
    assert next(all_left(tmp_path), None) is None, "a battle being played is listed"
    play_on(first)
    saved = first.keeper.aside()
    first.close()
    left = next(all_left(tmp_path), None)
    assert left is not None
    assert (left.path, left.title, left.round) == (saved, "Two in the yard", 1)
    second = WindowBattle.open(Options(level="bridge", seed="1"), BOOKS, tmp_path)
    running = second.keeper.running
    second.close()
    left = next(all_left(tmp_path), None)
    assert left is not None
    assert (left.path, left.title, left.round) == (running, "Two at the bridge", None)


def test_damaged_file_hides_no_battles(tmp_path: Path) -> None:
    sitting = WindowBattle.open(Options(level="yard", seed="1"), BOOKS, tmp_path)
    text = sitting.saved()
    sitting.close()
    bad = text.replace(b'"state":{', b'"state":{"x":"\xaa",', 1)
    assert bad != text
    for place in ("saves", "replays"):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / "a.jsonl").write_bytes(bad)
    found = {left.path.name: left.round for left in all_left(tmp_path)}
    assert found["a.jsonl"] is None
    (kept,) = replays(tmp_path)
    assert (kept.title, kept.rounds, kept.is_over) == ("Two in the yard", None, False)


def test_unreadable_saves_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "a.jsonl").write_text("{}")
    (tmp_path / "running").mkdir()
    (tmp_path / "running" / "b.jsonl").write_bytes(b"\xff\xfe")
    assert next(all_left(tmp_path), None) is None


def test_many_levels_on_the_shelf_are_read_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_lists, "MOST_AT_ONCE", 2)
    shipped = len(level_list(BOOKS))
    home = tmp_path / "levels"
    home.mkdir()
    for n in range(3):
        shutil.copy(level_called("yard"), home / f"l{n}.toml")
    assert is_long_to_read(tmp_path)
    assert len(level_list(BOOKS, tmp_path, only_read=True)) == shipped
    assert len([*read_ahead(BOOKS, tmp_path)]) == len(BOOKS) + shipped + 3
    assert not is_long_to_read(tmp_path)
    found = level_list(BOOKS, tmp_path, only_read=True)
    assert [level.id for level in found[:3]] == ["mine/l0", "mine/l1", "mine/l2"]


def test_level_with_errors_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "levels" / "bad.toml"
    path.parent.mkdir()
    path.write_text(level_called("yard").read_text("utf-8").replace('kind = "', 'kind = "nobody_'))
    before = level_list(BOOKS, tmp_path)[0]
    assert "nobody" in before.trouble
    monkeypatch.delattr(level_lists, "shelved")
    assert level_list(BOOKS, tmp_path)[0].trouble == before.trouble
