"""ACT-22: several speeds, and flying."""

import pytest

from tests.rules.action.scene import scene
from tests.rules.action.states import lay

WINGS = {"fly": 40, "speed": 20}


@pytest.mark.rule("ACT-22")
def test_highest_speed_counts_for_a_turn() -> None:
    assert scene("a........p", a=WINGS).left("red.a") == 8
    assert scene("a........p", a={"fly": 20, "speed": 40}).left("red.a") == 8


@pytest.mark.rule("ACT-22")
def test_flying_unit_crosses_gaps_and_low_obstacles() -> None:
    play = scene("a_o_..p", a=WINGS).do("move red.a 1,0 2,0 3,0 4,0")
    assert (play.at("red.a"), play.left("red.a")) == ((4, 0), 4)


@pytest.mark.rule("ACT-22")
def test_unit_on_foot_does_not_cross_gaps() -> None:
    play = scene("a_.p\n#.##")
    refusal = play.refused("move red.a 1,0 2,0")
    assert (refusal.code, refusal.rule) == ("no-step", "ACT-22")
    assert scene("ao.p\n####").refused("move red.a 1,0").rule == "ACT-22"


@pytest.mark.rule("ACT-22")
def test_walls_stop_flying_units_too() -> None:
    assert scene("a#.p", a=WINGS).refused("move red.a 1,0").rule == "ALL-06"


@pytest.mark.rule("ACT-22")
def test_flying_unit_ignores_hazards_and_difficult_ground() -> None:
    play = scene("a^~.p", a=WINGS).do("move red.a 1,0 2,0")
    assert (play.life("red.a"), play.left("red.a")) == (10, 6)
    play = scene("a^..p").do("move red.a 1,0", 3)
    assert play.life("red.a") == 7


@pytest.mark.rule("ACT-22")
def test_turn_can_end_over_a_gap_with_a_flying_speed() -> None:
    play = scene("a_..p", a=WINGS).do("move red.a 1,0").do("end red.a").do("end blue.p")
    assert play.at("red.a") == (1, 0)
    assert "move red.a 1,0" not in scene("a_..p").legal("move")


@pytest.mark.rule("ACT-22")
def test_dropping_prone_over_a_gap_is_refused() -> None:
    refusal = scene("a_..p", a=WINGS).do("move red.a 1,0").refused("drop red.a")
    assert (refusal.code, refusal.rule) == ("no-ground", "ACT-22")


@pytest.mark.rule("ACT-22")
def test_units_cannot_be_flown_over() -> None:
    refusal = scene("aq.p", a=WINGS).refused("move red.a 1,0 2,0")
    assert (refusal.code, refusal.rule) == ("taken", "ACT-23")


@pytest.mark.rule("ACT-22")
def test_prone_units_do_not_fly() -> None:
    play = scene("a_.p\n...#", a=WINGS).do("drop red.a")
    assert play.refused("move red.a 1,0").rule == "ACT-22"
    play.do("move red.a 1,1")
    assert play.told("moved", "cost", "left") == (10, 30)


@pytest.mark.rule("ACT-22")
def test_hazards_affect_a_prone_flying_unit() -> None:
    play = scene("a^..p", a=WINGS).do("move red.a 1,0").do("drop red.a").do("end red.a")
    play.do("end blue.p", 2)
    assert play.life("red.a") == 8


@pytest.mark.rule("ACT-22")
def test_flying_unit_is_in_the_air_again_after_standing_up() -> None:
    play = scene("a_.p", a=WINGS)
    lay(play, "red.a", "prone")
    play.do("stand red.a").do("move red.a 1,0 2,0")
    assert (play.at("red.a"), play.left("red.a")) == ((2, 0), 2)
