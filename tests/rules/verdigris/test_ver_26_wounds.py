"""Criticals, wounds, injuries, Death's Door, and the party's defeat (VER-26, VER-30 … VER-36)."""

from typing import Any

import pytest

from game.components.conditions import Conditions
from game.components.unit import Down
from game.rules.verdigris.records import Wounds
from game.rules.verdigris.schema import Injury
from tests.rules.verdigris.scene import TABLES, scene
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True, "wounds": 1, "life": 3}
DOOR: dict[str, Any] = {"hero": True, "wounds": 0, "life": 1}
STRONG: dict[str, Any] = {"strength": 4}


def found(play: Play, id: str, kind: type[Any]) -> Any:
    return play.battle.world.find(play.unit(id), kind)


@pytest.mark.rule("VER-26")
def test_hit_with_four_sixes_doubles_the_listed_damage() -> None:
    play = scene("ap", a=STRONG, p={"life": 20})
    play.do("attack red.a blue.p blade", 6, 6, 6, 6, 6, 1, 1, 1)
    assert play.told("damaged", "amount") == (2 * 2 + 3,)
    assert play.told("critical", "sixes", "rule") == (4, "VER-26")
    play = scene("ap", a=STRONG, p={"life": 20})
    play.do("attack red.a blue.p blade", 6, 6, 6, 1, 1, 1, 1, 1)
    assert play.told("damaged", "amount") == (2 + 3,)
    assert not play.events("critical")


@pytest.mark.rule("VER-26")
def test_critical_against_a_player_character_injures_instead() -> None:
    hero = HERO | {"life": 20}
    play = scene("ap", first="blue", a=hero, p=STRONG)
    play.do("attack blue.p red.a blade", 6, 6, 6, 6, 1, 1, 1, 1, 4, 4)
    assert play.told("damaged", "amount") == (2 + 4,)
    assert play.told("injured", "injury", "number", "rule") == ("stiff_hip", 44, "VER-26")
    assert found(play, "red.a", Wounds).left == 1


@pytest.mark.rule("VER-26")
def test_injury_comes_after_the_damage_and_after_the_injury_of_a_wound() -> None:
    play = scene("ap", first="blue", a=HERO, p=STRONG)
    play.do("attack blue.p red.a blade", 6, 6, 6, 6, 1, 1, 1, 1, 4, 4, 3, 5)
    rules = [(e["number"], e["rule"]) for e in play.events("injured")]
    assert rules == [(44, "VER-31"), (35, "VER-26")]


@pytest.mark.rule("VER-30")
def test_foe_or_ally_at_0_is_slain() -> None:
    play = scene("ap.q", p={"life": 2}).do("attack red.a blue.p blade", 6, 1, 1, 1, 1, 1)
    assert play.is_dead("blue.p")
    assert play.last("died")["rule"] == "VER-30"
    play = scene("ap.b", first="blue", a={"life": 2}, b=HERO)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    assert play.is_dead("red.a")


@pytest.mark.rule("VER-30")
def test_player_character_of_the_other_side_is_a_foe() -> None:
    play = scene("ap.q", p=HERO).do("attack red.a blue.p blade", 6, 1, 1, 1, 1, 1)
    assert play.is_dead("blue.p")


@pytest.mark.rule("VER-31")
def test_player_character_at_0_loses_a_wound_and_is_injured() -> None:
    play = scene("ap", first="blue", a=HERO, p=STRONG)
    play.do("attack blue.p red.a blade", 6, 6, 6, 1, 1, 1, 1, 1, 3, 1)
    assert play.told("wound_lost", "left", "life", "rule") == (0, 3, "VER-31")
    assert (play.life("red.a"), found(play, "red.a", Wounds).left) == (3, 0)
    assert play.rolls[-2:] == [("injury", "red.a"), ("injury_ones", "red.a")]
    assert play.told("injured", "injury", "number") == ("gashed_brow", 31)
    held = found(play, "red.a", Conditions).all
    assert [(c.kind, c.value) for c in held] == [("attack", -1)]


@pytest.mark.rule("VER-31")
def test_every_number_of_the_table_is_one_injury_with_an_effect() -> None:
    table = TABLES["injuries"]
    assert len(table) >= 12
    for tens in range(1, 7):
        for ones in range(1, 7):
            number = tens * 10 + ones
            assert sum(one.low <= number <= one.high for one in table.values()) == 1
    told = {"title", "about", "low", "high", "turns"}
    does = [key for key in Injury.__struct_fields__ if key not in told]
    assert [id for id, one in table.items() if not any(getattr(one, key) for key in does)] == []


