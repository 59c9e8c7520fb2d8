"""Costs of commands, and ends of turns: a part of the turn left to spend takes a second press."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from game.client.battle.bar_buttons import button_id
from game.client.battle.scene import BattleScene
from game.client.battle.turn_end import turn_end_points
from game.client.kit.app import App
from game.client.panels.forecast_panel import ForecastPanel
from game.engine.book import Book
from game.play.players import STDIO
from game.play.table import Table
from game.present.facts_lines import MOVEMENT, Pip
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.action.book import BOOK as ACTION
from game.rules.contest.book import BOOK as CONTEST
from game.rules.guard.book import BOOK as GUARD
from game.rules.verdigris.book import BOOK as VERDIGRIS
from game.terms.commands import End, from_text
from game.terms.level import Level
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.playing_on import play_on
from tests.rules.action.scene import level as field
from tests.rules.contest.duel import level as pit
from tests.rules.guard.crawl import level as crawl
from tests.rules.verdigris.scene import level as yard

PEOPLE = {"red": STDIO, "blue": STDIO}
RIDER: dict[str, Any] = {"mount": "charger", "life": 9}


def play_out(table: Table) -> None:
    """Roll all dice that are due."""
    while table.step():
        pass


def opened(
    app: App, folder: Path, book: Book, level: Level, *texts: str, dice: tuple[int, ...] = ()
) -> BattleScene:
    """Return a battle of two people after some commands, with reminders at ends of turns."""
    table = Table.open(book, level, Setup(DiceSource(1, scripted=dice), PEOPLE))
    play_out(table)
    for text in texts:
        assert table.submit(from_text(text, table.battle.book.commands)) is None
        play_out(table)
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    scene = BattleScene(app, WindowBattle(table, folder, app.notices.add, ()))
    app.push(scene)
    settle(app)
    return scene


def is_ended(scene: BattleScene) -> bool:
    return any(one.name == "turn_ended" for one in scene.seat.sitting.told(None))


def test_turn_with_only_free_commands_left_ends_on_one_press(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    spent = "move red.a 1,0", "guard red.a 2,0"
    scene = opened(app, tmp_path, VERDIGRIS, yard("a....p"), *spent, dice=(6,))
    left = {deed.verb: deed for deed in scene.seat.plan.deeds}
    assert {*left} == {"drop", "end"}, "the test needs a turn with a free command left"
    assert [pip.is_free for pip in left["drop"].pips] == [True]
    hand.key("e")
    assert is_ended(scene)


def test_turn_with_a_move_left_ends_on_two_presses(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, tmp_path, VERDIGRIS, yard("a....p"), "guard red.a 1,0", dice=(6,))
    hand.key("e")
    assert not is_ended(scene)
    hand.key("e")
    assert is_ended(scene)


def test_mounts_attack_is_a_part_of_the_turn(app: App, hand: Hand, tmp_path: Path) -> None:
    rows = """
    .ap
    ...
    """
    dice = 6, 1, 1, 1, 1, 1
    texts = "move red.a 0,0 1,0", "attack red.a blue.p blade"
    scene = opened(app, tmp_path, VERDIGRIS, yard(rows, a=RIDER), *texts, dice=dice)
    costs = {button_id(deed.key): deed for deed in scene.seat.plan.deeds}
    assert costs["trample"].is_costly
    card = scene.seat.sitting.card("red", "red.a")
    assert card is not None
    assert {one.key: one.value for one in card.shorts}["mount_attack"] is True
    hand.key("e")
    assert not is_ended(scene), "the mount could still attack"


@pytest.mark.parametrize("spent", [False, True])
def test_dropping_prone_is_free(spent: bool, app: App, tmp_path: Path) -> None:
    texts, first = (("dash red.a",) if spent else ()), (6, 6, 6, 1, 1, 1)
    scene = opened(app, tmp_path, ACTION, field("a....p"), *texts, dice=first)
    drop = next(deed for deed in scene.seat.plan.deeds if deed.verb == "drop")
    assert [pip.key for pip in drop.pips] == ["free"]
    assert drop not in scene.seat.plan.unspent()


def test_aggressors_attack_shows_its_movement(app: App, tmp_path: Path) -> None:
    texts = "move red.a 1,0", "engage red.a"
    level = pit("ab.", a={"movement": "4"}, b={"life": 30})
    sitting = opened(app, tmp_path, CONTEST, level, *texts).seat.sitting
    costs = []
    for _ in range(2):
        question = sitting.question()
        assert question is not None
        attack = next(one for one in question.choices if one.verb == "attack")
        costs.append((question.unit, attack.pips))
        assert sitting.answer(attack.command) is None
        play_on(sitting)
    assert costs == [("red.a", (Pip(MOVEMENT),)), ("blue.b", ())], "only the aggressor pays"


def end_points(scene: BattleScene) -> tuple[str, ...]:
    seat = scene.seat
    assert seat.plan.question is not None
    card = seat.card(seat.plan.question.unit)
    return turn_end_points(seat.plan, card, seat.picture, seat.app)


def test_forecast_of_the_end_names_what_is_unused_what_lasts_and_who_is_next(
    app: App, tmp_path: Path
) -> None:
    scene = opened(app, tmp_path, ACTION, field("a..p"), "defend red.a", dice=(6, 6, 6, 1, 1, 1))
    assert end_points(scene) == (
        "30 ft left.",
        "Still on A: Defending (1 turn).",
        "Next: P.",
    )


def test_end_of_the_turn_has_a_forecast_when_it_is_pointed_at(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    scene = opened(app, tmp_path, ACTION, field("a..p"), dice=(6, 6, 6, 1, 1, 1))
    seat = scene.seat
    places = dict(seat.bar.places())
    hand.move(places[max(places)])
    hand.tick(3)
    assert seat.pointed_button == "end"
    assert isinstance(seat.forecast.command, End)


def test_end_of_a_turn_in_guard_wastes_its_action(app: App, tmp_path: Path) -> None:
    texts = "fight red.a", "stand red.a neutral"
    scene = opened(app, tmp_path, GUARD, crawl(".|a|p|."), *texts)
    assert end_points(scene)[0] == "Unused: action."


def test_forecast_of_a_stance_has_its_numbers(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Sequence[str]] = []
    show = ForecastPanel.show

    def noted(panel: ForecastPanel, *args: Any, **more: Any) -> None:
        told.append(more["points"])
        show(panel, *args, **more)

    monkeypatch.setattr(ForecastPanel, "show", noted)
    scene = opened(app, tmp_path, GUARD, crawl(".|a|p|."), "fight red.a")
    seat = scene.seat
    keys = [deed.key for deed in seat.plan.deeds]
    places = dict(seat.bar.places())
    hand.move(places[keys.index(("stand", "aggressive"))].center)
    hand.tick(3)
    ((facts,),) = {tuple(points) for points in told}
    assert facts == "+1 on attack rolls · −1 on defence rolls · this round"
