"""The shipped campaign: its road, texts, difficulties and tutorial battle."""

from collections import Counter
from functools import cache

import pytest

from game.ai.player import Player
from game.campaign.campaign import Campaign
from game.campaign.campaign_list import all_campaigns
from game.campaign.campaign_tables import Stop
from game.campaign.loading import load_campaign
from game.campaign.stop_battles import changes_of
from game.components.unit import Allegiance, Down
from game.content.levels import load_level
from game.engine.battle import Battle
from game.rules.action.schema import Figure
from game.terms.agenda import BattleEnd, Roll
from game.terms.commands import End
from game.terms.level import Level
from game.terms.records import Entity
from game.terms.script_events import Message
from game.world.unit_names import units_on_board
from tests.ai.playing import BOOKS, begun, chosen, level, seated

BATTLES, AT_ACTION = 13, 8
"""Minimum number of battles on every road, and minimum number in the rulebook Action."""

OTHERS = ("contest", "etiquette", "guard", "verdigris")
FEWEST, MOST = 40, 110
"""Minimum and maximum number of words in a stop's story."""

QUIET = 3
"""Number of rounds in which the first battle can't be lost."""


@cache
def road() -> Campaign:
    """Return the campaign, and check that it has no findings."""
    return load_campaign(next(c.path for c in all_campaigns() if c.id == "fifth_table"), BOOKS)


def onward(stop: Stop) -> list[str]:
    """Return the possible next stops of a stop."""
    fought = [stop.battle.won, stop.battle.lost] if stop.battle else []
    return list(dict.fromkeys(id for id in (*fought, *(way.to for way in stop.way)) if id))


@cache
def roads(at: str) -> list[tuple[str, ...]]:
    """Return all roads from a stop to an ending."""
    stop = road().stops[at]
    return [(at, *rest) for to in onward(stop) for rest in roads(to)] or [(at,)]


@cache
def battle_level(id: str, difficulty: str) -> Level:
    """Return the level of a stop's battle at a difficulty, with the level's own heroes."""
    battle = road().stops[id].battle
    assert battle is not None
    changes = changes_of(road(), battle, difficulty, None)
    return load_level(road().level(battle), BOOKS, changes=changes)


def fights() -> list[str]:
    """Return the stops whose battles heroes fight."""
    return [id for id, stop in road().stops.items() if stop.battle and stop.battle.heroes]


def test_every_road_is_long_and_visits_all_rulebooks() -> None:
    found = roads(road().start)
    assert {way[-1] for way in found} == {"five", "crossing", "two_barrels"}
    for way in found:
        fought = [id for id in way if road().stops[id].battle]
        books = Counter(battle_level(id, "fair").rulebook for id in fought)
        assert len(fought) >= BATTLES, way
        assert books["action"] >= AT_ACTION, way
        assert all(books[book] >= 1 for book in OTHERS), way


def test_road_continues_after_a_defeat_and_merges_again() -> None:
    found = roads(road().start)
    on = {id: s.battle.lost for id, s in road().stops.items() if s.battle and s.battle.heroes}
    assert on["fair"] == "gaol"
    assert on["ferry"] == "wet_through"
    for fork in (("toll", "orchard"), ("back_stair", "kitchen"), ("by_water", "by_street")):
        assert {sum(id in way for id in fork) for way in found} == {1}, fork
    assert all({"crossroads", "measure", "ledger", "eve"} <= set(way) for way in found)


@pytest.mark.parametrize("id", road().stops)
def test_story_of_a_stop_is_short(id: str) -> None:
    words = " ".join(road().stops[id].paragraphs).split()
    assert FEWEST <= len(words) <= MOST


@pytest.mark.parametrize("id", fights())
def test_story_never_mentions_heroes_who_may_be_dead(id: str) -> None:
    script = battle_level(id, "fair").script
    told = [script.story.won, script.story.lost, script.story.draw]
    told += [deed.message for trigger in script.triggers for deed in trigger.do]
    words = set(" ".join(text for text in told if text).replace("'", " ").split())
    assert not words & {hero.title for hero in road().heroes.values()}


@pytest.mark.parametrize("id", fights())
def test_harder_difficulty_has_more_foes(id: str) -> None:
    def worth(difficulty: str) -> tuple[int, int]:
        found = battle_level(id, difficulty)
        heroes = road().heroes
        foes = [unit for unit in found.units if unit.id.partition(".")[2] not in heroes]
        return len(foes), sum(unit.stats_as(Figure).life for unit in foes)

    gentle, fair, stiff = (worth(one.id) for one in road().difficulties)
    assert gentle[0] < fair[0] <= stiff[0]
    assert gentle[1] < fair[1] < stiff[1]


# The first battle


def idle(battle: Battle, blue: Player) -> None:
    """Play the quiet rounds with an idle red side and the worst dice for red."""
    while not isinstance(battle.stop, BattleEnd) and battle.round <= QUIET:
        stop = battle.stop
        if isinstance(stop, Roll):
            worst = max if stop.roller is not None and is_of(battle, stop.roller, "blue") else min
            battle.settle(tuple(worst(1, sides) for sides in stop.dice.sides))
            continue
        legal = battle.legal()
        ends = [one for one in legal if isinstance(one, End)]
        command = chosen(battle, {"blue": blue}) if stop.side == "blue" else (*ends, legal[-1])[0]
        assert battle.submit(command) is None


def is_of(battle: Battle, unit: Entity, side: str) -> bool:
    """Return whether a unit belongs to a side."""
    return battle.world.get(unit, Allegiance).side == side


def test_first_battle_cannot_be_lost_in_its_first_rounds() -> None:
    battle = begun(level("barrel_slide"))
    idle(battle, seated(battle, "soldier")["blue"])
    assert battle.round == QUIET + 1
    up = [unit for unit in units_on_board(battle.world) if is_of(battle, unit, "red")]
    assert [unit for unit in up if not battle.world.has(unit, Down)]


def test_first_battle_teaches_one_thing_at_a_time() -> None:
    battle = begun(level("barrel_slide"))
    idle(battle, seated(battle, "novice")["blue"])
    told = [event.message for event in battle.log() if isinstance(event, Message)]
    lessons = ("Moving", "Attacking", "Cover", "Reactions")
    given = [text.partition(":")[0] for text in told if text.startswith(lessons)]
    # The lesson on attacks waits until a hero is near the rat. The door opens in the fourth round.
    assert given == ["Moving", "Cover"]
