"""Called shots (VER-17, VER-18)."""

from typing import Any

import pytest

from game.components.belongings import Armed, Loot
from game.components.conditions import Conditions
from game.rules.verdigris.records import Stress
from tests.rules.verdigris.scene import scene
from tests.rules.verdigris.test_ver_06_zones import pool_of
from tests.scenario import Play

KEEN: dict[str, Any] = {"weapon": "keen", "strength": 5, "skills": {"melee": 1}}


def kinds(play: Play, id: str) -> list[str]:
    return [c.kind for c in play.battle.world.get(play.unit(id), Conditions).all]


@pytest.mark.rule("VER-17")
def test_pool_is_skill_weapon_and_situation() -> None:
    rows = """
    bp
    a.
    """
    play = scene(rows, a=KEEN).do("go red.a")
    parts = pool_of(play, "called red.a blue.p keen weak")
    assert parts == {"melee": 1, "keen": 3, "numbers": 1}


@pytest.mark.rule("VER-17")
def test_weak_spot_takes_the_weapons_maximum() -> None:
    play = scene("ap", a=KEEN).do("called red.a blue.p keen weak", 6, 1, 1, 1, 1, 1, 1, 1)
    assert play.told("damaged", "amount") == (2 + 3,)


@pytest.mark.rule("VER-17")
def test_weak_spot_takes_the_ordinary_damage_if_that_is_more() -> None:
    blade = {"skills": {"melee": 3}}
    play = scene("ap", a=blade).do("called red.a blue.p blade weak", 6, 6, 6, 1, 1, 1, 1)
    assert play.told("damaged", "amount") == (2 + 3,)


@pytest.mark.rule("VER-17")
def test_critical_doubles_the_value_only() -> None:
    play = scene("ap", a=KEEN, p={"life": 20})
    play.do("called red.a blue.p keen weak", 6, 6, 6, 6, 1, 1, 1, 1)
    assert play.told("damaged", "amount") == (max(4 + 3, 4 + 4),)
    play = scene("ap", a=KEEN, p={"life": 20})
    play.do("called red.a blue.p keen weak", 6, 6, 6, 6, 6, 6, 1, 1)
    assert play.told("damaged", "amount") == (4 + 3,)


@pytest.mark.rule("VER-18")
def test_effect_comes_with_the_base_damage() -> None:
    play = scene("ap", a=KEEN).do("called red.a blue.p keen pin", 6, 6, 6, 1, 1, 1, 1, 1)
    assert play.told("damaged", "amount") == (2,)
    assert kinds(play, "blue.p") == ["pinned"]


@pytest.mark.rule("VER-18")
def test_critical_doubles_the_base_damage() -> None:
    play = scene("ap", a=KEEN, p={"life": 20})
    play.do("called red.a blue.p keen trip", 6, 6, 6, 6, 1, 1, 1, 1)
    assert play.told("damaged", "amount") == (4,)


@pytest.mark.rule("VER-18")
def test_disarmed_unit_uses_bare_hands_until_it_picks_the_weapon_up() -> None:
    play = scene("ap", a=KEEN).do("called red.a blue.p keen disarm", 6, 1, 1, 1, 1, 1, 1, 1)
    world = play.battle.world
    assert world.get(play.unit("blue.p"), Armed).weapon == ""
    assert [loot for _, loot in world.all(Loot)] == [Loot((1, 0), ("blade",))]
    play.do("end red.a")
    assert play.legal("attack") == ["attack blue.p red.a unarmed"]
    play.do("attack blue.p red.a unarmed", 6, 1, 1, 1, *(1,) * 5)
    assert play.told("damaged", "amount") == (2,)
    play.do("take blue.p blade")
    assert play.refused("take blue.p blade").code == "not-there"
    assert world.get(play.unit("blue.p"), Armed).weapon == "blade"


@pytest.mark.rule("VER-18")
def test_picking_up_counts_like_taking_from_the_belt() -> None:
    play = scene("ap", a=KEEN, p={"belt": ["dram", "dram"]})
    play.do("called red.a blue.p keen disarm", 6, 1, 1, 1, 1, 1, 1, 1).do("end red.a")
    play.battle.world.put(play.unit("blue.p"), Stress(1))
    play.do("use blue.p dram")
    assert play.refused("take blue.p blade").code == "no-belt"


@pytest.mark.rule("VER-18")
def test_tripped_unit_is_prone_and_spends_a_move_to_stand_up() -> None:
    play = scene("ap...", a=KEEN).do("called red.a blue.p keen trip", 6, 1, 1, 1, 1, 1, 1, 1)
    assert kinds(play, "blue.p") == ["prone"]
    play.do("end red.a")
    assert pool_of(play, "attack blue.p red.a blade") == {"strength": 2, "prone": -1}
    assert play.refused("move blue.p 2,0").code == "prone"
    play.do("stand blue.p")
    assert kinds(play, "blue.p") == []
    assert play.legal("attack")
    play.do("move blue.p 2,0 3,0").do("pass red.a", 6, 1)
    assert play.refused("guard blue.p 2,0").code == "no-action"


@pytest.mark.rule("VER-18")
def test_prone_unit_dodges_with_one_die_less() -> None:
    play = scene("ap", a=KEEN | {"strength": 1}, b={"off": True})
    play.do("called red.a blue.p keen trip", 6, 1, 1, 1, 1, 1, 1, 1).do("end red.a")
    play.do("end blue.p", 6)
    play.do("attack red.a blue.p keen", 1, 1, 1, 1, 1, 6)
    assert len(play.events("rolled")[-1]["dice"]) == 1


@pytest.mark.rule("VER-18")
def test_pinned_unit_loses_its_next_move() -> None:
    play = scene("ap....", a=KEEN).do("called red.a blue.p keen pin", 6, 1, 1, 1, 1, 1, 1, 1)
    play.do("end red.a").do("move blue.p 2,0").do("pass red.a", 6, 1)
    assert play.refused("move blue.p 3,0").code == "no-move"
    assert kinds(play, "blue.p") == []


@pytest.mark.rule("VER-18")
def test_tripped_rider_falls() -> None:
    play = scene("ap", a=KEEN, p={"mount": "charger"})
    play.do("called red.a blue.p keen trip", 6, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert ("fall", "blue.p") in play.rolls
    assert kinds(play, "blue.p") == ["prone"]
    assert play.life("blue.p") == 6 - 2 - 1
