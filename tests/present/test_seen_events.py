"""Forecasts name triggers only if the side asked can see one of their effects."""

from pathlib import Path
from typing import Any

import pytest

from game.engine.battle import Battle
from game.play.players import STDIO
from game.play.table import Table
from game.present.forecast.seen_events import without_unseen_events
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.contest.book import BOOK
from game.terms.changes import TRIGGERS, NamesFact
from game.terms.commands import Move
from game.terms.odds import Odds
from tests.odds_rows import odds_told, outcome, rows_of
from tests.scenario import Play
from tests.unit.systems.scripted import scripted

STEP = Move("red.a", ((1, 0),))
MESSAGE: dict[str, Any] = {"message": "now"}
OPEN: dict[str, Any] = {"open": {"area": "gate", "terrain": "wall"}}
COMING: dict[str, Any] = {"reinforcement": {"units": ["blue.c"], "area": "gate"}}


def entered(*effects: dict[str, Any]) -> Play:
    """Return a battle in which stepping to the second tile sets off a trigger."""
    trigger = {"when": [{"enter": {"area": "mid"}}], "do": list(effects)}
    aim = {"id": "far", "side": "red"}
    areas = {"mid": [(1, 0)], "gate": [(3, 0)]}
    hand = {"hand": ["vest"]}
    return scripted("a....b", areas=areas, triggers=[trigger], objectives=[aim], a=hand)


def triggers_in(odds: Odds) -> set[str]:
    """Return the numbers of the triggers in all outcomes."""
    facts = [change.find(TRIGGERS) for one in odds.outcomes for change in one.changes]
    return {number for fact in facts if isinstance(fact, NamesFact) for number in fact.value}


def shown(battle: Battle, odds: Odds) -> Odds:
    return without_unseen_events(odds, battle.world.scene.level.script)


@pytest.mark.parametrize(
    ("effects", "is_named"),
    [
        ([MESSAGE], False),
        ([MESSAGE, OPEN], True),
        ([{"objective": "far"}], True),
        ([{"win": "red"}], True),
        ([{"lose": "blue"}], True),
        ([{"move": {"unit": "red.a", "area": "gate"}}], True),
        ([{"give": {"unit": "red.a", "item": "salve"}}], True),
        ([{"take": {"unit": "red.a", "item": "vest"}}], True),
        ([{"give": {"unit": "blue.b", "item": "salve"}}], False),
        ([{"set": "alarm"}, {"add": {"counter": "bells"}}], False),
    ],
)
def test_only_triggers_with_visible_effects_are_named(
    effects: list[dict[str, Any]], is_named: bool
) -> None:
    battle = entered(*effects).battle
    odds = battle.odds(STEP)
    assert triggers_in(odds) == {"1"}
    assert bool(triggers_in(shown(battle, odds))) == is_named


def test_forecast_stops_at_a_choice() -> None:
    answers = [{"id": "no", "text": "No"}, {"id": "yes", "text": "Yes"}]
    choice = {"id": "deal", "side": "red", "question": "Deal?", "answers": answers}
    odds = entered({"choice": choice}).battle.odds(STEP)
    assert [one.then for one in odds.outcomes] == ["choice"]


def test_hidden_arrival_reads_like_a_message() -> None:
    """The forecast must not reveal whether anything besides words awaits the unit."""
    unseen = outcome(1, {"unit": "red.a", "at": [1, 0]}, {"triggers": ["1"]})
    odds = odds_told(STEP, [unseen])
    waits, speaks = (shown(entered(*one).battle, odds) for one in ([MESSAGE, COMING], [MESSAGE]))
    assert waits == speaks
    seen = outcome(1, {"unit": "blue.c", "at": [3, 0]}, {"triggers": ["1"]})
    assert triggers_in(shown(entered(COMING).battle, odds_told(STEP, [seen]))) == {"1"}


def test_outcomes_that_read_the_same_are_merged() -> None:
    at = {"unit": "red.a", "at": [1, 0]}
    odds = odds_told(STEP, [outcome(3, at), outcome(2, at, {"triggers": ["1"]})])
    found = shown(entered(MESSAGE).battle, odds)
    assert [(one.weight, rows_of(one)) for one in found.outcomes] == [(5, (at,))]
    assert found.of == odds.of


def test_window_names_no_event_for_mere_words(tmp_path: Path) -> None:
    level = entered(MESSAGE).battle.world.scene.level
    people = {"red": STDIO, "blue": STDIO}
    table = Table.open(BOOK, level, Setup(DiceSource(1), people))
    sitting = WindowBattle(table, tmp_path, lambda _: None, ())
    while sitting.go_on():
        pass
    assert triggers_in(table.battle.odds(STEP)) == {"1"}
    odds = sitting.odds(STEP)
    assert odds is not None
    assert triggers_in(odds) == set()
    sitting.close()
