"""The effects of every shipped injury, item and mount."""

from pathlib import Path
from typing import Any

import pytest

from game.components.belongings import Armed
from game.components.conditions import Conditions
from game.components.unit import Down, Vitals
from game.rules.verdigris import attacks, figures, grapples, mounts, moves
from game.rules.verdigris.records import Grappled, Mounted, Stress
from tests.rules.verdigris.scene import TABLES, scene
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True, "wounds": 1, "life": 9}
STRONG: dict[str, Any] = {"strength": 4}
FOUR = (6, 6, 6, 6)


def found(play: Play, id: str, kind: type[Any]) -> Any:
    return play.battle.world.find(play.unit(id), kind)


def held(play: Play, id: str = "red.a") -> dict[str, int]:
    """Return the conditions of a unit, with their dice."""
    return {c.kind: c.value for c in found(play, id, Conditions).all}


def injured(id: str, **more: Any) -> Play:
    """Return a battle in which blue's critical has given red's player character this injury.

    It is still blue's turn.
    """
    low = TABLES["injuries"][id].low
    play = scene("ap..\n....", first="blue", a=HERO | more, p=STRONG)
    play.do("attack blue.p red.a blade", *FOUR, 1, 1, 6, 6, low // 10, low % 10)
    assert play.told("injured", "injury") == (id,)
    return play


def mine(id: str, **more: Any) -> Play:
    """Return the same battle on the injured unit's own turn."""
    return injured(id, **more).do("end blue.p")


LASTING: dict[str, dict[str, int]] = {
    "gashed_brow": {"attack": -1},
    "twisted_knee": {"hobbled": 0},
    "cracked_rib": {"withstand": -1},
    "torn_forearm": {"bleeding": 0},
    "stiff_hip": {"dodge": -1},
    "wrenched_shoulder": {"strength": -1},
    "ringing_skull": {"mind": -1},
    "broken_foot": {"agility": -1, "hobbled": 0, "prone": 0},
    "opened_vein": {"bleeding": 0},
    "shattered_hand": {"attack": -2},
    "split_helm": {"agility": -1, "mind": -1, "bleeding": 0},
    "winded": {"pinned": 0},
    "knocked_flat": {"prone": 0},
    "rattled": {},
    "numb_fingers": {},
}
DROPS = {"numb_fingers", "wrenched_shoulder", "shattered_hand"}
STRESSES = {"rattled": 2, "ringing_skull": 1}


def test_every_injury_is_tested_here() -> None:
    assert set(LASTING) == set(TABLES["injuries"])


@pytest.mark.rule("VER-31")
@pytest.mark.parametrize("id", LASTING)
def test_injury_has_the_effects_it_states_and_no_others(id: str) -> None:
    play = injured(id)
    assert held(play) == LASTING[id]
    assert (found(play, "red.a", Armed).weapon == "") == (id in DROPS)
    assert found(play, "red.a", Stress).level == STRESSES.get(id, 0)


@pytest.mark.rule("VER-31")
def test_winded_unit_loses_its_next_move_only() -> None:
    play = mine("winded")
    assert held(play) == {}
    play.do("guard red.a 0,1")
    assert play.refused("move red.a 0,1").code == "no-move"
    play.do("end red.a", 6).do("guard red.a 0,1")
    assert play.legal("move")


@pytest.mark.rule("VER-31")
@pytest.mark.parametrize("id", ["twisted_knee", "broken_foot"])
def test_bad_leg_allows_no_second_move(id: str) -> None:
    play = mine(id)
    if id == "broken_foot":
        assert play.refused("move red.a 0,1").code == "prone"
        play.do("stand red.a")
    else:
        play.do("move red.a 0,1")
    assert play.refused("move red.a 0,0").code == "hobbled"


def dice(play: Play, id: str = "red.a") -> dict[str, int]:
    """Return the dice of a unit's tests and saves."""
    world, unit, foe = play.battle.world, play.unit(id), play.unit("blue.p")
    return {
        "attack": attacks.aim(world, unit, foe, figures.in_hand(world, unit)).pool,
        "dodge": figures.pool(world, figures.dodge(world, unit, "melee")),
        "withstand": figures.pool(world, figures.withstand(world, unit)),
        "leave": moves.trial_to_leave(world, unit).pool,
        "loose": grapples.struggle(world, unit).pool,
        "mind": figures.pool(world, figures.skilled(world, unit, "mind", "", "VER-32")),
    }


LESS: dict[str, dict[str, int]] = {
    "gashed_brow": {"attack": 1},
    "shattered_hand": {"attack": 2},
    "cracked_rib": {"withstand": 1},
    "stiff_hip": {"dodge": 1},
    "wrenched_shoulder": {"attack": 1, "withstand": 1, "loose": 1},
    "ringing_skull": {"mind": 1},
    "split_helm": {"dodge": 1, "leave": 1, "mind": 1},
    # A broken foot also knocks prone, which costs a die on tests and dodge saves.
    "broken_foot": {"dodge": 2, "leave": 2, "attack": 1, "loose": 1, "mind": 1},
    "knocked_flat": {"dodge": 1, "leave": 1, "attack": 1, "loose": 1, "mind": 1},
}


@pytest.mark.rule("VER-31")
@pytest.mark.parametrize("id", LASTING)
def test_injury_costs_its_dice_and_no_others(id: str) -> None:
    able = {"strength": 5, "agility": 5, "mind": 5, "weapon": "", "life": 30}
    low, before = TABLES["injuries"][id].low, dice(scene("ap..", a=HERO | able))
    play = scene("ap..", first="blue", a=HERO | able, p={"strength": 9})
    sixes, saves = (6,) * 9, (1,) * 10
    play.do("attack blue.p red.a blade", *sixes, *saves, low // 10, low % 10)
    after = dice(play)
    assert {key: before[key] - after[key] for key in before if before[key] != after[key]} == (
        LESS.get(id, {})
    )


@pytest.mark.rule("VER-31")
@pytest.mark.parametrize(("id", "turns"), [("torn_forearm", 3), ("split_helm", 4)])
def test_some_injuries_bleed_for_a_number_of_turns(id: str, turns: int) -> None:
    play = injured(id)
    life = play.life("red.a")
    for _ in range(turns + 2):
        play.do("end blue.p").do("end red.a", 1)
    assert play.life("red.a") == life - turns
    assert "bleeding" not in held(play)


@pytest.mark.rule("VER-31", "VER-33")
def test_opened_vein_bleeds_until_cured() -> None:
    play = injured("opened_vein", belt=["lint"], life=20)
    life = play.life("red.a")
    for _ in range(4):
        play.do("end blue.p").do("end red.a", 1)
    assert play.life("red.a") == life - 4
    play.do("end blue.p").do("use red.a lint").do("end red.a", 1).do("end blue.p")
    assert (play.life("red.a"), held(play)) == (life - 5, {})


@pytest.mark.rule("VER-31")
def test_dropped_weapon_can_be_picked_up() -> None:
    play = mine("numb_fingers").do("take red.a blade")
    assert found(play, "red.a", Armed).weapon == "blade"


@pytest.mark.rule("VER-31", "VER-35")
def test_rider_that_is_knocked_prone_falls_off() -> None:
    play = scene("ap..", first="blue", a=HERO | {"mount": "destrier"}, p=STRONG)
    play.do("attack blue.p red.a blade", *FOUR, 1, 1, 6, 6, 2, 4, 1, 1)
    assert play.rolls[-1] == ("fall", "red.a")
    assert found(play, "red.a", Mounted) is None


# Items


def carrying(*belt: str, rows: str = "ap..", **more: Any) -> Play:
    """Return a battle on the turn of red's player character, with these items on its belt."""
    return scene(rows, a=HERO | {"belt": list(belt)} | more, p={"life": 20})


def put(play: Play, id: str, record: Any) -> Play:
    play.battle.world.put(play.unit(id), record)
    return play


def test_every_item_is_tested_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [id for id in TABLES["items"] if id not in PLAIN_ITEMS and f'"{id}"' not in source] == []


@pytest.mark.rule("VER-33")
@pytest.mark.parametrize(
    ("id", "rolled", "back"), [("green_salve", (5,), 5), ("smelling_salts", (), 1)]
)
def test_salve_and_salts_heal_and_revive(id: str, rolled: tuple[int, ...], back: int) -> None:
    play = put(carrying(id), "red.a", Vitals(2, 9)).do(f"use red.a {id}", *rolled)
    assert play.life("red.a") == 2 + back
    play = scene("ba.p", a=HERO | {"belt": [id]}, b=HERO)
    put(put(play, "red.b", Vitals(0, 9)), "red.b", Down())
    play.do("go red.a").do(f"use red.a {id} red.b")
    assert (play.life("red.b"), found(play, "red.b", Down)) == (1, None)


@pytest.mark.rule("VER-33", "VER-34")
@pytest.mark.parametrize(("id", "left"), [("smelling_salts", 2), ("plum_brandy", 1)])
def test_salts_and_brandy_reduce_stress(id: str, left: int) -> None:
    play = put(carrying(id), "red.a", Stress(3)).do(f"use red.a {id}")
    assert found(play, "red.a", Stress).level == left
    play = put(carrying(id), "red.a", Stress(1)).do(f"use red.a {id}")
    assert found(play, "red.a", Stress).level == 0


@pytest.mark.rule("VER-33")
def test_cord_knife_frees_from_a_grapple() -> None:
    play = scene("ap", first="blue", a={"belt": ["boot_knife"]}, p={"weapon": ""})
    play.do("grapple blue.p red.a", 6, 1, 1, 1).do("end blue.p").do("use red.a boot_knife")
    assert [found(play, id, Grappled) for id in ("red.a", "blue.p")] == [None, None]


@pytest.mark.rule("VER-33")
def test_paper_charge_loads_at_once() -> None:
    play = carrying("paper_charge", rows="a..p", weapon="caliver", agility=1)
    play.do("attack red.a blue.p caliver", 1, 1).do("answer red.a keep", 1, 1)
    assert play.legal("reload") == []
    play.do("use red.a paper_charge").do("end red.a").do("end blue.p", 6)
    assert play.legal("attack") == ["attack red.a blue.p caliver"]


@pytest.mark.rule("VER-33")
def test_thrown_items_affect_foes() -> None:
    assert carrying("fire_pot").do("use red.a fire_pot blue.p", 4).life("blue.p") == 16
    assert held(carrying("caltrops").do("use red.a caltrops blue.p"), "blue.p") == {"pinned": 0}
    assert held(carrying("soap_jar").do("use red.a soap_jar blue.p"), "blue.p") == {"prone": 0}
    rider = scene("ap", a={"belt": ["soap_jar"]}, p={"mount": "destrier"})
    assert rider.refused("use red.a soap_jar blue.p").code == "no-effect"
    for id in ("fire_pot", "caltrops", "soap_jar"):
        assert carrying(id).refused(f"use red.a {id}").code == "wrong-target"


DRINKS: dict[str, tuple[int, dict[str, int]]] = {
    "war_drops": (3, {"attack": 1}),
    "goose_grease": (3, {"dodge": 1}),
    "copper_tonic": (2, {"withstand": 2, "dodge": -1}),
}


@pytest.mark.rule("VER-33")
@pytest.mark.parametrize("id", DRINKS)
def test_some_items_give_dice_for_a_number_of_turns(id: str) -> None:
    turns, gains = DRINKS[id]
    play = carrying(id)
    before = dice(play)
    play.do(f"use red.a {id}")
    for _ in range(turns):
        after = dice(play)
        assert {k: after[k] - before[k] for k in before if before[k] != after[k]} == gains
        play.do("end red.a").do("end blue.p", 6)
    assert dice(play) == before


@pytest.mark.rule("VER-33")
def test_sugar_loaf_heals_the_mount_up_to_its_life() -> None:
    for life, fed in ((2, 5), (7, 8)):
        play = put(carrying("sugar_loaf", mount="destrier"), "red.a", Mounted("destrier", life))
        assert found(play.do("use red.a sugar_loaf"), "red.a", Mounted).life == fed


PLAIN_ITEMS = ("balm", "bomb", "dram", "ointment")
"""The tests' own items."""


# Mounts


@pytest.mark.rule("VER-19")
@pytest.mark.parametrize(("id", "rolled"), [("palfrey", 2), ("mule", 3), ("destrier", 0)])
def test_mounts_next_to_a_foe_are_held_with_their_own_dice(id: str, rolled: int) -> None:
    play = scene("pa...", *([6] * rolled), a={"mount": id})
    assert len([why for why, _ in play.rolls if why == "hold"]) == (1 if rolled else 0)


@pytest.mark.rule("VER-20")
@pytest.mark.parametrize(
    ("id", "pool", "hurt"), [("palfrey", 4, 1), ("mule", 4, 1), ("destrier", 6, 2)]
)
def test_mounts_attack_dodge_and_withstand_with_their_own_dice(
    id: str, pool: int, hurt: int
) -> None:
    kind = TABLES["mounts"][id]
    play = scene("a.p", a={"mount": id}, p={"life": 20})
    attack = mounts.mount_aim(play.battle.world, play.unit("red.a"), play.unit("blue.p"))
    assert (attack.pool, attack.damage) == (pool, hurt) == (kind.quality + kind.bonus, kind.damage)
    aimed = attacks.aim(
        play.battle.world, play.unit("blue.p"), play.unit("red.a"), "blade", at_mount=True
    )
    assert (aimed.dodge, aimed.withstand) == (kind.quality, kind.bonus)
    assert found(play, "red.a", Mounted).life == kind.life
