"""Foes' intents at the battle screen: switched on, shown, recorded, and never in duels."""

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.client.battle.scene import BattleScene
from game.client.battle.telling.intent_marks import intent_marks
from game.client.board.overlays import Place
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.screens.settings_screen import SettingsScene
from game.play.foresight.intents import Intent, IntentChoice, Plan
from game.play.opening import Options
from game.play.players import outside, played
from game.present.window_battle import WindowBattle
from game.record.lines import Play
from game.record.reader import read_save
from tests.client.conftest import Hand

PATIENCE = 600.0
"""Maximum number of seconds to wait for the process."""


def until(hand: Hand, is_done: Callable[[], bool]) -> None:
    """Let time pass until `is_done` returns True."""
    end = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < end, "it takes too long"
        hand.tick()
        time.sleep(0.02)


def at_question(app: App, hand: Hand, options: Options) -> BattleScene:
    """Return a battle against a computer player, at the people's first question."""
    made = battle_of(app, options, played)
    assert isinstance(made, BattleScene), app.notices.all
    app.push(made)

    def is_asked() -> bool:
        if made.flow.slip.words:
            hand.key("return")
        return made.seat.plan.question is not None and not made.flow.timeline.is_busy

    until(hand, is_asked)
    return made


def is_known(scene: BattleScene) -> bool:
    """Return whether all intents of the position have been found and are shown."""
    intents = scene.seat.sitting.intents
    return bool(intents.found) and not intents.is_searching


@pytest.fixture
def still(app: App) -> App:
    app.change(speed=0.0, computer_speed=0.0, calm=True, warn_end=False)
    return app


@pytest.mark.parametrize("level", ["yard", "toll_bar", "ossuary"])
def test_intents_are_on_the_board_on_cards_and_in_tooltips(
    level: str, still: App, hand: Hand
) -> None:
    still.change(intents=True)
    scene = at_question(still, hand, Options(level=level, seed="5"))
    until(hand, lambda: is_known(scene))
    hand.tick()
    seat = scene.seat
    told = {one.unit: one for one in seat.sitting.intents.found}
    assert all(not seat.is_mine(unit.partition(".")[0]) for unit in told)
    marks = seat.board.marks.intents
    assert marks
    for unit, intent in told.items():
        card, token = seat.card(unit), seat.picture.token(unit)
        assert card is not None
        assert token is not None
        assert card.intent
        assert seat.queue.notes(unit) == card.intent
        plan = intent.choices[0].plan
        titles = [one.title for id in plan.targets if (one := seat.picture.token(id))]
        assert all(title.lower() in card.intent[0].lower() for title in titles)
        assert ("moves to" in card.intent[0]) == (plan.at != token.at)
    first = seat.picture.token(seat.sitting.intents.found[0].unit)
    assert first is not None
    assert first.at is not None
    seat.hovered = first.at
    scene.showing.marks()
    here = {mark.start for mark in seat.board.marks.intents if mark.start != mark.end}
    assert len(here) <= 1, "only the foe pointed at shows its intents"


def test_shares_are_where_the_plans_of_a_foe_differ(still: App, hand: Hand) -> None:
    """At their tiles, else at their targets; no two shares are in one place."""
    scene = at_question(still, hand, Options(level="kennel", seed="5"))
    seat = scene.seat
    mine = [one for one in seat.picture.tokens if seat.is_mine(one.side)]
    foe = next(one for one in seat.picture.tokens if not seat.is_mine(one.side))
    assert foe.at is not None
    first, second = (one.id for one in mine[:2])

    def tags(*choices: tuple[tuple[int, int], tuple[str, ...], float]) -> dict[Place, str]:
        told = tuple(IntentChoice(Plan(at, whom), share) for at, whom, share in choices)
        intents = SimpleNamespace(found=(Intent(foe.id, told, 16),), of=lambda _: told)
        some = replace_seat(scene, intents)
        marks = [one for one in intent_marks(some, foe.at) if one.words]
        assert len({one.end for one in marks}) == len(marks)
        return {one.end: one.words for one in marks}

    near, far = (foe.at[0] - 1, foe.at[1]), (foe.at[0] - 2, foe.at[1])
    at = {one.id: (one.at[0] + 0.5, one.at[1] + 0.5) for one in mine if one.at is not None}
    same = tags((near, (first, second), 0.6), (near, (second, first), 0.4))
    assert same == {at[first]: "60%", at[second]: "40%"}
    apart = tags((near, (first,), 0.6), (far, (first,), 0.3), (far, (second,), 0.1))
    assert set(apart.values()) == {"60%", "40%"}
    assert tags((near, (first,), 1.0)) == {}


