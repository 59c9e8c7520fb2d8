"""A battle that is resumed says whether its level has changed since it began."""

from pathlib import Path

import msgspec
import pytest

from game.content.levels import find_level, read_level
from game.content.shelf import OWN
from game.play.opening import Options
from game.play.players import STDIO
from game.play.resuming import level_change
from game.present.window_battle import WindowBattle
from game.record.data_folders import RUNNING
from game.record.dice_source import DiceSource
from game.record.lines import Header
from game.record.recording import Setup, header_of
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
