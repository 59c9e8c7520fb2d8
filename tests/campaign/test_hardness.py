"""How hard a journey is: its battles and its road apart, its assists, and its record."""

import json
from pathlib import Path

import pytest

from game.campaign.campaign import Campaign
from game.campaign.hardness import FEWER_WOUNDS, INTENT, REROLL, Hardness
from game.campaign.journey import Journey
from game.campaign.journey_file import FORMAT, FoughtBattle, read_state
from game.campaign.loading import load_campaign, read_campaign
from game.campaign.save_slots import slots
from game.components.unit import Vitals
from game.play.opening import level_to_play, table_of
from game.play.table import Table
from game.record.failure import Failure
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded

HARM = 7
"""Life that each hero loses in a battle."""


def harmed(table: Table, by: int = HARM) -> Table:
    """Return the table after each unit of the party has lost life."""
    world = table.battle.world
    for unit in table.battle.units():
        if table.battle.side_of(unit) == "red":
            vitals = world.get(unit, Vitals)
            world.put(unit, Vitals(vitals.life - by, vitals.most))
    return table


def lost(journey: Journey) -> dict[str, int]:
    """Return the life that each hero lacks."""
    return {hero.id: hero.most - hero.life for hero in journey.roster}


def fought(journey: Journey, *heroes: str) -> Journey:
    """Return the journey after a won battle in which each hero lost life."""
    journey.report(harmed(conceded(at_table(journey, *heroes), "blue")))
    return journey


def at_yard(begin: Begin, hard: Hardness) -> Journey:
    """Return a journey before its first battle."""
    journey = begin(hard)
    journey.take(0)
    return journey


# The road


def test_road_of_a_new_journey_is_that_of_its_battles_or_the_middle_one(
    begin: Begin, road: Path
) -> None:
    assert begin("hard").hardness == Hardness("hard", "plain")
    path = road / "campaign.toml"
    path.write_text(path.read_text().replace('id = "soft"', 'id = "gentle"'))
    soft = load_campaign(road, BOOKS)
    assert [soft.road_for(id).id for id in ("gentle", "hard")] == ["gentle", "plain"]


def test_unknown_road_is_refused(begin: Begin) -> None:
    with pytest.raises(Failure, match="no difficulty of the road 'grim'"):
        begin(Hardness("hard", "grim"))


@pytest.mark.parametrize(
    ("hard", "left"),
    [
        (Hardness("hard", "plain"), HARM),
        (Hardness("hard", "soft"), 4),
        (Hardness("hard", "plain", (FEWER_WOUNDS,)), 4),
        (Hardness("hard", "soft", (FEWER_WOUNDS,)), 2),
    ],
)
def test_heroes_keep_a_share_of_the_wounds_of_a_battle(
    begin: Begin, hard: Hardness, left: int
) -> None:
    journey = fought(at_yard(begin, hard), "hanne")
    assert lost(journey)["hanne"] == left
    assert lost(journey)["joss"] == 0


def test_older_wounds_are_kept_whole(begin: Begin) -> None:
    journey = fought(at_yard(begin, Hardness("hard", "plain")), "hanne", "joss")
    journey.go_on_at(Hardness("hard", "soft"))
    journey.take(0)
    fought(journey, "hanne")
    assert (lost(journey)["hanne"], lost(journey)["joss"]) == (HARM + 4, HARM)


def test_rest_on_a_rough_road_restores_a_share_of_the_lost_life(begin: Begin) -> None:
    journey = fought(at_yard(begin, Hardness("hard", "rough")), "hanne")
    journey.rest()
    assert lost(journey)["hanne"] == 3
    plain = fought(at_yard(begin, Hardness("hard", "plain")), "hanne")
    plain.rest()
    assert lost(plain)["hanne"] == 0


def test_road_adds_finds_at_camps_and_leaves_others_out(begin: Begin) -> None:
    soft, rough = (begin(Hardness("hard", id)) for id in ("soft", "rough"))
    assert (soft.stores, rough.stores) == (("surgeons_roll",), ())
    for journey in (soft, rough):
        journey.take(0)
        fought(journey, "hanne")
        assert journey.stop.id == "camp"
    assert soft.stores == ("surgeons_roll", "red_draught", "red_draught")
    assert rough.stores == ("red_draught",)


def test_road_changes_at_once_and_is_kept(begin: Begin) -> None:
    journey = fought(at_yard(begin, Hardness("hard", "plain")), "hanne")
    wanted = Hardness("gentle", "rough", (REROLL,))
    journey.go_on_at(wanted)
    (slot,) = slots(journey.path.parent.parent)
    assert journey.hardness == slot.hardness == wanted
    journey.rest()
    assert lost(journey)["hanne"] == 3


# Assists


