"""Campaigns on the shelf are measured in slices, journey by journey."""

import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from game.campaign.campaign import Campaign
from game.campaign.loading import load_campaign
from game.campaign.measured_journeys import MeasuredJourneys, kept_journeys
from game.play import worker_processes
from game.workshop.journeys.journey_meter import JourneyMeter, counted
from game.workshop.journeys.one_journey import travelled
from game.workshop.journeys.travel_record import FAILED, Travelled, Trip
from tests.campaign.conftest import BOOKS, ROAD

LONGEST = 600.0
"""Seconds after which a process counts as stuck."""
MARK = "abc"


@pytest.fixture
def road(tmp_path: Path) -> Campaign:
    return load_campaign(Path(copytree(ROAD, tmp_path / "road")), BOOKS)


@pytest.fixture
def meter(tmp_path: Path) -> Iterator[JourneyMeter]:
    made = JourneyMeter(tmp_path, most=2)
    yield made
    made.close()


def until_rest(meter: JourneyMeter, journeys: int = 0) -> None:
    """Wait until nothing is measured any more, or this many journeys are over."""
    end = time.monotonic() + LONGEST
    while meter.is_playing and time.monotonic() < end:
        meter.wait(0.2)
        meter.poll()
        found = meter.measured(MARK)
        if journeys and found is not None and found.journeys >= journeys:
            return


def test_journeys_are_measured_and_kept(
    meter: JourneyMeter, road: Campaign, tmp_path: Path
) -> None:
    assert meter.lacks(MARK)
    meter.begin(road, MARK)
    assert meter.is_measuring(MARK)
    until_rest(meter)
    trips = (Trip("soldier", "hard", seed) for seed in (1, 2))
    one, two = (counted(travelled(road, trip, BOOKS, lambda: None)) for trip in trips)
    assert meter.measured(MARK) == one + two
    assert not meter.lacks(MARK)
    meter.close()
    assert kept_journeys(tmp_path) == {MARK: one + two}


def test_next_session_goes_on_after_the_journeys_that_are_over(
    meter: JourneyMeter, road: Campaign, tmp_path: Path
) -> None:
    meter.begin(road, MARK)
    until_rest(meter, 1)
    meter.stop()
    first = meter.measured(MARK)
    meter.close()
    assert first is not None
    again = JourneyMeter(tmp_path, most=first.journeys + 1)
    try:
        again.begin(road, MARK)
        until_rest(again)
        last = travelled(road, Trip("soldier", "hard", first.journeys + 1), BOOKS, lambda: None)
        assert again.measured(MARK) == first + counted(last)
    finally:
        again.close()


def test_closing_leaves_no_journey_behind(meter: JourneyMeter, road: Campaign) -> None:
    meter._most = 1000
    meter.begin(road, MARK)
    until_rest(meter, 1)
    assert meter._travels is not None
    folder = Path(meter._travels.name)
    assert folder.is_dir()
    meter.close()
    assert not folder.exists()
    assert not meter.is_playing


def test_campaign_whose_journeys_take_too_long_is_told(road: Campaign, tmp_path: Path) -> None:
    meter = JourneyMeter(tmp_path, seconds=0)
    try:
        meter.begin(road, MARK)
        until_rest(meter)
        assert "'five-tables lab' takes longer" in meter.trouble_of(MARK)
        assert not meter.lacks(MARK)
    finally:
        meter.close()


def test_journey_that_fails_is_told_and_not_counted(meter: JourneyMeter) -> None:
    meter._mark = MARK
    meter._take(Travelled(Trip("soldier", "hard", 1), FAILED, trouble="It fails."))
    assert meter.trouble_of(MARK) == "It fails."
    assert (meter.measured(MARK), meter.lacks(MARK)) == (None, False)


def test_campaign_that_is_gone_is_told(meter: JourneyMeter, road: Campaign) -> None:
    road.path.unlink()
    meter.begin(road, MARK)
    until_rest(meter)
    assert "the process that makes them has ended" in meter.trouble_of(MARK)


def test_older_results_never_replace_newer_ones(meter: JourneyMeter, tmp_path: Path) -> None:
    few = MeasuredJourneys(journeys=1, finished=1, battles=1, won=1, rounds=1)
    meter._mark = MARK
    for one in (few + few, few):
        meter._new[MARK] = one
        meter._keep()
        meter._writers[-1].join()
    assert kept_journeys(tmp_path) == {MARK: few + few}


def test_process_that_cannot_start_is_named(
    meter: JourneyMeter, road: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(worker_processes.TalkingProcess, "__init__", fails)
    meter.begin(road, MARK)
    assert not meter.is_playing
    assert "no more processes" in meter.trouble_of(MARK)
