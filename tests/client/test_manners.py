"""Etiquette in the window: an attack is told for each way in which it may be met."""

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
    """Red has the attacking role against blue, and sits at the window."""
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


def test_an_attack_is_told_met_with_one_die_and_with_two(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    """By enumeration: of 216 throws of two dice against one 125 hurt; of 1296 of two against two
    581 are won by the defender twice, which strikes back."""
    scene = opened(app, hand, tmp_path)
    hand.key("1")
    settle(app)
    choice = scene.seat.plan.planned
    assert choice is not None
    assert choice.verb == "attack"
    foreseen = scene.showing.foresight.of(choice)
    assert foreseen is not None
    ways = foreseen.ways
    assert [words for words, _ in ways] == ["met with one die", "met with two dice"]
    found = [
        (told.chance, _back(told)) for told in (summary(told, {}, "red.a") for _, told in ways)
    ]
    twice = Fraction(581, 1296)
    assert found == [(Fraction(125, 216), Fraction(0)), (1 - twice, twice)]


def _back(told: OddsSummary) -> Fraction:
    """How likely who attacks is hurt."""
    return sum((one.share for one in told.others if one.unit == "red.a"), Fraction(0))


def test_what_is_no_attack_is_told_as_ever(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = opened(app, hand, tmp_path)
    question = scene.seat.plan.question
    assert question is not None
    choice = next(c for c in question.choices if c.verb == "disengage")
    foreseen = scene.showing.foresight.of(choice)
    assert foreseen is not None
    assert foreseen.ways == ()
