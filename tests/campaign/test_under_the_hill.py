"""The campaign in Guard: roads, texts, difficulties, choices, and heroes who carry on."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.campaign.campaign import Campaign
from game.campaign.campaign_list import all_campaigns
from game.campaign.campaign_tables import Stop
from game.campaign.chronicle import chronicle
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.campaign.screen_values import HeroShown
from game.campaign.stop_battles import changes_of
from game.components.belongings import Hand
from game.components.unit import Dead, Vitals
from game.content.levels import load_level
from game.play.opening import level_to_play, table_of
from game.play.table import Table
from game.rules.guard.commands import Sneak, Talk
from game.rules.guard.growth import stats_of
from game.rules.guard.records import FocusLeft
from game.rules.guard.schema import Figure
from game.terms.level import Level
from tests.campaign.conftest import BOOKS, at_table, conceded

FEWEST, MOST = 40, 110
"""Minimum and maximum number of words in a stop's story."""
ROOMS = {"toll_house", "kennel", "ossuary", "under_bridge"}
MOST_OPTIONS = 3
GRADES = 3
"""Most battles on a road that give a grade."""
LATER = ("tib", "wat")
"""Heroes who join after the first of them."""
SIX = ("ned", "odo", "bess", "jack", "maud", "sim")


@cache
def road() -> Campaign:
    """Return the campaign, and check that it has no findings."""
    return load_campaign(next(c.path for c in all_campaigns() if c.id == "under_the_hill"), BOOKS)


@cache
def roads(at: str) -> list[tuple[str, ...]]:
    """Return all roads from a stop to an ending."""
    stop = road().stops[at]
    fought = [stop.battle.won, stop.battle.lost] if stop.battle else []
    onward = dict.fromkeys(id for id in (*fought, *(way.to for way in stop.way)) if id)
    return [(at, *rest) for to in onward for rest in roads(to)] or [(at,)]


def fights() -> list[Stop]:
    return [stop for stop in road().stops.values() if stop.battle]


def room_of(stop: Stop) -> str:
    assert stop.battle is not None
    return stop.battle.level


def test_rooms_become_one_descent() -> None:
    found = roads(road().start)
    assert {way[-1] for way in found} == {"warden", "home", "arm"}
    assert {room_of(stop) for stop in fights()} == ROOMS
    for way in found:
        rooms = [room_of(road().stops[id]) for id in way if road().stops[id].battle]
        assert (rooms[0], rooms[-1]) == ("toll_house", "under_bridge"), way
        assert len(set(rooms)) == len(rooms), f"a room is fought twice: {way}"
        assert any(road().stops[id].camp for id in way), way
    assert {len([id for id in way if road().stops[id].battle]) for way in found} == {3, 4}


def test_only_the_longer_road_has_a_second_rest() -> None:
    for way in roads(road().start):
        rests = [id for id in way if road().stops[id].camp]
        is_long = "wrong_end" in way or "warm_end" in way
        assert len(rests) == (2 if is_long else 1), way


@pytest.mark.parametrize("id", road().stops)
def test_story_of_a_stop_is_short(id: str) -> None:
    words = " ".join(road().stops[id].paragraphs).split()
    assert FEWEST <= len(words) <= MOST


@pytest.mark.parametrize("stop", fights(), ids=lambda stop: stop.id)
def test_harder_difficulty_has_more_monsters(stop: Stop) -> None:
    gentle, fair, stiff = (sum(monsters_at(stop, it.id).values()) for it in road().difficulties)
    assert gentle < fair < stiff


# Choices and optional objectives


def monsters_at(stop: Stop, difficulty: str, *chosen: str) -> dict[str, int]:
    """Return the number of monsters in each group of a stop's battle."""
    assert stop.battle is not None
    changes = changes_of(road(), stop.battle, difficulty, None, chosen)
    level: Level = load_level(road().level(stop.battle), BOOKS, changes=changes)
    return {unit.id: n for unit in level.units if (n := unit.stats_as(Figure).number)}


@pytest.mark.parametrize("stop", fights(), ids=lambda stop: stop.id)
def test_every_result_of_a_battle_offers_three_options(stop: Stop) -> None:
    assert stop.battle is not None
    results = ("won", "lost") if stop.battle.lost else ("won",)
    for result in results:
        offered = [it for it in stop.choice if it.after in (result, "either")]
        assert len(offered) == MOST_OPTIONS
        assert len([it for it in offered if it.told]) == (3 if stop.id == "bridge" else 0)


def test_every_favour_takes_a_group_away_at_each_difficulty() -> None:
    favours = 0
    for stop in fights():
        assert stop.battle is not None
        for change in stop.battle.change:
            for hard in road().difficulties if change.chose else ():
                favours += 1
                usual = monsters_at(stop, hard.id)
                changed = monsters_at(stop, hard.id, change.chose or "")
                assert usual.keys() - changed.keys() == set(change.without)
                assert all(usual[id] == number for id, number in changed.items())
                assert sum(changed.values()) >= 0.6 * sum(usual.values())
    assert favours >= 3 * 10


def test_every_battle_has_an_optional_objective_that_the_road_tells_of() -> None:
    for stop in fights():
        assert stop.battle is not None
        aims = load_level(road().level(stop.battle), BOOKS).script.objectives
        (optional,) = (aim.id for aim in aims if aim.optional)
        assert [goal.objective for goal in stop.battle.goal] == [optional]


