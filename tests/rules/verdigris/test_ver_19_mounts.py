"""Mounts and riders (VER-19 to VER-24, VER-35)."""

from typing import Any

import pytest

from game.components.conditions import Conditions
from game.rules.verdigris.records import Mounted
from tests.rules.verdigris.scene import scene
from tests.rules.verdigris.test_ver_06_zones import pool_of
from tests.scenario import Play

NAG: dict[str, Any] = {"mount": "nag"}
CHARGER: dict[str, Any] = {"mount": "charger"}


def mount(play: Play, id: str) -> Mounted | None:
    return play.battle.world.find(play.unit(id), Mounted)


@pytest.mark.rule("VER-19")
def test_untrained_mount_next_to_a_foe_must_be_held() -> None:
    play = scene("pa...", 6, 1, a=NAG)
    assert play.rolls[1:] == [("hold", "red.a")]
    assert play.last("mount_held")["rule"] == "VER-19"
    assert play.legal("move")


@pytest.mark.rule("VER-19")
def test_uncontrolled_mount_bolts_as_far_from_foes_as_it_can() -> None:
    play = scene("pa....", 1, 1, a=NAG)
    assert play.asked == ("leave", "blue.p")
    play.do("pass blue.p", 6, 1)
    assert play.at("red.a") == (5, 0)
    assert play.last("bolted")["rule"] == "VER-19"
    play.do("guard red.a 4,0")
    assert play.refused("move red.a 4,0").code == "no-move"


@pytest.mark.rule("VER-19")
def test_attack_alarms_the_mount_until_its_turn() -> None:
    play = scene("a...p", first="blue", a=NAG, p={"weapon": "bow", "strength": 1})
    play.do("attack blue.p red.a bow", 1, 6, 1).do("end blue.p", 6, 1)
    assert play.rolls[-1] == ("hold", "red.a")
    play.do("end red.a", 1).do("end blue.p")
    assert [why for why, _ in play.rolls].count("hold") == 1


@pytest.mark.rule("VER-19")
def test_trained_mount_or_one_out_of_danger_needs_no_test() -> None:
    assert scene("ap", a=CHARGER).rolls == [("initiative", "red.a")]
    assert scene("a.p", a=NAG).rolls == [("initiative", "red.a")]


@pytest.mark.rule("VER-19")
def test_charisma_and_riding_are_rolled() -> None:
    skilled = NAG | {"charisma": 1, "skills": {"riding": 2}}
    play = scene("ap", 1, 1, 6, a=skilled)
    assert len(play.events("rolled")[-1]["dice"]) == 3


@pytest.mark.rule("VER-20")
def test_mount_attacks_once_after_its_riders_action() -> None:
    play = scene("ap", a=CHARGER)
    assert play.refused("trample red.a blue.p").rule == "VER-20"
    play.do("attack red.a blue.p blade", 1, 1, 1, 6, 1)
    play.do("trample red.a blue.p", 6, 1, 1, 1, 1, 1, 1)
    assert play.rolls[-3:] == [("attack", "red.a"), ("dodge", "blue.p"), ("withstand", "blue.p")]
    assert play.life("blue.p") == 6 - 3
    assert play.refused("trample red.a blue.p").code == "no-action"


@pytest.mark.rule("VER-20")
def test_mount_attacks_with_quality_and_bonus_without_numbers() -> None:
    rows = """
    ap
    b.
    """
    play = scene(rows, a=CHARGER | {"hero": True, "wounds": 1}).do("go red.a")
    play.do("guard red.a 1,1")
    assert pool_of(play, "trample red.a blue.p") == {"quality": 2, "bonus": 1}
    play.do("trample red.a blue.p", 1, 1, 1, 6, 1)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("VER-20")
def test_untrained_mount_must_be_held_or_urged_first() -> None:
    play = scene("ap.", 6, 1, a=NAG)
    play.do("attack red.a blue.p blade", 1, 1, 1, 6, 1)
    play.do("trample red.a blue.p", 1, 1, 1, 1, 6)
    assert play.rolls[-1] == ("dodge", "blue.p")
    play = scene("a.p", a=NAG).do("move red.a 1,0").do("attack red.a blue.p blade", 1, 1, 1, 6, 1)
    play.do("trample red.a blue.p", 1, 1)
    assert play.rolls[-1] == ("urge", "red.a")
    assert play.last("refused")["unit"] == "red.a"


@pytest.mark.rule("VER-20")
def test_mount_dodges_with_quality_and_withstands_with_bonus() -> None:
    play = scene("ap", p=CHARGER)
    play.do("attack_mount red.a blue.p blade", 6, 1, 1, 1, 6)
    hurt = play.last("mount_hurt")
    assert (hurt["amount"], hurt["left"]) == (2, 2)


@pytest.mark.rule("VER-21")
def test_riders_have_one_more_die_unless_the_weapon_is_short() -> None:
    assert pool_of(scene("ap", a=CHARGER), "attack red.a blue.p blade").get("mounted") == 1
    short = CHARGER | {"weapon": "dirk"}
    assert "mounted" not in pool_of(scene("ap", a=short), "attack red.a blue.p dirk")
    archer = CHARGER | {"weapon": "bow", "talents": ["archer"]}
    assert "mounted" not in pool_of(scene("a.p", a=archer), "attack red.a blue.p bow")


