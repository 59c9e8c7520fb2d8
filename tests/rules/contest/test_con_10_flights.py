"""CON-10 … CON-12: disengaging, the length of a flight, and fleeing onto another unit's tile."""

from typing import Any

import pytest

from tests.odds_rows import rows_of
from tests.rules.contest.duel import duel, visited
from tests.scenario import Play


def fight(rows: str = ".ab....", **given: Any) -> Play:
    """Return a fight begun by red on blue's tile, by default (2, 0), with blue's turn first."""
    play = duel(rows, **given)
    there = play.at("blue.b")
    assert there is not None
    play.do(f"move red.a {there[0]},{there[1]}").do("decline red.a").do("engage blue.b")
    return play


@pytest.mark.rule("CON-10")
def test_both_roll_a_d6_and_the_disengaging_unit_first() -> None:
    play = fight().do("disengage blue.b", 5, 2)
    assert play.rolls == [("disengage", "blue.b"), ("hold", "red.a")]
    assert [event["roll"] for event in play.events("rolled")] == ["1d6", "1d6"]
    assert play.asked == ("flee", "blue.b")
    assert play.told("fled", "rule", "dice", "unit", "spaces") == ("CON-10", (5, 2), "blue.b", 3)


@pytest.mark.rule("CON-10")
@pytest.mark.parametrize("rolls", [(3, 3), (6, 6), (1, 2), (1, 6)])
def test_only_a_strictly_higher_roll_disengages(rolls: tuple[int, int]) -> None:
    play = fight().do("disengage blue.b", *rolls)
    assert play.last("flight_failed")["rule"] == "CON-10"
    assert play.at("blue.b") == (2, 0)
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("CON-10")
def test_failed_flight_spends_the_turn_and_the_fight_continues() -> None:
    play = fight().do("disengage blue.b", 1, 4).do("attack red.a blue.b", 2)
    assert play.life("blue.b") == 8
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-10")
def test_flight_is_up_to_the_difference_long() -> None:
    play = fight().do("disengage blue.b", 5, 2)
    refusal = play.refused("flee blue.b 3,0 4,0 5,0 6,0")
    assert (refusal.code, refusal.rule) == ("too-far", "CON-10")
    play.do("flee blue.b 3,0 4,0 5,0")
    assert play.at("blue.b") == (5, 0)


@pytest.mark.rule("CON-10")
def test_flight_can_be_shorter() -> None:
    play = fight().do("disengage blue.b", 6, 1).do("flee blue.b 3,0")
    assert play.at("blue.b") == (3, 0)
    assert play.asked == ("chase", "red.a")


@pytest.mark.rule("CON-10")
def test_flight_is_at_least_one_tile_long() -> None:
    play = fight().do("disengage blue.b", 5, 2)
    assert "flee blue.b" not in play.legal()
    refusal = play.refused("flee blue.b")
    assert (refusal.code, refusal.rule) == ("no-path", "CON-10")


@pytest.mark.rule("CON-10")
def test_flight_pays_for_tiles_like_movement() -> None:
    play = fight(".ab~.").do("disengage blue.b", 4, 2)
    assert play.refused("flee blue.b 3,0 4,0").code == "too-far"
    play.do("flee blue.b 3,0")
    assert play.told("moved", "cost", "rule") == (2, "CON-10")


@pytest.mark.rule("CON-10")
def test_flight_never_leads_back_to_its_first_tile() -> None:
    play = fight().do("disengage blue.b", 6, 1)
    refusal = play.refused("flee blue.b 3,0 2,0 1,0")
    assert (refusal.code, refusal.rule) == ("no-step", "CON-10")
    assert play.refused("flee blue.b 3,0 2,0").code == "no-step"


@pytest.mark.rule("CON-10")
def test_flight_never_leads_back_after_passing_a_unit_either() -> None:
    play = fight(".abc.").do("disengage blue.b", 6, 1).do("flee blue.b 3,0")
    play.do("decline blue.b").do("decline ochre.c")
    assert play.legal() == ["move blue.b 4,0"]
    assert play.refused("move blue.b 2,0").code == "no-step"


@pytest.mark.rule("CON-10")
def test_attempt_costs_the_aggressor_no_movement() -> None:
    play = fight().do("disengage blue.b", 1, 1).do("disengage red.a", 2, 2)
    assert play.left("red.a") == 3
    assert play.events("movement_spent") == []


@pytest.mark.rule("CON-10")
def test_disengaging_is_not_offered_when_no_neighbour_can_ever_be_entered() -> None:
    """Let red come down from a wall, which it can't enter again."""
    play = fight("#ab#", ground={"a": "#"})
    assert play.legal("disengage") == []
    refusal = play.refused("disengage blue.b")
    assert (refusal.code, refusal.rule) == ("no-way-out", "CON-10")


@pytest.mark.rule("CON-10")
def test_disengaging_is_offered_when_a_neighbour_is_expensive_or_occupied() -> None:
    play = fight("#abc#", ground={"a": "~"})
    assert play.legal("disengage") == ["disengage blue.b"]


