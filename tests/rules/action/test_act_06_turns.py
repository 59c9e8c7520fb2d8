"""ACT-06, ACT-07: the parts of a turn, and split movement."""

from typing import Any

import pytest

from tests.rules.action.powers import casting, power
from tests.rules.action.scene import scene
from tests.rules.action.states import held, lay, lift
from tests.scenario import Play

ROOM = """
..........
..........
a........p
"""


@pytest.mark.rule("ACT-06")
def test_unit_moves_up_to_its_speed() -> None:
    play = scene(ROOM)
    assert max(int(text.split()[-1].split(",")[0]) for text in play.legal("move")) == 6
    refusal = play.refused("move red.a 1,2 2,2 3,2 4,2 5,2 6,2 7,2")
    assert (refusal.code, refusal.rule) == ("too-far", "ACT-06")
    assert (refusal.params["cost"], refusal.params["left"]) == (35, 30)
    play.do("move red.a 1,2 2,2 3,2 4,2 5,2 6,2")
    assert play.told("moved", "cost", "left", "rule") == (5, 0, "ACT-06")


@pytest.mark.rule("ACT-06")
def test_difficult_ground_costs_more() -> None:
    play = scene("a~.p").do("move red.a 1,0")
    assert play.told("moved", "cost", "left") == (10, 20)


def hasted(**more: Any) -> Play:
    """Return a scene in which red's a can gain speed and lose it again.

    The gain lasts for 9 rounds, or while red's a concentrates.
    """
    quick = {"shape": "self", "targets": "ally", "time": "bonus"}
    haste = power(**quick, **more, effect={"condition": "hasted", "rounds": 9})
    slow = power(**quick, concentration=True, effect={"condition": "warded", "rounds": 9})
    calm = power(shape="self", targets="ally", effect={"cure": ["hasted"]})
    powers = {"haste": haste, "ward": slow, "calm": calm}
    return casting("a" + "." * 13 + "p", powers=powers)


@pytest.mark.rule("ACT-06")
def test_speed_bonus_adds_movement_at_once_and_removes_it_at_its_end() -> None:
    play = hasted().do("move red.a 1,0 2,0").do("cast red.a haste")
    assert play.left("red.a") == 8
    play.do("cast red.a calm")
    assert play.left("red.a") == 4


@pytest.mark.rule("ACT-06")
def test_speed_from_concentration_is_lost_the_same_way() -> None:
    play = hasted(concentration=True).do("cast red.a haste").do("end red.a").do("end blue.p")
    assert play.left("red.a") == 10
    play.do("move red.a 1,0 2,0").do("cast red.a ward")
    assert held(play, "red.a") == ["warded"]
    assert play.left("red.a") == 4


@pytest.mark.rule("ACT-06")
def test_unit_that_moved_farther_than_it_now_could_owes_the_difference() -> None:
    play = scene(ROOM).do("move red.a 1,2 2,2 3,2 4,2 5,2")
    lay(play, "red.a", "slowed")
    assert (play.left("red.a"), play.legal("move")) == (0, [])
    play.do("dash red.a")
    assert play.left("red.a") == 1


@pytest.mark.rule("ACT-06")
def test_freed_unit_has_no_more_movement_than_before() -> None:
    play = scene(ROOM).do("move red.a 1,2 2,2")
    lay(play, "red.a", "held")
    assert (play.left("red.a"), play.legal("move")) == (0, [])
    lift(play, "red.a", "held")
    assert play.left("red.a") == 4


@pytest.mark.rule("ACT-06")
def test_turn_has_one_action() -> None:
    play = scene("ap....").do("attack red.a blue.p blade", 1, 1, 1)
    for text in ("attack red.a blue.p blade", "dash red.a", "defend red.a", "rally red.a"):
        refusal = play.refused(text)
        assert (refusal.code, refusal.rule) == ("no-action", "ACT-06")
    assert {text.split()[0] for text in play.legal()} <= {"move", "drop", "end", "draw"}


@pytest.mark.rule("ACT-06")
def test_action_and_speed_are_restored_on_the_next_turn() -> None:
    play = scene(ROOM).do("move red.a 1,2").do("dash red.a").do("end red.a").do("end blue.p")
    assert play.left("red.a") == 6
    play.do("dash red.a")
    assert play.left("red.a") == 12


