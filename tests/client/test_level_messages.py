"""What a level tells hangs over the board until it was read, and nothing goes on meanwhile."""

import time

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.inputs import Act
from game.client.navigation import battle_of
from game.client.screens.battle_summary import BattleSummary
from game.play.opening import Options
from game.play.players import Seats, outside, played, watched
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
def test_it_is_read_by_mouse_key_and_pad(app: App, hand: Hand, how: str) -> None:
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
    assert not scene.seat.sitting.given, "reading is no command"


def test_a_click_that_calls_it_up_does_not_take_it_away(app: App, hand: Hand) -> None:
    scene = opened(app, hand, played)
    scene.flow.slip.clear()
    hand.move(scene.seat.board.camera.rect)
    hand.down()
    scene.flow.slip.add("One more.")
    hand.up()
    assert scene.flow.slip.words == "One more."
    hand.click(scene.seat.board.camera.rect)
    assert not scene.flow.slip.words


def test_what_is_meant_for_the_slip_does_nothing_else(app: App, hand: Hand) -> None:
    scene = opened(app, hand, outside)
    before = scene.seat.sitting.saved()
    for name in ("end", "cancel", "confirm"):
        scene.flow.slip.add("One more.")
        scene.heard(Act(name))
    hand.tick(5)
    assert scene.seat.sitting.saved() == before
    assert app.scene is scene


def test_computers_wait_until_it_was_read(app: App, hand: Hand) -> None:
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


def test_the_window_rests_while_it_is_read(app: App, hand: Hand) -> None:
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
    assert not scene.is_idle, "what the computer says is to be heard"
    scene.flow.slip.add("One more.")
    hand.tick(5)
    assert scene.is_idle


def test_a_slip_does_not_cover_who_acts(app: App, hand: Hand) -> None:
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


def test_a_battle_that_goes_on_tells_nothing_twice(app: App, hand: Hand) -> None:
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
    assert not again.flow.timeline.is_busy, "one is where one was, and need not look on again"
    assert again.seat.plan.question is not None
    told = again.seat.sitting.told(again.seat.view)
    assert any(one.name == "message" for one in told), "it is in the log all the same"
    assert len(again.seat.log) == len(told), "nobody has walked"
    assert again.seat.tray.dice


def test_where_nobody_plays_it_goes_away_by_itself(app: App, hand: Hand) -> None:
    scene = opened(app, hand, watched)
    assert scene.flow.slip.words
    assert not scene.is_idle
    scene.update(60.0)
    assert not scene.flow.slip.words


def test_the_last_words_are_read_before_the_end(app: App, hand: Hand) -> None:
    scene = opened(app, hand, outside)
    scene.flow.slip.clear()
    scene.flow.give(Concede())
    hand.tick(10)
    assert scene.flow.slip.words
    assert app.scene is scene
    hand.key("return")
    hand.tick(10)
    assert isinstance(app.scene, BattleSummary)
