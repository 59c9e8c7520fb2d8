"""The state of all units after the battle (VER-27, VER-32, VER-34)."""

from typing import Any

import pytest

from game.components.conditions import Condition, Conditions
from game.components.unit import Down, Vitals
from game.rules.verdigris.records import Grappled, Stress
from tests.rules.verdigris.scene import scene
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True, "wounds": 1}
LAST: dict[str, Any] = {"life": 1}


def put(play: Play, id: str, *records: Any) -> Play:
    for record in records:
        play.battle.world.put(play.unit(id), record)
    return play


def found(play: Play, id: str, kind: type[Any]) -> Any:
    return play.battle.world.find(play.unit(id), kind)


def won(play: Play) -> Play:
    """Return a battle in which red's a has slain the last foe."""
    if play.asked == ("order", "red.a"):
        play.do("go red.a")
    play.do("attack red.a blue.p blade", 6, 6, 1, 1, 1, 1)
    assert play.over is not None
    assert play.over.winner == "red"
    return play


@pytest.mark.rule("VER-34")
def test_stress_falls_to_0_after_the_battle() -> None:
    play = put(scene("ap.b", a=HERO, b=HERO, p=LAST), "red.b", Stress(3, True))
    play = won(play)
    assert found(play, "red.b", Stress) == Stress()
    assert play.told("calmed", "unit", "stress", "rule") == ("red.b", 0, "VER-34")
    told = [event["event"] for event in play.events()]
    assert told.index("died") < told.index("calmed") < told.index("over")


@pytest.mark.rule("VER-34")
def test_stress_falls_to_0_after_a_draw_too() -> None:
    play = put(scene("a..p", settings={"rounds": 1}, a=HERO), "red.a", Stress(2))
    play.do("end red.a").do("end blue.p")
    assert play.over is not None
    assert play.over.reason == "round_limit"
    assert found(play, "red.a", Stress).level == 0


@pytest.mark.rule("VER-32")
def test_unit_at_deaths_door_recovers_when_an_ally_is_left() -> None:
    play = scene("ap.b", a=HERO, b=HERO, p=LAST)
    play = won(put(play, "red.b", Vitals(0, 6), Down(), Stress(1)))
    assert (play.life("red.b"), found(play, "red.b", Down)) == (1, None)
    revived = play.last("revived")
    assert (revived["unit"], revived["rule"], revived.get("dice", ())) == ("red.b", "VER-32", ())


@pytest.mark.rule("VER-32")
def test_unit_at_deaths_door_dies_when_no_one_is_left() -> None:
    heroes = HERO | {"wounds": 0, "life": 1}
    play = scene("apb", first="blue", a=heroes, b=heroes)
    put(play, "red.b", Vitals(0, 6), Down())
    play.do("attack blue.p red.a blade", 6, 1, 1, 1, 1, 1)
    assert play.over is not None
    assert play.over.winner == "blue"
    assert [play.is_dead(id) for id in ("red.a", "red.b")] == [True, True]
    assert [e["rule"] for e in play.events("died")] == ["VER-32", "VER-32"]


@pytest.mark.rule("VER-31", "VER-27")
def test_temporary_conditions_end_and_injuries_stay() -> None:
    hip = Condition("dodge", -1, None, None, "VER-31", "stiff_hip")
    passing = (
        Condition("bleeding", 0, None, "1", "VER-31", "opened_vein"),
        Condition("attack", 1, 3, None, "VER-33", "war_drops"),
        Condition("prone", rule="VER-18"),
        Condition("pinned", rule="VER-18"),
    )
    play = scene("apb.q", a=HERO, b=HERO, p=LAST, q={"life": 9})
    put(play, "red.b", Conditions((hip, *passing)), Grappled(play.unit("blue.q"), 1, True))
    put(play, "blue.q", Grappled(play.unit("red.b"), 2, False))
    play.do("go red.a").do("concede")
    assert play.over is not None
    assert play.over.winner == "blue"
    assert found(play, "red.b", Conditions).all == (hip,)
    assert [found(play, id, Grappled) for id in ("red.b", "blue.q")] == [None, None]
