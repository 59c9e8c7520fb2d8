"""Attacks, saves, melees, numbers, shots into melees, shields (VER-08 to VER-16, VER-29)."""

import pytest

from game.rules.verdigris.melees import melee_of
from tests.rules.verdigris.scene import scene
from tests.rules.verdigris.test_ver_06_zones import pool_of


@pytest.mark.rule("VER-08")
def test_attack_needs_more_sixes_than_the_dodge_save() -> None:
    play = scene("ap").do("attack red.a blue.p blade", 6, 1, 6, 1)
    assert play.told("missed", "total", "needed") == (1, 1)
    assert play.rolls[1:] == [("attack", "red.a"), ("dodge", "blue.p")]
    play = scene("ap").do("attack red.a blue.p blade", 6, 6, 6, 1, 1, 1)
    assert play.told("hit", "total", "needed", "rule") == (2, 1, "VER-08")
    assert play.rolls[-1] == ("withstand", "blue.p")


@pytest.mark.rule("VER-08")
@pytest.mark.parametrize(
    ("weapon", "attribute"),
    [("blade", "strength"), ("bow", "strength"), ("latch", "agility"), ("gun", "agility")],
)
def test_each_skill_has_its_attribute(weapon: str, attribute: str) -> None:
    play = scene("a.p" if weapon != "blade" else "ap", a={"weapon": weapon, "strength": 5})
    parts = pool_of(play, f"attack red.a blue.p {weapon}")
    assert {k: v for k, v in parts.items() if k in ("strength", "agility")} == {
        attribute: 5 if attribute == "strength" else 2
    }


@pytest.mark.rule("VER-09")
def test_each_six_of_the_withstand_save_reduces_damage_by_1() -> None:
    play = scene("ap").do("attack red.a blue.p blade", 6, 1, 1, 1, 6, 1)
    assert play.life("blue.p") == 6 - (3 - 1)
    play = scene("ap").do("attack red.a blue.p blade", 6, 1, 1, 1, 6, 6)
    assert play.life("blue.p") == 5


@pytest.mark.rule("VER-09")
def test_armour_adds_its_gear_dice_and_damage_is_never_below_0() -> None:
    play = scene("ap", p={"armour": "jack"})
    play.do("attack red.a blue.p blade", 6, 1, 1, 1, 6, 6, 6, 6)
    assert play.life("blue.p") == 6
    assert play.told("damaged", "amount") == (0,)


@pytest.mark.rule("VER-10")
def test_melee_is_a_chain_of_adjacent_foes() -> None:
    play = scene("apbq.r.c", first="red")
    world = play.battle.world
    chain = {play.unit(id) for id in ("red.a", "blue.p", "red.b", "blue.q")}
    assert melee_of(world, play.unit("red.a")) == chain
    assert melee_of(world, play.unit("blue.r")) == frozenset()
    play.do("go red.a")
    assert play.legal("attack") == ["attack red.a blue.p blade"]
    assert play.refused("attack red.a blue.q blade").rule == "VER-10"


@pytest.mark.rule("VER-10")
def test_adjacent_allies_do_not_form_a_melee() -> None:
    play = scene("ab.p")
    assert melee_of(play.battle.world, play.unit("red.a")) == frozenset()


@pytest.mark.rule("VER-11")
def test_each_extra_fighter_adds_a_die() -> None:
    rows = """
    ab.
    pc.
    """
    play = scene(rows).do("go red.a")
    assert pool_of(play, "attack red.a blue.p blade").get("numbers") == 2
    play = scene(rows, first="blue")
    assert "numbers" not in pool_of(play, "attack blue.p red.a blade")


@pytest.mark.rule("VER-11")
def test_units_at_deaths_door_and_mounts_do_not_count() -> None:
    hero = {"hero": True, "life": 1, "wounds": 0}
    play = scene("apb", first="blue", a=hero, b=hero | {"mount": "charger"})
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1).do("end blue.p")
    play.do("go red.b")
    assert "numbers" not in pool_of(play, "attack red.b blue.p blade")


