"""Every grey button has a number and a short reason, and lists have the order of the buttons."""

from collections.abc import Sequence

import msgspec
import pytest

from game.client.battle.bar_buttons import buttons_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.typography import Type
from game.client.navigation import battle_of
from game.client.panels.parchment_page import Sheet
from game.play.opening import Options
from game.play.players import outside
from tests.client.shots import read

LEVELS = "toll_bar", "market", "masked_ball", "ossuary", "the_capture", "first_verdigris"


def opened(app: App, level: str) -> BattleScene:
    """Return the scene of a battle at its first question."""
    app.change(speed=0.0, computer_speed=0.0, calm=True, curtain=False)
    scene = battle_of(app, Options(level=level, seed="5"), outside)
    assert scene is not None, app.notices.all
    app.push(scene)
    read(app, scene)
    assert scene.seat.plan.question is not None
    return scene


@pytest.mark.parametrize("level", LEVELS)
def test_grey_buttons_show_number_and_reason(
    level: str, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app, level)
    drawn = list[str]()
    line = Type.line

    def noted(type: Type, words: str, *look: object, **more: object) -> object:
        drawn.append(words)
        return line(type, words, *look, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Type, "line", noted)
    bar = scene.seat.bar._buttons
    for button in buttons_of(scene.seat.plan, app):
        if button.is_open:
            continue
        assert button.brief, button.label
        for draw, size in ((bar.small, (89, 44)), (bar._large, (68, 94))):
            drawn.clear()
            draw(app.window, button, app.window.get_rect(size=size))
            assert button.brief in drawn, (button.label, drawn)
            assert button.key in ("", *drawn), (button.label, drawn)


def test_title_of_a_long_question_is_not_cut(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "Don't fight: Herr Anselm promised not to fight now (promises kept: 0, broken: 0); "
    words += "if Herr Anselm fights anyway, Herr Anselm attacks first"
    sheet, drawn = Sheet(app, 300), list[str]()
    line = app.type.line

    def noted(text: str, *look: object) -> object:
        drawn.append(text)
        return line(text, *look)  # type: ignore[arg-type]

    monkeypatch.setattr(app.type, "line", noted)
    sheet.title(words, 20, most=2)
    assert " ".join(drawn) == words


def test_answers_are_listed_in_the_order_of_their_buttons(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app, "toll_bar")
    seat = scene.seat
    question = seat.plan.question
    assert question is not None
    plain = [one for one in question.choices if not one.path][::-1]
    listed = list[str]()

    def shown(_: str, rows: list[tuple[str, str]], news: Sequence[str]) -> None:
        assert not news
        listed.extend(words for words, _ in rows)

    monkeypatch.setattr(seat.forecast, "show_choices", shown)
    asked = msgspec.structs.replace(question, choices=tuple(plain))
    scene.showing.choices(asked)
    order = [*seat.plan.buttons]
    keys = [next(one.key for one in plain if one.text == words) for words in listed]
    assert len(set(keys)) > 1
    assert keys == sorted(keys, key=order.index)
