"""The shipped weapon qualities and talents have their effects, and no others."""

from typing import Any, get_args

import pytest

from game.rules.verdigris.records import Grappled
from game.rules.verdigris.schema import Quality
from tests.rules.verdigris.scene import TABLES, scene
from tests.rules.verdigris.test_ver_06_zones import pool_of
from tests.scenario import Play

LONG: dict[str, Any] = {"life": 40}


def against(play: Play, command: str) -> dict[str, int]:
    """Return the dice with which an attack's target dodges and withstands."""
    found = next(c for c in play.battle.legal() if play.text(c) == command)
    parts = play.battle.odds(found).modifiers
    return {part.text: -part.value for part in parts if part.text.endswith("_dice")}


def duel(a: dict[str, Any], p: dict[str, Any] | None = None, rows: str = "ap") -> Play:
    """Return a battle on red's turn, next to blue."""
    return scene(rows, a=a, p=LONG | (p or {}))


def armed(weapon: str, **more: Any) -> dict[str, Any]:
    return {"weapon": weapon, **more}


# Qualities


def test_each_quality_is_on_a_weapon_that_it_affects() -> None:
    for id, arms in TABLES["arms"].items():
        shot = arms.skill not in ("brawling", "melee")
        wrong = {"short", "parrying"} if shot else {"steady", "scatter"}
        assert not wrong & set(arms.qualities), id
    used = {quality for arms in TABLES["arms"].values() for quality in arms.qualities}
    assert used == set(get_args(Quality))


@pytest.mark.rule("VER-21")
@pytest.mark.parametrize(
    ("weapon", "more"), [("paring_knife", 0), ("main_gauche", 0), ("hanger", 1)]
)
def test_short_weapons_gain_nothing_while_mounted(weapon: str, more: int) -> None:
    play = duel(armed(weapon, mount="destrier"))
    assert pool_of(play, f"attack red.a blue.p {weapon}").get("mounted", 0) == more


@pytest.mark.rule("VER-16")
@pytest.mark.parametrize(("weapon", "shielded"), [("billhook", 0), ("saddle_bow", 1)])
def test_two_handed_weapons_exclude_a_shield(weapon: str, shielded: int) -> None:
    play = duel(armed("bow"), armed(weapon, shield="heater"), "a..p")
    plain = duel(armed("bow"), armed(weapon), "a..p")
    command = "attack red.a blue.p bow"
    gains = (against(play, command)[key] - against(plain, command)[key] for key in KEYS)
    assert tuple(gains) == (shielded, shielded)


KEYS = ("dodge_dice", "withstand_dice")


@pytest.mark.rule("VER-26")
@pytest.mark.parametrize(("weapon", "critical"), [("greataxe", True), ("spiked_maul", False)])
def test_brutal_weapons_need_one_six_less_for_a_critical(weapon: str, critical: bool) -> None:
    play = duel(armed(weapon, strength=4 - TABLES["arms"][weapon].bonus))
    play.do(f"attack red.a blue.p {weapon}", 6, 6, 6, 1, 1, 1, 1, 1)
    assert bool(play.events("critical")) == critical
    assert play.told("damaged", "amount") == ((3 * 2 if critical else 3) + 3,)


@pytest.mark.rule("VER-09")
@pytest.mark.parametrize(
    ("weapon", "armour", "gear"),
    [("hanger", "mail_shirt", 2), ("estoc", "mail_shirt", 1), ("estoc", "lamellar", 2)],
)
def test_piercing_weapons_take_a_die_from_armour_that_is_not_firm(
    weapon: str, armour: str, gear: int
) -> None:
    play = duel(armed(weapon), {"armour": armour})
    assert against(play, f"attack red.a blue.p {weapon}")["withstand_dice"] == 2 + gear


@pytest.mark.rule("VER-08")
@pytest.mark.parametrize(
    ("held", "struck", "shot"),
    [("blade", 2, 2), ("main_gauche", 3, 2), ("greataxe", 1, 1), ("quarterstaff", 3, 2)],
)
def test_parrying_and_heavy_weapons_change_their_bearers_dodge(
    held: str, struck: int, shot: int
) -> None:
    play = duel(armed("blade"), armed(held))
    assert against(play, "attack red.a blue.p blade")["dodge_dice"] == struck
    play = duel(armed("bow"), armed(held), "a..p")
    assert against(play, "attack red.a blue.p bow")["dodge_dice"] == shot


