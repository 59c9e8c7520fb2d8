"""Free text that goes with a command."""

import pygame
import pytest

from game.client.battle.bar_buttons import button_id, buttons_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.panels.log_panel import LogPanel
from game.client.screens.text_prompt import TextPrompt
from game.present.question import Choice
from game.present.shown_events import ShownEvent
from game.present.window_battle import WindowBattle
from game.terms.commands import MOST_WORDS
from game.terms.events import to_json
from tests.client.conftest import Hand
from tests.client.test_handover import Table
from tests.client.test_scenes import KEYED, press

STEPS = 20
"""Maximum number of answers until one unit has met the other."""
OWN = "by my mother's lute"


@pytest.fixture
def table(app: App, hand: Hand) -> Table:
    return Table(app, hand)


@pytest.fixture
def scene(table: Table) -> BattleScene:
    """Return a battle between two people in which one unit may make a promise."""
    scene = table.open("masked_ball")
    for _ in range(STEPS):
        side, question = table.sit(scene), scene.seat.plan.question
        assert question is not None
        if any(choice.free for choice in question.choices):
            break
        scene.flow.give(nearest(scene.seat.sitting, side, question.choices).command)
    scene.passing.announced = None  # so that the first press counts
    return scene


def nearest(sitting: WindowBattle, side: str, choices: tuple[Choice, ...]) -> Choice:
    """Return the choice that leads nearest to other units."""
    tokens = sitting.picture(None).tokens
    foes = [token.at for token in tokens if token.side != side and token.at is not None]

    def far(choice: Choice) -> int:
        if choice.at is None:
            return 99
        x, y = choice.at
        return min(max(abs(x - a), abs(y - b)) for a, b in foes)

    return min(choices, key=far)


def number(scene: BattleScene) -> int:
    """Return the index of the first button that accepts text."""
    deed = next(deed for deed in scene.seat.plan.deeds if deed.choices[0].free)
    buttons = buttons_of(scene.seat.plan, scene.app)
    return [button.id for button in buttons].index(button_id(deed.key))


def chosen(scene: BattleScene, hand: Hand, by: str) -> TextPrompt:
    """Press the button until the sheet for text opens, and return the sheet."""
    n = number(scene)
    if by == "pad":
        scene.hands.switch()
        hand.pad(*["right"] * n)
    for _ in range(2):
        if scene.app.scene is not scene:
            break
        if by == "mouse":
            hand.click(dict(scene.seat.bar.places())[n])
        elif by == "keys":
            hand.type(str(n + 1))
        else:
            hand.pad("a")
    assert isinstance(scene.app.scene, TextPrompt)
    return scene.app.scene


def said(scene: BattleScene, view: str | None) -> list[ShownEvent]:
    """Return the promises that a side knows of."""
    return [one for one in scene.seat.sitting.told(view) if one.name == "promised"]


@pytest.mark.parametrize("by", ["mouse", "keys", "pad"])
def test_text_is_typed_and_read_by_the_others(
    scene: BattleScene, table: Table, hand: Hand, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker, shown = scene.seat.view, list[ShownEvent]()
    monkeypatch.setattr(LogPanel, "add", lambda _, told, *_depth: shown.append(told))
    monkeypatch.setattr(LogPanel, "show", lambda _, told: shown.extend(told))
    asking = chosen(scene, hand, by)
    assert asking.field.text == "", "the key that opened the sheet was typed"
    assert said(scene, None) == []
    if by == "pad":
        hand.pad("a")
        hand.spell(OWN)
        hand.pad("start", "a")
    else:
        hand.type(OWN)
        if by == "mouse":
            hand.click(asking.give)
        else:
            hand.key("return")
    assert scene.app.scene is not asking
    other = table.sit(scene)
    assert other != speaker
    assert [to_json(one.event)["words"] for one in said(scene, other)] == [OWN]
    assert any(OWN in one.text for one in shown), "the text is not in the other's log"


@KEYED
def test_promise_without_text_is_plain(scene: BattleScene, hand: Hand, by: str) -> None:
    chosen(scene, hand, by)
    if by == "keys":
        hand.type("  ")
        hand.key("return")
    else:
        hand.pad("down", "a")
    (promised,) = said(scene, None)
    assert to_json(promised.event).get("words", "") == ""


@pytest.mark.parametrize("by", ["mouse", "keys", "pad"])
def test_cancelling_makes_no_promise(scene: BattleScene, hand: Hand, by: str) -> None:
    asking = chosen(scene, hand, by)
    hand.type("never")
    if by == "mouse":
        hand.click(asking.back)
    else:
        press(hand, by, "escape")
    assert scene.app.scene is scene
    assert said(scene, None) == []
    assert scene.seat.plan.question is not None


def test_text_is_limited_to_the_length_in_the_rules(scene: BattleScene, hand: Hand) -> None:
    asking = chosen(scene, hand, "keys")
    hand.post(pygame.TEXTINPUT, text="la" * MOST_WORDS)
    hand.tick()
    assert len(asking.field.text) == MOST_WORDS
    hand.key("return")
    assert len(said(scene, None)) == 1


def test_refusal_is_shown_on_the_sheet(scene: BattleScene, hand: Hand) -> None:
    asking = chosen(scene, hand, "keys")
    asking.field.text = "two\nlines"
    hand.key("return")
    assert scene.app.scene is asking
    assert asking.trouble == "Words need to be printable and on one line."
    asking.field.text = "x" * (MOST_WORDS + 1)
    hand.key("return")
    assert asking.trouble == f"Too long: {MOST_WORDS + 1} characters, and {MOST_WORDS} fit."
    assert said(scene, None) == []


def test_other_commands_ask_for_no_text(scene: BattleScene, hand: Hand) -> None:
    question = scene.seat.plan.question
    assert question is not None
    assert {choice.verb: choice.free for choice in question.choices} == {
        "promise": "words",
        "silent": None,
    }
    speaker = scene.seat.sitting.asked
    buttons = [button.id for button in buttons_of(scene.seat.plan, scene.app)]
    silent = dict(scene.seat.bar.places())[buttons.index("silent")]
    for _ in range(2):
        if scene.seat.sitting.asked == speaker:
            hand.click(silent)
            assert not isinstance(scene.app.scene, TextPrompt)
    assert scene.seat.sitting.asked != speaker
