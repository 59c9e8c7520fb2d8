"""Items, spells, abilities (GUA-10 … GUA-12)."""

from typing import Any

import pytest

from game.rules.guard.schema import Ability
from tests.rules.guard.crawl import DATA, data, fight, neutral, turn, wait
from tests.scenario import Play


def conditions(play: Play, id: str) -> dict[str, int]:
    """Return the conditions of a unit."""
    return {c["condition"]: c["value"] for c in _stats(play, id).get("conditions", ())}


def focus(play: Play, id: str) -> int:
    return int(_stats(play, id)["focus"])


def _stats(play: Play, id: str) -> dict[str, Any]:
    return {**play.battle.book.card(play.battle.world, play.unit(id)).stats}


# GUA-10


@pytest.mark.rule("GUA-10")
def test_item_must_be_carried_and_is_used_up() -> None:
    play = fight(".|a|p|.", a={"items": ["oil"]}, p={"number": 1})
    refusal = play.refused("use red.a net blue.p")
    assert (refusal.code, refusal.rule) == ("not-had", "GUA-10")
    play.do("use red.a oil", 6)
    assert play.hand("red.a") == ()
    assert neutral(play).legal("use") == []


@pytest.mark.rule("GUA-10")
def test_item_heals_or_strengthens_its_user() -> None:
    play = fight("c|ab|p|.", a={"items": ["salve", "oil"]}, p={"number": 1})
    assert play.do("pick red.a").refused("use red.a salve").code == "no-effect"
    play.do("end red.a")
    neutral(wait(play, "red.b").do("end red.c", 1))
    assert play.life("red.a") == 9
    turn(play, "use red.a salve", 4)
    assert play.life("red.a") == 10
    assert play.told("healed", "unit", "amount") == ("red.a", 1)


@pytest.mark.rule("GUA-10")
def test_item_helps_another_ally_only_if_it_says_so() -> None:
    play = fight(".|ab|p|.", a={"items": ["oil", "kit"]}).do("pick red.a")
    play.wound("red.a", 3).wound("red.b", 3)
    assert play.refused("use red.a oil red.b").code == "no-choice"
    assert play.legal("use") == [
        "use red.a oil",
        "use red.a kit red.a",
        "use red.a kit red.b",
    ]


@pytest.mark.rule("GUA-10")
def test_item_weakens_monsters() -> None:
    play = fight(".|a|p|.", a={"items": ["net"]}, p={"number": 3})
    play.do("use red.a net blue.p", 6, 6)
    assert play.told("balked", "count", "cause") == (1, "stalled")
    assert len(play.events("attacked")) == 2


@pytest.mark.rule("GUA-10")
def test_effect_of_an_item_lasts_for_its_rounds() -> None:
    play = fight(".|a|p|.", a={"items": ["oil"]}, p={"number": 1})
    play.do("use red.a oil", 6)
    assert conditions(play, "red.a") == {"strength": 1}
    neutral(play).do("end red.a", 6)
    assert conditions(play, "red.a") == {}
    assert play.told("worn_off", "cause", "units") == ("oil", ("red.a",))


@pytest.mark.rule("GUA-10")
def test_item_for_a_rank_affects_all_of_it() -> None:
    units: dict[str, Any] = {"p": {"number": 1}, "q": {"number": 1}, "r": {"fights": "ranged"}}
    play = fight("b|a|pq|r", a={"items": ["pepper"]}, **units).do("pick red.a")
    assert play.legal("use") == ["use red.a pepper front"]
    assert play.refused("use red.a pepper rear").code == "nobody-there"
    assert play.refused("use red.a pepper blue.p").code == "no-rank"
    play.do("use red.a pepper front")
    assert conditions(play, "blue.p") == conditions(play, "blue.q") == {"fierce": -1}
    assert conditions(play, "blue.r") == {}


@pytest.mark.rule("GUA-10")
def test_item_that_attacks_makes_an_attack_roll() -> None:
    play = fight(
        "b|a|p|.", {"rear_more": 1}, a={"items": ["flask"], "quick": "d8"}, p={"number": 5}
    )
    turn(play, "use red.a flask blue.p", 8)
    assert play.told("hit", "total", "needed", "rule") == (9, 3, "GUA-10")
    assert play.life("blue.p") == 2


# GUA-11


@pytest.mark.rule("GUA-11")
def test_spell_costs_focus() -> None:
    play = fight(".|a|p|.", a={"spells": ["song", "storm"], "focus": 2}, p={"number": 1})
    play.do("cast red.a song", 6)
    assert focus(play, "red.a") == 1
    refusal = neutral(play).refused("cast red.a storm front")
    assert (refusal.code, refusal.rule, refusal.params) == (
        "no-focus",
        "GUA-11",
        {"thing": "storm", "cost": 2, "unit": "red.a", "left": 1},
    )


