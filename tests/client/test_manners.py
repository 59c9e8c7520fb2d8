"""Attacks of Etiquette in the window: a forecast for each possible defence."""

from fractions import Fraction
from pathlib import Path

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.panels.odds_numbers import OddsSummary, summary
from game.play.players import STDIO
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.rules.etiquette.ballroom import fight, level


def opened(app: App, hand: Hand, folder: Path) -> BattleScene:
    """Return a battle in which red, in the attacking role against blue, is asked."""
    play = fight()
    table = Table.open(
        play.book, level("ab...."), Setup(DiceSource(1), {"red": STDIO, "blue": STDIO})
    )
    for step in play.battle.history:
        assert table.submit(step.command) is None
    scene = BattleScene(app, WindowBattle(table, folder, app.notices.add, ()))
    app.push(scene)
    settle(app)
    while app.scene is not scene:
        hand.key("return")
        settle(app)
    return scene


def test_attack_is_forecast_against_one_die_and_two(app: App, hand: Hand, tmp_path: Path) -> None:
    """Count: 125 of 216 results of two dice against one do damage.

    Of 1296 results against two, 581 counter-attack.
    """
    scene = opened(app, hand, tmp_path)
    hand.key("1")
    settle(app)
    choice = scene.seat.plan.planned
    assert choice is not None
    assert choice.verb == "attack"
    foreseen = scene.showing.foresight.of(choice)
    assert foreseen is not None
    ways = foreseen.ways
    assert [words for words, _ in ways] == ["defended with one die", "defended with two dice"]
    found = [
        (told.chance, _back(told)) for told in (summary(told, {}, "red.a") for _, told in ways)
    ]
    twice = Fraction(581, 1296)
    assert found == [(Fraction(125, 216), Fraction(0)), (1 - twice, twice)]


def _back(told: OddsSummary) -> Fraction:
    """Return the chance that the attacker takes damage."""
    return sum((one.share for one in told.others if one.unit == "red.a"), Fraction(0))


def test_other_command_has_a_plain_forecast(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path)
    question = scene.seat.plan.question
    assert question is not None
    choice = next(c for c in question.choices if c.verb == "disengage")
    foreseen = scene.showing.foresight.of(choice)
    assert foreseen is not None
    assert foreseen.ways == ()
