"""`lab CAMPAIGN --choices`: which options are tried, on which journeys, and what is best."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.journey_file import ChosenOption
from game.campaign.loading import load_campaign
from game.play.table import Table
from game.workshop.journeys import next_battles, one_journey, option_trials
from game.workshop.journeys.journey_statistics import campaign_report
from game.workshop.journeys.one_journey import GivenUp, travelled
from game.workshop.journeys.option_trials import (
    PlannedTrial,
    planned,
    tried,
)
from game.workshop.journeys.travel_record import ReachedChoice, Travelled, Trip
from tests.campaign.conftest import BOOKS, FORKS, conceded
from tests.cli.runner import Run

TRIP = Trip("novice", "gentle", 2, keeps_choices=True)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


@pytest.fixture(scope="module")
def forks() -> Campaign:
    return load_campaign(FORKS, BOOKS)


@pytest.fixture(scope="module")
def found(forks: Campaign) -> Travelled:
    """Return a journey, kept as it was at its choices."""
    return travelled(forks, TRIP, BOOKS, ready)


def ready() -> None:
    """Stand for a check that finds no signal."""


def at_yard(found: Travelled) -> ReachedChoice:
    return next(choice for choice in found.reached if choice.place == "yard")


# Journeys


def test_keeping_choices_changes_nothing_on_the_journey(forks: Campaign, found: Travelled) -> None:
    plain = travelled(forks, replace(TRIP, keeps_choices=False), BOOKS, ready)
    assert (plain.battles, plain.ways) == (found.battles, found.ways)
    assert plain.reached == tuple(replace(one, state=b"") for one in found.reached)
    assert at_yard(found).options == ("bed", "boots", "bribe")


# One trial


def test_option_is_tried_with_the_same_dice_as_the_others(
    forks: Campaign, found: Travelled
) -> None:
    """An option that is compared with itself is never better, but fares otherwise elsewhere."""
    twice = replace(at_yard(found), options=("boots", "boots"))
    trials = [tried(forks, PlannedTrial(TRIP, twice, seed), BOOKS, ready) for seed in range(4)]
    for trial in trials:
        assert trial.trouble == ""
        assert trial.went[0] == trial.went[1]
    assert len({trial.went[0] for trial in trials}) > 1


def test_each_option_is_chosen_before_its_battles(
    forks: Campaign, found: Travelled, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []

    def stepped(self: one_journey.Traveller) -> None:
        last = self.journey.record[-1]
        assert isinstance(last, ChosenOption)
        seen.append((last.option, sum(len(hero.traits) for hero in self.journey.roster)))
        raise GivenUp

    monkeypatch.setattr(one_journey.Traveller, "step", stepped)
    plan = PlannedTrial(TRIP, at_yard(found), 1)
    trial = tried(forks, plan, BOOKS, ready)
    assert (trial.options, trial.trouble) == (("bed", "boots", "bribe"), "")
    assert seen == [("bed", 1), ("boots", 2), ("bribe", 1)], "Hanne has one trait from her rank"


def test_trial_ends_after_the_next_battles(
    forks: Campaign, found: Travelled, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought: list[str] = []
    fight = one_journey.Traveller.fight

    def counted(self: one_journey.Traveller) -> None:
        fought.append(self.journey.stop.id)
        fight(self)

    assert next_battles.AHEAD == 3
    monkeypatch.setattr(one_journey.Traveller, "fight", counted)
    monkeypatch.setattr(option_trials, "AHEAD", 1)
    monkeypatch.setattr(next_battles, "AHEAD", 1)
    one = replace(at_yard(found), options=("bribe",))
    tried(forks, PlannedTrial(TRIP, one, 1), BOOKS, ready)
    assert len(fought) == 1


def test_party_that_gives_up_has_no_life_left(
    forks: Campaign, found: Travelled, monkeypatch: pytest.MonkeyPatch
) -> None:
    def conceding(self: one_journey.Traveller, table: Table) -> None:
        shown = self.journey.battle
        assert shown is not None
        conceded(table, shown.side)

    monkeypatch.setattr(one_journey.Traveller, "_play", conceding)
    monkeypatch.setattr("game.workshop.journeys.party_customs.way_on", lambda *_: 0)
    one = replace(at_yard(found), options=("bribe",))
    (went,) = tried(forks, PlannedTrial(TRIP, one, 1), BOOKS, ready).went
    assert (went.won, went.left) == (0, 0.0)


def test_option_that_cannot_be_tried_ends_the_trial_with_a_sentence(
    forks: Campaign, found: Travelled
) -> None:
    choice = replace(at_yard(found), state=b"{}")
    trial = tried(forks, PlannedTrial(TRIP, choice, 7), BOOKS, ready)
    assert trial.went == ()
    assert trial.trouble.startswith("The options at yard can't be tried with seed 7: ")
    assert campaign_report(forks, [found], [trial]).roads[0].troubles == (trial.trouble,)
    assert campaign_report(forks, [found], [trial]).roads[0].tried == ()


# The plan


def reaching(seed: int, difficulty: str, *choices: tuple[str, int]) -> Travelled:
    """Return a journey that reached choices."""
    reached = tuple(ReachedChoice(place, rank, ("a", "b"), "a", 0) for place, rank in choices)
    return Travelled(Trip("novice", difficulty, seed), "home", reached=reached)


def test_each_choice_is_tried_equally_often_on_the_journeys_that_reached_it() -> None:
    found = [
        reaching(1, "gentle", ("yard", 0), ("hanne", 1), ("hanne", 2)),
        reaching(2, "gentle", ("yard", 0)),
        reaching(3, "hard", ("yard", 0)),
    ]
    plan = planned(found, 3)
    told = [(one.trip.difficulty, one.choice.place, one.choice.rank) for one in plan]
    kinds = dict.fromkeys(told)
    assert list(kinds) == [
        ("gentle", "yard", 0),
        ("gentle", "hanne", 1),
        ("gentle", "hanne", 2),
        ("hard", "yard", 0),
    ]
    assert all(told.count(kind) == 3 for kind in kinds)
    assert [one.trip.seed for one in plan[:3]] == [1, 2, 1]
    assert len({one.seed for one in plan}) == len(plan), "no two trials have the same dice"


def test_only_the_named_places_are_tried() -> None:
    found = [reaching(1, "gentle", ("yard", 0), ("hanne", 1), ("joss", 2))]
    assert [one.choice.place for one in planned(found, 1, ("joss", "yard"))] == ["yard", "joss"]
    assert planned(found, 0) == []


# The command


def test_trials_do_not_depend_on_the_number_of_processes(run: Run) -> None:
    args = ("lab", str(FORKS), "-n", "1", "--players", "novice", "--difficulty", "gentle")
    more = ("--choices", "2", "--at", "yard", "--json", "--jobs")
    one = run(*args, *more, "1").out
    assert run.code == 0
    assert run(*args, *more, "2").out == one
    (found,) = json.loads(one)
    options = found["roads"][0]["tried"]
    assert [option["option"] for option in options] == ["bed", "boots", "bribe"]
    assert {(option["place"], option["counted"]) for option in options} == {("yard", 2)}
    assert round(sum(option["share"] for option in options), 2) == 1


def test_command_reports_how_many_trials_it_played(run: Run) -> None:
    args = ("-n", "1", "--players", "novice", "--difficulty", "gentle", "--jobs", "1")
    run("lab", str(FORKS), *args, "--choices", "1", "--at", "yard")
    assert "1 trial of choices in " in run.err
    assert "\n  yard    bed " in run.out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--choices", "0"), "'0' isn't a number of trials (--choices)"),
        (("--choices", "many"), "'many' isn't a number of trials (--choices)"),
        (("--at", "yard"), "add --choices"),
        (("--choices", "1", "--at", "camp"), "has no choice at 'camp'; there are choices at yard"),
    ],
)
def test_unusable_option_is_refused(run: Run, args: tuple[str, ...], told: str) -> None:
    run("lab", str(FORKS), *args)
    assert run.code == 2
    assert told in run.err
