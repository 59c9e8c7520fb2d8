"""The luck receipt, from the summary and back, by keys, gamepad and pointer."""

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.luck_receipt import LuckScene
from game.play.opening import Options
from game.play.players import outside
from game.terms.commands import Concede
from tests.client.conftest import Hand
from tests.client.test_scenes import KEYED, SIZES, press


@pytest.fixture
def summary(app: App, hand: Hand) -> BattleSummary:
    """Return the summary of a battle that was conceded."""
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    options = Options(level="toll_bar", seed="5")
    scene = battle_of(app, options, outside)
    assert isinstance(scene, BattleScene)
    app.push(scene)
    is_given = False
    for _ in range(400):
        hand.tick()
        scene.flow.slip.clear()
        if scene.seat.plan.question is not None and not is_given:
            is_given = True
            scene.flow.give(Concede())
        if isinstance(app.scene, BattleSummary):
            return app.scene
    raise AssertionError("there is no summary")


def lines(scene: LuckScene) -> tuple[str, ...]:
    assert scene.receipt is not None
    return scene.receipt.lines


@KEYED
def test_receipt_has_a_page_for_each_side(
    app: App, hand: Hand, summary: BattleSummary, by: str
) -> None:
    press(hand, by, "return", "left", "left", "return")
    scene = app.scene
    assert isinstance(scene, LuckScene)
    first = lines(scene)
    press(hand, by, "right")
    assert lines(scene) != first
    press(hand, by, "left")
    assert lines(scene) == first
    press(hand, by, "escape")
    assert app.scene is summary


def test_receipt_opens_by_the_pointer(app: App, hand: Hand, summary: BattleSummary) -> None:
    hand.click(summary.luck)
    scene = app.scene
    assert isinstance(scene, LuckScene)
    first = lines(scene)
    hand.click(scene.tabs.tab_rect(1))
    assert lines(scene) != first
    hand.click(scene.back)
    assert app.scene is summary


def test_receipt_fits_any_window(app: App, hand: Hand, summary: BattleSummary) -> None:
    hand.click(summary.luck)
    assert app.scene is not None
    for size in SIZES:
        app.scene.resized(size)
        hand.tick()
    for scale in (1.5, 2.0):
        app.change(scale=scale)
        hand.tick(2)


def test_receipt_without_dice_says_so(app: App, hand: Hand) -> None:
    app.push(LuckScene(app, (), lambda _: None))
    hand.tick(2)
    scene = app.scene
    assert isinstance(scene, LuckScene)
    assert scene.receipt is None
    assert [passage.words for passage in scene.text.passages] == [app.words.say("luck", "none")]
