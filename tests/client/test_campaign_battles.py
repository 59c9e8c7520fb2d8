"""The battles of a campaign in the window, and their reports, defeats and endings."""

import errno
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.campaign.journey import Journey
from game.client.battle.scene import BattleScene
from game.client.campaign.campaign_flow import CampaignFlow, journeys
from game.client.campaign.defeat_screen import DefeatScreen
from game.client.campaign.ending_screen import EndingScene
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.campaign.road_screen import RoadScreen
from game.client.kit.app import App
from game.client.kit.scene import Scene
from game.client.kit.tick_time import TickTime
from game.client.screens.analysis_screen import AnalysisScene
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.luck_receipt import LuckScene
from game.client.screens.pause_menu import PauseMenu
from game.client.screens.turn_list import TurnList
from game.client.title.title_screen import Title
from game.present import thinkers
from game.present.turning_points import PastTurn, TurningSearch
from game.record.data_folders import RUNNING
from game.record.journal import left_behind
from game.record.reader import read_save
from game.terms.commands import Concede, End
from tests.client.conftest import Hand
from tests.client.near import Near
from tests.client.test_campaign import begun, on_road, on_top, road, straight_on

__all__ = ["road"]

WON_LATER = """
[[trigger]]
when = [{ round = 2 }]
do = [{ win = "red" }]
"""
PATIENCE = 600.0
"""Maximum number of seconds to wait."""
WON = """
[[trigger]]
when = [{ round = 1 }]
do = [{ win = "red" }]
"""


@pytest.fixture(autouse=True)
def at_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.change(speed=0.0, computer_speed=0.0)
    monkeypatch.setattr(thinkers, "Thinker", Near)


def wait(app: App, hand: Hand, for_summary: bool = False) -> None:
    """Wait for the players' turn or the end of the battle; deploy units on the way."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        hand.tick()
        scene = app.scene
        question = scene.seat.plan.question if isinstance(scene, BattleScene) else None
        if isinstance(scene, BattleScene) and question is not None and question.ask == "deploy":
            done = (it for it in question.choices if it.verb == "done")
            scene.flow.give(next(done, question.choices[0]).command)
            continue
        if isinstance(scene, BattleSummary) or (question is not None and not for_summary):
            return
        time.sleep(0.002)
    raise AssertionError("nobody is asked")


def to_battle(app: App, hand: Hand, trip: CampaignFlow) -> BattleScene:
    """Go from the road through the muster to the battle."""
    on_road(app, hand, trip)
    hand.key("return", "return")
    scene = app.scene
    assert isinstance(scene, BattleScene), app.notices.all
    wait(app, hand)
    return scene


def concede(app: App, hand: Hand) -> BattleSummary:
    """Concede the battle."""
    scene = app.scene
    assert isinstance(scene, BattleScene)
    scene.flow.give(Concede())
    wait(app, hand, for_summary=True)
    assert isinstance(app.scene, BattleSummary)
    return app.scene


def lost(app: App, hand: Hand, trip: CampaignFlow) -> DefeatScreen:
    """Return the screen after a battle that was conceded after the players' first turn."""
    scene = to_battle(app, hand, trip)
    question = scene.seat.plan.question
    assert question is not None
    scene.flow.give(End(question.unit))
    wait(app, hand)
    summary = concede(app, hand)
    assert not summary.again.is_shown, "the summary offers to play again"
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen)
    return app.scene


def won_later(app: App, hand: Hand, road: Path) -> tuple[CampaignFlow, ReportScene]:
    """Return a journey and its report after a battle won in a later turn."""
    level = road / "yard_fight.toml"
    level.write_text(level.read_text() + WON_LATER, encoding="utf-8")
    trip = begun(app, road, 0)
    scene = to_battle(app, hand, trip)
    while app.scene is scene:
        question = scene.seat.plan.question
        assert question is not None
        scene.flow.give(End(question.unit))
        wait(app, hand)
    hand.key("return")
    report = app.scene
    assert isinstance(report, ReportScene)
    assert trip.journey.stop.id == "camp"
    return trip, report


def test_victory_is_saved_at_once_and_reported_on_the_road(
    app: App, hand: Hand, road: Path
) -> None:
    level = road / "yard_fight.toml"
    level.write_text(level.read_text() + WON, encoding="utf-8")
    trip = begun(app, road, 0)
    on_road(app, hand, trip)
    hand.key("return", "return")
    wait(app, hand, for_summary=True)
    assert trip.journey.stop.id == "camp", "the victory was not saved at once"
    hand.key("return")
    report = app.scene
    assert isinstance(report, ReportScene)
    told = {tale.title: tale.words for tale in report.tales.tales}
    grown = "Rank 1: Room for two. The shield goes up over whoever stands beside her. New: "
    assert told["Hanne"].startswith(f"{grown}+3 life, Shield overhead")
    assert told["Found"].startswith("Red draught: Action · 5 ft · self or ally · heals 2d4+2")
    hand.key("return")
    assert isinstance(app.scene, RoadScreen)
    assert app.scene.ways[0].words == "Make camp"
    assert [mark.title for mark in app.scene.map._marks] == ["The gate", "The yard", "The camp"]


