"""Keys and pointer take over from each other: panel and tooltip are about what was used last."""

import pytest

from game.client.battle.bar_buttons import button_id, buttons_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from tests.client.conftest import Hand
from tests.client.shots import read

RESTED = 80
"""Ticks after which a tooltip under a resting pointer is pinned."""


def opened(app: App, level: str) -> BattleScene:
    """Return the scene of a battle at its first question."""
    app.change(speed=0.0, computer_speed=0.0, calm=True, curtain=False)
    scene = battle_of(app, Options(level=level, seed="5"), outside)
    assert scene is not None, app.notices.all
    app.push(scene)
    read(app, scene)
    assert scene.seat.plan.question is not None
    return scene


def place(scene: BattleScene, id: str) -> tuple[int, int]:
    """Return the middle of a visible button."""
    bar = scene.seat.bar
    return next(rect.center for n, rect in bar.places() if bar._buttons.all[n].id == id)


def tip(scene: BattleScene) -> str:
    """Return the id of the button whose tooltip is shown, or ""."""
    levels = scene.seat.tips.levels
    return levels[0].offer.of.partition(":")[2] if levels else ""


def number(scene: BattleScene, app: App, id: str) -> str:
    """Return the key with the number of a button."""
    ids = [one.id for one in buttons_of(scene.seat.plan, app)]
    return str((ids.index(id) + 1) % 10)


@pytest.mark.parametrize("is_at_board", [True, False])
def test_moving_the_pointer_takes_the_focus_from_the_buttons(
    is_at_board: bool, app: App, hand: Hand
) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    camera = seat.board.camera
    assert seat.actor is not None
    assert seat.actor.at is not None
    hand.move((3, 3))
    hand.key("tab")
    assert seat.pointed_button == buttons_of(seat.plan, app)[0].id
    spot = camera.tile_rect(seat.actor.at).center if is_at_board else (5, 5)
    hand.move(spot)
    hand.tick(RESTED)
    assert seat.bar._buttons.focused is None
    assert seat.pointed_button is None
    assert tip(scene) == ""
    assert seat.pointed == (seat.actor.at if is_at_board else None)


def test_pointer_that_rests_leaves_the_focus_to_the_keys(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    assert scene.seat.actor is not None
    assert scene.seat.actor.at is not None
    hand.move(scene.seat.board.camera.tile_rect(scene.seat.actor.at).center)
    hand.key("tab", "right")
    hand.move(hand.at)
    assert scene.seat.focus == "bar"


def test_pointer_points_again_at_the_button_that_it_rests_on(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    x, y = place(scene, "attack:unarmed")
    hand.move((x, y))
    hand.key("e")
    planned = seat.plan.planned
    assert seat.pointed_button == "end"
    hand.tick(RESTED)
    assert tip(scene) in ("", "end")
    assert scene.seat.forecast.command == (planned.command if planned else None)
    hand.move((x + 2, y))
    hand.tick()
    assert seat.pointed_button == "attack:unarmed"
    assert seat.forecast.command is None, "the panel still shows the end of the turn"


@pytest.mark.parametrize("level", ["toll_bar", "kennel"])
def test_button_pressed_by_its_key_has_panel_and_tooltip_to_itself(
    level: str, app: App, hand: Hand
) -> None:
    scene = opened(app, level)
    seat, seen = scene.seat, 0
    for deed in seat.plan.deeds:
        id = button_id(deed.key)
        if id not in [one.id for one in buttons_of(seat.plan, app)[:10]]:
            continue
        visible = (seat.bar._buttons.all[n].id for n, _ in seat.bar.places())
        other = next(one for one in visible if one not in (id, "end"))
        if id == "end" or scene.hands._is_undoable(deed.choices[0]):
            continue
        hand.move(place(scene, other))
        hand.tick(RESTED)
        assert tip(scene) in ("", other)
        hand.key(number(scene, app, id))
        hand.tick(RESTED)
        assert tip(scene) in ("", id)
        assert seat.plan.chosen == deed.key or seat.plan.planned in deed.choices
        commands = [choice.command for choice in deed.choices]
        assert seat.forecast.command is None or seat.forecast.command in commands
        seen += 1
        hand.key("escape")
    assert seen


def test_end_planned_by_its_key_takes_the_focus_along(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    hand.key("tab", "e")
    hand.tick(RESTED)
    buttons = seat.bar._buttons
    assert buttons.focused is not None
    assert buttons.all[buttons.focused].id == "end"
    assert tip(scene) in ("", "end")


def test_undo_has_no_focus_while_nobody_is_asked(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    hand.key("tab")
    seat.plan.ask(None, seat.picture)
    scene.showing.buttons()
    assert not seat.bar._is_undo_focused
    assert seat.bar.offered() is None


def test_tooltip_goes_when_the_pointer_is_on_the_button_below(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    places = scene.seat.bar.places()
    ids = [scene.seat.bar._buttons.all[n].id for n, _ in places]
    pair = next(
        (above, below)
        for above, (_, one) in zip(ids, places, strict=True)
        for below, (_, other) in zip(ids, places, strict=True)
        if one.x == other.x and one.y < other.y and above != "end" != below
    )
    hand.move(place(scene, pair[0]))
    hand.tick(RESTED)
    assert tip(scene) == pair[0]
    scene.seat.tips.levels[0].is_pinned = True
    hand.move(place(scene, pair[1]))
    hand.tick(RESTED // 2)
    assert tip(scene) == pair[1]