@pytest.mark.rule("VER-18")
@pytest.mark.parametrize("aim", ["disarm", "trip", "pin"])
@pytest.mark.parametrize(("weapon", "more"), [("billhook", 1), ("paring_knife", 0)])
def test_hooked_weapons_have_a_die_for_effects(aim: str, weapon: str, more: int) -> None:
    play = duel(armed(weapon, skills={"melee": 1}))
    pool = pool_of(play, f"called red.a blue.p {weapon} {aim}")
    assert pool.get("hooked", 0) == more
    assert "hooked" not in pool_of(play, f"called red.a blue.p {weapon} weak")


@pytest.mark.rule("VER-17")
@pytest.mark.parametrize(("weapon", "more"), [("billhook", 0), ("paring_knife", 1)])
def test_precise_weapons_have_a_die_at_weak_spots(weapon: str, more: int) -> None:
    play = duel(armed(weapon, skills={"melee": 1}))
    assert pool_of(play, f"called red.a blue.p {weapon} weak").get("precise", 0) == more
    assert "precise" not in pool_of(play, f"called red.a blue.p {weapon} trip")
    assert "precise" not in pool_of(play, f"attack red.a blue.p {weapon}")


@pytest.mark.rule("VER-07")
@pytest.mark.parametrize(("weapon", "less"), [("caliver", -1), ("wall_bow", 0)])
def test_steady_weapons_lose_nothing_on_long_shots(weapon: str, less: int) -> None:
    play = scene("a..p", settings={"zones": "nmss", "long_shot": 2}, a=armed(weapon, agility=6))
    assert "long_shot" not in pool_of(play, f"attack red.a blue.p {weapon}")
    play = scene("a..p", settings={"zones": "abcd"}, a=armed(weapon, agility=6))
    assert pool_of(play, f"attack red.a blue.p {weapon}").get("long_shot", 0) == less


@pytest.mark.rule("VER-07")
@pytest.mark.parametrize(("weapon", "less"), [("dag", -1), ("hand_mortar", 0)])
def test_scattering_weapons_lose_nothing_to_cover(weapon: str, less: int) -> None:
    play = scene("a.op", a=armed(weapon, agility=4), p=LONG)
    assert pool_of(play, f"attack red.a blue.p {weapon}").get("cover", 0) == less


HIT = (6, 1, 1, 1, 1, 1)


@pytest.mark.rule("VER-08")
def test_driving_weapons_push_damaged_units_back_a_tile() -> None:
    play = duel(armed("cudgel"), rows="ap..").do("attack red.a blue.p cudgel", *HIT)
    assert play.at("blue.p") == (2, 0)
    assert play.told("shoved", "unit", "by", "to", "rule") == ("blue.p", "red.a", (2, 0), "VER-08")
    assert duel(armed("blade"), rows="ap..").do("attack red.a blue.p blade", *HIT).at("blue.p") == (
        1,
        0,
    )


@pytest.mark.rule("VER-08")
def test_undamaged_mounted_or_blocked_units_are_not_pushed_back() -> None:
    hurt = duel(armed("cudgel"), rows="ap..")
    hurt.do("attack red.a blue.p cudgel", 6, 1, 6, 1)
    assert hurt.at("blue.p") == (1, 0)
    soft = scene("ap..", a=armed("cudgel"), p=LONG | {"strength": 3})
    soft.do("attack red.a blue.p cudgel", 6, 1, 1, 1, 6, 6, 6)
    assert soft.at("blue.p") == (1, 0)
    rider = duel(armed("cudgel"), {"mount": "destrier"}, "ap..")
    assert rider.do("attack red.a blue.p cudgel", *HIT).at("blue.p") == (1, 0)
    assert duel(armed("cudgel"), rows="ap#").do("attack red.a blue.p cudgel", *HIT).at(
        "blue.p"
    ) == (1, 0)


@pytest.mark.rule("VER-12")
def test_unit_leaving_a_melee_is_not_pushed_off_its_path() -> None:
    play = scene("pa...", a=LONG, p=armed("cudgel")).do("move red.a 2,0 3,0")
    play.do("strike blue.p", *HIT, 6, 1)
    assert play.at("red.a") == (3, 0)


# Talents


@pytest.mark.rule("VER-22")
def test_parting_shot_allows_shooting_and_loading_while_mounted() -> None:
    rider = armed("dag", mount="destrier", agility=1)
    assert scene("a..p", a=rider).legal("attack") == []
    play = scene("a..p", a=rider | {"talents": ["horse_archer"]}, p=LONG)
    play.do("attack red.a blue.p dag", 1, 1, 1, 1).do("end red.a").do("end blue.p", 6)
    assert play.legal("reload") == ["reload red.a"]


@pytest.mark.rule("VER-12")
def test_slippery_unit_has_one_more_die_to_leave_a_melee() -> None:
    for talents, dice in (([], (1, 1)), (["slippery"], (1, 1, 1))):
        play = scene("pa...", a={"talents": talents}).do("move red.a 2,0 3,0")
        play.do("pass blue.p", *dice)
        assert play.last("rolled")["roll"] == f"{len(dice)}d6s"