def test_victory_can_be_retried_from_one_of_its_turns(app: App, hand: Hand, road: Path) -> None:
    trip, report = won_later(app, hand, road)
    hand.click(report.retry)
    assert isinstance(app.scene, TurnList)
    hand.key("escape")
    assert on_top(app, report), "cancelling doesn't lead back to the report"
    hand.click(report.retry)
    hand.key("page up", "return")
    again = app.scene
    assert isinstance(again, BattleScene)
    below = app.below(again)
    assert isinstance(below, RoadScreen)
    assert below.journey.stop.id == trip.journey.stop.id == "yard"
    assert [way.words for way in below.ways] == ["Resume battle"]
    wait(app, hand)
    concede(app, hand)
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen), "the defeat after a retry does not count"


def test_victory_can_be_retried_from_its_analysis(app: App, hand: Hand, road: Path) -> None:
    trip, report = won_later(app, hand, road)
    hand.click(report.analysis)
    analysis = app.scene
    assert isinstance(analysis, AnalysisScene)
    hand.key("escape")
    assert on_top(app, report), "the analysis doesn't lead back to the report"
    hand.click(report.analysis)
    assert isinstance(app.scene, AnalysisScene)
    assert app.scene._on_retry is not None
    app.scene._on_retry(1, 1)
    again = app.scene
    assert isinstance(again, BattleScene)
    assert again.seat.sitting.count == 1
    below = app.below(again)
    assert isinstance(below, RoadScreen)
    assert below.journey.stop.id == trip.journey.stop.id == "yard"


@pytest.mark.parametrize("from_defeat", [False, True])
def test_defeat_can_be_retried_from_its_analysis(
    app: App, hand: Hand, road: Path, from_defeat: bool
) -> None:
    trip = begun(app, road, 0)
    to_battle(app, hand, trip)
    concede(app, hand)
    summary = app.scene
    if from_defeat:
        hand.key("return")
        assert isinstance(app.scene, DefeatScreen)
        hand.click(app.scene.analysis)
    else:
        assert isinstance(summary, BattleSummary)
        hand.click(summary.luck)
        assert isinstance(app.scene, LuckScene)
        hand.click(app.scene.analysis)
    assert isinstance(app.scene, AnalysisScene)
    assert app.scene._on_retry is not None
    app.scene._on_retry(0, 1)
    again = app.scene
    assert isinstance(again, BattleScene)
    assert again.seat.sitting.given == 0
    assert isinstance(app.below(again), RoadScreen)
    assert trip.journey.stop.id == "yard"


def test_victory_that_cannot_be_saved_is_not_a_defeat(app: App, hand: Hand, road: Path) -> None:
    level = road / "yard_fight.toml"
    level.write_text(level.read_text() + WON, encoding="utf-8")
    trip = begun(app, road, 0)
    on_road(app, hand, trip)
    hand.key("return")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    hand.key("return")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.campaign.journey_file.write_whole", full)
        wait(app, hand, for_summary=True)
        hand.key("return")
        hand.tick(2)
        assert any("can't be saved" in note for note in app.notices.all)
        assert isinstance(app.scene, RoadScreen)
        assert trip.journey.stop.id == "yard"
        assert trip.journey.running is not None
    hand.key("return")
    wait(app, hand, for_summary=True)
    hand.key("return")
    assert isinstance(app.scene, ReportScene)
    assert trip.journey.stop.id == "camp"


def test_defeat_that_no_turn_decided_starts_at_an_own_turn(app: App) -> None:
    turns = (PastTurn(0, 1, "blue", "Bo", ""), PastTurn(3, 1, "red", "Ann", ""))
    ignored = (lambda *_: None, lambda *_: None, None)
    defeat = DefeatScreen(app, "The yard", "red", None, turns, *ignored)
    assert defeat.moments.current is not None
    assert defeat.moments.current.value == 3


def test_turning_point_of_a_defeat_is_sought_in_parts(
    app: App, hand: Hand, road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    scene = to_battle(app, hand, trip)
    question = scene.seat.plan.question
    assert question is not None
    scene.flow.give(End(question.unit))
    wait(app, hand)
    monkeypatch.setattr(TickTime, "is_left", property(lambda time: not time._has_worked))
    parts = list[Scene | None]()
    go_on = TurningSearch.go_on

    def counted(search: TurningSearch) -> None:
        parts.append(app.scene)
        go_on(search)

    monkeypatch.setattr(TurningSearch, "go_on", counted)
    ticks = 0
    scene.flow.give(Concede())
    while not isinstance(app.scene, BattleSummary):
        hand.tick()
        ticks += 1
        assert len(parts) <= ticks, "a tick did more than one part"
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen)
    assert len(parts) > 2
    assert set(parts) == {scene}, "a part of the search had to wait for the next screen"


