"""ETI-12, ETI-15: disengaging, fleeing, and fleeing onto other units' tiles."""

import pytest

from tests.rules.etiquette.ballroom import fight, pressed, scene, silence

# ETI-12


@pytest.mark.rule("ETI-12")
def test_both_roll_a_d6_and_the_disengaging_unit_first() -> None:
    play = fight().do("disengage red.a", 5, 2)
    assert play.rolls == [("disengage", "red.a"), ("hold", "blue.b")]
    assert play.told("fled", "rule", "unit", "spaces", "dice") == ("ETI-12", "red.a", 3, (5, 2))
    assert play.asked == ("flee", "red.a")


@pytest.mark.rule("ETI-12")
@pytest.mark.parametrize("rolls", [(3, 3), (6, 6), (1, 2)])
def test_only_a_strictly_higher_roll_disengages(rolls: tuple[int, int]) -> None:
    play = fight().do("disengage red.a", *rolls)
    assert play.last("flight_failed")["rule"] == "ETI-12"
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("ETI-12")
def test_nothing_is_added_to_the_difference() -> None:
    play = fight()
    assert play.left("red.a") == 3
    play.do("disengage red.a", 3, 1)
    assert play.last("fled")["spaces"] == 2
    refusal = play.refused("flee red.a 2,0 3,0 4,0")
    assert (refusal.code, refusal.rule) == ("too-far", "ETI-12")


@pytest.mark.rule("ETI-12")
def test_flight_is_at_least_one_tile_and_at_most_the_difference() -> None:
    play = fight().do("disengage red.a", 4, 1)
    assert play.refused("flee red.a").code == "no-path"
    play.do("flee red.a 2,0")
    assert play.at("red.a") == (2, 0)


@pytest.mark.rule("ETI-12")
def test_flight_pays_for_tiles_like_movement() -> None:
    play = fight("ab~..").do("disengage red.a", 3, 1)
    assert play.refused("flee red.a 2,0 3,0").code == "too-far"
    play.do("flee red.a 2,0")


@pytest.mark.rule("ETI-12")
def test_flight_never_leads_back_to_its_first_tile() -> None:
    play = fight().do("disengage red.a", 6, 1)
    refusal = play.refused("flee red.a 2,0 1,0")
    assert (refusal.code, refusal.rule) == ("no-step", "ETI-12")


@pytest.mark.rule("ETI-12")
def test_disengaging_is_not_offered_when_no_neighbour_can_ever_be_entered() -> None:
    """Let red come down from a wall, which it can't enter again."""
    play = fight("#ab#", ground={"a": "#"})
    assert play.legal("disengage") == []
    refusal = play.refused("disengage red.a")
    assert (refusal.code, refusal.rule) == ("no-way-out", "ETI-12")


@pytest.mark.rule("ETI-12")
def test_disengaging_is_offered_when_neighbours_are_expensive_or_occupied() -> None:
    assert fight("#abc#", ground={"a": "~"}).legal("disengage") == ["disengage red.a"]


@pytest.mark.rule("ETI-12")
def test_difference_that_pays_for_no_tile_is_a_failure() -> None:
    play = fight("ab~", ground={"a": "~"}).do("disengage red.a", 4, 3)
    assert play.last("flight_failed")["unit"] == "red.a"
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("ETI-12")
def test_difference_that_leads_only_onto_allies_is_a_failure() -> None:
    play = fight("#abr#", a={"hand": []})
    play.do("disengage red.a", 1, 1).do("disengage blue.b", 3, 2)
    assert play.asked == ("flee", "blue.b")
    walled = scene("##rba").do("end red.a").do("end blue.b").do("end blue.r")
    silence(walled.do("move red.a 3,0")).do("decline red.a").do("engage blue.b")
    walled.do("disengage blue.b", 3, 2)
    assert walled.asked == ("flee", "blue.b")
    assert walled.legal() == ["flee blue.b 4,0"]


@pytest.mark.rule("ETI-12")
def test_fleeing_aggressor_has_no_movement_left() -> None:
    play = fight().do("disengage red.a", 3, 1).do("flee red.a 2,0")
    assert (play.asked, play.left("red.a")) == (("turn", "red.a"), 0)
    assert play.legal() == ["end red.a"]


@pytest.mark.rule("ETI-12")
def test_fleeing_unit_is_not_chased() -> None:
    play = pressed().do("disengage blue.b", 3, 1).do("flee blue.b 2,0")
    assert play.asked == ("turn", "red.a")
    assert play.left("red.a") == 3


