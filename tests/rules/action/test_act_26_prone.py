"""ACT-26: being prone."""

import pytest

from game.components.motion import Stride
from tests.rules.action.scene import scene
from tests.rules.action.states import held, lay, put
from tests.rules.action.test_act_12_attacks import reasons, roll_of


@pytest.mark.rule("ACT-26")
@pytest.mark.parametrize(("speed", "cost"), [(30, 15), (25, 15), (20, 10), (5, 5), (35, 20)])
def test_standing_up_costs_half_the_speed_rounded_up(speed: int, cost: int) -> None:
    play = scene("a..p", a={"speed": speed})
    lay(play, "red.a", "prone")
    play.do("stand red.a")
    assert play.told("stood_up", "cost", "left", "rule") == (cost, speed - cost, "ACT-26")
    assert held(play, "red.a") == []


@pytest.mark.rule("ACT-26")
def test_standing_up_costs_no_more_after_a_dash() -> None:
    play = scene("a..p").do("drop red.a").do("dash red.a").do("stand red.a")
    assert play.told("stood_up", "cost", "left") == (15, 45)


@pytest.mark.rule("ACT-26")
def test_standing_up_is_refused_with_less_movement_left() -> None:
    play = scene("a......p").do("move red.a 1,0 2,0 3,0 4,0").do("drop red.a")
    refusal = play.refused("stand red.a")
    assert (refusal.code, refusal.rule) == ("too-far", "ACT-26")
    assert refusal.params == {"unit": "red.a", "cost": 15, "left": 10}
    assert play.why("stand red.a") == "Standing up costs 15 ft, and 'red.a' has 10 ft left."
    assert not play.legal("stand")
    assert play.do("dash red.a").legal("stand")


@pytest.mark.rule("ACT-26")
@pytest.mark.parametrize("kind", ["held", "braced"])
def test_standing_up_is_refused_with_a_speed_of_0(kind: str) -> None:
    play = scene("a..p").do("drop red.a")
    lay(play, "red.a", kind)
    put(play, "red.a", Stride(6))
    refusal = play.refused("stand red.a")
    assert (refusal.code, refusal.rule) == ("no-speed", "ACT-26")


@pytest.mark.rule("ACT-26")
def test_only_prone_units_stand_up_and_only_standing_units_drop() -> None:
    play = scene("a..p")
    assert play.refused("stand red.a").code == "not-prone"
    assert play.do("drop red.a").refused("drop red.a").code == "prone"


@pytest.mark.rule("ACT-26")
def test_dropping_prone_is_free() -> None:
    play = scene("a..p").do("drop red.a")
    assert (play.left("red.a"), held(play, "red.a")) == (6, ["prone"])
    assert play.do("defend red.a").told("condition_gained", "condition") == ("defending",)


@pytest.mark.rule("ACT-26")
def test_crawling_costs_double() -> None:
    play = scene("a....p").do("drop red.a").do("move red.a 1,0 2,0 3,0")
    assert [event["cost"] for event in play.events("moved")] == [10, 10, 10]
    assert scene("a....p").do("drop red.a").refused("move red.a 1,0 2,0 3,0 4,0").code == "too-far"


@pytest.mark.rule("ACT-26")
def test_prone_units_attack_with_disadvantage() -> None:
    play = scene("ap").do("drop red.a")
    assert roll_of(play) == "4d6kl3"
    assert ("prone", "ACT-26") in reasons(play)


@pytest.mark.rule("ACT-26")
def test_attacks_from_adjacent_tiles_have_advantage_and_others_disadvantage() -> None:
    for rows, weapon, dice in (
        ("ap..", "blade", "4d6kh3"),
        ("a.p.", "pike", "4d6kl3"),
        ("a.p.", "bow", "4d6kl3"),
    ):
        play = scene(rows, a={"weapons": [weapon]})
        lay(play, "blue.p", "prone")
        assert roll_of(play, weapon=weapon) == dice


@pytest.mark.rule("ACT-26")
def test_level_sets_the_close_distance_for_attacks_and_for_shots() -> None:
    pike = scene("a.p.", settings={"near": 10}, a={"weapons": ["pike"]})
    lay(pike, "blue.p", "prone")
    assert roll_of(pike, weapon="pike") == "4d6kh3"
    bow = scene("a.p.", settings={"close": 10}, a={"weapons": ["bow"]})
    lay(bow, "blue.p", "prone")
    assert roll_of(bow, weapon="bow") == "4d6kl3"
    assert ("foe close by", "ACT-16") in reasons(bow, "attack red.a blue.p bow")


@pytest.mark.rule("ACT-26")
def test_shot_from_an_adjacent_tile_has_both_advantage_and_disadvantage() -> None:
    play = scene("ap..", a={"weapons": ["bow"]})
    lay(play, "blue.p", "prone")
    assert roll_of(play, weapon="bow") == "3d6"


@pytest.mark.rule("ACT-26")
def test_unit_knocked_prone_during_a_move_stops_there() -> None:
    play = scene("pq....\n.a....\n......").do("move red.a 2,2 3,2 4,2")
    lay(play, "red.a", "prone")
    play.do("pass blue.p")
    assert (play.at("red.a"), play.asked) == ((1, 1), ("turn", "red.a"))
    assert play.left("red.a") == 6
