"""A button and its only target: one click never both chooses and rolls."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.battle.bar_buttons import button_id
from game.client.battle.planning import ButtonChoices
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from tests.client.conftest import Hand
from tests.client.shots import played_until, question, window

LEVELS = ("toll_bar", "yard", "masked_ball", "under_bridge", "green_quay")
"""A level of each rulebook."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as made:
        made.change(curtain=False)
        yield made


def lone(scene: BattleScene) -> ButtonChoices | None:
    """Return a button that rolls, for the unit's only target, a foe on the board."""
    side = question(scene).side
    for deed in scene.seat.plan.deeds:
        token = scene.seat.picture.token(deed.choices[0].unit)
        is_alone = len(deed.choices) == 1 and not deed.is_plain and not deed.is_walk
        is_foe = token is not None and token.at is not None and token.side != side
        if is_alone and is_foe and not scene.seat.sitting.is_undoable(deed.choices[0].command):
            return deed
    return None


def places(scene: BattleScene, deed: ButtonChoices) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the middle of a button and of its target's tile, both in view."""
    seat = scene.seat
    (cell,) = seat.plan.places(deed)
    seat.board.camera.show(cell)
    seat.board.camera.arrive()
    ids = [one.id for one in seat.bar._buttons.all]
    n = ids.index(button_id(deed.key))
    for _ in range(4):
        if n in dict(seat.bar.places()):
            break
        seat.bar._buttons.turn(1)
    return dict(seat.bar.places())[n].center, seat.board.camera.tile_rect(cell).center


@pytest.mark.parametrize("level", LEVELS)
def test_click_on_the_only_target_of_a_pressed_button_rolls_nothing(app: App, level: str) -> None:
    scene = played_until(app, level, "5", lambda scene: lone(scene) is not None)
    hand, deed = Hand(app), lone(scene)
    assert deed is not None
    record, plan = scene.seat.sitting.table.record, scene.seat.plan
    button, target = places(scene, deed)
    before = record.count
    for where in (button, target, button):
        hand.click(where)
        assert record.count == before, where
        assert plan.planned == deed.choices[0]
    hand.click(button)
    assert record.count > before


def test_second_click_on_the_target_rolls(app: App) -> None:
    scene = played_until(app, "yard", "5", lambda scene: lone(scene) is not None)
    hand, deed = Hand(app), lone(scene)
    assert deed is not None
    button, target = places(scene, deed)
    before = scene.seat.sitting.table.record.count
    hand.click(button)
    hand.click(target)
    hand.click(target)
    assert scene.seat.sitting.table.record.count > before


@pytest.mark.parametrize("press", ["key", "pad"])
def test_confirm_rolls_what_a_button_has_planned(app: App, press: str) -> None:
    scene = played_until(app, "yard", "5", lambda scene: lone(scene) is not None)
    hand, deed = Hand(app), lone(scene)
    assert deed is not None
    before = scene.seat.sitting.table.record.count
    scene.hands.press(button_id(deed.key))
    assert scene.seat.sitting.table.record.count == before
    hand.key("return") if press == "key" else hand.pad("a")
    assert scene.seat.sitting.table.record.count > before


@pytest.mark.parametrize("is_on_it", [True, False])
def test_tooltip_of_a_pressed_button_covers_no_target(app: App, is_on_it: bool) -> None:
    scene = played_until(app, "yard", "5", lambda scene: lone(scene) is not None)
    hand, deed = Hand(app), lone(scene)
    assert deed is not None
    button, target = places(scene, deed)
    hand.move(button)
    hand.tick(10)
    tips = scene.seat.tips
    (tip,) = tips.levels
    tip.rect.center = target if is_on_it else (5, 5)
    hand.down()
    hand.up()
    hand.tick(10)
    assert scene.seat.plan.planned is not None
    assert bool(tips.levels) is not is_on_it
    hand.move((button[0] + 15, button[1]))
    hand.tick(10)
    assert tips.levels