@pytest.mark.rule("CON-10")
def test_difference_that_pays_for_no_tile_is_a_failure() -> None:
    play = fight("ab~", ground={"a": "~"}).do("disengage blue.b", 4, 3)
    assert play.last("flight_failed")["unit"] == "blue.b"
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("CON-10")
def test_difference_that_pays_for_one_expensive_tile_is_enough() -> None:
    play = fight("ab~", ground={"a": "~"}).do("disengage blue.b", 4, 2)
    assert play.asked == ("flee", "blue.b")
    assert play.legal() == ["flee blue.b 0,0", "flee blue.b 2,0"]


@pytest.mark.rule("CON-11")
def test_aggressors_remaining_movement_is_added() -> None:
    play = fight(a={"movement": "4"}).do("disengage blue.b", 1, 1).do("disengage red.a", 3, 1)
    assert play.told("fled", "rule", "dice", "unit", "spaces") == ("CON-11", (3, 1), "red.a", 5)
    assert play.refused("flee red.a 3,0 4,0 5,0 6,0 6,1").code == "no-step"
    play.do("flee red.a 3,0 4,0 5,0 6,0")
    assert play.at("red.a") == (6, 0)


@pytest.mark.rule("CON-11")
def test_steps_of_an_aggressors_flight_are_logged_under_its_rule() -> None:
    play = fight().do("disengage blue.b", 1, 1).do("disengage red.a", 3, 1).do("flee red.a 3,0")
    assert play.told("moved", "unit", "rule") == ("red.a", "CON-11")


@pytest.mark.rule("CON-11")
def test_steps_of_a_later_flight_as_defender_are_logged_under_its_rule() -> None:
    """Let red flee as aggressor, pass its turn, and flee from blue, which enters red's tile."""
    play = fight(".ab......").do("disengage blue.b", 1, 1).do("disengage red.a", 2, 1)
    play.do("flee red.a 3,0").do("end red.a").do("move blue.b 3,0").do("engage blue.b")
    assert play.told("moved", "unit", "rule") == ("blue.b", "CON-18")
    play.do("disengage blue.b", 1, 1).do("disengage red.a", 3, 1).do("flee red.a 4,0")
    assert play.told("moved", "unit", "rule") == ("red.a", "CON-10")


@pytest.mark.rule("CON-11")
def test_move_after_a_flight_is_an_ordinary_one() -> None:
    play = fight(".ab......").do("disengage blue.b", 1, 1).do("disengage red.a", 2, 1)
    play.do("flee red.a 3,0").do("end red.a").do("end blue.b").do("move red.a 4,0")
    assert play.told("moved", "unit", "rule") == ("red.a", "CON-18")


@pytest.mark.rule("CON-11")
def test_flight_is_limited_to_the_sum() -> None:
    play = fight(a={"movement": "2"}).do("disengage blue.b", 1, 1).do("disengage red.a", 3, 1)
    assert play.refused("flee red.a 3,0 4,0 5,0 6,0").code == "too-far"
    play.do("flee red.a 3,0 4,0 5,0")
    assert play.at("red.a") == (5, 0)


@pytest.mark.rule("CON-11")
def test_defender_gets_no_extra_tiles() -> None:
    play = fight(b={"movement": "6"}).do("disengage blue.b", 3, 1)
    assert play.last("fled")["spaces"] == 2


@pytest.mark.rule("CON-11")
def test_remaining_movement_does_not_turn_a_failure_into_success() -> None:
    play = fight(a={"movement": "6"}).do("disengage blue.b", 1, 1).do("disengage red.a", 3, 3)
    assert play.last("flight_failed")["unit"] == "red.a"


@pytest.mark.rule("CON-11")
def test_aggressors_movement_ends_with_the_flight() -> None:
    play = fight().do("disengage blue.b", 1, 1).do("disengage red.a", 3, 1).do("flee red.a 3,0")
    assert play.asked == ("turn", "red.a")
    assert play.left("red.a") == 0
    assert play.legal() == ["end red.a"]


@pytest.mark.rule("CON-11")
def test_defender_gets_no_extra_tiles_on_its_own_turn_either() -> None:
    play = visited().do("disengage red.a", 2, 1)
    assert play.told("fled", "rule", "dice", "unit", "spaces") == ("CON-10", (2, 1), "red.a", 1)


@pytest.mark.rule("CON-11")
def test_movement_of_a_defender_on_its_own_turn_outlasts_its_flight() -> None:
    play = visited().do("disengage red.a", 2, 1).do("flee red.a 1,0")
    play.do("stay ochre.c").do("flee ochre.c").do("flee blue.b")
    assert play.asked == ("turn", "red.a")
    assert play.left("red.a") == 3


