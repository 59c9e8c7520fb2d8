"""ACT-18: pushes, pulls and teleports."""

from typing import Any

import pytest

from game.systems.shoving import along
from tests.rules.action.powers import casting, power
from tests.scenario import Play


def pushed(rows: str, feet: int, **given: Any) -> Play:
    """Return a battle in which red's a has pushed blue's p by this many feet."""
    shove = power(range=60, effect={"damage": "1", "push": feet})
    return casting(rows, powers={"shove": shove}, **given).do("cast red.a shove blue.p")


@pytest.mark.rule("ACT-18")
def test_push_goes_away_in_a_straight_line() -> None:
    play = pushed("ap....", 15)
    assert play.at("blue.p") == (4, 0)
    assert [event["to"] for event in play.events("shoved")] == [(2, 0), (3, 0), (4, 0)]
    assert play.last("shoved")["rule"] == "ACT-18"


@pytest.mark.rule("ACT-18")
def test_push_keeps_the_slope_of_its_line() -> None:
    assert [along((0, 0), (2, 1), count) for count in range(5)] == [
        *((0, 0), (1, 0), (2, 1), (3, 1), (4, 2))
    ]
    assert along((0, 0), (-2, -1), 2) == (-2, -1)


@pytest.mark.rule("ACT-18")
def test_pull_goes_no_further_than_the_puller() -> None:
    assert pushed("a..p", -5).at("blue.p") == (2, 0)
    assert pushed("a..p", -30).at("blue.p") == (1, 0)


@pytest.mark.rule("ACT-18")
@pytest.mark.parametrize("thing", ["#", "o", "_", "q", "b"])
def test_obstacle_ends_a_push(thing: str) -> None:
    assert pushed(f"ap.{thing}.", 20).at("blue.p") == (2, 0)


@pytest.mark.rule("ACT-18")
def test_edge_of_the_map_ends_a_push() -> None:
    assert pushed("ap.", 20).at("blue.p") == (2, 0)


@pytest.mark.rule("ACT-18")
def test_flying_unit_can_be_pushed_over_a_gap() -> None:
    assert pushed("ap__.", 10, p={"fly": 30}).at("blue.p") == (3, 0)


@pytest.mark.rule("ACT-18")
def test_large_units_move_whole_or_not_at_all() -> None:
    large = {"size": "large"}
    assert pushed("ap...\n.....", 5, p=large).at("blue.p") == (2, 0)
    assert pushed("ap...\n...#.", 5, p=large).at("blue.p") == (1, 0)


@pytest.mark.rule("ACT-18")
def test_armour_reduces_the_distance() -> None:
    assert pushed("ap....", 15, p={"armour": "hide"}).at("blue.p") == (2, 0)
    assert pushed("ap....", 10, p={"armour": "hide"}).at("blue.p") == (1, 0)


@pytest.mark.rule("ACT-18")
def test_each_tile_entered_has_its_effect() -> None:
    play = casting("ap^^.", powers={"shove": power(effect={"push": 15})})
    play.do("cast red.a shove blue.p", 1, 2)
    assert (play.life("blue.p"), play.at("blue.p")) == (7, (4, 0))


@pytest.mark.rule("ACT-18")
def test_unit_that_dies_during_a_push_is_moved_no_further() -> None:
    play = casting(
        "ap^..", powers={"shove": power(effect={"push": 15})}, p={"life": 1}, q={"off": 1}
    )
    play.do("cast red.a shove blue.p", 1)
    assert [event["to"] for event in play.events("shoved")] == [(2, 0)]


@pytest.mark.rule("ACT-18")
def test_being_moved_provokes_no_one() -> None:
    rows = "a.b\n.p.\n..."
    play = pushed(rows, 10, a={"weapons": ["blade"]}, b={})
    assert play.asked == ("turn", "red.a")
    assert play.at("blue.p") == (2, 2)


@pytest.mark.rule("ACT-18")
def test_readied_attacks_react_to_steps_only() -> None:
    play = casting("b...pa", {}, "bap", powers={"shove": power(effect={"push": 15})})
    play.do("ready red.b blade").do("end red.b").do("cast red.a shove blue.p")
    assert play.at("blue.p") == (1, 0)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-18")
def test_teleporting_provokes_no_one() -> None:
    play = casting("ap...", powers={"blink": {}}).do("cast_at red.a blink 4,0")
    assert play.at("red.a") == (4, 0)
    assert play.asked == ("turn", "red.a")
    assert play.last("teleported")["rule"] == "ACT-18"


@pytest.mark.rule("ACT-18")
def test_teleporting_enters_the_tile() -> None:
    play = casting("ap..^", powers={"blink": {}}).do("cast_at red.a blink 4,0", 3)
    assert play.life("red.a") == 7


@pytest.mark.rule("ALL-07")
def test_hidden_unit_on_the_path_of_a_push_is_found() -> None:
    sly = {"hides": True, "skills": {"stealth": 20}}
    shove = power(effect={"push": 15})
    play = casting("ap.q..", powers={"shove": shove}, hiding=(6, 6, 6), q=sly)
    play.do("cast red.a shove blue.p")
    assert play.at("blue.p") == (2, 0)
    assert play.told("found", "unit", "side") == ("blue.q", "red")


@pytest.mark.rule("ALL-07")
def test_unit_cannot_teleport_onto_a_hidden_unit() -> None:
    sly = {"hides": True, "skills": {"stealth": 20}}
    play = casting("ap.q..", powers={"blink": {}}, hiding=(6, 6, 6), q=sly)
    play.do("cast_at red.a blink 3,0")
    assert play.at("red.a") == (0, 0)
    assert play.told("found", "unit", "side") == ("blue.q", "red")
