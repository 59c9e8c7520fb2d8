"""ACT-36: costs, targets and effects of powers; ACT-10 and ACT-11: items."""

import pytest

from game.rules.action.records import Focus
from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When, WhenUsed
from game.terms.script.effects import Do
from tests.rules.action.powers import casting, item, power
from tests.rules.action.scene import scene
from tests.rules.action.states import lay

# Costs


@pytest.mark.rule("ACT-36")
def test_spell_costs_focus_and_the_action() -> None:
    play = casting("a.p", powers={"mind_needle": {}})
    play.do("cast red.a mind_needle blue.p", 1, 1, 1, 3, 4)
    focus = play.battle.world.find(play.unit("red.a"), Focus)
    assert focus == Focus(left=9, most=10)
    assert play.refused("cast red.a mind_needle blue.p").code == "no-action"


@pytest.mark.rule("ACT-36")
def test_spell_is_refused_without_the_focus() -> None:
    refusal = casting("a.p", powers={"slumber": {}}, a={"focus": 2}).refused(
        "cast_at red.a slumber 2,0"
    )
    assert (refusal.code, refusal.rule) == ("no-focus", "ACT-36")
    assert refusal.params == {"thing": "slumber", "cost": 3, "unit": "red.a", "left": 2}


@pytest.mark.rule("ACT-36")
def test_only_known_powers_can_be_used() -> None:
    refusal = casting("a.p", powers={"hex": {}}).refused("cast red.a mind_needle blue.p")
    assert (refusal.code, refusal.rule) == ("not-known", "ACT-36")


@pytest.mark.rule("ACT-36")
def test_uses_run_out_until_a_rest() -> None:
    play = casting("a.p", powers={"croak": {}}).do("cast red.a croak blue.p", 6, 6, 6)
    play.do("end red.a").do("end blue.p")
    assert play.refused("cast red.a croak blue.p").code == "used-up"
    play.do("rally red.a")
    assert play.legal("cast") == ["cast red.a croak blue.p"]


@pytest.mark.rule("ACT-36")
def test_reaction_power_is_not_cast_on_the_turn() -> None:
    play = casting("a.p", powers={"turning_hand": {}})
    assert play.refused("cast red.a turning_hand").code == "reaction-only"
    assert play.legal("cast") == []


# Targets


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize(
    ("id", "target", "code"),
    [
        ("hex", "red.b", "no-foe"),
        ("hex", "red.a", "no-foe"),
        ("kind_word", "blue.p", "no-friend"),
        ("hex", "blue.x", "unknown-unit"),
        ("hex", "blue.q", "not-seen"),
        ("stone_coat", "red.c", "total-cover"),
        ("mend", "red.b", "out-of-range"),
        ("hex", None, "needs-target"),
        ("blur", "red.a", "no-target"),
        ("slumber", "blue.p", "needs-tile"),
    ],
)
def test_targets_must_be_valid_in_range_and_in_sight(id: str, target: str, code: str) -> None:
    gear = {id: power(targets="ally", range=30)} if id == "stone_coat" else {id: {}}
    play = casting("a..b.p\n##....\nq#....\nc#....", powers=gear)
    said = f"cast red.a {id} {target}" if target else f"cast red.a {id}"
    assert play.refused(said).code == code


@pytest.mark.rule("ACT-36")
def test_range_is_counted_between_the_nearest_tiles() -> None:
    rows = "a......p.\n........."
    far = casting(rows, powers={"wide": power(range=30)})
    params = far.refused("cast red.a wide blue.p").params
    assert (params["range"], params["distance"]) == (30, 35)
    rows = "a.....p..\n........."
    wide = power(range=30, effect={"prone": True})
    near = casting(rows, powers={"wide": wide}, p={"size": "large"})
    assert near.legal("cast") == ["cast red.a wide blue.p"]


