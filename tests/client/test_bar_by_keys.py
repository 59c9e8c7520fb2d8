"""The command buttons by keyboard and gamepad: reasons of grey ones, and the way back."""

from collections.abc import Callable

import pytest

from game.client.battle.bar_buttons import button_id, buttons_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.panels.forecast_panel import ForecastPanel
from game.client.screens.pause_menu import PauseMenu
from game.play.opening import Options
from game.play.players import outside
from game.present.question import Key
from tests.client.conftest import Hand
from tests.client.shots import read

Press = Callable[[Hand, int], None]


def opened(app: App, level: str) -> BattleScene:
    """Return the scene of a battle at its first question."""
    app.change(speed=0.0, computer_speed=0.0, calm=True, curtain=False)
    scene = battle_of(app, Options(level=level, seed="5"), outside)
    assert scene is not None, app.notices.all
    app.push(scene)
    read(app, scene)
    assert scene.seat.plan.question is not None
    return scene


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return the titles and texts that the panel shows from now on."""
    found = list[tuple[str, str]]()
    show = ForecastPanel.show_text

    def kept(panel: ForecastPanel, title: str, text: str, *more: str) -> None:
        found.append((title, text))
        show(panel, title, text, *more)

    monkeypatch.setattr(ForecastPanel, "show_text", kept)
    return found


def number(hand: Hand, n: int) -> None:
    hand.key(str(n % 10))


def keys(hand: Hand, n: int) -> None:
    hand.key("tab", *["right"] * (n - 1), "return")


def pad(hand: Hand, n: int) -> None:
    hand.pad("r1", *["right"] * (n - 1), "a")


@pytest.mark.parametrize("press", [number, keys, pad])
@pytest.mark.parametrize("level", ["toll_bar", "kennel"])
def test_grey_button_says_why_by_any_device(
    level: str, press: Press, app: App, hand: Hand, texts: list[tuple[str, str]]
) -> None:
    scene = opened(app, level)
    buttons = buttons_of(scene.seat.plan, app)
    n, grey = next((n, one) for n, one in enumerate(buttons, 1) if not one.is_open)
    assert grey.why
    texts.clear()
    press(hand, n)
    assert texts[-1] == (grey.label, grey.why)
    assert scene.seat.sitting.given == 0


@pytest.mark.parametrize("press", [number, keys, pad])
def test_button_whose_command_is_gone_says_so_by_any_device(
    press: Press, app: App, hand: Hand, texts: list[tuple[str, str]]
) -> None:
    scene = opened(app, "yard")
    plan = scene.seat.plan
    gone: Key = ("use", "lamp")
    name = next(iter(plan.buttons.values()))
    plan.buttons = {gone: name, **plan.buttons}
    scene.showing.buttons()
    texts.clear()
    press(hand, 1)
    button = buttons_of(plan, app)[0]
    assert (button.id, button.is_open) == (button_id(gone), False)
    assert button.why
    assert texts[-1] == (name.label, button.why)


def test_reason_that_is_the_facts_line_is_told_once(app: App) -> None:
    scene = opened(app, "kennel")
    panel, heights = scene.seat.forecast, list[int]()
    for facts in ("", "These monsters don't talk", "Action · speaks to one group"):
        panel.show_text("Talk", "These monsters don't talk.", None, facts)
        heights.append(panel.rect.height)
    assert heights[0] == heights[1] < heights[2]


@pytest.mark.parametrize("is_pad", [True, False])
def test_cancel_goes_back_from_the_buttons_before_it_opens_the_menu(
    is_pad: bool, app: App, hand: Hand
) -> None:
    scene = opened(app, "toll_bar")

    def back() -> None:
        if is_pad:
            hand.pad("b")
        else:
            hand.key("escape")

    if is_pad:
        hand.pad("r1", "right")
    else:
        hand.key("tab", "right")
    assert scene.seat.focus == "bar"
    back()
    assert app.scene is scene, "the menu was opened"
    assert scene.seat.focus == "board"
    back()
    assert isinstance(app.scene, PauseMenu)


def test_cancel_drops_a_plan_before_it_leaves_the_buttons(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    hand.pad("r1")
    end = next(n for n, one in enumerate(buttons_of(scene.seat.plan, app)) if one.id == "end")
    hand.pad(*["right"] * end, "a")
    assert scene.seat.plan.planned is not None
    hand.pad("b")
    assert scene.seat.plan.planned is None
    assert scene.seat.focus == "bar"
    hand.pad("b")
    assert scene.seat.focus == "board"
    assert app.scene is scene


@pytest.mark.parametrize("is_at_bar", [True, False])
@pytest.mark.parametrize("is_pad", [True, False])
def test_confirm_confirms_what_a_key_of_its_own_has_planned(
    is_pad: bool, is_at_bar: bool, app: App, hand: Hand
) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    if is_at_bar:
        hand.pad("r1", "right") if is_pad else hand.key("tab", "right")
    hand.pad("start") if is_pad else hand.key("e")
    planned = seat.plan.planned
    assert planned is not None
    assert scene.showing.pointed() == planned, "the forecast is of another command"
    hand.pad("a") if is_pad else hand.key("return")
    assert seat.sitting.given == 1
    assert any(one.name == "turn_ended" for one in seat.sitting.told(None))


def test_pointing_elsewhere_ends_what_a_key_points_at(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    hand.key("e")
    assert seat.pointed_button == "end"
    goal = max(seat.plan.places())
    hand.move(seat.board.camera.tile_rect(goal).center)
    assert seat.pointed_button is None
    assert scene.showing.pointed() != seat.plan.planned