@pytest.mark.rule("VER-17", "VER-18")
@pytest.mark.parametrize("aim", ["weak", "disarm", "trip", "pin"])
def test_cold_eye_has_one_more_die_on_called_shots_only(aim: str) -> None:
    play = duel({"talents": ["cold_eye"]})
    assert pool_of(play, f"called red.a blue.p blade {aim}")["called"] == 1
    assert "called" not in pool_of(play, "attack red.a blue.p blade")
    assert "called" not in pool_of(duel({}), f"called red.a blue.p blade {aim}")


@pytest.mark.rule("VER-09")
def test_thick_skin_withstands_with_one_more_die() -> None:
    found = (
        against(duel({}, {"talents": talents}), "attack red.a blue.p blade")["withstand_dice"]
        for talents in ([], ["thick_skin"])
    )
    assert tuple(found) == (2, 3)


@pytest.mark.rule("VER-13")
def test_wary_unit_dodges_shots_but_not_melee_attacks_with_one_more_die() -> None:
    wary = {"talents": ["wary"]}
    shot = against(duel(armed("bow"), wary, "a..p"), "attack red.a blue.p bow")
    blow = against(duel({}, wary), "attack red.a blue.p blade")
    assert (shot["dodge_dice"], blow["dodge_dice"]) == (3, 2)


@pytest.mark.rule("VER-11")
def test_two_at_once_counts_as_two_for_allies_and_foes() -> None:
    play = duel({"talents": ["two_of_me"]})
    assert pool_of(play, "attack red.a blue.p blade")["numbers"] == 1
    rows = """
    ap
    .q
    """
    play = scene(rows, first="blue", a={"talents": ["two_of_me"]}).do("go blue.p")
    assert "numbers" not in pool_of(play, "attack blue.p red.a blade")
    play = scene(rows, first="blue").do("go blue.p")
    assert pool_of(play, "attack blue.p red.a blade")["numbers"] == 1


@pytest.mark.rule("VER-27")
def test_wrestler_grapples_and_gets_free_with_one_more_die() -> None:
    wrestler = {"weapon": "", "talents": ["wrestler"]}
    assert pool_of(duel(wrestler), "grapple red.a blue.p")["grip"] == 1
    assert "grip" not in pool_of(duel(wrestler), "attack red.a blue.p unarmed")
    play = scene("ap", first="blue", a=wrestler, p={"weapon": ""})
    play.do("grapple blue.p red.a", 6, 1, 1, 1).do("end blue.p")
    assert pool_of(play, "struggle red.a") == {"strength": 2, "entangled": -2, "grip": 1}


@pytest.mark.rule("VER-19", "VER-35")
def test_good_seat_controls_a_mount_and_falls_with_one_more_die() -> None:
    seat = {"mount": "palfrey", "talents": ["good_seat"]}
    play = scene("ap", 6, 1, 1, a=seat)
    assert play.rolls[-1] == ("hold", "red.a")
    play = scene("ap", first="blue", a=seat | {"agility": 4}, p={"weapon": ""})
    play.do("grapple blue.p red.a", 6, 1, 1, 1, 1, 1, 6, 1, 1)
    assert play.rolls[-1] == ("fall", "red.a")


# Grapplers moved apart (VER-27)

BLOW = "attack red.b blue.p cudgel"


def clinched(rows: str) -> Play:
    """Return a battle in which red's a holds blue's p.

    Red's b has pushed p a tile to the right.
    """
    bare = {"weapon": "", **LONG}
    play = scene(rows, a=bare, b=armed("cudgel", strength=3), p=bare).do("go red.a")
    play.do("grapple red.a blue.p", 6, 1, 1, 1).do("end red.a").do("end blue.p")
    return play.do(BLOW, 6, 1, 1, 1, 1, 1)


def levels_of(play: Play) -> tuple[int | None, ...]:
    found = (play.battle.world.find(play.unit(id), Grappled) for id in ("red.a", "blue.p"))
    return tuple(grappled.level if grappled else None for grappled in found)


@pytest.mark.rule("VER-27")
def test_grapplers_moved_apart_lose_their_levels() -> None:
    play = clinched("a...\nbp..")
    assert (play.at("blue.p"), levels_of(play)) == ((2, 1), (None, None))
    assert play.told("grapple_broken", "rule") == ("VER-27",)


@pytest.mark.rule("VER-27")
def test_grapplers_moved_but_still_adjacent_keep_the_grapple() -> None:
    play = clinched(".a..\nbp..")
    assert (play.at("blue.p"), levels_of(play)) == ((2, 1), (1, 2))