@pytest.mark.rule("ACT-36")
def test_ally_can_be_the_user_itself() -> None:
    play = casting("ab.p", powers={"mend": {}}, a={"hurt": 5}, b={"hurt": 5})
    assert play.legal("cast") == ["cast red.a mend red.a", "cast red.a mend red.b"]
    play.do("cast red.a mend red.a", 1, 1)
    assert play.life("red.a") == 9


@pytest.mark.rule("ACT-36")
def test_unseen_foe_can_be_attacked_but_not_targeted_with_a_save() -> None:
    known = ("ember_dart", "hex", "fade")
    play = casting("a.p", powers={"ember_dart": {}, "hex": {}}, p={"powers": known, "focus": 9})
    play.do("end red.a").do("cast blue.p fade blue.p").do("end blue.p")
    assert play.legal("cast") == ["cast red.a ember_dart blue.p"]
    assert play.refused("cast red.a hex blue.p").code == "not-seen"


# Attack rolls


@pytest.mark.rule("ACT-36")
def test_spell_attack_adds_mind_and_magic_and_no_ability_to_damage() -> None:
    caster = {"mind": 2, "skills": {"magic": 1, "shooting": 5}}
    play = casting("a.p", powers={"ember_dart": {}}, a=caster, p={"rating": 13, "life": 20})
    play.do("cast red.a ember_dart blue.p", 3, 3, 4, 8)
    assert play.told("hit", "total", "needed") == (13, 13)
    assert play.life("blue.p") == 10


@pytest.mark.rule("ACT-36")
def test_missed_spell_does_nothing() -> None:
    play = casting("ap", powers={"frost_grip": {}}, p={"rating": 18})
    play.do("cast red.a frost_grip blue.p", 6, 6, 5)
    assert play.events("condition_gained") == []
    assert play.life("blue.p") == 10


@pytest.mark.rule("ACT-36")
def test_spell_that_hits_has_its_other_effects() -> None:
    play = casting("ap", powers={"frost_grip": {}}).do(
        "cast red.a frost_grip blue.p", 4, 4, 4, 1, 1
    )
    assert play.told("condition_gained", "unit", "condition", "turns") == ("blue.p", "numb", 1)
    assert play.told("condition_gained", "rule") == ("ACT-36",)


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize(("total", "healed"), [((6, 6, 6), True), ((1, 1, 1), False)])
def test_attacks_effect_on_the_user_comes_only_on_a_hit(
    total: tuple[int, ...], healed: bool
) -> None:
    drain = power(attack="melee", own={"heal": "3"})
    play = casting("ap", powers={"drain": drain}, a={"hurt": 5})
    play.do("cast red.a drain blue.p", *total)
    assert play.life("red.a") == (8 if healed else 5)


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize("dice", [(1, 1, 1, 4), (6, 6, 6)])
def test_effect_on_the_user_comes_despite_successful_saves(dice: tuple[int, ...]) -> None:
    play = casting("a.p", powers={"leech": {}}, a={"hurt": 5}).do(
        "cast red.a leech blue.p", *dice, 2
    )
    assert play.life("red.a") == 7


# Single effects


@pytest.mark.rule("ACT-36")
def test_effects_come_in_their_order() -> None:
    all_at_once = power(
        targets="any",
        effect={
            "damage": "2",
            "heal": "1",
            "cure": ["slowed"],
            "condition": "slowed",
            "rounds": 1,
            "push": 5,
            "prone": True,
        },
    )
    play = casting("ap..", powers={"much": all_at_once})
    play.do("cast red.a much blue.p")
    names = [event["event"] for event in play.events()[-5:]]
    assert names == ["damaged", "healed", "condition_gained", "shoved", "condition_gained"]


@pytest.mark.rule("ACT-36")
def test_condition_lasts_for_rounds_of_its_causer() -> None:
    play = casting("a.p", powers={"glare": {}}).do("cast red.a glare blue.p", 1, 1, 1)
    play.do("end red.a")
    assert play.events("condition_lost") == []
    play.do("end blue.p")
    assert play.told("condition_lost", "unit", "condition") == ("blue.p", "frightened")