@pytest.mark.rule("ETI-12")
def test_disengaging_is_refused_after_many_attempts() -> None:
    play = fight(settings={"breath": 1}).do("disengage red.a", 1, 1)
    refusal = play.refused("disengage blue.b")
    assert (refusal.code, refusal.rule) == ("out-of-breath", "ETI-12")


# ETI-15


@pytest.mark.rule("ETI-15")
def test_fleeing_onto_a_unit_opens_an_encounter_with_talk_and_declarations() -> None:
    play = fight(".abc.").do("disengage red.a", 4, 1).do("flee red.a 3,0")
    told = play.told("encounter_opened", "rule", "unit", "target")
    assert told == ("ETI-15", "red.a", "ochre.c")
    assert play.asked == ("talk", "red.a")
    play.do("promise red.a peace")
    assert play.asked == ("talk", "ochre.c")
    silence(play).do("decline red.a")
    assert play.asked == ("engage", "ochre.c")


@pytest.mark.rule("ETI-15")
def test_fleeing_nonbelligerent_is_the_aggressor_there() -> None:
    play = pressed(".abc.").do("disengage blue.b", 4, 1).do("flee blue.b 3,0")
    silence(play).do("engage blue.b").do("decline ochre.c")
    assert play.told("fight_started", "rule", "fighters") == ("ETI-04", ("blue.b", "ochre.c"))


@pytest.mark.rule("ETI-15")
def test_flight_into_a_robots_tile_counts_too() -> None:
    play = scene("abr.").do("move red.a 1,0")
    silence(play).do("engage red.a").do("decline blue.b").do("disengage red.a", 4, 1)
    play.do("flee red.a 2,0")
    assert play.told("encounter_opened", "unit", "target") == ("red.a", "blue.r")


@pytest.mark.rule("ETI-15")
def test_remaining_tiles_of_a_flight_count_as_movement() -> None:
    play = fight(".abc..").do("disengage red.a", 4, 1).do("flee red.a 3,0")
    silence(play).do("decline red.a").do("decline ochre.c")
    assert (play.asked, play.left("red.a")) == (("onward", "red.a"), 2)
    assert play.refused("move red.a 4,0 5,0 5,1").code == "no-step"
    play.do("move red.a 4,0 5,0")
    assert (play.asked, play.left("red.a")) == (("turn", "red.a"), 0)


@pytest.mark.rule("ETI-15")
def test_fight_follows_without_tiles_left() -> None:
    play = fight(".abc.").do("disengage red.a", 2, 1).do("flee red.a 3,0")
    silence(play).do("decline red.a").do("decline ochre.c")
    assert play.asked == ("combat", "red.a")


@pytest.mark.rule("ETI-15")
def test_first_tile_of_the_flight_cannot_be_entered_again() -> None:
    play = fight(".abc#").do("disengage red.a", 4, 1).do("flee red.a 3,0")
    silence(play).do("decline red.a").do("decline ochre.c")
    assert (play.asked, play.left("red.a")) == (("combat", "red.a"), 2)


@pytest.mark.rule("ETI-15")
def test_winner_of_that_fight_can_continue_its_flight() -> None:
    play = fight(".abc..", c={"life": 1}).do("disengage red.a", 4, 1).do("flee red.a 3,0")
    silence(play).do("engage red.a").do("decline ochre.c")
    play.do("attack red.a ochre.c").do("one ochre.c", 6, 5, 1)
    assert (play.asked, play.left("red.a")) == (("flee", "red.a"), 2)
    play.do("flee red.a")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ETI-15")
def test_unit_in_its_own_turn_keeps_its_movement() -> None:
    """Let blue flee from red to an empty tile; ochre enters it later, on its own turn."""
    play = pressed(".abc..").do("disengage blue.b", 6, 1).do("flee blue.b 3,0")
    silence(play).do("engage blue.b").do("decline ochre.c").do("disengage blue.b", 1, 1)
    play.do("disengage ochre.c", 5, 1).do("flee ochre.c 2,0")
    silence(play).do("decline ochre.c").do("engage red.a").do("disengage red.a", 3, 1)
    play.do("flee red.a 1,0").do("flee ochre.c").do("flee blue.b")
    assert (play.asked, play.left("red.a")) == (("turn", "red.a"), 3)
