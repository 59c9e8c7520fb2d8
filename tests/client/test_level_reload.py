"""Battles that are tried out: replaying the last test, and following the level's file."""

from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.editor.conflict_screen import ConflictScreen
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.kit.theme import HARM
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import battle_scene
from game.client.setup.seat_choice import SeatChoice
from game.core.cells import Cell
from game.play.opening import Options
from game.play.players import outside, watched
from game.record.data_folders import RUNNING, levels_dir
from game.terms.commands import Move
from game.workshop.document import painting
from tests.client.conftest import Hand
from tests.client.shots import settle

YARD = levels_dir() / "duels" / "yard.toml"
SEEN = 5, 0.1
"""Ticks after which a change of a file must have been seen, and seconds for each."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a copy of the yard in a file of its own."""
    path = tmp_path / "mine" / "yard.toml"
    path.parent.mkdir()
    path.write_bytes(YARD.read_bytes())
    return path


def edited(app: App, hand: Hand, file: Path) -> EditorScene:
    scene = app.navigation.editor(str(file))
    assert isinstance(scene, EditorScene)
    app.push(scene)
    hand.tick(2)
    return scene


def tried(app: App, hand: Hand) -> BattleScene:
    """Begin a test from the editor; the seats are chosen the first time."""
    hand.key("f5")
    if isinstance(app.scene, SeatChoice):
        hand.click(app.scene.done)
    return shown(app, hand)


def shown(app: App, hand: Hand) -> BattleScene:
    """Return the battle that is shown, after its messages."""
    battle = app.scene
    assert isinstance(battle, BattleScene)
    settle(app)
    while battle.flow.slip.words:
        hand.key("return")
    return battle


def step(app: App, hand: Hand, battle: BattleScene, cell: Cell) -> None:
    """Move the unit that is asked to a tile."""
    table = battle.seat.sitting.table
    ends = (one for one in table.battle.legal() if isinstance(one, Move) and one.path[-1] == cell)
    battle.flow.give(next(ends))
    shown(app, hand)


def back(app: App, hand: Hand) -> None:
    """Go back to the editor."""
    hand.key("escape")
    assert not isinstance(app.scene, BattleScene)


def paint(scene: EditorScene, cell: Cell, terrain: str) -> None:
    scene.desk.apply(lambda reading: painting.paint(reading, [cell], terrain))


def commands(battle: BattleScene) -> list[object]:
    return [one.command for one in battle.seat.sitting.table.battle.history]


@pytest.mark.parametrize("press", ["key", "button", "pad"])
def test_last_test_is_replayed_into_the_edited_level(
    app: App, hand: Hand, file: Path, press: str
) -> None:
    scene = edited(app, hand, file)
    assert not scene.replay.is_enabled
    hand.key("shift+f5")
    assert app.scene is scene
    assert any("no test" in notice for notice in app.notices.all)
    battle = tried(app, hand)
    step(app, hand, battle, (3, 2))
    before, seed = commands(battle), battle.seat.sitting.table.dice.seed
    back(app, hand)
    assert scene.replay.is_enabled
    paint(scene, (9, 7), "rubble")
    if press == "key":
        hand.key("shift+f5")
    elif press == "button":
        hand.click(scene.replay)
    else:
        scene.ring.focus(scene.replay)
        hand.pad("a")
    again = shown(app, hand)
    assert again is not battle
    assert commands(again) == before
    assert again.seat.sitting.table.dice.seed == seed
    assert again.seat.board.ground.terrain((9, 7)) == "rubble"
    assert "1 command" in app.notices.all[-1]
    back(app, hand)
    paint(scene, (3, 2), "stone_wall")
    hand.key("shift+f5")
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    hand.click(dialog.buttons[0])
    stopped = shown(app, hand)
    assert commands(stopped) == []
    back(app, hand)
    hand.key("ctrl+z")
    hand.key("shift+f5")
    assert commands(shown(app, hand)) == before


def test_replay_that_stops_says_why_and_leads_back(app: App, hand: Hand, file: Path) -> None:
    scene = edited(app, hand, file)
    step(app, hand, tried(app, hand), (3, 2))
    back(app, hand)
    paint(scene, (3, 2), "stone_wall")
    hand.click(scene.replay)
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    words = dialog._text.passages[0].words
    assert "0 of 1 command" in words
    assert "can't be entered" in words
    hand.click(dialog.buttons[1])
    assert app.scene is scene