@pytest.mark.rule("ACT-36")
def test_cure_removes_conditions() -> None:
    play = casting(
        "ab.p",
        powers={
            "order_forward": {},
            "rattle": power(targets="ally", effect={"condition": "frightened"}),
        },
    )
    play.do("cast red.a rattle red.b").do("cast red.a order_forward red.b")
    assert play.told("condition_lost", "unit", "condition") == ("red.b", "frightened")


@pytest.mark.rule("ACT-36")
def test_dying_hero_is_made_stable() -> None:
    play = casting("ab.p", powers={"patch_up": {}}, b={"hero": True, "begins": "dying"})
    play.do("cast red.a patch_up red.b")
    assert play.last("stabilised")["unit"] == "red.b"


@pytest.mark.rule("ACT-36")
def test_focus_returns_up_to_the_maximum() -> None:
    play = casting("a.p", powers={"trim_the_wick": {}, "hex": {}}, a={"focus": 3})
    play.do("cast red.a hex blue.p", 6, 6, 6).do("cast red.a trim_the_wick")
    assert play.told("focus_regained", "amount", "left") == (1, 3)


@pytest.mark.rule("ACT-36")
def test_changed_speed_counts_at_once() -> None:
    play = casting("a.p", powers={"quicken": {}}).do("cast red.a quicken red.a")
    assert play.left("red.a") == 10


@pytest.mark.rule("ACT-36")
def test_stuck_unit_does_not_move() -> None:
    play = casting("a.p", powers={"plant_feet": {}}).do("drop red.a").do("cast red.a plant_feet")
    assert play.told("condition_lost", "condition") == ("prone",)
    assert play.legal("move") == []


@pytest.mark.rule("ACT-36")
def test_movement_is_gained_by_the_acting_unit() -> None:
    legs = power(targets="ally", range=30, effect={"move": 20, "condition": "blessed"})
    play = casting("ab.p", powers={"legs": legs}).do("cast red.a legs red.b")
    assert play.left("red.b") == 0
    assert casting("a.p", powers={"long_legs": {}}).do("cast red.a long_legs").left("red.a") == 12


@pytest.mark.rule("ACT-36")
def test_hiding_by_a_power_needs_the_same_conditions() -> None:
    play = casting("a.p", powers={"vanish": {}})
    assert play.refused("cast red.a vanish").code == "in-sight"
    play = casting("a#p", powers={"vanish": {}}).do("cast red.a vanish", 6, 6, 6)
    assert play.last("hid")["unit"] == "red.a"


@pytest.mark.rule("ACT-36")
def test_hidden_units_are_found() -> None:
    play = casting("a.##\n..#p\n....", powers={"keen_eye": {}}, p={"powers": ["vanish"]})
    play.do("end red.a").do("cast blue.p vanish", 6, 6, 6).do("end blue.p")
    play.do("cast_at red.a keen_eye 2,2")
    assert play.told("found", "unit", "side", "rule") == ("blue.p", "red", "ACT-36")


@pytest.mark.rule("ACT-36")
def test_ground_changes_on_passable_tiles() -> None:
    play = casting("a..p\n.#o.\n....", powers={"kindle": {}}).do("cast_at red.a kindle 2,1")
    changed = play.last("terrain_changed")
    assert changed["terrain"] == "fire"
    assert {tuple(at) for at in changed["tiles"]} == {
        (1, 0),
        (2, 0),
        (3, 0),
        (3, 1),
        (1, 2),
        (2, 2),
        (3, 2),
    }


@pytest.mark.rule("ACT-36")
def test_place_must_have_room_for_its_user() -> None:
    play = casting("a..p\n.#_.\n....", powers={"blink": {}})
    assert play.refused("cast_at red.a blink 3,0").code == "no-room"
    assert play.refused("cast_at red.a blink 1,1").code == "no-room"
    assert play.refused("cast_at red.a blink 2,1").code == "no-room"
    play = casting("a..p\n.#_.\n....", powers={"blink": {}}, a={"fly": 30})
    assert "cast_at red.a blink 2,1" in play.legal("cast_at")


