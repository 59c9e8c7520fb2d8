"""ACT-11, ACT-19: dashing, disengaging, defending, helping, rallying."""

import pytest

from game.components.unit import Vitals
from game.components.uses import Uses
from tests.rules.action.scene import scene
from tests.rules.action.states import held, hurt, knock_out, lay, put, world_of
from tests.rules.action.test_act_12_attacks import reasons, roll_of

BLADE = "attack red.b blue.p blade"


@pytest.mark.rule("ACT-11")
def test_dash_gives_the_speed_again() -> None:
    play = scene("a.........p", a={"speed": 25}).do("move red.a 1,0").do("dash red.a")
    assert play.told("dashed", "amount", "left", "rule") == (25, 45, "ACT-11")
    assert play.refused("dash red.a").code == "no-action"


@pytest.mark.rule("ACT-11")
def test_slow_unit_dashes_slowly() -> None:
    play = scene("a.........p")
    lay(play, "red.a", "slowed")
    assert play.do("dash red.a").told("dashed", "amount", "left") == (15, 30)


@pytest.mark.rule("ACT-11")
def test_unit_without_speed_cannot_dash() -> None:
    play = scene("a.........p")
    lay(play, "red.a", "held")
    assert play.refused("dash red.a").code == "no-speed"


@pytest.mark.rule("ACT-11")
def test_defending_gives_attacks_against_the_unit_disadvantage() -> None:
    play = scene("ap").do("defend red.a").do("end red.a")
    assert roll_of(play, "blue.p", "red.a") == "4d6kl3"
    assert ("target defending", "ACT-11") in reasons(play, "attack blue.p red.a blade")


@pytest.mark.rule("ACT-11")
def test_defending_ends_with_the_start_of_the_next_turn() -> None:
    play = scene("ap").do("defend red.a").do("end red.a").do("end blue.p")
    assert held(play, "red.a") == []
    assert play.told("condition_lost", "condition") == ("defending",)


@pytest.mark.rule("ACT-11")
def test_helping_gives_an_allys_next_attack_advantage() -> None:
    play = scene("ap.\n.b.").do("help red.a blue.p").do("end red.a")
    assert roll_of(play, "red.b") == "4d6kh3"
    assert ("helped", "ACT-11") in reasons(play, BLADE)
    play.do(BLADE, 1, 1, 1, 1)
    assert play.told("helping", "unit", "target", "rule") == ("red.a", "blue.p", "ACT-11")


@pytest.mark.rule("ACT-11")
def test_help_counts_for_the_next_attack_only_hit_or_miss() -> None:
    play = scene("ap.\n.b.", b={"attacks": 2}).do("help red.a blue.p").do("end red.a")
    play.do(BLADE, 1, 1, 1, 1)
    assert roll_of(play, "red.b") == "3d6"


@pytest.mark.rule("ACT-11")
def test_help_counts_for_others_and_for_attacks_on_that_foe() -> None:
    play = scene("apq\n.b.", a={"weapons": ["claws"]}).do("help red.a blue.p")
    play.do("end red.a")
    assert roll_of(play, "red.b", "blue.q") == "3d6"
    play.do("end red.b").do("end blue.p").do("end blue.q")
    assert roll_of(play, "red.a", "blue.p", "claws") == "3d6"


@pytest.mark.rule("ACT-11")
def test_help_ends_before_the_helpers_next_turn() -> None:
    play = scene("ap.\n.b.").do("help red.a blue.p").do("end red.a").do("end red.b")
    play.do("end blue.p").do("end red.a")
    assert roll_of(play, "red.b") == "3d6"


@pytest.mark.rule("ACT-11")
def test_helping_needs_an_adjacent_foe_and_an_ally() -> None:
    play = scene("a.p\nb..")
    refusal = play.refused("help red.a blue.p")
    assert (refusal.code, refusal.rule) == ("not-beside", "ACT-11")
    why = "Too far from 'blue.p': 10 ft, and help reaches 5 ft."
    assert play.why("help red.a blue.p") == why
    assert scene("ap").refused("help red.a blue.p").code == "no-ally"
    assert scene("abp").refused("help red.a red.b").code == "no-foe"


@pytest.mark.rule("ACT-11")
@pytest.mark.parametrize("kind", ["stunned", "asleep"])
def test_incapacitated_unit_no_longer_helps(kind: str) -> None:
    play = scene("ap.\n.b.").do("help red.a blue.p").do("end red.a")
    lay(play, "red.a", kind)
    assert roll_of(play, "red.b") == "3d6"


@pytest.mark.rule("ACT-11")
def test_dying_units_neither_help_nor_are_helped() -> None:
    play = scene("ap.\n.b.", a={"hero": True}, b={"hero": True})
    play.do("help red.a blue.p").do("end red.a")
    knock_out(play, "red.a")
    assert roll_of(play, "red.b") == "3d6"
    play = scene("ap.\n.b.", a={"hero": True}, b={"hero": True})
    knock_out(play, "red.b")
    assert play.refused("help red.a blue.p").code == "no-ally"


@pytest.mark.rule("ACT-11")
def test_two_helpers_do_no_more_than_one() -> None:
    """Check that one attack uses up the help of both."""
    play = scene("ap.\ncb.", "acbp", b={"attacks": 2}).do("help red.a blue.p").do("end red.a")
    play.do("help red.c blue.p").do("end red.c")
    assert roll_of(play, "red.b") == "4d6kh3"
    play.do(BLADE, 1, 1, 1, 1)
    assert roll_of(play, "red.b") == "3d6"


@pytest.mark.rule("ACT-19")
def test_rally_heals_half_the_maximum_life() -> None:
    play = scene("a..p", a={"life": 15, "hurt": 12}).do("rally red.a")
    assert play.life("red.a") == 10
    assert play.told("rallied", "unit", "rule") == ("red.a", "ACT-19")
    assert play.told("healed", "amount", "rule") == (7, "ACT-19")


@pytest.mark.rule("ACT-19")
def test_rally_heals_no_more_than_was_lost() -> None:
    play = scene("a..p", a={"life": 15, "hurt": 3}).do("rally red.a")
    assert play.life("red.a") == 15


@pytest.mark.rule("ACT-19")
def test_rally_is_an_action_and_possible_once() -> None:
    play = scene("a..p").do("rally red.a")
    assert play.refused("dash red.a").code == "no-action"
    play.do("end red.a").do("end blue.p")
    refusal = play.refused("rally red.a")
    assert (refusal.code, refusal.rule) == ("rallied", "ACT-19")
    assert not play.legal("rally")


@pytest.mark.rule("ACT-19")
def test_rally_restores_as_much_as_a_short_rest() -> None:
    trick = {"kind": "ability", "title": "X", "about": "x", "shape": "self", "uses": 1}
    powers = {"short": trick | {"rest": "short"}, "long": trick | {"rest": "long"}}
    play = scene("a..p", gear={"powers": powers}, a={"powers": ["short", "long"]})
    put(play, "red.a", Uses((("long", 1), ("short", 1))))
    hurt(play, "red.a", 5)
    play.do("rally red.a")
    assert world_of(play).get(play.unit("red.a"), Uses).spent == (("long", 1),)
    assert world_of(play).get(play.unit("red.a"), Vitals).life == 10
