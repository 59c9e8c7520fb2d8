"""Scenes that are drawn in parts over several ticks before their first frame."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.kit.rehearsal import MOST_TICKS
from game.client.kit.scene import Scene
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.screen import Screen
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from tests.client.conftest import Hand

TICK = 1 / 60


class Parts(Screen):
    """A screen of several parts, which notes those that were drawn."""

    def __init__(self, app: App, count: int) -> None:
        super().__init__(app)
        self.count = count
        self.drawn: list[int] = []
        self.heard_keys = 0
        self.ring.hold((Button("Go", self.note),))

    def note(self) -> None:
        self.heard_keys += 1

    def painted(self, surface: pygame.Surface) -> Iterator[None]:
        for n in range(self.count):
            self.drawn.append(n)
            yield


@pytest.fixture
def late(app: App, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function after whose call every tick is already late."""

    def begin() -> None:
        app.time.is_limited = True
        monkeypatch.setattr(app.time, "is_within", lambda _: False)

    return begin


def ticks_until_due(app: App) -> int:
    """Return the number of ticks without a frame."""
    for n in range(10 * MOST_TICKS):
        if app.tick(TICK):
            return n
    raise AssertionError("no frame is due")


def rehearsed(app: App, count: int) -> Parts:
    """Return a screen that is shown, and has to be drawn again after a change of its scale."""
    screen = Parts(app, count)
    app.push(screen)
    app.draw()
    app.change(scale=1.25)
    app._is_postponed = False
    return screen


def test_late_tick_draws_one_part(app: App, late: Callable[[], None]) -> None:
    late()
    screen = rehearsed(app, 3)
    for parts in ([0], [0, 1], [0, 1, 2]):
        assert not app.tick(TICK)
        assert screen.drawn == parts
    assert ticks_until_due(app) == 2  # its button, and the end
    assert screen.drawn == [0, 1, 2]


def test_early_tick_draws_all_parts(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.time.is_limited = True
    monkeypatch.setattr(app.time, "is_within", lambda _: True)
    screen = rehearsed(app, 30)
    assert not app.tick(TICK)
    assert screen.drawn == list(range(30))
    assert app.tick(TICK)


def test_rehearsal_ends_however_slow_the_machine_is(app: App, late: Callable[[], None]) -> None:
    late()
    screen = rehearsed(app, 100)
    assert ticks_until_due(app) == len(screen.drawn) == MOST_TICKS


def test_frame_is_drawn_at_once_without_a_limit(app: App) -> None:
    screen = rehearsed(app, 3)
    assert app.tick(TICK)
    assert screen.drawn == []


def test_input_waits_for_the_frame(app: App, hand: Hand, late: Callable[[], None]) -> None:
    late()
    screen = rehearsed(app, 3)
    app.tick(TICK)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        hand.post(kind, key=pygame.K_RETURN, mod=0, unicode="")
    ticks_until_due(app)
    assert screen.heard_keys == 0
    app.draw()
    app.tick(TICK)
    assert screen.heard_keys == 1


def test_new_layout_is_rehearsed_from_the_start(app: App, late: Callable[[], None]) -> None:
    late()
    screen = rehearsed(app, 3)
    app.tick(TICK)
    app.resized()
    app.tick(TICK)
    assert screen.drawn == [0, 0]


def test_scene_on_top_of_a_rehearsed_one_is_drawn_at_once(
    app: App, late: Callable[[], None]
) -> None:
    late()
    below = rehearsed(app, 3)
    app.tick(TICK)
    app.push(Parts(app, 3))
    assert app.tick(TICK)
    app.draw()
    app.pop()
    assert not app.tick(TICK)
    assert below.drawn == [0, 0], "the scene below isn't rehearsed when it is back"


def opened_battle(app: App) -> Scene:
    scene = battle_of(app, Options(level="toll_bar", seed="5"), outside)
    assert isinstance(scene, BattleScene)
    return scene


def opened_editor(app: App) -> Scene:
    return app.navigation.editor("toll_bar")


@pytest.mark.parametrize("opened", [opened_battle, opened_editor])
def test_rehearsed_frame_equals_one_drawn_at_once(
    app: App, opened: Callable[[App], Scene], late: Callable[[], None]
) -> None:
    app.change(calm=True, speed=0.0, computer_speed=0.0)
    scene = opened(app)
    app.push(scene)
    app.draw()
    late()
    app.change(scale=1.25)
    assert ticks_until_due(app) > 1
    app.draw()
    pictures = [pygame.image.tobytes(app.window, "RGB")]
    app.time.is_limited = False
    app.resized()
    app.draw()
    pictures.append(pygame.image.tobytes(app.window, "RGB"))
    assert pictures[0] == pictures[1]


def test_battle_is_drawn_in_parts_before_it_opens(app: App, late: Callable[[], None]) -> None:
    app.change(calm=True, speed=0.0, computer_speed=0.0)
    late()
    app.push(opened_battle(app))
    assert ticks_until_due(app) > 1


def test_no_time_passes_for_a_scene_before_it_is_shown(
    app: App, late: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    late()
    screen, passed = rehearsed(app, 3), list[float]()

    def note(seconds: float) -> bool:
        passed.append(seconds)
        return False

    monkeypatch.setattr(screen, "update", note)
    ticks_until_due(app)
    app.draw()
    app.tick(TICK)
    assert passed == [TICK, 0.0, 0.0, 0.0, 0.0, 0.0, TICK]


def test_editor_opens_a_widget_or_page_per_tick_when_late(
    app: App, late: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    late()
    scene = app.navigation.editor("toll_bar")
    assert isinstance(scene, EditorScene)
    app.push(scene)
    drawn: list[Widget] = []
    for widget in scene.ring.widgets:
        monkeypatch.setattr(widget, "draw", lambda *_, it=widget: drawn.append(it))
    is_due, before = False, 0
    while not is_due:
        before = len(drawn)
        is_due = app.tick(TICK)
        assert len(drawn) <= before + 1
    assert drawn