@pytest.mark.rule("ACT-06")
def test_unused_movement_is_lost() -> None:
    play = scene(ROOM).do("end red.a")
    assert play.left("red.a") == 0
    play.do("end blue.p")
    assert play.left("red.a") == 6


@pytest.mark.rule("ACT-06")
def test_action_can_come_before_or_after_the_move() -> None:
    first = scene("a.p").do("dash red.a").do("move red.a 1,0")
    then = scene("a.p").do("move red.a 1,0").do("dash red.a")
    assert first.left("red.a") == then.left("red.a") == 11


@pytest.mark.rule("ACT-06")
def test_light_weapon_grants_the_bonus_action() -> None:
    play = scene("ap", a={"weapons": ["dirk"], "strength": 2})
    play.do("attack red.a blue.p dirk", 3, 3, 3, 1)
    assert play.life("blue.p") == 7
    play.do("attack red.a blue.p dirk", 3, 3, 3, 1)
    assert play.life("blue.p") == 6, "something was added to the damage"
    assert play.refused("attack red.a blue.p dirk").code == "no-action"


@pytest.mark.rule("ACT-06")
def test_other_weapons_grant_no_bonus_action() -> None:
    play = scene("ap").do("attack red.a blue.p blade", 1, 1, 1)
    assert not play.legal("attack")


@pytest.mark.rule("ACT-06")
def test_bonus_attack_is_made_with_the_light_weapon_only() -> None:
    play = scene("ap", a={"weapons": ["dirk", "claws"]})
    play.do("attack red.a blue.p dirk", 1, 1, 1)
    assert play.legal("attack") == ["attack red.a blue.p dirk"]


@pytest.mark.rule("ACT-06")
def test_incapacitated_unit_has_no_turn() -> None:
    play = scene("ap.")
    lay(play, "blue.p", "stunned")
    play.do("end red.a")
    assert play.asked == ("turn", "red.a")
    assert [event["unit"] for event in play.events("turn_ended")] == ["red.a", "blue.p"]


@pytest.mark.rule("ACT-06")
def test_stuck_unit_stops_moving() -> None:
    play = scene("a..p").do("move red.a 1,0")
    lay(play, "red.a", "held")
    refusal = play.refused("move red.a 2,0")
    assert (refusal.code, refusal.rule) == ("no-speed", "ACT-06")
    assert not play.legal("move")
    assert play.refused("dash red.a").code == "no-speed"


@pytest.mark.rule("ACT-07")
def test_movement_can_be_split_before_and_after_an_action() -> None:
    play = scene("a..p......").do("move red.a 1,0 2,0").do("attack red.a blue.p blade", 1, 1, 1)
    assert play.left("red.a") == 4
    play.do(
        "move red.a 1,0",
    ).do("pass blue.p")
    assert (play.at("red.a"), play.left("red.a")) == ((1, 0), 3)


@pytest.mark.rule("ACT-07")
def test_movement_can_be_split_between_the_attacks_of_one_action() -> None:
    play = scene("a..p......q", a={"attacks": 2}, p={"life": 1}, q={"life": 20})
    play.do("move red.a 1,0 2,0").do("attack red.a blue.p blade", 6, 6, 6, 1)
    assert play.is_dead("blue.p")
    play.do("move red.a 3,0 4,0").do("move red.a 5,0")
    assert play.refused("dash red.a").code == "no-action"
    play = scene("q.a.p", a={"attacks": 2})
    play.do("move red.a 3,0").do("attack red.a blue.p blade", 1, 1, 1)
    play.do("move red.a 2,0").do("pass blue.p").do("move red.a 1,0")
    play.do("attack red.a blue.q blade", 1, 1, 1)
    assert play.refused("attack red.a blue.q blade").code == "no-action"


@pytest.mark.rule("ACT-07")
def test_unused_attacks_are_lost_with_the_turn() -> None:
    play = scene("ap", a={"attacks": 2}).do("attack red.a blue.p blade", 1, 1, 1)
    play.do("end red.a").do("end blue.p")
    play.do("attack red.a blue.p blade", 1, 1, 1).do("attack red.a blue.p blade", 1, 1, 1)
    assert not play.legal("attack")