def test_playtest_follows_the_file_and_a_broken_one_leaves_it(
    app: App, hand: Hand, file: Path
) -> None:
    scene = edited(app, hand, file)
    battle = tried(app, hand)
    step(app, hand, battle, (3, 2))
    battle.seat.board.camera.zoom(1)
    tile = battle.seat.board.camera.tile
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[map]", "[map", 1), encoding="utf-8")
    hand.tick(*SEEN)
    assert app.scene is battle
    assert battle.reload is not None
    assert "line" in battle.reload.trouble or "can't be played" in battle.reload.trouble
    changed = text.replace("#.........#", "#........,#", 1).replace(
        '"." = "floor"', '"." = "floor"\n"," = "rubble"', 1
    )
    file.write_text(changed, encoding="utf-8")
    hand.tick(*SEEN)
    again = app.scene
    assert isinstance(again, BattleScene)
    assert again is not battle
    assert again.seat.board.ground.terrain((9, 1)) == "rubble"
    assert len(commands(again)) == 1
    assert again.seat.board.camera.tile == tile
    assert scene.document.text == changed
    shown(app, hand)
    back(app, hand)
    assert isinstance(app.scene, EditorScene)


@pytest.mark.parametrize("how", ["editor", "file"])
def test_broken_level_has_a_sign_on_its_tile(app: App, hand: Hand, file: Path, how: str) -> None:
    if how == "editor":
        edited(app, hand, file)
        battle = tried(app, hand)
    else:
        options = Options(level=str(file), seed="3", players="red=stdio,blue=stdio")
        battle = battle_scene(app, options, outside)
        app.push(battle)
        shown(app, hand)
    text = file.read_text(encoding="utf-8")
    above, row, below = text.rpartition("#.........#")
    file.write_text(above + row.replace("....", "...?", 1) + below, encoding="utf-8")
    hand.tick(*SEEN)
    assert app.scene is battle
    assert battle.reload is not None
    assert "'?'" in battle.reload.trouble
    cell = (4, above.partition("grid")[2].count("\n") - 1)
    assert battle.reload.cell == cell
    app.draw()
    tile = battle.seat.board.camera.tile_rect(cell)
    colours = {tuple(app.window.get_at((x, tile.y + 8)))[:3] for x in range(tile.x, tile.right)}
    assert tuple(HARM)[:3] in colours
    file.write_text(text, encoding="utf-8")
    hand.tick(*SEEN)
    again = app.scene
    assert isinstance(again, BattleScene)
    assert again.reload is not None
    assert (again.reload.trouble, again.reload.cell) == ("", None)


@pytest.mark.parametrize("is_watched", [False, True], ids=["play", "watch"])
def test_battle_of_an_own_file_follows_it(
    app: App, hand: Hand, file: Path, is_watched: bool
) -> None:
    options = Options(level=str(file), seed="3", players="red=stdio,blue=stdio")
    battle = battle_scene(app, options, watched if is_watched else outside)
    app.push(battle)
    shown(app, hand)
    step(app, hand, battle, (3, 2))
    running = list((app.folder / RUNNING).iterdir())
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("Two in the yard", "Two in a garden", 1), encoding="utf-8")
    hand.tick(*SEEN)
    again = app.scene
    assert isinstance(again, BattleScene)
    assert again is not battle
    assert again.seat.sitting.table.battle.world.scene.level.title == "Two in a garden"
    assert len(commands(again)) == 1
    assert not any(path.exists() for path in running)
    assert len(list((app.folder / RUNNING).iterdir())) == len(running)
    file.unlink()
    hand.tick(*SEEN)
    assert app.scene is again
    assert again.reload is not None
    assert "is gone" in again.reload.trouble


def test_level_of_the_game_is_not_looked_at(app: App, hand: Hand) -> None:
    battle = battle_scene(app, Options(level="yard", seed="3"), outside)
    app.push(battle)
    assert battle.reload is None
    shown(app, hand)
    assert battle.is_idle


def test_conflict_during_a_playtest_is_settled_in_the_editor(
    app: App, hand: Hand, file: Path
) -> None:
    scene = edited(app, hand, file)
    paint(scene, (4, 1), "rubble")
    ours = scene.document.text
    battle = tried(app, hand)
    theirs = file.read_text(encoding="utf-8").replace("#.........#", "#...#.....#", 1)
    file.write_text(theirs, encoding="utf-8")
    hand.tick(*SEEN)
    assert app.scene is battle
    assert battle.reload is not None
    assert "same place" in battle.reload.trouble
    back(app, hand)
    hand.tick(*SEEN)
    ask = app.scene
    assert isinstance(ask, ConflictScreen)
    assert scene.document.text == ours
    hand.click(ask.take)
    assert scene.document.text == theirs


@pytest.mark.parametrize("press", ["key", "button", "pad"])
def test_last_test_and_its_seats_are_kept_until_the_level_is_opened_again(
    app: App, hand: Hand, file: Path, press: str
) -> None:
    scene = edited(app, hand, file)
    battle = tried(app, hand)
    step(app, hand, battle, (3, 2))
    before, seed = commands(battle), battle.seat.sitting.table.dice.seed
    back(app, hand)
    app.pop()
    again = edited(app, hand, file)
    assert again is not scene
    assert again.replay.is_enabled
    if press == "key":
        hand.key("shift+f5")
    elif press == "button":
        hand.click(again.replay)
    else:
        again.ring.focus(again.replay)
        hand.pad("a")
    replayed = shown(app, hand)
    assert commands(replayed) == before
    assert replayed.seat.sitting.table.dice.seed == seed
    back(app, hand)
    hand.key("f5")
    assert isinstance(app.scene, BattleScene)  # the seats aren't asked for again
    assert [one.name for one in file.parent.iterdir() if one.suffix == ".test"] == []


def test_test_of_another_file_or_a_damaged_one_is_not_taken_up(
    app: App, hand: Hand, file: Path, tmp_path: Path
) -> None:
    edited(app, hand, file)
    step(app, hand, tried(app, hand), (3, 2))
    back(app, hand)
    app.pop()
    other = tmp_path / "other" / file.name
    other.parent.mkdir()
    other.write_bytes(file.read_bytes())
    assert not edited(app, hand, other).replay.is_enabled
    app.pop()
    (kept,) = (app.folder / "trials").glob("*.test")
    whole = kept.read_bytes()
    for damaged in (b"", b"{}\n", b"\xff" + whole, whole.split(b"\n")[0] + b"\nno record\n"):
        kept.write_bytes(damaged)
        assert not edited(app, hand, file).replay.is_enabled
        app.pop()
