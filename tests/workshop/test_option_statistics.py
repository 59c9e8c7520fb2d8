"""How the next battles after a choice went, and how often each option is the best."""

from itertools import product
from random import Random

import pytest

from game.campaign.loading import load_campaign
from game.workshop.journeys.journey_statistics import campaign_report
from game.workshop.journeys.journey_tables import tables
from game.workshop.journeys.next_battles import NextBattles, after, best_shares, next_battles
from game.workshop.journeys.one_journey import travelled
from game.workshop.journeys.option_statistics import taken, tried_out
from game.workshop.journeys.option_trials import ChoiceTrial
from game.workshop.journeys.travel_record import (
    FAILED,
    GIVEN_UP,
    LOST,
    WON,
    ReachedChoice,
    RoadBattle,
    Travelled,
    Trip,
)
from tests.campaign.conftest import BOOKS, FORKS


def fought(
    stop: str, result: str, left: float, number: int = 1, fallen: int = 0, items: int = 0
) -> RoadBattle:
    """Return a try at a stop's battle."""
    told = (stop, "yard_fight", number, result, 4, 20, 5, ("hanne",))
    return RoadBattle(*told, fallen=fallen, left=left, items=items)


ROAD = (
    fought("cellar", LOST, 0.9, items=9),
    fought("yard", LOST, 0.2, items=8),
    fought("yard", WON, 0.5, number=2, fallen=1, items=7),
    fought("bridge", WON, 0.4, items=4),
    fought("inn", WON, 0.6, fallen=1, items=5),
    fought("weir", LOST, 0.1, fallen=3, items=0),
)


def test_next_battles_are_those_of_three_stops_with_all_tries() -> None:
    found = next_battles(ROAD[1:], has_given_up=False)
    assert found == NextBattles(won=2, dead=2, left=0.5, items=5)


def test_party_that_gives_up_among_them_has_no_life_left_there() -> None:
    assert next_battles(ROAD[:4], has_given_up=True).left == pytest.approx(1.4 / 3)
    assert next_battles(ROAD, has_given_up=True) == next_battles(ROAD, has_given_up=False)
    assert next_battles((), has_given_up=False) == NextBattles()


def test_battles_before_the_choice_do_not_count() -> None:
    choice = ReachedChoice("yard", 0, ("a", "b"), "a", 3)
    found = after(Travelled(Trip("soldier", "gentle", 1), GIVEN_UP, ROAD), choice)
    assert (found.won, found.dead, round(found.left, 4)) == (2, 4, 0.3333)


def test_journey_notes_what_its_battles_left_on_the_road() -> None:
    found = travelled(load_campaign(FORKS, BOOKS), Trip("novice", "hard", 2), BOOKS, lambda: None)
    (choice,) = (one for one in found.reached if one.place == "yard")
    assert choice.fought == 1
    assert found.battles[0].stop == "yard"
    assert all(0 < one.left <= 1 for one in found.battles)
    assert found.battles[0].items > 0
    assert sum(one.fallen for one in found.battles) <= sum(len(one.dead) for one in found.battles)


# What is best


def test_more_wins_then_fewer_dead_then_more_life_then_more_items_are_better() -> None:
    order = [
        NextBattles(won=2, dead=3, left=0.1, items=0),
        NextBattles(won=1, dead=0, left=0.3, items=0),
        NextBattles(won=1, dead=1, left=0.9, items=0),
        NextBattles(won=1, dead=1, left=0.6, items=4),
        NextBattles(won=1, dead=1, left=0.6, items=3),
    ]
    scores = [one.score for one in order]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)
    assert NextBattles(left=0.501).score == NextBattles(left=0.502).score


