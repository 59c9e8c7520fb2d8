"""Leaving a melee (VER-12)."""

import pytest

from tests.rules.verdigris.scene import scene

pytestmark = pytest.mark.rule("VER-12")


def test_foe_attacks_first_and_a_passed_test_completes_the_move() -> None:
    play = scene("pa...").do("move red.a 2,0 3,0")
    assert play.asked == ("leave", "blue.p")
    play.do("strike blue.p", 6, 1, 1, 1, 1, 1, 6, 1)
    assert play.rolls[1:] == [
        ("attack", "blue.p"),
        ("dodge", "red.a"),
        ("withstand", "red.a"),
        ("leave", "red.a"),
    ]
    assert (play.life("red.a"), play.at("red.a")) == (3, (3, 0))
    assert play.told("melee_left", "unit", "rule") == ("red.a", "VER-12")


def test_failed_test_ends_the_move() -> None:
    play = scene("pa...").do("move red.a 2,0 3,0").do("pass blue.p", 1, 1)
    assert play.at("red.a") == (1, 0)
    assert play.last("leaving_failed")["rule"] == "VER-12"
    play.do("move red.a 2,0").do("pass blue.p", 6, 1)
    assert play.at("red.a") == (2, 0)
    assert play.refused("move red.a 3,0").code == "no-move"


def test_unit_felled_by_the_attack_is_not_tested() -> None:
    play = scene("pa..b", a={"life": 1}).do("go red.a").do("move red.a 2,0 3,0")
    play.do("strike blue.p", 6, 1, 1, 1, 1, 1)
    assert play.is_dead("red.a")
    assert ("leave", "red.a") not in play.rolls


def test_controller_picks_the_attacker() -> None:
    rows = """
    p....
    .a...
    q....
    """
    play = scene(rows).do("move red.a 2,1 3,1")
    assert play.legal() == ["strike blue.p", "strike blue.q", "pass blue.p"]
    play.do("strike blue.q", 1, 1, 1, 1, 1, 6, 6)
    assert play.rolls[1] == ("attack", "blue.q")
    assert play.at("red.a") == (3, 1)
    assert not [e for e in play.events("attacked") if e["unit"] == "blue.p"]


def test_moving_within_the_same_melee_provokes_nothing_from_it() -> None:
    rows = """
    pa...
    q....
    .....
    """
    play = scene(rows).do("move red.a 1,1")
    assert play.at("red.a") == (1, 1)
    assert [why for why, _ in play.rolls] == ["initiative"]


def test_foes_just_left_do_not_attack_the_passing_unit() -> None:
    rows = """
    .p...
    a....
    """
    play = scene(rows).do("move red.a 1,1 2,1 3,1").do("pass blue.p", 6, 1)
    assert play.at("red.a") == (3, 1)
    assert play.asked == ("turn", "red.a")


def test_foe_without_a_free_attack_cannot_attack() -> None:
    play = scene("pa...", a={"life": 9}).do("move red.a 2,0 3,0")
    play.do("strike blue.p", 1, 1, 1, 1, 1, 1)
    play.do("move red.a 2,0 3,0", 6, 1)
    assert play.at("red.a") == (3, 0)


def test_only_agility_is_tested() -> None:
    play = scene("pa...", a={"agility": 4, "strength": 1}).do("move red.a 2,0")
    play.do("pass blue.p", 1, 1, 1, 6)
    assert play.at("red.a") == (2, 0)
