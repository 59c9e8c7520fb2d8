"""CON-16: death, the hands of the dead, and the end of the battle."""

from typing import Any

import pytest

from tests.rules.contest.duel import duel, three
from tests.scenario import Play


def fight(rows: str = "ab..c", **given: Any) -> Play:
    """Return a battle in which red has entered blue's tile and engaged."""
    return duel(rows, **given).do("move red.a 1,0").do("engage red.a")


@pytest.mark.rule("CON-16")
def test_unit_at_0_life_is_dead_and_leaves_the_board() -> None:
    play = fight(b={"life": 4}).do("attack red.a blue.b", 4)
    assert play.is_dead("blue.b")
    assert play.at("blue.b") is None
    assert play.told("died", "rule", "unit", "at") == ("CON-16", "blue.b", (1, 0))


@pytest.mark.rule("CON-16")
def test_unit_at_1_life_lives() -> None:
    play = fight(b={"life": 4}).do("attack red.a blue.b", 3)
    assert (play.is_dead("blue.b"), play.life("blue.b")) == (False, 1)


@pytest.mark.rule("CON-16")
def test_dead_units_have_no_turn_and_no_encounters() -> None:
    play = fight("ab.c", b={"life": 1}).do("attack red.a blue.b", 1).do("move red.a 2,0")
    play.do("end red.a")
    assert play.asked == ("turn", "ochre.c")
    play.do("move ochre.c 2,0").do("decline ochre.c").do("decline red.a").do("move ochre.c 1,0")
    assert play.asked == ("turn", "ochre.c")


@pytest.mark.rule("CON-16")
def test_survivor_alone_on_the_tile_takes_the_dropped_hand() -> None:
    play = fight(a={"hand": ["oil"]}, b={"life": 1, "hand": ["salve", "knife"]})
    play.do("attack red.a blue.b", 1)
    assert play.told("loot_dropped", "rule", "unit", "items", "at") == (
        "CON-16",
        "blue.b",
        ("salve", "knife"),
        (1, 0),
    )
    assert play.last("loot_taken")["unit"] == "red.a"
    assert play.hand("red.a") == ("oil", "salve", "knife")


@pytest.mark.rule("CON-16")
def test_dropped_hand_is_taken_by_the_next_unit_to_come() -> None:
    play = duel("ab.c", a={"hand": ["spikes"]}, b={"life": 1, "hand": ["salve"]})
    play.do("lay red.a spikes").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    play.do("move red.a 2,0").do("end red.a").do("move blue.b 0,0", 1)
    assert play.is_dead("blue.b")
    assert play.events("loot_taken") == []
    play.do("move ochre.c 2,0").do("decline ochre.c").do("decline red.a")
    play.do("move ochre.c 1,0 0,0")
    assert play.hand("ochre.c") == ("salve",)


@pytest.mark.rule("CON-16")
def test_dropped_hand_stays_until_one_unit_is_alone() -> None:
    play = three(c={"life": 1, "hand": ["salve"]}).do("disengage ochre.c", 1, 1, 1)
    play.do("attack blue.b ochre.c", 1)
    assert play.is_dead("ochre.c")
    assert play.events("loot_taken") == []
    play.do("disengage red.a", 2, 1).do("flee red.a 4,0")
    assert (play.hand("red.a"), play.hand("blue.b")) == ((), ("salve",))


@pytest.mark.rule("CON-16")
def test_taken_items_can_be_used() -> None:
    play = fight(b={"life": 2, "hand": ["salve"]}).do("attack red.a blue.b", 1)
    play.do("attack blue.b red.a", 6).do("attack red.a blue.b", 1).do("use red.a salve", 4)
    assert play.life("red.a") == 8


@pytest.mark.rule("CON-16")
def test_surviving_aggressor_uses_its_remaining_movement() -> None:
    play = fight(b={"life": 1}).do("attack red.a blue.b", 1)
    assert play.asked == ("turn", "red.a")
    assert play.left("red.a") == 2
    play.do("move red.a 2,0 3,0")
    assert play.at("red.a") == (3, 0)


@pytest.mark.rule("CON-16")
def test_surviving_aggressor_uses_its_remaining_flight() -> None:
    play = fight("abc...", a={"movement": "1"}, c={"life": 1})
    play.do("disengage red.a", 1, 1).do("disengage blue.b", 5, 1).do("flee blue.b 2,0")
    play.do("engage blue.b").do("attack blue.b ochre.c", 1)
    assert play.asked == ("flee", "blue.b")
    assert play.left("blue.b") == 2
    assert play.refused("flee blue.b 3,0 4,0 5,0").code == "too-far"
    assert play.refused("flee blue.b 1,0").code == "no-step"
    play.do("flee blue.b 3,0 4,0")
    assert play.at("blue.b") == (4, 0)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-16")
def test_surviving_aggressor_can_end_its_flight_there() -> None:
    play = fight("abc...", a={"movement": "1"}, c={"life": 1})
    play.do("disengage red.a", 1, 1).do("disengage blue.b", 5, 1).do("flee blue.b 2,0")
    play.do("engage blue.b").do("attack blue.b ochre.c", 1).do("flee blue.b")
    assert play.at("blue.b") == (2, 0)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("CON-16")
def test_next_unit_has_its_turn_when_the_aggressor_dies() -> None:
    play = fight(a={"life": 1}).do("disengage red.a", 1, 1).do("attack blue.b red.a", 1)
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "blue.b")


@pytest.mark.rule("CON-16")
def test_last_player_standing_wins() -> None:
    play = fight("ab", b={"life": 1}).do("attack red.a blue.b", 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "elimination")
    assert play.last("over")["winner"] == "red"


@pytest.mark.rule("CON-16")
def test_battle_continues_while_two_are_left() -> None:
    assert fight("abc", b={"life": 1}).do("attack red.a blue.b", 1).over is None


@pytest.mark.rule("CON-16")
def test_battle_is_a_draw_when_none_is_left() -> None:
    play = fight("ab", a={"life": 1, "hand": ["bomb"]}, b={"life": 1})
    play.do("use red.a bomb blue.b", 1, 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == (None, "elimination")
