"""A second press of a button that needs a target keeps it chosen, and asks for the target."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.battle.bar_buttons import button_id, buttons_of
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


def aiming(scene: BattleScene) -> ButtonChoices | None:
    """Return a button with a number and several targets."""
    own = question(scene).ask == "turn" or question(scene).ask == "deploy"
    ids = [one.id for one in buttons_of(scene.seat.plan, scene.app)][:9]
    found = (one for one in scene.seat.plan.deeds if len(one.choices) > 1)
    return next((one for one in found if own and button_id(one.key) in ids), None)


@pytest.mark.parametrize("level", LEVELS)
def test_second_press_keeps_a_button_that_needs_a_target(app: App, level: str) -> None:
    scene = played_until(app, level, "5", lambda scene: aiming(scene) is not None)
    seat, deed, hand = scene.seat, aiming(scene), Hand(app)
    assert deed is not None
    ids = [one.id for one in buttons_of(seat.plan, app)]
    number = str(ids.index(button_id(deed.key)) + 1)
    before = seat.sitting.table.record.count
    hand.key(number)
    assert seat.plan.chosen == deed.key
    assert not app.notices.shown
    hand.key(number)
    assert seat.plan.chosen == deed.key
    assert seat.plan.planned is None
    assert app.notices.shown == (seat.say("choose_target", what=deed.label, cap="Esc"),)
    assert seat.sitting.table.record.count == before
    scene.hands.press(button_id(deed.key))
    assert seat.plan.chosen == deed.key
    hand.key("escape")
    assert seat.plan.chosen is None
