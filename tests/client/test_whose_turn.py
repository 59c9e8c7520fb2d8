"""The bar shows whose turn is being shown, and planned moves say that they are final."""

import pytest
from msgspec.structs import replace

from game.client.battle.forecast_notes import notes_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from tests.client.shots import read


def opened(app: App, level: str) -> BattleScene:
    """Return the scene of a battle at its first question."""
    app.change(speed=0.0, computer_speed=0.0, calm=True, curtain=False)
    scene = battle_of(app, Options(level=level, seed="5"), outside)
    assert scene is not None, app.notices.all
    app.push(scene)
    read(app, scene)
    assert scene.seat.plan.question is not None
    return scene


@pytest.mark.parametrize("level", ["first_guard", "first_action", "first_contest"])
def test_bar_shows_the_unit_whose_turn_is_shown(level: str, app: App) -> None:
    scene = opened(app, level)
    seat = scene.seat
    own = seat.bar._token
    assert own is not None
    foe = next(one for one in seat.picture.tokens if one.side != own.side)
    scene.flow.turn(foe.id)
    assert seat.bar._token == own, "a question is asked, so the bar stays"
    seat.plan.ask(None, seat.picture)
    scene.flow.turn(foe.id)
    assert seat.bar._token == foe
    scene.flow.turn(own.id)
    assert seat.bar._token is not None
    assert seat.bar._token.id == own.id


def test_bar_follows_the_life_of_the_unit_whose_turn_is_shown(app: App) -> None:
    scene = opened(app, "first_guard")
    seat = scene.seat
    foe = next(one for one in seat.picture.tokens if one.side != seat.view and one.at)
    assert foe.life is not None
    seat.plan.ask(None, seat.picture)
    seat.board.tokens[foe.id] = replace(foe, life=foe.life - 1)
    scene.flow.turn(foe.id)
    assert seat.bar._token == seat.board.tokens[foe.id], "the life before the last attack"
    seat.board.tokens[foe.id] = replace(foe, life=foe.life - 2)
    scene.flow.line(seat.sitting.told(seat.view)[-1])
    assert seat.bar._token == seat.board.tokens[foe.id]


@pytest.mark.parametrize("reveals", [False, True])
def test_planned_move_says_why_it_is_final(
    app: App, monkeypatch: pytest.MonkeyPatch, reveals: bool
) -> None:
    scene = opened(app, "first_contest")
    seat = scene.seat
    assert seat.plan.question is not None
    first, second, *_ = (one for one in seat.plan.question.choices if one.path)
    monkeypatch.setattr(seat.sitting, "is_undoable", lambda _: False)
    monkeypatch.setattr(seat.sitting, "is_revealing", lambda _: reveals)
    final = seat.say("way_secret" if reveals else "way_final")
    assert final not in notes_of(seat, scene.showing.foresight, first)
    scene.hands.take(first)
    assert seat.plan.planned == first
    assert final in notes_of(seat, scene.showing.foresight, first)
    assert final not in notes_of(seat, scene.showing.foresight, second)
