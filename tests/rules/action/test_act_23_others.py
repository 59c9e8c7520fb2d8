"""ACT-23 and ALL-06: moving through the tiles of other units."""

import pytest

from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When, WhenEntered
from game.terms.script.effects import Do, Reinforcement
from tests.rules.action.scene import scene
from tests.rules.action.states import knock_out, lay


@pytest.mark.rule("ACT-23")
def test_passing_an_ally_costs_double() -> None:
    play = scene("ab..p").do("move red.a 1,0 2,0")
    assert [event["cost"] for event in play.events("moved")] == [10, 5]
    assert play.left("red.a") == 3


@pytest.mark.rule("ACT-23")
def test_way_past_an_ally_costs_double_where_moves_are_offered() -> None:
    offered = scene("ab......p\n#########").legal("move")
    ends = {tuple(map(int, command.split()[-1].split(","))) for command in offered}
    assert ends == {(x, 0) for x in range(2, 6)}


@pytest.mark.rule("ACT-23")
def test_move_cannot_end_on_anothers_tile() -> None:
    play = scene("ab..p")
    refusal = play.refused("move red.a 1,0")
    assert (refusal.code, refusal.rule) == ("taken", "ACT-23")
    assert "move red.a 1,0" not in play.legal("move")


@pytest.mark.rule("ACT-23")
def test_foes_of_similar_size_block_the_path() -> None:
    for size in ("small", "medium", "large"):
        refusal = scene("ap..\n#...", p={"size": size}).refused("move red.a 1,0 2,0")
        assert (refusal.code, refusal.rule) == ("taken", "ACT-23")


@pytest.mark.rule("ACT-23")
def test_foes_two_sizes_apart_can_be_passed_at_double_cost() -> None:
    play = scene("ap..q\n#####", p={"size": "tiny"}).do("move red.a 1,0 2,0")
    assert (play.at("red.a"), play.left("red.a")) == ((2, 0), 3)
    assert scene("ap..q", p={"size": "tiny"}).refused("move red.a 1,0").code == "taken"


@pytest.mark.rule("ACT-23")
def test_huge_foe_can_be_passed_under() -> None:
    play = scene("ap....\n......\n......", p={"size": "huge"})
    assert play.refused("move red.a 1,0 2,0 3,0").rule == "ACT-23"
    play.do("dash red.a").do("move red.a 1,0 2,0 3,0 4,0")
    assert play.left("red.a") == 12 - 7


@pytest.mark.rule("ACT-23")
def test_doubled_costs_do_not_add_up() -> None:
    play = scene("ab..p")
    lay(play, "red.a", "prone")
    play.do("move red.a 1,0 2,0")
    assert [event["cost"] for event in play.events("moved")] == [10, 10]
    assert scene("abp", b={"on": "~"}).left("red.a") == 6
    play = scene("ab.p", b={"on": "~"}).do("move red.a 1,0 2,0")
    assert [event["cost"] for event in play.events("moved")] == [20, 5]


@pytest.mark.rule("ACT-23")
def test_dying_units_still_block_the_path() -> None:
    play = scene("ap..q", p={"hero": True}, q={"hero": True})
    knock_out(play, "blue.p")
    assert play.refused("move red.a 1,0 2,0").code == "taken"


@pytest.mark.rule("ALL-06")
def test_unit_stopped_on_an_allys_tile_is_put_back_and_provokes_nothing() -> None:
    play = scene(".p....\na.b...\n......").do("move red.a 1,1 2,1 3,1 hit")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert (play.at("red.a"), play.asked) == ((1, 1), ("turn", "red.a"))
    assert play.told("put_back", "at", "rule") == ((1, 1), "ALL-06")
    assert play.left("red.a") == 3, "movement was refunded"


@pytest.mark.rule("ALL-06")
def test_unit_that_goes_down_on_an_allys_tile_is_put_back_too() -> None:
    hero = {"hero": True}
    play = scene(".p....\na.b...\n......", a={"life": 1} | hero, b=hero)
    play.do("move red.a 1,1 2,1 3,1").do("react blue.p blade", 6, 6, 6, 1)
    assert (play.at("red.a"), play.asked) == ((1, 1), ("turn", "red.b"))


@pytest.mark.rule("ALL-06")
def test_later_move_can_pass_the_ally_again() -> None:
    play = scene(".p....\na.b...\n......").do("move red.a 1,1 2,1 3,1 hit")
    play.do("react blue.p blade", 6, 6, 6, 1).do("move red.a 2,1 3,1")
    assert (play.at("red.a"), play.left("red.a")) == ((3, 1), 0)


@pytest.mark.rule("ALL-06")
def test_unit_stopped_on_an_allys_tile_is_put_next_to_it_when_its_path_back_is_blocked() -> None:
    """Let a unit arrive on the mover's previous tile while the mover passes the ally."""
    coming = Do(reinforcement=Reinforcement(units=("blue.q",), area="back"))
    when = When(enter=WhenEntered(unit="red.a", area="friend"))
    trigger = Trigger(when=(when,), do=(coming,))
    script = Script(areas={"back": ((0, 0),), "friend": ((1, 0),)}, triggers=(trigger,))
    play = scene("ab..\np#..", "apb", {"script": script}, q={"off": True})
    play.do("move red.a 1,0 2,0 hit", 3, 3, 3).do("react blue.p blade", 6, 6, 6, 1)
    assert (play.at("blue.q"), play.at("red.b")) == ((0, 0), (1, 0))
    assert play.at("red.a") == (2, 0)
    assert play.last("put_back")["at"] == (2, 0)