def test_every_grade_offers_three_options() -> None:
    for hero in road().heroes.values():
        grades = GRADES - (hero.id in LATER)
        assert len(hero.choices) - (grades - 1) >= MOST_OPTIONS, hero.id
        assert all(choice.rank is None for choice in hero.choices)
        dice = [set(choice.trait) & {"vigor", "quick", "mind"} for choice in hero.choices]
        assert sum(map(bool, dice)) <= 1, "one option would lower a die that another one has raised"


def test_trait_goes_with_a_hero_into_the_next_room(tmp_path: Path) -> None:
    journey = begun(tmp_path)
    journey.report(passed(journey, *SIX))
    pick(journey, "stool", "sim")
    sim = who(journey, "sim")
    assert [trait.title for trait in sim.traits] == ["His opinion", "One of the eleven stools"]
    assert "broad_shoulders" in sim.powers
    journey.take(0)
    journey.take(0)
    world = at_table(journey, "sim", "tib").battle.world
    unit = next(unit for unit in world.scene.level.units if unit.id == "party.sim")
    assert "broad_shoulders" in stats_of(unit).abilities
    journey.close()


# A journey


def who(journey: Journey, id: str) -> HeroShown:
    return next(hero for hero in journey.roster if hero.id == id)


def pick(journey: Journey, option: str, hero: str = "") -> None:
    """Choose the first option at each grade gained, and then this one."""
    while journey.choice is not None and journey.choice.hero:
        journey.choose(journey.choice.options[0].id, journey.choice.hero)
    journey.choose(option, hero)


def begun(folder: Path) -> Journey:
    """Return a journey at the toll house."""
    journey = Journey.begin(road(), "fair", folder, BOOKS)
    journey.take(0)
    return journey


def passed(journey: Journey, *heroes: str) -> Table:
    """Return the battle of a journey's stop after the party has talked or sneaked past."""
    options, seats = journey.options(heroes)
    options = replace(options, dice=",".join("4" * max(2, len(heroes))), seed=None)
    table = table_of(options, level_to_play(options, BOOKS, None), BOOKS, seats)
    ways = [one for one in table.battle.legal() if isinstance(one, Talk | Sneak)]
    by_maud = [one for one in ways if one.unit == "party.maud"]
    assert table.submit((*by_maud, *ways)[0]) is None
    while table.battle.outcome is None and table.step():
        pass
    assert table.battle.outcome is not None
    return table


def test_wounds_focus_and_items_carry_over_until_a_rest(tmp_path: Path) -> None:
    journey = begun(tmp_path)
    journey.give("blade_oil", "ned")
    table = passed(journey, *SIX)
    world = table.battle.world
    units = {table.battle.id_of(unit): unit for unit in table.battle.units()}
    world.put(units["party.ned"], Vitals(4, 12))
    world.put(units["party.ned"], Hand(("bark_brew",)))
    world.put(units["party.maud"], FocusLeft(2))
    world.put(units["party.sim"], Vitals(0, 8))
    world.put(units["party.sim"], Dead())
    report = journey.report(table)
    assert (report.won, report.lost, set(report.hurt)) == (True, (), {"ned", "sim"})
    assert {(one.hero, one.rank) for one in report.grown} == {(id, 1) for id in SIX}
    ned, sim = who(journey, "ned"), who(journey, "sim")
    assert (ned.life, ned.most, ned.items) == (7, 15, ("bark_brew",))
    assert (sim.life, sim.is_down, sim.growth) == (3, True, "Wet socks")
    pick(journey, "chest")
    journey.take(0)
    assert journey.stop.kind == "camp"
    journey.rest()
    assert not any(hero.is_hurt or hero.is_down for hero in journey.roster)
    assert who(journey, "ned").items == ("bark_brew",)
    journey.close()


def test_heroes_enter_the_next_room_as_they_are(tmp_path: Path) -> None:
    journey = begun(tmp_path)
    table = passed(journey, *SIX)
    units = {table.battle.id_of(unit): unit for unit in table.battle.units()}
    table.battle.world.put(units["party.maud"], FocusLeft(2))
    table.battle.world.put(units["party.maud"], Vitals(3, 9))
    journey.report(table)
    pick(journey, "chest")
    journey.take(0)
    journey.take(1)
    assert journey.stop.id == "ossuary"
    world = (next_one := at_table(journey, "ned", "odo", "bess", "maud")).battle.world
    maud = next(u for u in next_one.battle.units() if next_one.battle.id_of(u) == "party.maud")
    assert world.get(maud, Vitals) == Vitals(3, 9)
    assert world.get(maud, FocusLeft) == FocusLeft(7), "her grade adds 2 focus, her candles 3"
    assert len([u for u in world.scene.level.units if u.side == "party"]) == 4
    journey.close()


def test_defeat_at_the_bridge_ends_the_road_otherwise(tmp_path: Path) -> None:
    journey = begun(tmp_path)
    journey.report(conceded(at_table(journey, *SIX), "party"))
    assert journey.stop.id == "culvert"
    pick(journey, "rat")
    journey.take(0)
    journey.take(0)
    assert journey.report(conceded(at_table(journey, "tib", "wat"), "party")).again
    journey.report(passed(journey, "tib", "wat"))
    pick(journey, "socks", "wat")
    journey.take(0)
    journey.report(conceded(at_table(journey, *SIX, "wat"), "party"))
    assert (journey.stop.id, journey.is_over) == ("arm", True)
    pick(journey, "knitting")
    assert "Jack has a knitted sleeve" in "\n".join(chronicle(journey.campaign, journey.record))
    journey.close()