def test_best_shares_count_every_combination_and_share_ties() -> None:
    random = Random(4)
    went = {
        id: [NextBattles(won=random.randint(0, 3)) for _ in range(count)]
        for id, count in (("a", 5), ("b", 3), ("c", 4))
    }
    counted = dict.fromkeys(went, 0.0)
    for combination in product(*went.values()):
        most = max(one.score for one in combination)
        ties = sum(one.score == most for one in combination)
        for id, one in zip(went, combination, strict=True):
            counted[id] += (one.score == most) / ties / 60
    assert best_shares(went) == pytest.approx(counted)


def journey(seed: int, option: str, won: int, ending: str = "home", rank: int = 0) -> Travelled:
    """Return a journey that took an option at the yard and won some of the next battles."""
    battles = tuple(fought(stop, WON if n < won else LOST, 0.5) for n, stop in enumerate("xyz"))
    reached = ReachedChoice("yard", rank, ("boots", "beds"), option, 0)
    return Travelled(Trip("soldier", "gentle", seed), ending, battles, reached=(reached,))


JOURNEYS = (
    journey(1, "boots", 3),
    journey(2, "boots", 1),
    journey(3, "beds", 1),
    journey(4, "beds", 0),
    journey(5, "beds", 1),
    journey(6, "beds", 3, FAILED),
    journey(7, "boots", 0, rank=2),
)


def test_journeys_that_were_offered_the_same_are_compared() -> None:
    boots, beds = taken(JOURNEYS)
    assert (boots.place, boots.option, boots.journeys, boots.counted) == ("yard", "boots", 2, 2)
    assert (beds.option, beds.journeys, beds.counted) == ("beds", 3, 2)
    assert boots.best == pytest.approx((3 + 0.5 + 1 + 0.5) / 6)
    assert boots.best + beds.best == pytest.approx(1)
    assert boots.won == pytest.approx((2 - 2 / 3) / 2) == -beds.won


def trial(place: str, *went: tuple[str, int, float], seed: int = 1) -> ChoiceTrial:
    """Return a trial of options, each with the battles won and the life left."""
    names = tuple(name for name, _, _ in went)
    results = tuple(NextBattles(won, 0, left, 5) for _, won, left in went)
    return ChoiceTrial(Trip("soldier", "gentle", seed), place, names, results)


TRIALS = (
    trial("yard", ("boots", 2, 0.5), ("beds", 1, 0.9)),
    trial("hanne", ("broad", 1, 0.5), ("spare", 1, 0.6)),
    trial("yard", ("boots", 1, 0.702), ("beds", 1, 0.704), seed=2),
    trial("yard", ("boots", 3, 0.5), ("beds", 1, 0.9), seed=2),
)


def test_trials_share_the_place_of_equally_good_options() -> None:
    found = tried_out(TRIALS)
    assert [(one.place, one.option, one.journeys, one.counted) for one in found] == [
        ("yard", "boots", 2, 3),
        ("yard", "beds", 2, 3),
        ("hanne", "broad", 1, 1),
        ("hanne", "spare", 1, 1),
    ]
    assert [one.best for one in found] == pytest.approx([2.5 / 3, 0.5 / 3, 0, 1])
    assert [one.won for one in found] == pytest.approx([0.5, -0.5, 0, 0])
    assert [round(one.left, 3) for one in found] == [-0.134, 0.134, -0.05, 0.05]


def test_table_shows_the_shares_and_leads_of_options() -> None:
    report = campaign_report(load_campaign(FORKS, BOOKS), JOURNEYS, TRIALS)
    lines = tables(report).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("  choice  option"))
    assert lines[start : start + 3] == [
        "  choice  option  journeys  counted  share            95 %    won  "
        "heroes dead  life left  items",
        "  yard    boots          2        2  83.3%  24.1% to 98.7%  +0.67  "
        "      +0.00      +0.0%   +0.0",
        "  yard    beds           3        2  16.7%   1.3% to 75.9%  −0.67  "
        "      +0.00      +0.0%   +0.0",
    ]
    assert not any(line.startswith("  chosen at yard") for line in lines)
    assert sum(line.startswith("  yard    boots ") for line in lines) == 2
