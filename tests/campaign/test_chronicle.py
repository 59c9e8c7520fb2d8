"""A journey told as it was: everything recorded is told, in order and in words."""

import tomllib
from pathlib import Path

import pytest

from game.campaign.campaign import Campaign
from game.campaign.campaign_list import all_campaigns
from game.campaign.chronicle import CATALOGUE, VARIANTS, Heading, chronicle
from game.campaign.journey_file import ChosenOption, FoughtBattle, LongRest, RecordEntry
from game.campaign.loading import load_campaign
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded
from tests.campaign.test_checks import edit


@pytest.fixture
def campaign(forks: Path) -> Campaign:
    return load_campaign(forks, BOOKS)


def told(campaign: Campaign, *record: RecordEntry) -> str:
    return "\n".join(chronicle(campaign, record))


def test_chronicle_follows_the_record_of_a_journey(campaign: Campaign, begin: Begin) -> None:
    journey = begin("gentle")
    journey.take(0)
    journey.report(conceded(at_table(journey, "hanne", "joss"), "blue"))
    journey.choose("spare")
    journey.choose("boots", "joss")
    journey.rest()
    first, battle, second, rest, last = chronicle(campaign, journey.record)
    assert (first, second) == ("The first day", "The second day")
    assert [isinstance(it, Heading) for it in (first, battle, second, rest)] == [True, False] * 2
    places = [battle.index(f"“{it}”") for it in ("The yard", "A spare mace", "The guard's boots")]
    assert places == sorted(places)
    assert "Hanne" in battle
    assert "Joss" in battle
    assert "“The camp”" in rest
    assert last == (
        "That makes 1 battle won, and 0 lost. All of it together took 1 round. "
        "You slept 1 night on the road."
    )


def test_battle_is_told_with_its_tries_its_wounded_its_dead_and_its_goals(
    campaign: Campaign,
) -> None:
    lost = FoughtBattle(stop="bridge", won=False, again=True, rounds=8)
    won = FoughtBattle(
        stop="bridge",
        won=True,
        rounds=9,
        heroes=("hanne", "joss", "tam"),
        down=("hanne",),
        dead=("joss", "tam"),
        goals=("unseen",),
    )
    text = told(campaign, lost, lost, won)
    assert "9 rounds" in text
    assert "2 tries, which nobody mentions" in text
    assert "Joss, Tam Rook, fowler" in text
    assert "Hanne" in text
    assert "Nobody had seen you at the bridge." in text
    assert "1 thing was done that nobody had asked for" in text
    assert "Nobody slept on the road." in text
    assert "2 tries are not in that" in text.splitlines()[-1]
    plain = FoughtBattle(stop="bridge", won=True)
    assert "Nobody had seen you" not in told(campaign, plain)
    assert "0 rounds" not in told(campaign, plain), "an older version didn't count"


def test_defeat_and_unfinished_tries_are_told(campaign: Campaign) -> None:
    assert "5 rounds" in told(campaign, FoughtBattle(stop="yard", won=False, rounds=5))
    tried = told(campaign, FoughtBattle(stop="bridge", won=False, again=True, rounds=3))
    assert "“The bridge”" in tried
    assert "That makes 0 battles won, and 0 lost." in tried


def test_choices_at_ranks_are_told_together_and_sentences_take_turns(campaign: Campaign) -> None:
    won = FoughtBattle(stop="yard", won=True, rounds=2)
    ranks = [
        ChosenOption(stop="yard", option="x", title=title, hero=hero, rank=1)
        for hero, title in (("hanne", "One"), ("joss", "Two"))
    ]
    again = FoughtBattle(stop="bridge", won=True, rounds=2)
    first, yard, _, bridge, _ = chronicle(campaign, (won, *ranks, again))
    assert first == "The first day"
    assert yard.endswith("They rose by it: Hanne with “One”, Joss with “Two”.")
    assert yard.partition(".")[0].replace("The yard", "") != bridge.partition(".")[0]


def test_option_is_told_in_the_words_of_its_author(forks: Path) -> None:
    edit(forks, "rest = true", 'told = "The bolster is still spoken of."')
    entry = ChosenOption(stop="yard", option="bed", title="A bed each")
    text = told(load_campaign(forks, BOOKS), FoughtBattle(stop="yard", won=True), entry)
    assert "The bolster is still spoken of." in text
    assert "A bed each" not in text


def test_every_event_has_its_sentences() -> None:
    catalogue = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))
    for table, sentences in catalogue.items():
        if table not in ("counts", "pair"):
            assert list(sentences) == [f"v{n}" for n in range(VARIANTS)], table


def test_every_stop_of_the_shipped_campaigns_can_be_told() -> None:
    for road in all_campaigns():
        campaign = load_campaign(road.path, BOOKS)
        hero = next(iter(campaign.heroes))
        for stop in campaign.stops.values():
            goals = tuple(goal.objective for goal in stop.battle.goal) if stop.battle else ()
            for won in (True, False):
                for rounds in (0, 1, 6, 12):
                    battle = FoughtBattle(
                        stop=stop.id,
                        won=won,
                        rounds=rounds,
                        dead=(hero,),
                        down=(hero,),
                        goals=goals,
                    )
                    choices = [
                        ChosenOption(stop=stop.id, option="x", title="X", hero=hero, rank=rank)
                        for rank in (0, 1)
                    ]
                    text = told(campaign, battle, *choices, LongRest(stop.id))
                    assert f"“{stop.title}”" in text
                    assert "{" not in text
