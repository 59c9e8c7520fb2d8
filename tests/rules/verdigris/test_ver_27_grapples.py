"""Grapples (VER-27, VER-28)."""

from typing import Any

import pytest

from game.rules.verdigris.records import Grappled
from tests.rules.verdigris.scene import scene
from tests.rules.verdigris.test_ver_06_zones import pool_of
from tests.scenario import Play

BARE: dict[str, Any] = {"weapon": "", "skills": {"brawling": 1}}


def level_of(play: Play, id: str) -> int | None:
    grappled = play.battle.world.find(play.unit(id), Grappled)
    return grappled.level if grappled else None


def held() -> Play:
    """Return a battle in which red holds blue, on blue's turn."""
    play = scene("ap...", a=BARE, p={"strength": 4})
    return play.do("grapple red.a blue.p", 6, 1, 1, 1, 1).do("end red.a")


@pytest.mark.rule("VER-27")
def test_brawling_test_against_the_dodge_save_entangles_both() -> None:
    play = scene("ap...", a=BARE).do("grapple red.a blue.p", 6, 1, 1, 1, 1)
    assert play.rolls[1:] == [("grapple", "red.a"), ("dodge", "blue.p")]
    assert (level_of(play, "red.a"), level_of(play, "blue.p")) == (1, 2)
    assert play.told("entangled", "unit", "target", "rule") == ("red.a", "blue.p", "VER-27")
    assert play.life("blue.p") == 6
    play = scene("ap", a=BARE).do("grapple red.a blue.p", 6, 1, 1, 6, 1)
    assert level_of(play, "blue.p") is None


@pytest.mark.rule("VER-27")
def test_grappling_takes_empty_hands_and_dropping_is_free() -> None:
    play = scene("ap")
    assert play.refused("grapple red.a blue.p").rule == "VER-27"
    play.do("drop red.a").do("grapple red.a blue.p", 1, 1, 1, 1)


@pytest.mark.rule("VER-27")
def test_entangled_unit_does_not_move_and_loses_a_die_per_level() -> None:
    play = held()
    assert play.refused("move blue.p 2,0").rule == "VER-27"
    assert pool_of(play, "attack blue.p red.a blade") == {"strength": 4, "entangled": -2}
    play.do("attack blue.p red.a blade", 6, 1, 1, 1)
    assert [len(e["dice"]) for e in play.events("rolled")[-3:]] == [2, 1, 1]


@pytest.mark.rule("VER-27")
def test_strength_test_takes_a_level_off_for_each_success() -> None:
    play = held().do("struggle blue.p", 6, 1)
    assert level_of(play, "blue.p") == 1
    assert play.refused("struggle blue.p").code == "no-action"


@pytest.mark.rule("VER-27")
def test_grappler_lets_go_for_free() -> None:
    play = held().do("end blue.p", 6)
    play.do("release red.a")
    assert (level_of(play, "red.a"), level_of(play, "blue.p")) == (None, None)
    play.do("grapple red.a blue.p", 6, 1, 1, 1, 1)
    assert held().refused("release blue.p").code == "no-grapple"


@pytest.mark.rule("VER-27")
def test_unit_cannot_be_in_two_grapples() -> None:
    play = scene("apb", a=BARE, b=BARE).do("go red.a")
    play.do("grapple red.a blue.p", 6, 1, 1, 1, 1).do("end red.a").do("end blue.p")
    assert play.refused("grapple red.b blue.p").code == "in-grapple"


@pytest.mark.rule("VER-27")
def test_death_ends_a_grapple() -> None:
    play = scene("apb", a=BARE, p={"life": 1}, q={"off": True}, b={"strength": 3}).do("go red.a")
    play.do("grapple red.a blue.p", 6, 1, 1, 1, 1).do("end red.a").do("end blue.p")
    play.do("attack red.b blue.p blade", 6, 1, 1, 1, 1, 1)
    assert level_of(play, "red.a") is None


@pytest.mark.rule("VER-27")
def test_rider_is_pulled_off() -> None:
    play = scene("ap", a=BARE, p={"mount": "charger"})
    play.do("grapple red.a blue.p", 6, 1, 1, 1, 1, 1)
    assert play.rolls[-1] == ("fall", "blue.p")
    assert play.last("mount_left")["unit"] == "blue.p"


@pytest.mark.rule("VER-28")
def test_freed_unit_can_break_the_grapple() -> None:
    play = held().do("struggle blue.p", 6, 6)
    assert play.asked == ("freed", "blue.p")
    assert play.legal() == ["break blue.p", "reverse blue.p"]
    play.do("break blue.p")
    assert (level_of(play, "red.a"), level_of(play, "blue.p")) == (None, None)
    assert play.last("grapple_broken")["rule"] == "VER-28"


@pytest.mark.rule("VER-28")
def test_freed_unit_can_reverse_the_grapple() -> None:
    play = held().do("struggle blue.p", 6, 6).do("reverse blue.p")
    assert (level_of(play, "red.a"), level_of(play, "blue.p")) == (2, 0)
    play.do("end blue.p", 6).do("struggle red.a", 6)
    assert level_of(play, "red.a") == 1
    assert play.refused("release red.a").code == "no-grapple"


@pytest.mark.rule("VER-28")
def test_grappler_who_struggles_is_not_asked() -> None:
    play = held().do("end blue.p", 6).do("struggle red.a", 6)
    assert (level_of(play, "red.a"), play.asked) == (0, ("turn", "red.a"))
