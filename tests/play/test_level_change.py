"""A battle that is resumed says whether its level has changed since it began."""

from pathlib import Path

import msgspec
import pytest

from game.content.levels import find_level, read_level
from game.content.shelf import OWN
from game.play.level_places import LIST, MOST, remember_level, remembered_level
from game.play.opening import Options
from game.play.players import STDIO
from game.play.resuming import level_change
from game.present.window_battle import WindowBattle
from game.record.data_folders import RUNNING
from game.record.dice_source import DiceSource
from game.record.lines import Header
from game.record.recording import Setup, header_of, text_hash
from game.rules.registry import find_books

BOOKS = find_books().books
YARD = find_level("yard").read_text(encoding="utf-8")


def header(text: str, id: str = "yard") -> Header:
    level = read_level(text, file=f"{id}.toml", id=id, books=BOOKS)
    players = {side.id: STDIO for side in level.sides}
    return header_of(BOOKS[level.rulebook], level, Setup(DiceSource(1), players))


def own(folder: Path, text: str) -> None:
    path = folder / OWN / "yard.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_unchanged_level_is_not_mentioned(tmp_path: Path) -> None:
    assert level_change(header(YARD), tmp_path) is None
    own(tmp_path, "# Mine.\n" + YARD)
    assert level_change(header("# Mine.\n" + YARD), tmp_path) is None


@pytest.mark.parametrize("is_own", [False, True], ids=["of the game", "own"])
def test_changed_level_is_named(tmp_path: Path, is_own: bool) -> None:
    before = header("# Before.\n" + YARD)
    if is_own:
        own(tmp_path, "# After.\n" + YARD.replace("Two in the yard", "Two elsewhere"))
    told = level_change(before, tmp_path)
    assert told is not None
    assert "Two in the yard has changed" in told
    assert level_change(msgspec.structs.replace(before, journey="a-1"), tmp_path) is None


def test_level_from_elsewhere_is_not_mentioned(tmp_path: Path) -> None:
    other = YARD.replace("Two in the yard", "My own yard")
    assert level_change(header(other), tmp_path) is None
    assert level_change(header(YARD, "nowhere"), tmp_path) is None


def test_continue_says_that_the_level_has_changed(tmp_path: Path) -> None:
    own(tmp_path, YARD)
    path = tmp_path / OWN / "yard.toml"
    options = Options(level=str(path), seed="1", players="red=stdio,blue=stdio")
    WindowBattle.open(options, BOOKS, tmp_path).close()
    (running,) = (tmp_path / RUNNING).iterdir()
    own(tmp_path, YARD.replace("rounds = 40", "rounds = 30"))
    told: list[str] = []
    again = WindowBattle.open(Options(level=str(running)), BOOKS, tmp_path, told.append)
    assert again.overview().rounds == 40
    again.close()
    assert any("has changed since this battle began" in one for one in told)


def test_continue_knows_a_level_in_any_folder(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "mine.toml"
    path.parent.mkdir()
    path.write_text(YARD.replace("Two in the yard", "My yard"), encoding="utf-8")
    folder, told = tmp_path / "data", list[str]()
    options = Options(level=str(path), seed="1", players="red=stdio,blue=stdio")
    WindowBattle.open(options, BOOKS, folder).close()
    (running,) = (folder / RUNNING).iterdir()
    WindowBattle.open(Options(level=str(running)), BOOKS, folder, told.append).close()
    assert not any("has changed" in one for one in told)
    path.write_text(YARD.replace("Two in the yard", "Another yard"), encoding="utf-8")
    (running,) = (folder / RUNNING).iterdir()
    WindowBattle.open(Options(level=str(running)), BOOKS, folder, told.append).close()
    assert any("The level My yard has changed since this battle began" in one for one in told)
    path.unlink()
    (running,) = (folder / RUNNING).iterdir()
    again: list[str] = []
    WindowBattle.open(Options(level=str(running)), BOOKS, folder, again.append).close()
    assert not any("has changed" in one for one in again)


def test_places_of_levels_are_few_and_may_be_broken(tmp_path: Path) -> None:
    files = [tmp_path / f"level_{n}.toml" for n in range(MOST + 5)]
    for n, path in enumerate(files):
        path.write_text(f"# {n}", encoding="utf-8")
        remember_level(path, tmp_path / "data")
    marks = [text_hash(f"# {n}") for n in range(MOST + 5)]
    found = [remembered_level(mark, tmp_path / "data") for mark in marks]
    assert found == [*[None] * 5, *files[5:]]
    (tmp_path / "data" / LIST).write_text("[1, 2", encoding="utf-8")
    assert remembered_level(marks[-1], tmp_path / "data") is None
    remember_level(files[0], tmp_path / "data")
    assert remembered_level(marks[0], tmp_path / "data") == files[0]
    remember_level(find_level("yard"), tmp_path / "data")
    assert remembered_level(text_hash(YARD), tmp_path / "data") is None