@pytest.mark.rule("VER-22")
def test_shooting_and_loading_while_mounted_need_the_talent() -> None:
    bow = CHARGER | {"weapon": "bow"}
    refusal = scene("a.p", a=bow).refused("attack red.a blue.p bow")
    assert (refusal.code, refusal.rule) == ("mounted", "VER-22")
    assert scene("a.p", a=bow).refused("ready red.a 1,0").rule == "VER-22"
    assert scene("a.p", a=bow | {"talents": ["archer"]}).legal("attack")


@pytest.mark.rule("VER-22")
def test_weapon_needs_its_number_of_actions_between_shots() -> None:
    play = scene("a.......p", a={"weapon": "gun", "agility": 1})
    play.do("attack red.a blue.p gun", 1, 1, 6, 1)
    play.do("end red.a").do("end blue.p", 6)
    assert play.refused("attack red.a blue.p gun").code == "unloaded"
    play.do("reload red.a").do("end red.a").do("end blue.p", 6)
    assert play.last("loading")["left"] == 1
    assert play.refused("attack red.a blue.p gun").code == "unloaded"
    play.do("reload red.a").do("end red.a").do("end blue.p", 6)
    assert play.refused("reload red.a").code == "loaded"
    play.do("attack red.a blue.p gun", 1, 1, 6, 1)


@pytest.mark.rule("VER-23")
def test_attacker_chooses_rider_or_mount() -> None:
    play = scene("ap", p=CHARGER)
    assert play.legal("attack") + play.legal("attack_mount") == [
        "attack red.a blue.p blade",
        "attack_mount red.a blue.p blade",
    ]
    play.do("attack red.a blue.p blade", 6, 1, 1, 1, 1, 1)
    assert play.life("blue.p") == 3
    assert mount(play, "blue.p") == Mounted("charger", 4, attacked=True)
    assert scene("ap").legal("attack_mount") == []


@pytest.mark.rule("VER-23")
def test_rider_dodges_as_usual() -> None:
    play = scene("ap", p=CHARGER | {"agility": 3})
    play.do("attack red.a blue.p blade", 1, 1, 1, 1, 6)
    assert len(play.events("rolled")[-1]["dice"]) == 3


@pytest.mark.rule("VER-24")
def test_mounts_do_not_count_for_numbers() -> None:
    play = scene("ap", a=CHARGER)
    assert "numbers" not in pool_of(play, "attack red.a blue.p blade")
    bow = {"weapon": "bow"}
    rows = """
    .....b.
    a...pc.
    .....r.
    """
    play = scene(rows, a=bow, b=CHARGER, c=CHARGER, p=CHARGER, r=CHARGER).do("go red.a")
    assert "crowd" not in pool_of(play, "attack red.a blue.p bow")


@pytest.mark.rule("VER-35")
def test_slain_mount_throws_its_rider() -> None:
    play = scene("ap", a={"strength": 3}, p=CHARGER)
    play.do("attack_mount red.a blue.p blade", 6, 6, 6, 1, 1, 1, 1, 1)
    assert mount(play, "blue.p") is None
    assert play.last("mount_slain")["rule"] == "VER-35"
    assert play.rolls[-1] == ("fall", "blue.p")
    assert play.life("blue.p") == 5
    assert [c.kind for c in play.battle.world.get(play.unit("blue.p"), Conditions).all] == ["prone"]


@pytest.mark.rule("VER-35")
def test_thrown_rider_lands_standing_on_a_passed_agility_test() -> None:
    play = scene("ap", a={"strength": 3}, p=CHARGER)
    play.do("attack_mount red.a blue.p blade", 6, 6, 6, 1, 1, 1, 6, 1)
    assert play.life("blue.p") == 6
    assert play.last("landed_well")["unit"] == "blue.p"


@pytest.mark.rule("VER-35")
def test_dismounting_takes_the_move_and_the_mount_leaves() -> None:
    play = scene("a..p", a=CHARGER).do("get_down red.a")
    assert mount(play, "red.a") is None
    assert play.last("mount_left")["rule"] == "VER-35"
    play.do("move red.a 1,0")
    assert play.refused("guard red.a 2,0").code == "no-action"


@pytest.mark.rule("VER-35")
def test_mounting_takes_the_move_and_a_mount_left_alone_leaves() -> None:
    play = scene("a..p", a=CHARGER | {"leads": True})
    play.do("get_up red.a").do("move red.a 1,0")
    assert play.refused("guard red.a 2,0").code == "no-action"
    play = scene("a..p", a=CHARGER | {"leads": True}).do("end red.a")
    assert mount(play, "red.a") is None


@pytest.mark.rule("VER-35")
def test_mount_leaves_when_its_rider_is_slain() -> None:
    play = scene("ap.q", p=CHARGER | {"life": 1}).do("attack red.a blue.p blade", 6, 1, 1, 1, 1, 1)
    assert play.last("mount_left")["unit"] == "blue.p"