@pytest.mark.rule("CON-10", "CON-11")
def test_odds_of_a_flight_state_its_length_even_if_the_movement_is_unchanged() -> None:
    """Let red flee as defender on its own turn, by the difference alone.

    Its 3 remaining movement doesn't count.
    """
    play = visited()
    command = next(c for c in play.battle.legal() if play.text(c) == "disengage red.a")
    odds = play.battle.odds(command)
    flights = [one for one in odds.outcomes if one.then == "flee"]
    spaces = {change["movement"]: one.weight for one in flights for change in rows_of(one)}
    assert spaces == {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
    assert [rows_of(one) for one in odds.outcomes if one.then is None] == [()]


@pytest.mark.rule("CON-12")
def test_fleeing_onto_a_unit_opens_an_encounter_with_the_fleeing_unit_as_aggressor() -> None:
    play = fight(".abc.").do("disengage blue.b", 4, 1).do("flee blue.b 3,0")
    assert play.last("encounter_opened")["unit"] == "blue.b"
    assert play.last("encounter_opened")["target"] == "ochre.c"
    assert play.asked == ("engage", "blue.b")
    play.do("decline blue.b")
    assert play.asked == ("engage", "ochre.c")


@pytest.mark.rule("CON-12")
def test_flight_cannot_pass_another_unit_without_declarations() -> None:
    play = fight(".abc.").do("disengage blue.b", 4, 1)
    assert play.refused("flee blue.b 3,0 4,0").code == "no-step"


@pytest.mark.rule("CON-12")
def test_fleeing_unit_can_engage_and_has_the_first_turn() -> None:
    play = fight(".abc.", a={"movement": "1"}).do("disengage blue.b", 4, 1).do("flee blue.b 3,0")
    play.do("engage blue.b")
    assert play.asked == ("combat", "blue.b")
    assert play.last("fight_started")["fighters"] == ("blue.b", "ochre.c")


@pytest.mark.rule("CON-12")
def test_fleeing_unit_passes_through_with_tiles_left() -> None:
    play = fight(".abc..").do("disengage blue.b", 4, 1).do("flee blue.b 3,0")
    play.do("decline blue.b").do("decline ochre.c")
    assert play.asked == ("onward", "blue.b")
    assert play.refused("move blue.b 4,0 5,0 5,1").code == "no-step"
    play.do("move blue.b 4,0 5,0")
    assert play.at("blue.b") == (5, 0)


@pytest.mark.rule("CON-12")
def test_fight_follows_without_tiles_left() -> None:
    play = fight(".abc.", a={"movement": "1"}).do("disengage blue.b", 2, 1)
    play.do("flee blue.b 3,0").do("decline blue.b").do("decline ochre.c")
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("CON-12")
def test_first_tile_of_the_flight_cannot_be_entered_from_a_dead_end() -> None:
    play = fight(".abc#", a={"movement": "1"}).do("disengage blue.b", 4, 1).do("flee blue.b 3,0")
    play.do("decline blue.b").do("decline ochre.c")
    assert (play.asked, play.left("blue.b")) == (("combat", "blue.b"), 2)


@pytest.mark.rule("CON-12")
def test_attack_of_the_fleeing_unit_costs_a_tile() -> None:
    play = fight(".abc.", a={"movement": "1"}).do("disengage blue.b", 4, 1)
    play.do("flee blue.b 3,0").do("engage blue.b")
    assert play.left("blue.b") == 2
    play.do("attack blue.b ochre.c", 1)
    assert play.left("blue.b") == 1
    play.do("attack ochre.c blue.b", 1)
    assert len(play.events("movement_spent")) == 1


@pytest.mark.rule("CON-12")
def test_tiles_left_are_added_to_another_flight() -> None:
    play = fight(".abc.....", a={"movement": "1"}).do("disengage blue.b", 4, 1)
    play.do("flee blue.b 3,0").do("engage blue.b").do("disengage blue.b", 3, 2)
    assert play.last("fled")["spaces"] == 3
    assert play.last("fled")["rule"] == "CON-11"
    play.do("flee blue.b 4,0 5,0 6,0")
    assert play.at("blue.b") == (6, 0)


@pytest.mark.rule("CON-12")
def test_fleeing_unit_can_chase_with_the_tiles_left() -> None:
    play = fight(".abc....", a={"movement": "1"}).do("disengage blue.b", 4, 1)
    play.do("flee blue.b 3,0").do("engage blue.b").do("disengage blue.b", 1, 1)
    play.do("disengage ochre.c", 3, 1).do("flee ochre.c 4,0 5,0")
    assert play.asked == ("chase", "blue.b")
    play.do("chase blue.b 4,0 5,0")
    assert play.asked == ("combat", "blue.b")
    assert play.at("blue.b") == (5, 0)


@pytest.mark.rule("CON-12")
def test_fleeing_unit_has_full_movement_on_its_own_turn() -> None:
    play = fight(".abc..", a={"movement": "1"}).do("disengage blue.b", 6, 1)
    play.do("flee blue.b 3,0").do("decline blue.b").do("decline ochre.c").do("move blue.b 4,0")
    assert play.asked == ("turn", "red.a")
    play.do("end red.a")
    assert (play.asked, play.left("blue.b")) == (("turn", "blue.b"), 4)
