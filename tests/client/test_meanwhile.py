"""What happened since people were last asked: falls first, also below a question."""

from pathlib import Path

import pytest

from game.client.battle.telling.meanwhile import MOST_TOLD, meanwhile_of
from game.client.kit.app import App
from game.play.players import STDIO
from game.play.table import Table
from game.present import thinkers
from game.present.shown_events import ShownEvent
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.action.events import FellDown
from game.rules.guard.book import BOOK as GUARD
from game.rules.verdigris.events import AtDoor, WoundLost
from game.terms.commands import End
from game.terms.events import Damaged, Died, Event, TurnStarted
from tests.client.conftest import Hand
from tests.client.near import Near
from tests.client.shots import settle
from tests.client.test_choices import Told, seen
from tests.rules.guard import crawl

LONGEST = 60
"""Maximum number of answers until a unit is hurt."""


def told(*events: Event) -> list[ShownEvent]:
    return [ShownEvent(n, event, f"sentence {n}", "") for n, event in enumerate(events)]


def test_falls_come_first_and_replace_the_damage_before_them() -> None:
    turns = TurnStarted(unit="blue.p"), TurnStarted(unit="blue.q")
    events = (
        Damaged(unit="red.a", amount=1, left=3, cause="blow"),
        Damaged(unit="red.b", amount=4, left=0, cause="blow"),
        Died(unit="red.b", at=None),
        Died(unit="blue.p", at=None),
        FellDown(unit="red.c"),
        AtDoor(unit="red.d"),
        Damaged(unit="red.e", amount=4, left=0, cause="blow"),
        WoundLost(unit="red.e", left=0, life=5),
    )
    units = "red.a", "red.b", "red.c", "red.d", "red.e"
    found = meanwhile_of(told(*turns, *events), units)
    assert found == [f"sentence {n}" for n in (4, 6, 7, 9, 2)]
    assert not meanwhile_of(told(turns[0], *events), units)


def test_earliest_damage_is_left_out_before_any_fall() -> None:
    turns = TurnStarted(unit="blue.p"), TurnStarted(unit="blue.q")
    hits = [Damaged(unit="red.a", amount=1, left=n, cause="blow") for n in range(2 * MOST_TOLD)]
    found = meanwhile_of(told(*turns, Died(unit="red.b", at=None), *hits), ("red.a", "red.b"))
    assert len(found) == MOST_TOLD
    assert found[0] == "sentence 2"
    assert found[-1] == f"sentence {2 + len(hits)}"


def test_question_of_the_new_round_says_what_the_monsters_did(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "Thinker", Near)
    page = Told(monkeypatch)
    level = crawl.level(".|ab|pq|.", {})
    table = Table.open(GUARD, level, Setup(DiceSource(3), {"red": STDIO, "blue": "novice"}))
    scene = seen(app, table, tmp_path)
    for _ in range(LONGEST):
        question = scene.seat.plan.question
        assert question is not None
        if question.ask == "stance" and page.news:
            break
        ends = (one for one in question.choices if isinstance(one.command, End))
        scene.flow.give(next(ends, question.choices[0]).command)
        settle(app)
    assert question is not None
    assert page.title == question.text
    assert len(page.rows) == len(question.choices)
    assert all(words in {one.text for one in scene.seat.sitting.told("red")} for words in page.news)
