"""Computer players at the battle screen: they think while events are shown, and act afterwards."""

import time
from collections.abc import Callable

import pytest

from game.client.battle.scene import BattleScene
from game.client.battle.telling.event_timeline import BANNER
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.screens.pause_menu import PauseMenu
from game.play.opening import Options
from game.play.players import played
from game.play.thinker_process import Thinker
from tests.client.conftest import Hand

PATIENCE = 60.0
"""Maximum number of seconds to wait."""
FRAME = 0.02


def until(hand: Hand, is_done: Callable[[], bool]) -> None:
    """Let time pass until `is_done` returns True."""
    end = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < end, "it takes too long"
        hand.tick(seconds=FRAME)
        time.sleep(0.001)


def thinker_of(scene: BattleScene) -> Thinker:
    (thinker,) = scene.seat.sitting._thinkers.by_side.values()
    return thinker


@pytest.fixture
def scene(app: App, hand: Hand) -> BattleScene:
    """Return a battle against a computer player, at the people's first question."""
    app.change(speed=1.0, computer_speed=1.0, warn_end=False)
    made = battle_of(app, Options(level="yard", seed="5"), played)
    assert isinstance(made, BattleScene), app.notices.all
    app.push(made)
    assert not thinker_of(made).is_started
    hand.tick()
    there = thinker_of(made)._there
    assert there is not None
    there.process.line.recv()  # the message that the process can be asked

    def is_asked() -> bool:
        if made.flow.slip.words:
            hand.key("return")
        return made.seat.plan.question is not None and not made.flow.timeline.is_busy

    until(hand, is_asked)
    return made


def foes_turn(scene: BattleScene, hand: Hand) -> int:
    """End turns until a computer player is to move; return the number of commands by then."""
    sitting, plan = scene.seat.sitting, scene.seat.plan
    while not sitting.is_thinking:
        if plan.question is not None:
            hand.key("e")
        until(hand, lambda: sitting.is_thinking or plan.question is not None)
    return sitting.count


def test_foe_thinks_under_the_banners_and_moves_after_them(scene: BattleScene, hand: Hand) -> None:
    count = foes_turn(scene, hand)
    thinker, sitting = thinker_of(scene), scene.seat.sitting
    assert thinker.is_asked
    thinker.wait(PATIENCE)
    frames = 0
    while sitting.count == count:
        assert scene.flow.timeline.is_busy
        assert thinker.is_asked
        hand.tick(seconds=FRAME)
        frames += 1
    assert frames * FRAME > BANNER / 2


def test_answer_waits_while_the_menu_is_open(scene: BattleScene, app: App, hand: Hand) -> None:
    count = foes_turn(scene, hand)
    hand.key("escape")
    assert isinstance(app.scene, PauseMenu)
    thinker_of(scene).wait(PATIENCE)
    hand.tick(100, seconds=FRAME)
    assert scene.seat.sitting.count == count
    hand.key("escape")
    until(hand, lambda: scene.seat.sitting.count > count)


def test_battle_left_while_the_foe_thinks_ends_its_process(
    scene: BattleScene, app: App, hand: Hand
) -> None:
    foes_turn(scene, hand)
    app.pop()
    assert not thinker_of(scene).is_started