def rerolls(journey: Journey) -> int:
    """Return the number of rerolls in the battle of this stop."""
    options, seats = journey.options(("hanne",))
    level = level_to_play(options, BOOKS, None)
    return table_of(options, level, BOOKS, seats).rerolls


def test_assist_allows_one_reroll_in_each_battle(begin: Begin) -> None:
    journey = at_yard(begin, Hardness("hard", "plain"))
    assert rerolls(journey) == 0
    journey.go_on_at(Hardness("hard", "plain", (REROLL,)))
    assert [rerolls(journey) for _ in range(2)] == [1, 1]


def test_strength_of_the_assists_can_be_written(road: Path) -> None:
    path = road / "campaign.toml"
    path.write_text(f"{path.read_text()}\n[assist]\nrerolls = 3\nwounds = 0\n")
    journey = Journey.begin(
        load_campaign(road, BOOKS),
        Hardness("hard", "plain", (FEWER_WOUNDS, REROLL)),
        road / "data",
        BOOKS,
    )
    assert journey.hardness.assists == (REROLL, FEWER_WOUNDS), "they have one order"
    journey.take(0)
    assert rerolls(journey) == 3
    fought(journey, "hanne")
    assert lost(journey)["hanne"] == 0
    journey.close()


def test_assist_shows_intents_in_the_battles_of_the_journey(begin: Begin) -> None:
    journey = at_yard(begin, Hardness("gentle", "plain"))
    assert not at_table(journey, "hanne").record.header.intent
    journey.go_on_at(Hardness("gentle", "plain", (INTENT,)))
    table = at_table(journey, "hanne")
    assert table.record.header.intent
    table.shown_intents = "red"
    while table.battle.asked != "red":
        assert table.step()
    assert table.submit(table.battle.legal()[-1]) is None
    journey.report(conceded(table, "blue"))
    (told,) = (one for one in journey.record if isinstance(one, FoughtBattle))
    assert told.assists == (INTENT,)


# The record


def test_record_says_how_hard_each_battle_was_and_which_assists_were_used(begin: Begin) -> None:
    journey = at_yard(begin, Hardness("hard", "plain", (REROLL, FEWER_WOUNDS)))
    journey.report(conceded(at_table(journey, "hanne"), "red"))
    journey.take(0)
    journey.go_on_at(Hardness("gentle", "soft", (REROLL,)))
    journey.take(0)
    table = at_table(journey, "hanne")
    while table.battle.asked != "red":
        assert table.step()
    assert table.submit(table.battle.legal()[-1]) is None
    assert table.reroll("red") is None
    journey.report(conceded(table, "blue"))
    told = [one for one in journey.record if isinstance(one, FoughtBattle)]
    assert [(one.won, one.difficulty, one.road, one.assists) for one in told] == [
        (False, "hard", "plain", (FEWER_WOUNDS,)),
        (True, "gentle", "soft", (REROLL,)),
    ]
    assert read_state(journey.path).record == journey.record


# Older files


def test_older_journey_goes_on_with_the_usual_road(begin: Begin) -> None:
    journey = begin("hard")
    journey.close()
    state = json.loads(journey.path.read_bytes())
    for key in ("road", "assists", "record"):
        state.pop(key, None)
    journey.path.write_text(json.dumps({**state, "format": 1}))
    again = Journey.load(journey.path, BOOKS)
    assert again.hardness == Hardness("hard", "plain")
    again.take(0)
    assert read_state(again.path).format == FORMAT
    again.close()
    copy = Journey.load(journey.path, BOOKS, as_copy=True)
    assert copy.hardness == Hardness("hard", "plain")
    copy.close()


def test_campaign_without_roads_has_a_plain_one(road: Path, tmp_path: Path) -> None:
    path = road / "campaign.toml"
    before, _, rest = path.read_text().partition("[[road]]")
    path.write_text(before + rest[rest.index("[[hero]]") :])
    plain: Campaign = load_campaign(road, BOOKS)
    journey = Journey.begin(plain, "hard", tmp_path, BOOKS)
    assert (plain.roads, journey.hardness) == ((), Hardness("hard"))
    journey.take(0)
    fought(journey, "hanne")
    assert lost(journey)["hanne"] == HARM
    journey.rest()
    assert lost(journey)["hanne"] == 0
    journey.close()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("wounds = 50", "wounds = 101", "wrong-value"),
        ('without = ["surgeons_roll"]', 'without = ["surgeon"]', "unknown-name"),
    ],
)
def test_unusable_road_is_reported(road: Path, old: str, new: str, code: str) -> None:
    path = road / "campaign.toml"
    path.write_text(path.read_text().replace(old, new, 1))
    assert [one.code for one in read_campaign(road, BOOKS).findings] == [code]