def replace_seat(scene: BattleScene, intents: object) -> Any:
    """Return a battle's seat as far as marks need it, with other intents."""
    seat = scene.seat
    return SimpleNamespace(
        sitting=SimpleNamespace(intents=intents),
        board=seat.board,
        picture=seat.picture,
        sides=seat.sides,
    )


def test_intents_follow_the_position(still: App, hand: Hand) -> None:
    still.change(intents=True)
    scene = at_question(still, hand, Options(level="toll_bar", seed="5"))
    until(hand, lambda: is_known(scene))
    given = scene.seat.sitting.given
    question = scene.seat.plan.question
    assert question is not None
    choice = next(one for one in question.choices if one.path)
    scene.flow.give(choice.command)
    assert scene.seat.sitting.given == given + 1
    assert scene.seat.sitting.intents.found == ()
    assert scene.seat.board.marks.intents == ()
    until(hand, lambda: scene.seat.plan.question is not None)
    assert scene.seat.sitting.given > given


def test_setting_switches_intents_off_again(still: App, hand: Hand) -> None:
    still.change(intents=True)
    scene = at_question(still, hand, Options(level="yard", seed="5"))
    until(hand, lambda: is_known(scene))
    still.change(intents=False)
    hand.tick(2)
    assert scene.seat.sitting.intents.found == ()
    assert scene.seat.board.marks.intents == ()


def test_setting_can_be_turned_by_keys(still: App, hand: Hand) -> None:
    scene = SettingsScene(still)
    still.push(scene)
    scene.tabs.index = 2
    scene._turn()
    words = still.words.say("settings", "intents")
    row = next(one for one in scene.rows if getattr(one, "label", "") == words)
    scene.ring.focus(row)
    hand.key("return")
    assert still.settings.intents


def test_setting_can_be_turned_with_a_gamepad_alone(still: App, hand: Hand) -> None:
    scene = SettingsScene(still)
    still.push(scene)
    hand.pad("right", "right")
    assert scene.tabs.index == 2
    words = still.words.say("settings", "intents")
    for _ in scene.rows:
        hand.pad("down")
        if getattr(scene.ring.focused, "label", "") == words:
            break
    hand.pad("a")
    assert still.settings.intents
    hand.pad("a")
    assert not still.settings.intents


# The record


def plays(sitting: WindowBattle) -> list[bool]:
    return [line.intent for line in sitting.table.record.lines if isinstance(line, Play)]


def test_record_says_which_commands_were_given_with_intents(
    still: App, hand: Hand, tmp_path: Path
) -> None:
    scene = at_question(still, hand, Options(level="yard", seed="5"))
    sitting = scene.seat.sitting
    side = sitting.asked

    def ended() -> None:
        count = sitting.count
        until(hand, lambda: scene.seat.plan.question is not None)
        hand.key("e", "e")
        until(hand, lambda: sitting.count > count)

    ended()
    assert not any(plays(sitting))
    still.change(intents=True)
    until(hand, lambda: sitting.asked == side and scene.seat.plan.question is not None)
    hand.tick()
    ended()
    assert any(plays(sitting))
    lines = [one for one in sitting.table.record.lines if isinstance(one, Play) and one.intent]
    assert {one.side for one in lines} == {side}
    path = tmp_path / "kept.five"
    path.write_bytes(sitting.saved())
    again = read_save(path)
    kept = [line for _, line in again.lines if isinstance(line, Play)]
    assert sum(line.intent for line in kept) == len(lines)


def test_duel_has_no_intents(still: App, hand: Hand) -> None:
    still.change(intents=True, curtain=False)
    made = battle_of(still, Options(level="yard", seed="5"), outside)
    assert isinstance(made, BattleScene)
    still.push(made)
    until(hand, lambda: made.seat.plan.question is not None)
    hand.tick(3)
    intents = made.seat.sitting.intents
    assert intents.side is None
    assert intents.found == ()
    assert not intents.is_searching
    assert made.seat.sitting.table.shown_intents is None


def test_on_a_journey_its_assist_decides(still: App, hand: Hand) -> None:
    still.change(intents=True)
    options = Options(level="yard", seed="5", journey="road-1")
    scene = at_question(still, hand, options)
    hand.tick(3)
    assert scene.seat.sitting.table.shown_intents is None
    still.pop()
    still.change(intents=False)
    aided = Options(level="yard", seed="5", journey="road-2", intent=True)
    scene = at_question(still, hand, aided)
    until(hand, lambda: is_known(scene))
    assert scene.seat.sitting.table.shown_intents == scene.seat.view
