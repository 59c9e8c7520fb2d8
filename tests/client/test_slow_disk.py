"""A window on a slow disk: no frame waits for it, and no dice are seen too early."""

import time
from random import Random
from typing import Any

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.handover_screen import HandoverScreen
from game.play.opening import Options
from game.play.players import outside, played
from game.record.disk_sync import DiskSync
from game.terms.commands import Concede
from tests.client.conftest import Hand
from tests.client.mashing import KEYS
from tests.client.near import Near
from tests.slow_disk import SlowDisk, slow_disk

SYNC = 0.2
"""Seconds that a sync takes."""
TICK = 0.02
COMMANDS = 8
"""Minimum number of commands to give."""
HELD = 6
"""Minimum number of frames in which something is held back."""
LOOKING = "i", "t", "n", "right", "return", "tab", "1", "backspace"
"""Keys that look around, or try to go on."""
PATIENCE = 30.0
"""Seconds to wait for something."""


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets an entry whenever something waits for a sync."""
    found: list[str] = []
    wait = DiskSync.wait

    def noted(syncs: DiskSync) -> None:
        found.append("wait")
        wait(syncs)

    monkeypatch.setattr(DiskSync, "wait", noted)
    return found


def opened(app: App, level: str, seats: Any = outside) -> BattleScene:
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    scene = battle_of(app, Options(level=level, seed="5"), seats)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    app.draw()
    return scene


def ticked(app: App) -> None:
    """Let a frame pass, and nothing else."""
    if app.tick(TICK):
        app.draw()


def asked(app: App, scene: BattleScene) -> None:
    """Let frames pass until people are asked."""
    end = time.monotonic() + PATIENCE
    while scene.seat.plan.question is None or app.scene is not scene:
        assert time.monotonic() < end, "nobody is asked"
        if isinstance(app.scene, HandoverScreen) or scene.flow.slip.words:
            key("return")
        ticked(app)
        time.sleep(0.001)


def key(name: str) -> None:
    """Press a key."""
    code = pygame.key.key_code(name)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode=""))


@pytest.mark.parametrize("level", ["yard", "toll_bar", "kennel"])
def test_no_frame_waits_for_the_disk(
    level: str, app: App, monkeypatch: pytest.MonkeyPatch, waits: list[str]
) -> None:
    monkeypatch.setattr("game.present.thinkers.Thinker", Near)
    disk = slow_disk(monkeypatch, SYNC)
    scene = opened(app, level, played)
    disk.in_main_thread, rng, held = 0, Random(4), 0
    waits.clear()
    end = time.monotonic() + PATIENCE
    # Commands that can be undone roll no dice, so they are never held back.
    while (scene.seat.sitting.count < COMMANDS or held < HELD) and app.scene is scene:
        assert time.monotonic() < end, f"only {held} frames held something back"
        # One press plans whatever rolls dice, and the next one confirms it.
        for name in (rng.choice(KEYS), "return", "return"):
            if app.scene is scene:
                key(name)
                ticked(app)
                held += scene.seat.sitting.is_held
        if app.scene is not scene and not isinstance(app.scene, BattleSummary):
            app.pop()  # a question, or a menu
    assert held >= HELD, "the battle ended before enough was held back"
    assert (disk.in_main_thread, waits) == (0, [])
    assert disk.elsewhere


def test_dice_are_seen_only_once_they_are_on_disk(
    app: App, monkeypatch: pytest.MonkeyPatch, waits: list[str]
) -> None:
    disk = slow_disk(monkeypatch)
    scene = opened(app, "yard")
    asked(app, scene)
    seat, thrown = scene.seat, list[object]()
    monkeypatch.setattr(seat.tray, "throw", lambda *given, **_: thrown.append(given))
    path, syncs = seat.sitting.keeper.running, len(waits)
    assert path is not None
    kept = disk.left(path)
    with disk.stopped():
        key("e")
        for turn in range(12):
            ticked(app)
            assert seat.sitting.is_held
            assert not scene.is_idle, "the window falls asleep over it"
            assert app.scene is scene, "the next player is called too early"
            assert seat.plan.question is None
            # People look around meanwhile.
            at = 40 * turn + 100, 20 * turn + 100
            moved = pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(9, 9), buttons=(0, 0, 0))
            pygame.event.post(moved)
            key(LOOKING[turn % len(LOOKING)])
        assert b'"line":"dice"' in path.read_bytes()[len(kept) :]
        assert thrown == []
        assert len(waits) == syncs, "a frame has waited"
    asked(app, scene)
    assert seat.sitting.asked == seat.view == "blue"
    assert "Bo rolls" in "".join(one.text for one in seat.sitting.told(None)[-4:])


def test_board_moves_while_the_disk_is_busy(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = slow_disk(monkeypatch)
    scene = opened(app, "toll_bar")
    asked(app, scene)
    app.change(speed=1.0)
    with disk.stopped():
        question, deeds = scene.seat.plan.question, scene.seat.plan.deeds
        assert question is not None
        walk = next(one for deed in deeds if deed.is_walk for one in deed.choices)
        scene.flow.give(walk.command)
        ticked(app)
        assert not scene.seat.sitting.is_held, "a move without dice waits for the disk"
        assert scene.flow.timeline.is_busy
        actor = scene.seat.board.actors[question.unit]
        places = set()
        for _ in range(20):
            ticked(app)
            places.add((actor.x, actor.y))
        assert len(places) > 3
    hand.tick()


def test_battle_ends_without_a_frame_that_waits(
    app: App, monkeypatch: pytest.MonkeyPatch, waits: list[str]
) -> None:
    disk = slow_disk(monkeypatch)
    scene = opened(app, "yard")
    asked(app, scene)
    sitting = scene.seat.sitting
    syncs, disk.in_main_thread = len(waits), 0
    with disk.stopped():
        scene.flow.give(Concede())
        for _ in range(5):
            ticked(app)
        assert app.scene is scene, "the log shows the end before it is kept"
        assert not scene.is_idle
        assert len(waits) == syncs, "a frame has waited"
    end = time.monotonic() + PATIENCE
    while app.scene is scene:
        assert time.monotonic() < end
        ticked(app)
    assert isinstance(app.scene, BattleSummary)
    assert sitting.keeper.running is None
    (path,) = (app.folder / "replays").iterdir()
    assert disk.left(path) == path.read_bytes()
    assert disk.in_main_thread <= 1, "only the folder of the replay is synced in a frame"


def test_full_disk_is_a_notice_and_the_battle_goes_on(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk: SlowDisk = slow_disk(monkeypatch)
    scene = opened(app, "yard")
    asked(app, scene)
    disk.fault = OSError(28, "No space left on device")
    key("e")
    ticked(app)
    asked(app, scene)
    assert ["the disk is full" in one for one in app.notices.all] == [True]
    assert scene.seat.view == "blue"
