"""Choices after battles and at ranks: offered, made, withdrawn, felt in battles and on the road."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.campaign.campaign import Campaign
from game.campaign.journey import Journey
from game.campaign.journey_file import ChosenOption, FoughtBattle, LongRest, read_state
from game.campaign.loading import load_campaign
from game.play.aftermath import course_of
from game.record.failure import Failure
from game.workshop.lab.computer_choices import at_random, choose_all, evenly
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded
from tests.campaign.test_checks import edit

At = Callable[..., Journey]


@pytest.fixture
def campaign(forks: Path) -> Campaign:
    return load_campaign(forks, BOOKS)


@pytest.fixture
def after_yard(begin: Begin) -> At:
    """Return a function for journeys that have just won or lost in the yard."""

    def at(*heroes: str, loser: str = "blue") -> Journey:
        journey = begin("gentle")
        journey.take(0)
        journey.report(conceded(at_table(journey, *heroes), loser))
        return journey

    return at


def offered(journey: Journey) -> list[str]:
    choice = journey.choice
    return [option.id for option in choice.options] if choice else []


def test_victory_offers_choices_at_ranks_and_then_after_the_battle(after_yard: At) -> None:
    journey = after_yard("hanne", "joss")
    choice = journey.choice
    assert choice is not None
    assert (choice.hero, choice.rank, choice.title, choice.left) == ("hanne", 1, "Hanne", 2)
    assert offered(journey) == ["broad", "spare"]
    journey.choose("spare")
    choice = journey.choice
    assert choice is not None
    assert (choice.hero, choice.stop, choice.title, choice.left) == ("", "yard", "The yard", 1)
    assert offered(journey) == ["bed", "boots", "bribe"], "the first three that apply"
    journey.choose("bribe")
    assert journey.choice is None
    journey.take(0)
    assert journey.stop.id == "bridge"


def test_rank_offers_only_options_that_the_hero_has_not_chosen(after_yard: At) -> None:
    journey = after_yard("hanne")
    journey.choose("spare")
    journey.choose("bed")
    journey.take(0)
    state = read_state(journey.path)
    assert [it.option for it in state.record if isinstance(it, ChosenOption)] == ["spare", "bed"]
    assert state.chosen == {"bed"}


def test_defeat_offers_its_own_choice(after_yard: At) -> None:
    journey = after_yard("hanne", loser="red")
    assert journey.stop.id == "gaol"
    assert offered(journey) == ["song", "crust", "straw"]
    journey.choose("song")
    traits = {hero.id: [trait.title for trait in hero.traits] for hero in journey.roster}
    assert traits["hanne"] == traits["joss"] == ["A song"]


def test_choice_is_offered_once_at_a_stop(after_yard: At) -> None:
    journey = after_yard("hanne", loser="red")
    journey.choose("crust")
    journey.take(0)
    journey.take(0)
    journey.report(conceded(at_table(journey, "hanne"), "red"))
    assert journey.choice is None


@pytest.mark.parametrize("stopped", ["take", "rest", "options"])
def test_journey_goes_on_only_after_the_choice(after_yard: At, stopped: str) -> None:
    journey = after_yard("hanne")
    calls: dict[str, Callable[[], object]] = {
        "take": lambda: journey.take(0),
        "rest": journey.rest,
        "options": journey.options,
    }
    with pytest.raises(Failure, match="Choose first"):
        calls[stopped]()


def test_trait_goes_to_the_hero_named_and_into_the_next_battle(after_yard: At) -> None:
    journey = after_yard("hanne", "joss")
    journey.choose("broad")
    with pytest.raises(Failure, match="Say who gets it: The guard"):
        journey.choose("boots")
    with pytest.raises(Failure, match="Tam Rook, fowler can't have this"):
        journey.choose("boots", "tam")
    with pytest.raises(Failure, match="No such thing is offered here: 'song'"):
        journey.choose("song")
    journey.choose("boots", "hanne")
    hero = next(hero for hero in journey.roster if hero.id == "hanne")
    assert [trait.title for trait in hero.traits] == ["Broad shoulders", "The guard's boots"]
    assert hero.most == 20 + 3 + 3, "the kind, the rank and the trait"
    journey.take(0)
    table = at_table(journey, "hanne")
    unit = next(unit for unit in table.battle.world.scene.level.units if unit.id == "red.hanne")
    traits = msgspec.to_builtins(unit.stats)["traits"]
    assert [(trait["title"], trait.get("speed", 0)) for trait in traits] == [
        ("Broad shoulders", -5),
        ("The guard's boots", 5),
    ]


def test_trait_is_for_the_party_of_the_battle_only(after_yard: At) -> None:
    journey = after_yard("joss")
    assert "tam" in [hero.id for hero in journey.roster], "he has joined at the camp"
    choice = journey.choice
    assert choice is not None
    assert choice.options[1].heroes == ("hanne", "joss")


def test_option_changes_a_later_battle_and_opens_a_path(after_yard: At) -> None:
    journey = after_yard("joss")
    choice = journey.choice
    assert choice is not None
    (change,) = choice.options[2].changes
    assert (change.stop, change.changed.without) == ("The bridge", ("Second",))
    assert choice.options[2].opens == ("With the cousin",)
    journey.choose("bribe")
    journey.take(0)
    battle = journey.battle
    assert battle is not None
    assert battle.changed.without == ("Second",)
    table = at_table(journey, "joss")
    assert "blue.second" not in [unit.id for unit in table.battle.world.scene.level.units]
    journey.report(conceded(table, "blue"))
    assert [way.is_open for way in journey.ways] == [True, True, True]


def test_path_says_which_option_it_needs(after_yard: At) -> None:
    journey = after_yard("joss")
    journey.choose("bed")
    journey.take(0)
    journey.report(conceded(at_table(journey, "joss"), "blue"))
    assert journey.ways[2].why == "Open only if you chose “A word with the guard”."


def test_rest_is_taken_at_once_and_leaves_the_camp_its_own(after_yard: At) -> None:
    journey = after_yard("joss")
    journey.choose("bed")
    assert not journey.stop.is_rested
    journey.rest()
    assert [type(entry) for entry in journey.record] == [FoughtBattle, ChosenOption, LongRest]


def test_choice_can_be_withdrawn_until_the_next_step(after_yard: At) -> None:
    journey = after_yard("hanne")
    before = journey.roster
    assert not journey.can_choose_again
    journey.choose("broad")
    journey.choose("boots", "joss")
    journey.choose_again()
    assert offered(journey) == ["bed", "boots", "bribe"]
    journey.choose_again()
    assert offered(journey) == ["broad", "spare"]
    assert journey.roster == before
    assert not journey.can_choose_again
    journey.choose("spare")
    journey.choose("bribe")
    assert journey.can_choose_again
    journey.take(0)
    assert not journey.can_choose_again
    with pytest.raises(Failure, match="moved on since that choice"):
        journey.choose_again()


def test_report_is_withdrawn_together_with_its_choices(after_yard: At) -> None:
    journey = after_yard("hanne")
    journey.choose("broad")
    journey.choose("bribe")
    assert journey.can_take_back
    journey.take_back()
    assert (journey.stop.id, journey.choice, journey.record) == ("yard", None, ())
    assert not journey.roster[0].traits
    assert not journey.can_take_back


def test_choice_waits_for_a_journey_that_was_closed(after_yard: At) -> None:
    journey = after_yard("hanne")
    journey.choose("broad")
    journey.close()
    again = Journey.load(journey.path, BOOKS)
    assert offered(again) == ["bed", "boots", "bribe"]
    assert not again.can_choose_again
    again.choose("boots", "hanne")
    again.choose_again()
    assert offered(again) == ["bed", "boots", "bribe"]
    again.close()


def test_options_that_the_campaign_lost_are_not_offered(after_yard: At, forks: Path) -> None:
    journey = after_yard("hanne")
    journey.close()
    edit(forks, 'id = "boots"', 'id = "shoes"')
    edit(forks, 'id = "broad"', 'id = "wide"')
    edit(forks, 'id = "spare"', 'id = "other"')
    again = Journey.load(journey.path, BOOKS)
    assert offered(again) == ["bed", "bribe"]
    again.close()


def test_goal_is_rewarded_and_recorded(after_yard: At) -> None:
    journey = after_yard("joss")
    journey.choose("bed")
    journey.take(0)
    battle = journey.battle
    assert battle is not None
    assert [(goal.title, goal.finds) for goal in battle.goals] == [
        ("Let the first guard live for two rounds", ("chalk",))
    ]
    table = at_table(journey, "joss")
    while table.battle.outcome is None and course_of(table, "red").rounds < 3:
        assert table.step() or table.submit(table.battle.legal()[-1]) is None
    report = journey.report(conceded(table, "blue"))
    assert report.goals == ("unseen",)
    assert report.found == ("chalk",)
    fought = journey.record[-1]
    assert isinstance(fought, FoughtBattle)
    assert (fought.stop, fought.won, fought.goals) == ("bridge", True, ("unseen",))
    assert fought.rounds >= 3


def test_battle_to_be_tried_again_stays_in_the_record(after_yard: At) -> None:
    journey = after_yard("joss")
    journey.choose("bed")
    journey.take(0)
    journey.report(conceded(at_table(journey, "joss"), "red"))
    fought = journey.record[-1]
    assert isinstance(fought, FoughtBattle)
    assert (fought.again, fought.won, fought.heroes, fought.dead) == (True, False, ("joss",), ())
    assert journey.choice is None


def test_computer_players_choose_at_random_and_evenly(after_yard: At) -> None:
    picked: Counter[tuple[str, str]] = Counter()
    found: Counter[str] = Counter()
    for number in range(3):
        journey = after_yard("hanne")
        made = choose_all(journey, evenly(picked), Random(number))
        assert journey.choice is None
        found.update(one.option for one in made)
        journey.close()
    assert sorted(found.values()) == [1, 1, 1, 1, 2]
    seen = set()
    for number in range(9):
        journey = after_yard("joss")
        random = Random(number)
        seen |= {one.option for one in choose_all(journey, at_random(random), random)}
        journey.close()
    assert len(seen) > 1


def test_journey_of_the_first_format_keeps_its_battles(after_yard: At) -> None:
    journey = after_yard("joss")
    journey.choose("bed")
    journey.close()
    raw = msgspec.json.decode(journey.path.read_bytes())
    assert raw["format"] == 2
    del raw["record"]
    journey.path.write_bytes(msgspec.json.encode({**raw, "format": 1}))
    state = read_state(journey.path)
    assert state.format == 2
    assert state.record == (FoughtBattle(stop="yard", won=True),)
    again = Journey.load(journey.path, BOOKS)
    assert again.choice is None
    again.take(0)
    assert read_state(again.path).format == 2
    again.close()


def test_campaign_knows_the_choices_of_its_heroes(campaign: Campaign) -> None:
    heroes = campaign.heroes
    assert [choice.id for choice in heroes["hanne"].choices] == ["broad", "spare"]
    assert heroes["joss"].choices == ()