@pytest.mark.rule("ACT-22")
def test_unit_knocked_prone_over_a_gap_comes_down_next_to_it() -> None:
    trip = power(effect={"prone": True}, range=30)
    play = casting("a._p_.", powers={"trip": trip}, p={"fly": 30, "on": "_"})
    play.do("cast red.a trip blue.p")
    assert play.at("blue.p") == (1, 0), "not the nearest tile, or not the first in reading order"
    assert play.last("came_down")["rule"] == "ACT-22"


# Items


@pytest.mark.rule("ACT-11")
def test_item_takes_the_action_and_is_used_up() -> None:
    play = casting("a.p", items={"red_draught": {}}, a={"hurt": 6})
    play.do("use red.a red_draught red.a", 1, 1)
    assert (play.life("red.a"), play.hand("red.a")) == (8, ())
    assert play.refused("use red.a red_draught red.a").code == "not-known"
    assert play.refused("dash red.a").code == "no-action"


@pytest.mark.rule("ALL-08")
def test_healing_an_unharmed_unit_is_refused() -> None:
    heal = power(targets="ally", effect={"heal": "1d4", "cure": ["dazed"]})
    breath = power(shape="self", targets="ally", effect={"heal": "1d4"})
    play = casting("ab.p", powers={"heal": heal, "breath": breath}, b={"hurt": 1})
    assert play.legal("cast") == ["cast red.a heal red.b"]
    refusal = play.refused("cast red.a heal red.a")
    assert (refusal.code, refusal.rule) == ("no-effect", "ALL-08")
    assert play.why("cast red.a heal red.a") == "'heal' would have no effect on 'red.a'."
    assert play.refused("cast red.a breath").code == "no-effect"
    lay(play, "red.a", "dazed")
    assert "cast red.a heal red.a" in play.legal("cast")
    assert "cast red.a breath" not in play.legal("cast")


@pytest.mark.rule("ACT-11")
def test_unit_can_drink_once_it_is_wounded() -> None:
    play = casting("ap", items={"red_draught": {}})
    assert play.legal("use") == []
    assert play.refused("use red.a red_draught red.a").rule == "ALL-08"
    play.do("end red.a").do("attack blue.p red.a blade", 6, 6, 6, 1).do("end blue.p")
    assert play.legal("use") == ["use red.a red_draught red.a"]


@pytest.mark.rule("ACT-11")
def test_item_is_thrown_at_a_tile() -> None:
    play = casting("a..p", items={"fire_flask": {}})
    assert play.refused("use red.a fire_flask blue.p").code == "needs-tile"
    play.do("throw red.a fire_flask 3,0", 2, 2, 1, 1, 1)
    assert (play.life("blue.p"), play.hand("red.a")) == (6, ())
    assert play.told("item_thrown", "item", "rule") == ("fire_flask", "ACT-11")


@pytest.mark.rule("ACT-11")
def test_difficulty_of_an_item_does_not_depend_on_its_user() -> None:
    vial = item(save={"ability": "mind"}, effect={"prone": True})
    play = casting("ap", items={"vial": vial}, a={"mind": 5}).do("use red.a vial blue.p", 3, 3, 4)
    assert play.told("save_made", "total", "needed") == (10, 10)


@pytest.mark.rule("ACT-11")
def test_trigger_sees_that_an_item_was_used() -> None:
    used = Trigger(when=(When(used=WhenUsed(item="chalk")),), do=(Do(message="Chalked."),))
    play = casting("a.p", {"script": Script(triggers=(used,))}, items={"chalk": {}})
    play.do("use red.a chalk red.a")
    assert play.last("message")["message"] == "Chalked."


@pytest.mark.rule("ACT-36")
def test_weapon_hits_can_have_effects_beyond_damage() -> None:
    play = scene("ap....", a={"weapons": ["tail"]}).do("attack red.a blue.p tail", 5, 5, 5, 1)
    assert play.at("blue.p") == (3, 0)
