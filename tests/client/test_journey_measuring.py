"""Campaigns of one's own are measured while the list of campaigns is open."""

import time
from pathlib import Path
from shutil import copytree

import pytest

from game.campaign import campaign_list
from game.campaign.measured_journeys import kept_journeys
from game.client.campaign.journey_list import JourneyList
from game.client.campaign.road_screen import RoadScreen
from game.client.kit.app import App
from game.workshop.journeys.journey_meter import JourneyMeter
from tests.campaign.conftest import ROAD
from tests.client.conftest import Hand

LONGEST = 600.0
"""Seconds after which a process counts as stuck."""
QUIET = 10, 0.1
"""Ticks after which journeys have begun, and seconds for each."""


def own(app: App, name: str, title: str) -> Path:
    folder = Path(copytree(ROAD, app.folder / "levels" / name))
    path = folder / "campaign.toml"
    path.write_text(path.read_text().replace("The short road", title), encoding="utf-8")
    return path


@pytest.fixture
def shown(app: App, hand: Hand) -> JourneyList:
    """Return the list of campaigns, with one of the person's own chosen."""
    path = own(app, "a", "Road A")
    made = app.navigation.journeys(path)
    assert isinstance(made, JourneyList)
    made.measuring.meter = JourneyMeter(app.folder, most=1)
    app.push(made)
    hand.look()
    return made


def told(shown: JourneyList) -> str:
    return " ".join(shown._told[2])


def under(shown: JourneyList, title: str) -> str:
    return next(row.under for row in shown.list.rows if row.title == title)


def until_rest(hand: Hand, shown: JourneyList) -> None:
    end = time.monotonic() + LONGEST
    while shown.measuring.meter.is_playing and time.monotonic() < end:
        shown.measuring.meter.wait(0.2)
        hand.tick(1, 0.1)


def test_own_campaign_is_measured_and_shown(
    app: App, hand: Hand, shown: JourneyList, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change(meter=True)
    with monkeypatch.context() as patch:
        patch.setattr(JourneyMeter, "poll", lambda _: False)  # however fast the process is
        hand.tick(*QUIET)
        assert "Soldiers are measuring this campaign: 0 of" in told(shown)
    until_rest(hand, shown)
    hand.tick(1)
    assert "Measured here (Hard): soldiers win " in told(shown)
    assert "of 1 journey." in told(shown)
    assert "% won · " in under(shown, "Road A")
    hand.key("escape")
    assert len(kept_journeys(app.folder)) == 1
    later = app.navigation.journeys()
    assert isinstance(later, JourneyList)
    app.push(later)
    hand.tick(2)
    assert "% won · " in under(later, "Road A"), "kept for the next time"


def test_campaigns_of_the_game_are_not_measured(app: App, hand: Hand, shown: JourneyList) -> None:
    hand.tick(2)
    assert [one.title for one in shown._own] == ["Road A"]


def test_nothing_is_measured_if_it_is_turned_off(app: App, hand: Hand, shown: JourneyList) -> None:
    hand.tick(*QUIET)
    assert not shown.measuring.meter.is_playing
    assert "Not measured." in told(shown)
    assert under(shown, "Road A") == "choose a difficulty"


def test_measuring_stops_when_a_journey_begins(app: App, hand: Hand, shown: JourneyList) -> None:
    app.change(meter=True)
    shown.measuring.meter._most = 1000
    hand.tick(*QUIET)
    assert shown.measuring.meter.is_playing
    hand.click(shown.ways[0])
    assert isinstance(app.scene, RoadScreen)
    assert not shown.measuring.meter.is_playing


def test_many_campaigns_are_read_while_the_list_is_shown(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign_list, "MOST_AT_ONCE", 2)
    titles = [f"Road {n}" for n in range(4)]
    paths = [own(app, f"r{n}", title) for n, title in enumerate(titles)]
    shown = app.navigation.journeys(paths[2])
    assert isinstance(shown, JourneyList)
    app.push(shown)
    rows = [row.title for row in shown.list.rows]
    assert rows[-3:] == ["Mine", "Road 2", "Mine: being read …"]
    assert not shown.is_idle
    while not shown.is_idle:
        hand.tick(1)
    assert [row.title for row in shown.list.rows][-5:] == ["Mine", *titles]
    assert shown.picked is not None
    assert shown.picked.title == "Road 2"
