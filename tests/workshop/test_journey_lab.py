"""`five-tables lab` for campaigns: the journeys it plays, what it counts, and its output."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.hardness import Hardness
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.core.random_streams import Stream
from game.play.table import Table
from game.workshop.journeys import one_journey, party_customs
from game.workshop.journeys.journey_lab import JourneyLab
from game.workshop.journeys.journey_statistics import campaign_report
from game.workshop.journeys.journey_tables import tables
from game.workshop.journeys.one_journey import TRIES, GivenUp, travelled
from game.workshop.journeys.travel_record import (
    FAILED,
    GIVEN_UP,
    LOST,
    WON,
    RoadBattle,
    Travelled,
    Trip,
)
from tests.campaign.conftest import BOOKS, FORKS, ROAD, conceded
from tests.cli.runner import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


@pytest.fixture(scope="module")
def road() -> Campaign:
    return load_campaign(ROAD, BOOKS)


@pytest.fixture
def journey(road: Campaign, tmp_path: Path) -> Iterator[Journey]:
    """Yield a journey on the small road, at its first stop."""
    begun = Journey.begin(road, "gentle", tmp_path, BOOKS)
    yield begun
    begun.close()


def ready() -> None:
    """Stand for a check that finds no signal."""


# Journeys


def test_journey_is_played_to_its_ending(road: Campaign, journey: Journey) -> None:
    found = travelled(road, Trip("novice", "gentle", 1), BOOKS, ready)
    assert (found.ending, found.trouble) == ("home", "")
    first = found.battles[0]
    assert (first.stop, first.level, first.number) == ("yard", "yard_fight", 1)
    assert first.heroes == ("hanne", "joss")
    assert first.life == sum(hero.most for hero in journey.roster), "both begin unhurt"
    assert {stop for stop, _ in found.ways} <= {"gate", "camp", "bridge"}


def test_journeys_with_the_same_seed_are_equal(road: Campaign) -> None:
    trip = Trip("novice", "hard", 3)
    assert travelled(road, trip, BOOKS, ready) == travelled(road, trip, BOOKS, ready)


def test_battle_that_must_be_won_is_retried_with_other_dice(
    road: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_journey.Traveller, "_play", _conceding)
    found = travelled(road, Trip("random", "hard", 1), BOOKS, ready)
    assert found.ending == GIVEN_UP
    last = [one for one in found.battles if one.stop == "bridge"]
    assert [one.number for one in last] == list(range(1, TRIES + 1))
    assert {one.result for one in found.battles} == {LOST}


def _conceding(self: one_journey.Traveller, table: Table) -> None:
    shown = self.journey.battle
    assert shown is not None
    conceded(table, shown.side)


def test_error_ends_one_journey_with_a_sentence(
    road: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("boots")

    monkeypatch.setattr("game.play.table.Table.roll", broken)
    found = travelled(road, Trip("novice", "gentle", 4), BOOKS, ready)
    assert found.ending == FAILED
    assert found.trouble == "The journey with seed 4 fails at yard: KeyError: 'boots'."


def test_endless_battle_ends_the_journey(road: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_journey, "LONGEST", 3)
    found = travelled(road, Trip("novice", "gentle", 4), BOOKS, ready)
    assert found.ending == FAILED
    assert "isn't over after 3 commands" in found.trouble


def test_journey_is_as_hard_as_wanted(road: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[Hardness] = set()

    def stepped(self: one_journey.Traveller) -> None:
        seen.add(self.journey.hardness)
        raise GivenUp

    monkeypatch.setattr(one_journey.Traveller, "step", stepped)
    for wanted in ("rough", ""):
        travelled(road, Trip("novice", "gentle", 1, wanted), BOOKS, ready)
    assert seen == {Hardness("gentle", "rough"), Hardness("gentle", "plain")}


# Choices


def test_every_choice_is_made_and_recorded() -> None:
    found = travelled(load_campaign(FORKS, BOOKS), Trip("novice", "gentle", 2), BOOKS, ready)
    assert (found.trouble, found.ending) == ("", "home")
    assert {one.place for one in found.reached} >= {"yard"}
    assert all(one.option in one.options for one in found.reached)


# Customs


def test_stores_go_to_the_heroes_of_the_battle(journey: Journey) -> None:
    journey.give("surgeons_roll", "joss")
    party_customs.collect(journey, ("hanne",))
    assert {hero.id for hero in journey.roster if hero.items} <= {"hanne"}
    before = len(next(hero.items for hero in journey.roster if hero.id == "hanne"))
    stores = len(journey.stores)
    party_customs.share_out(journey, ("hanne",))
    assert journey.stores == ()
    after = next(hero.items for hero in journey.roster if hero.id == "hanne")
    assert len(after) == before + stores


def test_highest_ranks_go_first_when_all_are_fit(journey: Journey) -> None:
    assert party_customs.fittest(journey, 1) == ("joss",)
    assert party_customs.fittest(journey, 5) == ("hanne", "joss")


def test_closed_paths_are_never_taken(journey: Journey) -> None:
    ways = {party_customs.way_on(journey, Stream(seed, "road")) for seed in range(20)}
    assert ways == {0}


# Statistics


def fought(stop: str, number: int, result: str, lost: int, **more: Any) -> RoadBattle:
    plain = RoadBattle(stop, "yard_fight", number, result, 4, 20, lost, ("hanne",))
    return replace(plain, **more)


FOUND = [
    Travelled(
        Trip("soldier", "gentle", 1),
        "home",
        (
            fought("yard", 1, WON, 5, objectives=("up",), answers={"keys": "take"}),
            fought("bridge", 1, LOST, 20, down=("hanne",), dead=("joss",)),
            fought("bridge", 2, WON, 10, rounds=8, down=("hanne",)),
        ),
        (("camp", "bridge"),),
    ),
    Travelled(Trip("soldier", "gentle", 2), "home", (fought("yard", 1, LOST, 15),)),
    Travelled(Trip("soldier", "hard", 1), FAILED, trouble="It broke."),
]


def test_report_counts_first_tries_and_averages_all(road: Campaign) -> None:
    gentle, hard = campaign_report(road, FOUND).roads
    yard, bridge = gentle.stops
    assert (yard.stop, yard.first, yard.won, yard.tries) == ("yard", 2, 1, 2)
    assert (bridge.stop, bridge.first, bridge.won, bridge.tries) == ("bridge", 1, 0, 2)
    assert (yard.life_lost, bridge.life_lost, bridge.rounds) == (0.5, 0.75, 6)
    assert (bridge.down, bridge.dead) == ({"hanne": 2}, {"joss": 1})
    assert (yard.objectives, yard.answers) == ({"up": 1}, {"keys": {"take": 1}})
    assert (gentle.endings, gentle.ways) == ({"home": 2}, {"camp": {"bridge": 1}})
    assert (hard.endings, hard.stops, hard.troubles) == ({FAILED: 1}, (), ("It broke.",))


def test_table_shows_each_stop_with_its_interval(road: Campaign) -> None:
    assert tables(campaign_report(road, FOUND)).splitlines() == [
        "road, gentle, party played by soldier: 2 journeys",
        "  stop    battles  won  share           95 %  tries  life lost  rounds",
        "  yard          2    1  50.0%  9.5% to 90.5%      2        50%       4",
        "  bridge        1    0   0.0%  0.0% to 79.3%      2        75%       6",
        "  yard: objectives up 1; keys take 1",
        "  bridge: down hanne 2; dead joss 1",
        "  paths at camp: bridge 1",
        "  endings: home 2",
        "",
        "road, hard, party played by soldier: 1 journey",
        "  endings: failed 1",
        "  It broke.",
    ]


# The command


def test_results_do_not_depend_on_the_number_of_processes(run: Run) -> None:
    args = ("lab", str(ROAD), "-n", "2", "--players", "novice", "--difficulty", "gentle", "--json")
    one = run(*args, "--jobs", "1").out
    assert run.code == 0
    assert run(*args, "--jobs", "2").out == one
    (found,) = json.loads(one)
    assert found["campaign"] == "road"
    (gentle,) = found["roads"]
    assert (gentle["player"], gentle["difficulty"], gentle["journeys"]) == ("novice", "gentle", 2)
    assert gentle["battles"][0]["stop"] == "yard"


def test_every_player_travels_at_every_difficulty_with_the_same_seeds(road: Campaign) -> None:
    made = JourneyLab((road,), BOOKS, (), 2, 1, ("soldier", "novice"), 5)
    assert made.trips(road) == [
        Trip(player, difficulty, seed)
        for player in ("soldier", "novice")
        for difficulty in ("gentle", "hard")
        for seed in (5, 6)
    ]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((str(ROAD), "yard"), "'yard' isn't a campaign"),
        ((str(ROAD), "--difficulty", "fair"), "no difficulty 'fair'"),
        ((str(ROAD), "--road", "fair"), "no road 'fair'; the roads are soft, plain and rough"),
        ((str(ROAD), "--show", "all"), "--show is for levels"),
        ((str(ROAD), "--keep"), "--keep is for levels"),
        ((str(ROAD), "-n", "0"), "isn't a number"),
        (("yard", "--road", "soft"), "--road is for campaigns"),
        (("yard", "--choices", "1"), "--choices is for campaigns"),
        (("yard", "--difficulty", "fair"), "--difficulty is for campaigns"),
    ],
)
def test_unusable_option_is_refused(run: Run, args: tuple[str, ...], told: str) -> None:
    run("lab", *args)
    assert run.code == 2
    assert told in run.err