@pytest.mark.rule("GUA-11")
def test_character_cannot_cast_an_unknown_spell() -> None:
    play = fight(".|a|p|.", a={"focus": 5})
    assert play.refused("cast red.a song").code == "not-had"


@pytest.mark.rule("GUA-11")
def test_spell_that_attacks_rolls_the_mind_die() -> None:
    units: dict[str, Any] = {"a": {"spells": ["spark"], "focus": 1, "mind": "d10"}}
    play = fight("b|a|p|.", {"rear_more": 1}, p={"number": 5}, **units)
    turn(play, "cast red.a spark blue.p", 8)
    assert play.events("rolled")[0]["roll"] == "1d10"
    assert play.told("hit", "total", "needed", "rule") == (9, 3, "GUA-11")
    assert play.life("blue.p") == 2


@pytest.mark.rule("GUA-11")
def test_spell_on_a_rank_attacks_each_of_its_groups() -> None:
    units: dict[str, Any] = {"a": {"spells": ["storm"], "focus": 2}, "r": {"fights": "ranged"}}
    play = fight("a|bc|pq|r", **units).do("pick red.a")
    assert play.legal("cast") == ["cast red.a storm front", "cast red.a storm rear"]
    play.do("cast red.a storm front", 4, 6)
    assert play.life("blue.p") == 3
    assert play.life("blue.q") == 2
    assert play.life("blue.r") == 4


@pytest.mark.rule("GUA-11")
def test_spells_can_target_an_ally_or_the_party() -> None:
    units: dict[str, Any] = {"a": {"spells": ["soothe", "song"], "focus": 2, "life": 9}}
    play = fight(".|ab|p|.", p={"number": 2}, **units)
    neutral(wait(play, "red.a").do("end red.b", 1, 1))
    assert play.life("red.b") == 9
    turn(play, "cast red.a soothe red.b", 6)
    assert play.told("healed", "unit", "amount") == ("red.b", 1)
    assert play.last("healed")["rule"] == "GUA-11"
    neutral(play.do("end red.b", 6, 6))
    turn(play, "cast red.a song")
    assert conditions(play, "red.a") == conditions(play, "red.b") == {"strength": 1}


@pytest.mark.rule("GUA-11")
def test_other_effects_of_a_spell_apply_only_on_a_hit() -> None:
    units: dict[str, Any] = {"a": {"spells": ["blast"]}, "p": {"number": 4}}
    play = fight("b|a|p|.", {"rear_more": 1}, **units)
    turn(play, "cast red.a blast blue.p", 2)
    assert play.events("shifted") == []
    play = fight("b|a|p|.", {"rear_more": 1}, **units)
    turn(play, "cast red.a blast blue.p", 4)
    assert play.told("shifted", "unit", "rank") == ("blue.p", "rear")


@pytest.mark.rule("GUA-11")
def test_spell_from_either_rank_reaches_any_target_that_can_be_attacked() -> None:
    units: dict[str, Any] = {"a": {"spells": ["spark"], "focus": 3}, "p": {"number": 4}}
    units["q"] = {"fights": "ranged"}
    play = fight("b|a|p|q", {"rear_more": 1}, **units).do("pick red.a")
    assert play.legal("cast") == ["cast red.a spark blue.p"]
    play = fight("a|bc|p|q", **units).do("pick red.a")
    assert play.legal("cast") == ["cast red.a spark blue.p", "cast red.a spark blue.q"]


@pytest.mark.rule("GUA-11")
def test_spell_without_an_attack_roll_kills_its_number() -> None:
    units: dict[str, Any] = {"a": {"spells": ["doom"], "focus": 3}, "p": {"defence": 9}}
    play = fight("a|bc|p|.", **units)
    turn(play, "cast red.a doom", 2)
    assert play.life("blue.p") == 2
    assert play.told("damaged", "cause", "rule") == ("doom", "GUA-11")


# GUA-12


@pytest.mark.rule("GUA-12")
def test_rulebook_has_six_classes_or_more_with_two_abilities_each() -> None:
    classes, abilities = data("classes"), data("abilities")
    assert len(classes) >= 6
    for name, kind in classes.items():
        assert len(set(kind["abilities"])) >= 2, name
        assert set(kind["abilities"]) <= abilities.keys()
    assert (DATA / "classes.toml").is_file()


@pytest.mark.rule("GUA-12")
def test_class_gives_its_abilities() -> None:
    play = fight(".|a|p|.", a={"calling": "captain"})
    assert play.legal("invoke") == ["invoke red.a dare"]
    assert play.refused("invoke red.a drilled").code == "not-had"
    assert fight(".|a|p|.").legal("invoke") == []


@pytest.mark.rule("GUA-12")
def test_ability_has_limited_uses() -> None:
    play = fight(".|a|p|.", a={"abilities": ["dare"]}, p={"number": 1})
    neutral(play.do("invoke red.a dare", 6))
    neutral(play.do("invoke red.a dare", 6))
    refusal = play.refused("invoke red.a dare")
    assert (refusal.code, refusal.rule) == ("used-up", "GUA-12")
    assert refusal.params == {"thing": "dare", "uses": 2}