def test_defeat_lists_the_turns_and_changes_nothing(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    defeat = lost(app, hand, trip)
    rows = [row for row in defeat.moments.rows if not row.is_head]
    assert len(rows) >= 2
    assert {row.title for row in rows} <= {"Hanne", "Joss", "First", "Second"}
    assert not trip.journey.roster[0].is_hurt
    hand.key("escape")
    scene = app.scene
    assert isinstance(scene, RoadScreen)
    assert trip.journey.stop.id == "yard"
    assert [way.words for way in scene.ways] == ["Resume battle"]
    hand.key("return")
    wait(app, hand, for_summary=True)
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen), "cancelling closed the defeat screen"


@pytest.mark.parametrize("is_new", [False, True])
def test_defeat_can_be_retried_from_a_turn(app: App, hand: Hand, road: Path, is_new: bool) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    defeat = lost(app, hand, trip)
    seed = trip.journey._state.seed
    if is_new:
        defeat.ring.focus(defeat.dice)
        hand.key("right")
    assert defeat.retry.words.endswith("with new dice") is is_new
    defeat.ring.focus(defeat.moments)
    hand.key("page up", "page up", "return")
    scene = app.scene
    assert isinstance(scene, BattleScene)
    table, keeper = scene.seat.sitting.table, scene.seat.sitting.keeper
    pending = trip.journey._state.pending
    assert pending is not None
    assert table.record.header.journey == pending.mark
    assert keeper.running is not None
    lines = [type(line).__name__ for _, line in read_save(keeper.running).lines]
    assert ("Luck" in lines) is is_new, "the record lacks the new dice, or has old ones"
    assert (table.dice.seed == seed) is not is_new
    wait(app, hand)
    concede(app, hand)
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen), "a second defeat cannot be retried"


def test_turn_can_be_retried_before_the_battle_is_over(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    scene = to_battle(app, hand, trip)
    question = scene.seat.plan.question
    assert question is not None
    scene.flow.give(End(question.unit))
    wait(app, hand)
    hand.key("escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    words = app.words.say("battle", "try")
    hand.click(next(button for button in menu.buttons if button.words == words))
    assert isinstance(app.scene, TurnList)
    hand.key("page up", "return")
    taken = app.scene
    assert isinstance(taken, BattleScene)
    assert taken is not scene
    pending = trip.journey._state.pending
    assert pending is not None
    assert taken.seat.sitting.table.record.header.journey == pending.mark
    wait(app, hand)
    concede(app, hand)
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen), "the retried battle has left the campaign"
    assert left_behind(app.folder / RUNNING) == []
    hand.key("escape", "return")
    wait(app, hand, for_summary=True)
    hand.key("return")
    assert isinstance(app.scene, DefeatScreen), "the abandoned battle was resumed"


def test_defeat_can_be_retried_from_the_muster(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    defeat = lost(app, hand, trip)
    hand.click(defeat.whole)
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    hand.click(muster.cards[0])
    hand.click(muster.start)
    wait(app, hand)
    scene = app.scene
    assert isinstance(scene, BattleScene)
    tokens = scene.seat.sitting.picture(None).tokens
    assert [token.id for token in tokens if token.side == "red"] == ["red.joss"]
    assert scene.seat.sitting.table.dice.seed == trip.journey._state.seed, "the dice differ"


def test_defeat_can_be_accepted_if_the_road_continues(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    defeat = lost(app, hand, trip)
    hand.click(defeat.lose)
    assert isinstance(app.scene, ReportScene)
    hand.key("return")
    scene = app.scene
    assert isinstance(scene, RoadScreen)
    assert trip.journey.stop.id == "gaol"
    assert [mark.is_lost for mark in scene.map._marks] == [False, True, False]
    again = Journey.load(trip.journey.path, app.books, as_copy=True)
    assert again.stop.id == "gaol"


def test_defeat_cannot_be_accepted_if_the_battle_must_be_won(
    app: App, hand: Hand, road: Path
) -> None:
    trip = straight_on(app, road, 0)
    defeat = lost(app, hand, trip)
    assert not defeat.lose.is_enabled
    assert defeat.lose.under == "you must win to continue"
    hand.click(defeat.lose)
    assert app.scene is defeat


def test_ending_is_shown_and_leads_to_the_title(app: App, hand: Hand, road: Path) -> None:
    trip = straight_on(app, road, 0)
    trip.journey._step(replace(trip.journey._state, won=("bridge",), fallen=("odo",)))
    title = Title(app)
    app.push(title)
    app.push(journeys(app))
    on_road(app, hand, trip)
    hand.key("return")
    ending = app.scene
    assert isinstance(ending, EndingScene)
    hand.key("return")
    assert app.scene is title


def test_closing_the_window_in_a_battle_loses_nothing(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road, 0, difficulty="gentle")
    scene = to_battle(app, hand, trip)
    question = scene.seat.plan.question
    assert question is not None
    scene.flow.give(End(question.unit))
    count = scene.seat.sitting.table.record.count
    path = trip.journey.path
    app.close()
    journey = Journey.load(path, app.books)
    running = journey.running
    assert running is not None
    plays = [line for _, line in read_save(running).lines if type(line).__name__ == "Play"]
    assert len(plays) >= count
    journey.close()
