"""Battles in a window whose ticks have little time: work goes on in later ticks, and ends equal."""

from hashlib import blake2b
from itertools import count

import pygame
import pytest

from game.client.kit import tick_time
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from tests.client.conftest import Hand
from tests.client.shots import settle

LEVELS = "toll_bar", "bell_yard"
"""Levels with long lists of options, and with long searches for odds."""
COMMANDS = 2


def short_of_time(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the ticks of a window, each look at the clock taking a third of their time."""
    looks = count()
    monkeypatch.setattr(tick_time, "perf_counter", lambda: next(looks) * tick_time.WORK / 3)
    app.time.is_limited = True


def shown(app: App, hand: Hand, level: str) -> list[str]:
    """Play a battle; return the frames after pointing, commands and undo, when nothing moves."""
    app.change(speed=0.0, computer_speed=0.0, calm=True, curtain=False)
    scene = battle_of(app, Options(level=level, seed="5"), outside)
    assert scene is not None
    app.push(scene)
    found: list[str] = []

    def rest() -> None:
        while True:
            settle(app)
            if not scene.flow.slip.words:
                break
            hand.key("return")
        app.draw()
        found.append(blake2b(pygame.image.tobytes(app.window, "RGB")).hexdigest())

    rest()
    for n in range(COMMANDS):
        question = scene.seat.plan.question
        if question is None:
            break
        places = sorted(scene.seat.plan.places())
        if places:
            hand.move(scene.seat.board.camera.tile_rect(places[-1]).center)
            rest()
        choices = [one for one in question.choices if one.verb not in ("concede", "draw")]
        scene.flow.give(choices[(7 * n) % len(choices)].command)
        rest()
        hand.key("backspace")
        rest()
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_battle_shows_the_same_with_little_time_per_tick(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    plain = shown(app, hand, level)
    app.pop()
    short_of_time(app, monkeypatch)
    hand.at = (0, 0)
    hand.move((1, 1))
    late = shown(app, hand, level)
    assert len(plain) > COMMANDS
    assert late == plain
