"""Messages of a level stay over the board until they are read, and the battle waits."""

import time
from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.battle.telling.level_messages import DISMISS, PRESSES
from game.client.kit.app import App
from game.client.kit.inputs import Act
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation, battle_of
from game.client.screens.battle_summary import BattleSummary
from game.play.opening import Options
from game.play.players import Seats, outside, played, watched
from game.rules.registry import BooksOnDemand
from game.terms.commands import Concede, End
from tests.client.conftest import Hand

LEVEL = "toll_bar"
PATIENCE = 30.0


def opened(app: App, hand: Hand, seats: Seats) -> BattleScene:
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    scene = battle_of(app, Options(level=LEVEL, seed="5"), seats)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    hand.tick(20)
    return scene


@pytest.mark.parametrize("how", ["key", "click", "pad"])
def test_message_is_dismissed_by_mouse_key_and_gamepad(app: App, hand: Hand, how: str) -> None:
    scene = opened(app, hand, played)
    assert scene.flow.slip.words
    if how == "key":
        hand.key("return")
    elif how == "pad":
        hand.pad("a")
    else:
        hand.click(scene.seat.board.camera.rect)
    hand.tick(5)
    assert not scene.flow.slip.words
    assert not scene.seat.sitting.given, "dismissing the message gave a command"


def test_click_that_causes_a_message_does_not_dismiss_it(app: App, hand: Hand) -> None:
    scene = opened(app, hand, played)
    scene.flow.slip.clear()
    hand.move(scene.seat.board.camera.rect)
    hand.down()
    scene.flow.slip.add("One more.")
    hand.up()
    assert scene.flow.slip.words == "One more."
    hand.click(scene.seat.board.camera.rect)
    assert not scene.flow.slip.words


def test_input_that_dismisses_a_message_does_nothing_else(app: App, hand: Hand) -> None:
    scene = opened(app, hand, outside)
    before = scene.seat.sitting.saved()
    scene.flow.slip.clear()
    for name in {*DISMISS, *PRESSES} - {"undo"}:
        scene.flow.slip.add("One more.")
        scene.heard(Act(name))
        assert not scene.flow.slip.words, name
    hand.tick(5)
    assert scene.seat.sitting.saved() == before
    assert app.scene is scene


def test_computer_players_wait_until_the_message_is_read(app: App, hand: Hand) -> None:
    scene = opened(app, hand, watched)
    assert scene.flow.slip.words
    assert scene.seat.sitting.is_thinking
    before = scene.seat.sitting.saved()
    hand.tick(60)
    assert scene.seat.sitting.saved() == before
    scene.flow.slip.clear()
    until = time.monotonic() + PATIENCE
    while scene.seat.sitting.saved() == before and time.monotonic() < until:
        hand.tick()
    assert scene.seat.sitting.saved() != before


def test_window_is_idle_while_a_message_is_shown(app: App, hand: Hand) -> None:
    scene = opened(app, hand, played)
    until = time.monotonic() + PATIENCE
    while not scene.seat.sitting.is_thinking and time.monotonic() < until:
        scene.flow.slip.clear()
        asked = scene.seat.plan.question
        if asked is not None:
            scene.flow.give(End(asked.unit))
        hand.tick()
    assert scene.seat.sitting.is_thinking
    scene.flow.slip.clear()
    assert not scene.is_idle, "the window sleeps while a computer player thinks"
    scene.flow.slip.add("One more.")
    hand.tick(5)
    assert scene.is_idle


def test_message_does_not_cover_the_acting_unit(app: App, hand: Hand) -> None:
    app.change(curtain=False, speed=0.0, computer_speed=0.0)
    for level in ("first_contest", "first_guard", "yard"):
        scene = battle_of(app, Options(level=level, seed="5"), outside)
        assert isinstance(scene, BattleScene), app.notices.all
        app.push(scene)
        scene.flow.slip.add("Somebody tells something.")
        hand.tick(5)
        actor = scene.seat.actor
        assert actor is not None
        assert actor.at is not None
        tile = scene.seat.board.camera.tile_rect(actor.at)
        assert scene.flow.slip.rect.width > 1
        assert not scene.flow.slip.rect.colliderect(tile), level


def test_message_covers_no_unit_if_there_is_room(tmp_path: Path) -> None:
    write_settings(tmp_path, WindowSettings(width=1280, height=720, speed=0.0, computer_speed=0.0))
    app = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    scene = battle_of(app, Options(level="first_guard", seed="5"), outside)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    Hand(app).tick(5)
    camera = scene.seat.board.camera
    tiles = [camera.tile_rect(cell) for one in scene.seat.picture.tokens for cell in one.cells]
    assert len(tiles) > 4
    scene.flow.slip.clear()
    scene.flow.slip.add("Somebody tells something. " * 4)
    app.draw()
    assert scene.flow.slip.rect.collidelist(tiles) < 0
    app.close()


@pytest.mark.parametrize("book", ["action", "contest", "etiquette", "guard", "verdigris"])
def test_lessons_of_a_first_game_cover_no_unit_at_200_percent(tmp_path: Path, book: str) -> None:
    still = WindowSettings(width=1920, height=1080, scale=2.0, speed=0.0, computer_speed=0.0)
    write_settings(tmp_path, still)
    app = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    scene = battle_of(app, Options(level=f"first_{book}", seed="5"), outside)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    Hand(app).tick(5)
    camera, slip = scene.seat.board.camera, scene.flow.slip
    tiles = [camera.tile_rect(cell) for one in scene.seat.picture.tokens for cell in one.cells]
    lessons = scene.seat.sitting.table.battle.world.scene.level.script.lessons
    assert len(lessons) > 4
    for lesson in lessons:
        slip.clear()
        slip.teach(lesson)
        app.draw()
        seen = [tile for tile in tiles if camera.rect.contains(tile)]
        assert slip.rect.collidelist(seen) < 0, lesson.message
        assert app.window.get_rect().contains(slip.rect)
    app.close()


def test_resumed_battle_shows_no_message_twice(app: App, hand: Hand) -> None:
    scene = opened(app, hand, outside)
    scene.flow.slip.clear()
    hand.tick(5)
    asked = scene.seat.plan.question
    assert asked is not None
    scene.flow.give(End(asked.unit))
    hand.tick(5)
    path = scene.seat.sitting.keeper.running
    app.pop()
    app.change(speed=1.0)
    again = battle_of(app, Options(level=str(path)), outside)
    assert isinstance(again, BattleScene), app.notices.all
    app.push(again)
    hand.tick()
    assert not again.flow.slip.words
    assert not again.flow.timeline.is_busy, "old events are shown again"
    assert again.seat.plan.question is not None
    told = again.seat.sitting.told(again.seat.view)
    assert any(one.name == "message" for one in told), "the message is missing from the log"
    assert len(again.seat.log) == len(told), "the log has more lines than events"
    assert again.seat.tray.dice


def test_message_disappears_by_itself_without_human_players(app: App, hand: Hand) -> None:
    scene = opened(app, hand, watched)
    assert scene.flow.slip.words
    assert not scene.is_idle
    scene.update(60.0)
    assert not scene.flow.slip.words


def test_last_message_is_read_before_the_end(app: App, hand: Hand) -> None:
    scene = opened(app, hand, outside)
    scene.flow.slip.clear()
    scene.flow.give(Concede())
    hand.tick(10)
    assert scene.flow.slip.words
    assert app.scene is scene
    hand.key("return")
    hand.tick(10)
    assert isinstance(app.scene, BattleSummary)