@pytest.mark.rule("GUA-12")
def test_taunting_character_is_attacked_first() -> None:
    play = fight(".|ab|p|.", b={"abilities": ["dare"]}, p={"number": 1})
    wait(play, "red.a").do("invoke red.b dare", 6)
    assert play.last("attacked")["target"] == "red.b"


@pytest.mark.rule("GUA-12")
def test_hidden_character_cannot_be_reached() -> None:
    play = fight(".|a|p|.", a={"abilities": ["shade"]}, p={"number": 2})
    play.do("invoke red.a shade")
    assert play.told("balked", "count", "cause") == (2, "reach")
    neutral(play).do("end red.a", 6, 6)
    assert len(play.events("attacked")) == 2


@pytest.mark.rule("GUA-12")
def test_group_is_pulled_to_the_front() -> None:
    units: dict[str, Any] = {"c": {"abilities": ["haul", "one_down"]}, "p": {"number": 2}}
    play = fight("c|ab|p.|q", q={"fights": "ranged"}, **units).do("pick red.c")
    assert play.legal("invoke") == [
        "invoke red.c haul blue.q",
        "invoke red.c one_down blue.p",
        "invoke red.c one_down blue.q",
    ]
    play.do("invoke red.c haul blue.q")
    assert play.told("shifted", "unit", "rank", "to") == ("blue.q", "front", (6, 0))


@pytest.mark.rule("GUA-12")
def test_moved_group_returns_when_the_round_ends() -> None:
    play = fight(".|ab|p.|.", {"count": "groups"}, a={"spells": ["blast"]}, p={"number": 4})
    turn(play, "cast red.a blast blue.p", 4)
    assert play.at("blue.p") == (8, 0)
    play.do("end red.b")
    assert play.told("balked", "count", "cause") == (3, "reach")
    assert play.told("shifted", "unit", "rank") == ("blue.p", "front")
    assert play.at("blue.p") == (6, 0)


@pytest.mark.rule("GUA-12")
def test_ally_changes_rank_by_another_characters_ability() -> None:
    play = fight("c.|ab.|p|.", a={"abilities": ["swap"]}).do("pick red.a")
    assert play.legal("invoke") == ["invoke red.a swap red.c"]
    play.do("invoke red.a swap red.c")
    assert play.told("shifted", "unit", "rank") == ("red.c", "front")


@pytest.mark.rule("GUA-12")
def test_monsters_have_abilities_too() -> None:
    play = fight(".|a|p|.", p={"number": 4, "abilities": ["crowd"]})
    play.do("end red.a", 4, 4, 5, 5)
    assert play.life("red.a") == 8
    play = fight(".|a|p|.", p={"number": 4, "abilities": ["sprouts"]})
    play.do("attack red.a blue.p stick", 6, 6, 6)
    assert play.told("regrown", "unit", "amount", "left") == ("blue.p", 1, 3)
    play = fight(".|a|p|.", p={"number": 3, "abilities": ["cowards"]})
    play.do("attack red.a blue.p stick", 6)
    assert play.told("routed", "unit", "left") == ("blue.p", 1)
    assert play.over is not None


@pytest.mark.rule("GUA-12")
def test_thorns_damage_melee_attackers() -> None:
    play = fight("b|a|p|.", {"rear_more": 1}, p={"number": 4, "abilities": ["thorns"]})
    turn(play, "attack red.a blue.p stick", 4)
    assert play.life("red.a") == 8
    turn(play, "attack red.b blue.p bow", 4, 6, 6)
    assert play.life("red.b") == 10


@pytest.mark.rule("GUA-12")
def test_effect_applies_to_damaged_characters() -> None:
    play = fight(".|a|p|.", p={"number": 2, "abilities": ["venom", "grip"]})
    play.do("end red.a", 1, 4)
    assert play.life("red.a") == 8
    assert conditions(play, "red.a") == {"guard": -1, "pinned": 1}
    refusal = neutral(play).refused("shift red.a")
    assert (refusal.code, refusal.rule) == ("pinned", "GUA-12")


@pytest.mark.rule("GUA-12")
def test_harmful_conditions_are_cured() -> None:
    units: dict[str, Any] = {"b": {"items": ["salts"]}, "p": {"number": 1, "abilities": ["venom"]}}
    play = fight(".|ab|p|.", **units)
    neutral(wait(play, "red.a").do("end red.b", 1))
    turn(play, "use red.b salts red.a")
    assert conditions(play, "red.a") == {}
    assert play.told("condition_lost", "unit", "cause") == ("red.a", "venom")


@pytest.mark.rule("GUA-12")
def test_every_ability_has_a_description() -> None:
    assert all(one["about"] for one in data("abilities").values())
    assert {"passive", "uses", "target", "effect"} <= set(Ability.__struct_fields__)