@pytest.mark.rule("VER-31")
def test_hobbled_unit_does_not_move_twice() -> None:
    play = scene("pa.....", first="blue", a=HERO, p=STRONG)
    play.do("attack blue.p red.a blade", 6, 6, 6, 1, 1, 1, 1, 1, 3, 3).do("end blue.p")
    play.do("move red.a 2,0 3,0").do("pass blue.p", 6, 1)
    assert play.refused("move red.a 4,0").rule == "VER-31"


@pytest.mark.rule("VER-31")
def test_bleeding_damages_at_the_start_of_turns() -> None:
    play = scene("ap", first="blue", a=HERO, p=STRONG)
    play.do("attack blue.p red.a blade", 6, 6, 6, 1, 1, 1, 1, 1, 4, 1).do("end blue.p")
    assert play.life("red.a") == 2


@pytest.mark.rule("VER-32")
def test_character_without_wounds_is_at_deaths_door_and_saves_on_each_turn() -> None:
    play = scene("ap.b", first="blue", a=DOOR, b=HERO)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    assert play.last("at_door")["rule"] == "VER-32"
    assert found(play, "red.a", Down) is not None
    play.do("end blue.p").do("go red.a", 6, 1)
    assert play.last("held_on")["unit"] == "red.a"
    assert play.asked == ("turn", "red.b")
    play.do("end red.b", 6).do("go red.a", 1, 1)
    assert play.is_dead("red.a")


@pytest.mark.rule("VER-32")
def test_save_is_strength_alone() -> None:
    play = scene("ap.b", first="blue", a=DOOR | {"armour": "jack", "strength": 3}, b=HERO)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1, 1, 1, 1).do("end blue.p")
    play.do("go red.a", 1, 1, 6)
    assert len(play.events("rolled")[-1]["dice"]) == 3


@pytest.mark.rule("VER-32")
def test_hit_at_deaths_door_requires_the_save_at_once() -> None:
    play = scene("ap.b\nq...", first="blue", a=DOOR, b=HERO)
    play.do("go blue.p").do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1, 1).do("end blue.p")
    play.do("go red.b").do("end red.b")
    play.do("attack blue.q red.a blade", 6, 1, 1, 1)
    assert play.rolls[-2:] == [("attack", "blue.q"), ("door", "red.a")]
    assert play.is_dead("red.a")


@pytest.mark.rule("VER-32")
def test_character_at_deaths_door_has_no_free_attack_and_does_not_count() -> None:
    play = scene("ap.b", first="blue", a=DOOR, b=HERO)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    play.do("move blue.p 2,0")
    assert play.at("blue.p") == (2, 0)


@pytest.mark.rule("VER-32")
def test_help_or_healing_revives_at_1_life() -> None:
    play = scene("bap", first="blue", a=DOOR, b=HERO | {"belt": ["balm"]})
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1).do("end blue.p")
    play.do("go red.b").do("help red.b red.a", 6, 1)
    assert (play.life("red.a"), found(play, "red.a", Down)) == (1, None)
    play = scene("bap", first="blue", a=DOOR, b=HERO | {"belt": ["balm"]})
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1).do("end blue.p")
    play.do("go red.b").do("help red.b red.a", 1, 1).do("answer red.b keep")
    assert found(play, "red.a", Down) is not None
    play.do("use red.b balm red.a")
    assert (play.life("red.a"), found(play, "red.a", Down)) == (1, None)


@pytest.mark.rule("VER-36")
def test_party_has_lost_when_no_player_character_is_left() -> None:
    play = scene("ap.b", first="blue", a=DOOR)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("blue", "elimination")


@pytest.mark.rule("VER-36")
def test_battle_continues_as_long_as_one_is_left() -> None:
    play = scene("ap.b", first="blue", a=DOOR, b=HERO)
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    assert play.over is None
    other = scene("apb", first="red", p={"life": 1}, q={"off": True}).do("go red.a")
    other.do("attack red.a blue.p blade", 6, 1, 1, 1, 1, 1, 1)
    assert other.over is not None
    assert other.over.winner == "red"