@pytest.mark.rule("VER-13")
def test_shot_rolls_the_weapons_skill_and_is_dodged() -> None:
    bow = {"weapon": "bow", "skills": {"bows": 1, "melee": 5}}
    play = scene("a..p", a=bow)
    assert pool_of(play, "attack red.a blue.p bow") == {"strength": 2, "bows": 1}
    play.do("attack red.a blue.p bow", 6, 1, 1, 6, 1)
    assert play.rolls[1:] == [("attack", "red.a"), ("dodge", "blue.p")]
    assert play.life("blue.p") == 6


@pytest.mark.rule("VER-14")
def test_each_participant_beyond_four_costs_a_die() -> None:
    rows = """
    .....b.
    a...pcq
    .....r.
    """
    bow = {"weapon": "bow", "skills": {"bows": 4}}
    play = scene(rows, a=bow).do("go red.a")
    assert pool_of(play, "attack red.a blue.p bow").get("crowd") == -1
    four = rows.replace("r", ".")
    play = scene(four, a=bow).do("go red.a")
    assert "crowd" not in pool_of(play, "attack red.a blue.p bow")


@pytest.mark.rule("VER-15")
def test_tied_shot_hits_a_random_other_unit_of_the_melee() -> None:
    play = scene("a..pbq", a={"weapon": "bow"}).do("go red.a")
    play.do("attack red.a blue.p bow", 6, 1, 6, 1, 2, 1, 1)
    assert play.rolls[1:] == [
        ("attack", "red.a"),
        ("dodge", "blue.p"),
        ("stray", "red.a"),
        ("withstand", "blue.q"),
    ]
    assert play.told("strayed", "victim", "rule") == ("blue.q", "VER-15")
    assert (play.life("blue.p"), play.life("blue.q")) == (6, 6 - 2)


@pytest.mark.rule("VER-15")
def test_stray_shot_at_a_single_other_unit_rolls_no_die_and_can_hit_allies() -> None:
    play = scene("a..pb", a={"weapon": "bow"}).do("go red.a")
    play.do("attack red.a blue.p bow", 1, 1, 1, 1, 6, 1)
    assert play.life("red.b") == 6 - (2 - 1)
    assert ("stray", "red.a") not in play.rolls


@pytest.mark.rule("VER-15")
def test_shot_that_misses_clearly_or_at_a_lone_target_hits_no_one_else() -> None:
    play = scene("a..pb", a={"weapon": "bow"}).do("go red.a")
    play.do("attack red.a blue.p bow", 1, 1, 6, 1)
    assert not play.events("strayed")
    play = scene("a..p", a={"weapon": "bow"}).do("attack red.a blue.p bow", 6, 1, 6, 1)
    assert not play.events("strayed")


@pytest.mark.rule("VER-16")
@pytest.mark.parametrize(("weapon", "dice"), [("bow", 3), ("latch", 3), ("gun", 2), ("blade", 2)])
def test_shield_helps_against_shots_but_not_against_blackpowder(weapon: str, dice: int) -> None:
    rows = "ap" if weapon == "blade" else "a..p"
    attacker = {"weapon": weapon, "agility": 1 if weapon == "gun" else 2}
    play = scene(rows, a=attacker, p={"shield": "targe"})
    play.do(f"attack red.a blue.p {weapon}", 1, 1, *(6,) * dice)
    assert len(play.events("rolled")[-1]["dice"]) == dice


@pytest.mark.rule("VER-16")
def test_shield_has_no_effect_with_a_two_handed_weapon() -> None:
    play = scene("a..p", a={"weapon": "bow"}, p={"shield": "targe", "weapon": "pole"})
    play.do("attack red.a blue.p bow", 1, 1, 6, 6)


@pytest.mark.rule("VER-29")
def test_damage_is_the_value_and_1_for_each_net_success() -> None:
    strong = {"strength": 3}
    play = scene("ap", a=strong).do("attack red.a blue.p blade", 6, 6, 6, 6, 1, 1, 1)
    assert play.told("damaged", "amount", "rule") == (2 + 2, "VER-29")
    assert play.life("blue.p") == 2
