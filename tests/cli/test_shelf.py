"""The shelf: own levels and folders, listed with ids and found by them everywhere."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game.campaign.campaign_list import shelf_campaigns
from game.content.levels import find_level
from game.content.shelf import MOST_LEVELS, OWN, Shelf
from game.content.shipped_folders import levels_root
from game.play.level_list import level_list
from game.rules.registry import find_books
from tests.cli.runner import Run

BOOKS = find_books().books
YARD = find_level("yard")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder with two own levels, one of them named like a level of the game."""
    own = tmp_path / "data" / OWN
    own.mkdir(parents=True)
    for name in ("yard", "other"):
        (own / f"{name}.toml").write_bytes(YARD.read_bytes())
    return tmp_path / "data"


def rows(run: Run) -> list[list[str]]:
    return [line.split(maxsplit=2) for line in run("levels").out.splitlines()]


@pytest.mark.usefixtures("data")
def test_own_levels_are_listed_below_those_of_the_game(run: Run) -> None:
    ids = [row[0] for row in rows(run)]
    assert ids[-2:] == ["mine/other", "mine/yard"]
    assert "yard" in ids


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    "command",
    [
        ("check", "mine/other"),
        ("check", "--resolved", "mine/other"),
        ("watch", "mine/other", "--text", "--fast", "--seed", "3"),
        ("lab", "mine/other", "-n", "1", "--jobs", "1", "--players", "random,random"),
    ],
)
def test_commands_find_own_levels_by_id(run: Run, command: tuple[str, ...]) -> None:
    assert (run(*command).code, run.err.splitlines()[1:]) == (0, [])


def test_edit_and_play_open_own_levels_by_id(run: Run, data: Path, tmp_path: Path) -> None:
    for command in ("edit", "play"):
        shot = tmp_path / f"{command}.png"
        assert run(command, "mine/other", "--screenshot", str(shot), "--frames", "1").code == 0
        assert shot.is_file()
    assert (data / OWN / "other.toml").read_bytes() == YARD.read_bytes()


def test_unknown_id_of_the_shelf_is_refused(run: Run) -> None:
    assert run("check", "mine/nothing").code == 2


def test_own_level_never_replaces_a_level_of_the_game(data: Path) -> None:
    (data / OWN / "yard.toml").write_text("broken", encoding="utf-8")
    found = {level.id: level for level in level_list(BOOKS, data)}
    assert found["mine/yard"].trouble
    assert not found["yard"].trouble
    assert find_level("yard") == YARD


def test_ids_come_from_the_place_in_the_folder(data: Path) -> None:
    (data / OWN / "part").mkdir()
    shutil.copy(YARD, data / OWN / "part" / "one.toml")
    (data / OWN / "notes.toml").write_text("a = 1", encoding="utf-8")
    assert [level.id for level in Shelf(data).levels()] == [
        *("mine/other", "mine/part/one", "mine/yard")
    ]


def test_folder_lists_a_limited_number_of_levels(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_LEVELS >= 100
    monkeypatch.setattr("game.content.shelf.MOST_LEVELS", 1)
    assert [level.id for level in Shelf(data).levels()] == ["mine/other"]


def test_added_folder_is_on_the_shelf_until_it_is_removed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "My Levels!"
    shutil.copytree(levels_root() / "pools", folder)
    assert run("add", str(folder)).out == (
        f"{str(folder)!r} is on your shelf; its levels have ids that begin with my_levels/.\n"
    )
    assert run("add", str(folder)).code == 0
    assert [row[0] for row in rows(run)][-4:] == [
        f"my_levels/{name}" for name in ("bell_yard", "green_quay", "mule_road", "the_capture")
    ]
    assert run("remove", "my_levels").code == 0
    assert not any(row[0].startswith("my_levels") for row in rows(run))
    assert len(list(folder.iterdir())) == 4


def test_folders_of_one_name_get_different_ids(run: Run, tmp_path: Path) -> None:
    for part in "ab":
        (tmp_path / part / "same").mkdir(parents=True)
        shutil.copy(YARD, tmp_path / part / "same" / "yard.toml")
        run("add", str(tmp_path / part / "same"))
    assert [row[0] for row in rows(run)][-2:] == ["same/yard", "same_2/yard"]


def test_campaign_in_an_added_folder_is_listed_and_opened(run: Run, tmp_path: Path) -> None:
    (tmp_path / "roads").mkdir()
    road = str(tmp_path / "roads" / "mine_road")
    assert run("new-campaign", road, "--rulebook", "action").code == 0
    assert run("add", str(tmp_path / "roads")).code == 0
    assert [road.id for road in shelf_campaigns(tmp_path / "data")] == ["roads/mine_road"]
    assert ["roads/mine_road", "campaign"] in [row[:2] for row in rows(run)]
    assert run("check", "roads/mine_road").code == 0


def test_added_level_is_checked_and_copied(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sent.toml"
    path.write_bytes(YARD.read_bytes())
    for name in ("sent", "sent_2"):
        assert run("add", str(path)).out == f"Two in the yard is on your shelf as mine/{name}.\n"
    copy = tmp_path / "data" / OWN / "sent.toml"
    assert copy.read_bytes() == path.read_bytes()
    path.write_text(path.read_text().replace('kind = "', 'kind = "un'), encoding="utf-8")
    assert run("add", str(path)).code == 2
    assert "has 2 errors" in run.err
    assert sorted(it.name for it in copy.parent.iterdir()) == ["sent.toml", "sent_2.toml"]


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda path: path.mkdir(), "There is no level and no campaign in"),
        (lambda path: path.write_text("x"), "isn't a pack (.ftpack), a level (.toml) or a folder"),
        (lambda _: None, "There is no file"),
        (lambda path: path.symlink_to(levels_root()), "are listed already"),
    ],
)
def test_other_things_are_refused(
    run: Run, tmp_path: Path, made: Callable[[Path], object], why: str
) -> None:
    made(tmp_path / "thing")
    assert run("add", str(tmp_path / "thing")).code == 2
    assert why in run.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(("id", "why"), [("mine", "yourself"), ("gone", "Nothing on your shelf")])
def test_own_files_are_not_removed(run: Run, data: Path, id: str, why: str) -> None:
    assert run("remove", id).code == 2
    assert why in run.err
    assert len(list((data / OWN).iterdir())) == 2


def test_damaged_list_of_folders_hides_no_own_level(run: Run, data: Path) -> None:
    (data / "shelf.toml").write_text("folders = 3", encoding="utf-8")
    assert [row[0] for row in rows(run)][-2:] == ["mine/other", "mine/yard"]
