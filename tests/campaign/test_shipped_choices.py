"""The choices of the shipped campaign: everywhere, complete, and felt in later battles."""

from functools import cache

import pytest

from game.campaign.campaign import Campaign, changes_at
from game.campaign.campaign_list import all_campaigns
from game.campaign.campaign_tables import RankChoice, StopChoice
from game.campaign.choices import MOST
from game.campaign.loading import load_campaign
from game.campaign.stop_battles import change_by
from game.content.shipped_folders import levels_root
from tests.campaign.conftest import BOOKS

GROWING = 4
"""Most battles on a road that give a rank."""
LAST = ("by_water", "by_street")
"""The stops of the last battle, after which nothing but the last page is left."""


@cache
def road() -> Campaign:
    return load_campaign(next(c.path for c in all_campaigns() if c.id == "fifth_table"), BOOKS)


def options() -> list[StopChoice | RankChoice]:
    of_stops = [option for stop in road().stops.values() for option in stop.choice]
    of_heroes = [choice for hero in road().heroes.values() for choice in hero.choices]
    return [*of_stops, *of_heroes]


def test_every_battle_offers_three_options_to_every_party() -> None:
    for stop in road().stops.values():
        if stop.battle is None:
            continue
        for result in ("won", "lost"):
            offered = [it for it in stop.choice if it.after in (result, "either")]
            if result == "lost" and stop.battle.lost is None:
                assert not offered
            else:
                assert len(offered) == MOST, f"{stop.id} {result}"
                assert not any(option.heroes for option in offered)


def test_last_battle_offers_only_what_the_last_page_tells() -> None:
    for stop in road().stops.values():
        for option in stop.choice:
            gives = bool(option.trait or option.finds or option.rest)
            assert (option.told is not None) == (stop.id in LAST), option.id
            assert not (gives and stop.id in LAST), option.id


def test_every_rank_offers_three_options() -> None:
    for hero in road().heroes.values():
        rank = hero.keys.get("rank", 0)
        assert isinstance(rank, int)
        ranks = GROWING - rank
        assert len(hero.choices) - (ranks - 1) >= MOST, hero.id
        assert all(choice.rank is None for choice in hero.choices)


def test_every_favour_takes_a_foe_away_at_each_difficulty() -> None:
    stops = [stop for stop in road().stops.values() if stop.battle]
    favours = {c.chose for stop in stops if stop.battle for c in stop.battle.change if c.chose}
    assert len(favours) >= 10
    for stop in stops:
        assert stop.battle is not None
        for difficulty in road().difficulties:
            usual = {id for c in changes_at(stop.battle, difficulty.id) for id in c.without}
            for change in stop.battle.change:
                if change.chose:
                    assert change.without
                    assert usual.isdisjoint(change.without), f"{stop.id} {change.chose}"


def test_every_favour_says_whom_it_takes_away() -> None:
    for stop in road().stops.values():
        for change in stop.battle.change if stop.battle else ():
            if change.chose:
                assert stop.battle is not None
                hard = road().difficulties[0].id
                changed = change_by(road(), stop.battle, hard, BOOKS, frozenset(), change.chose)
                assert len(changed.without) == len(change.without), f"{stop.id} {change.chose}"


def test_traits_give_and_take() -> None:
    """A gain in one number alone would be better than the same gain with a price."""
    alone = [option.id for option in options() if _is_bare(option.trait)]
    assert alone == []


def _is_bare(trait: dict[str, object]) -> bool:
    """Return whether a trait is one gain in fighting, shooting, magic or armour rating alone."""
    skills = trait.get("skills", {})
    assert isinstance(skills, dict)
    numbers = [*(v for v in trait.values() if isinstance(v, int)), *skills.values()]
    strong = "rating" in trait or {"fighting", "shooting", "magic"} & skills.keys()
    others = [key for key in trait if key not in ("rating", "skills")]
    return bool(strong) and not others and all(number > 0 for number in numbers)


def test_a_third_of_the_battles_have_an_optional_objective() -> None:
    battles = [stop.battle for stop in road().stops.values() if stop.battle]
    goals = [battle for battle in battles if battle.goal]
    assert 3 * len(goals) >= len(battles)


@pytest.mark.parametrize("option", options(), ids=lambda option: option.id)
def test_option_has_an_icon_and_says_one_or_two_sentences(option: StopChoice | RankChoice) -> None:
    if option.icon:
        folder = levels_root().parent / "assets" / "icons"
        assert (folder / f"{option.icon}.svg").is_file()
    assert option.icon or option.finds or option.trait.get("weapons") or option.trait.get("powers")
    assert option.about[-1] in ".!?"
