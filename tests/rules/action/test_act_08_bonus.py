"""ACT-08: bonus actions."""

import pytest

from tests.rules.action.powers import casting, power

STEP = {"step": power(time="bonus", shape="self", targets="ally", effect={"move": 5})}


@pytest.mark.rule("ACT-08")
def test_turn_has_one_bonus_action() -> None:
    play = casting("a.p", powers=STEP).do("cast red.a step")
    refusal = play.refused("cast red.a step")
    assert (refusal.code, refusal.rule) == ("no-bonus", "ACT-08")
    play.do("end red.a").do("end blue.p")
    assert play.legal("cast") == ["cast red.a step"]


@pytest.mark.rule("ACT-08")
def test_bonus_action_leaves_the_action_and_comes_before_or_after_it() -> None:
    play = casting("a.p", powers=STEP).do("dash red.a").do("cast red.a step")
    play = casting("a.p", powers=STEP).do("cast red.a step")
    assert play.legal("dash") == ["dash red.a"]


@pytest.mark.rule("ACT-08")
def test_items_can_take_a_bonus_action() -> None:
    play = casting("a.p", powers=STEP, items={"whetstone": {}})
    play.do("use red.a whetstone red.a")
    assert play.refused("cast red.a step").code == "no-bonus"


@pytest.mark.rule("ACT-08")
def test_bonus_action_must_be_granted() -> None:
    play = casting("ap", p={"life": 40})
    play.do("attack red.a blue.p blade", 1, 1, 1)
    assert play.refused("attack red.a blue.p blade").code == "no-action"


@pytest.mark.rule("ACT-08")
def test_conditions_that_prevent_actions_prevent_bonus_actions() -> None:
    stun = power(range=60, effect={"condition": "stunned", "rounds": 1})
    play = casting("a.p", powers={"stun": stun}, p={"powers": ["second_wind"]})
    play.do("cast red.a stun blue.p").do("end red.a")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-08")
def test_bonus_action_can_grant_an_extra_attack() -> None:
    play = casting("ap", powers={"flurry": {}}, p={"life": 40})
    play.do("cast red.a flurry").do("attack red.a blue.p blade", 1, 1, 1)
    play.do("attack red.a blue.p blade", 1, 1, 1)
    assert play.legal("attack") == []


@pytest.mark.rule("ACT-08")
def test_extra_attack_can_come_after_the_action_too() -> None:
    play = casting("ap", powers={"flurry": {}}, p={"life": 40})
    play.do("attack red.a blue.p blade", 1, 1, 1).do("cast red.a flurry")
    play.do("attack red.a blue.p blade", 1, 1, 1)
    assert play.legal("attack") == []


@pytest.mark.rule("ACT-08")
def test_disengaging_as_a_bonus_action_provokes_no_one() -> None:
    play = casting("ap\n..", powers={"slip_away": {}}).do("cast red.a slip_away")
    assert play.told("disengaged", "unit", "rule") == ("red.a", "ACT-36")
    play = casting("ap\n..\n..", powers={"slip_away": {}}).do("cast red.a slip_away")
    assert play.do("move red.a 0,1 0,2").at("red.a") == (0, 2)
