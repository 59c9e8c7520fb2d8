"""ACT-11: hiding and searching."""

from typing import Any

import pytest

from game.rules.action.commands import Hide, Search
from game.rules.action.records import Stealth
from game.systems.movement import Enter
from tests.odds_rows import rows_of
from tests.rules.action.scene import SHIPPED, scene
from tests.rules.action.states import lay, shift, world_of
from tests.rules.action.test_act_01_surprise import LURKS, hidden_from, unnoticed_by
from tests.scenario import Play

SLIT = """
..=..
a.=.p
..=..
"""
SCREEN = """
...#...
a..#p..
...#...
.......
"""


def ambush(rows: str = "a...p", order: str = "ap", *dice: int, **units: Any) -> Play:
    """Return a battle in which blue's p, alone of its side, lies in wait, unnoticed by red."""
    units = {"p": LURKS} | units
    return scene(rows, order, hiding=dice or (4, 4, 4), **units)


# Hiding


@pytest.mark.rule("ACT-11")
@pytest.mark.parametrize(("rolled", "sides"), [((3, 3, 4), ("red",)), ((3, 3, 3), ())])
def test_hiding_is_a_check_against_passive_awareness(
    rolled: tuple[int, ...], sides: tuple[str, ...]
) -> None:
    play = scene(SLIT, "pa").do("hide blue.p", *rolled)
    assert hidden_from(play, "blue.p") == sides
    assert play.rolls[-1] == ("hide", "blue.p")
    assert play.refused("search blue.p").code == "no-action"


@pytest.mark.rule("ACT-11")
def test_modifiers_apply_to_both_sides() -> None:
    sneak = {"agility": 1, "skills": {"stealth": 2}}
    watch = {"mind": 1, "skills": {"awareness": 1}}
    assert hidden_from(scene(SLIT, "pa", p=sneak, a=watch).do("hide blue.p", 3, 3, 3), "blue.p")
    assert not hidden_from(scene(SLIT, "pa", p=sneak, a=watch).do("hide blue.p", 3, 3, 2), "blue.p")


@pytest.mark.rule("ACT-11")
def test_unit_can_hide_behind_a_tree_in_line() -> None:
    tree = {"more": {"T": ("tree", SHIPPED["tree"])}}
    for rows in (".......\na..T.p.\n.......", "...Tp\na...."):
        assert hidden_from(scene(rows, "pa", tree).do("hide blue.p", 3, 3, 4), "blue.p") == ("red",)
    assert scene("...T.p\na.....", "pa", tree).refused("hide blue.p").code == "in-sight"


@pytest.mark.rule("ACT-11")
def test_odds_of_hiding_are_exact() -> None:
    battle = scene(SLIT, "pa").battle
    odds = battle.odds(next(c for c in battle.legal() if type(c) is Hide))
    hidden = {"unit": "blue.p", "hidden": True, "unnoticed_by": 1}
    assert [(one.weight, hidden in rows_of(one)) for one in odds.outcomes] == [
        (135, True),
        (81, False),
    ]


@pytest.mark.rule("ACT-11")
def test_foes_do_not_see_the_dice() -> None:
    play = scene(SLIT, "pa").do("hide blue.p", 4, 4, 4)
    assert "hide" not in [event["why"] for event in play.events("rolled", "red")]
    assert "hide" in [event["why"] for event in play.events("rolled", "blue")]
    assert play.events("hid", "red")[0]["rule"] == "ACT-11"


@pytest.mark.rule("ACT-11")
def test_hiding_needs_three_quarters_cover_from_every_foe() -> None:
    refusal = scene("a.o.p", "pa").refused("hide blue.p")
    assert (refusal.code, refusal.rule) == ("in-sight", "ACT-11")
    assert refusal.params["foes"] == ("red.a",)
    both = """
    b.=..
    a.=.p
    ..=.c
    """
    assert scene(both, "pabc").refused("hide blue.p").params["foes"] == ("red.c",)


@pytest.mark.rule("ACT-11")
def test_hiding_out_of_sight_goes_unnoticed() -> None:
    assert hidden_from(scene(SCREEN, "pa").do("hide blue.p", 1, 1, 1), "blue.p") == ("red",)


@pytest.mark.rule("ACT-11")
def test_blind_and_incapacitated_foes_do_not_prevent_hiding() -> None:
    for kind in ("blinded", "stunned"):
        play = scene("a...p", "pa")
        lay(play, "red.a", kind)
        assert hidden_from(play.do("hide blue.p", 1, 1, 1), "blue.p") == ("red",)


@pytest.mark.rule("ACT-11")
def test_unit_hidden_from_all_need_not_hide() -> None:
    play = scene(SLIT, "pa").do("hide blue.p", 4, 4, 4).do("end blue.p").do("end red.a")
    assert play.refused("hide blue.p").code == "hidden"


@pytest.mark.rule("ACT-11")
def test_noisy_armour_gives_disadvantage() -> None:
    play = scene(SLIT, "pa", p={"armour": "oilskin"}).do("hide blue.p", 6, 6, 3, 1)
    assert (play.last("rolled")["roll"], play.last("rolled")["value"]) == ("4d6kl3", 10)


@pytest.mark.rule("ACT-11")
def test_hiding_is_tracked_foe_by_foe() -> None:
    rows = """
    b.=..
    a.=.p
    ..=..
    """
    play = scene(rows, "pab", b={"mind": 3}).do("hide blue.p", 4, 4, 4)
    assert unnoticed_by(play, "blue.p") == ("red.a",)
    assert hidden_from(play, "blue.p") == ()


@pytest.mark.rule("ACT-11")
def test_step_into_plain_sight_ends_hiding() -> None:
    play = scene(SCREEN, "pa").do("hide blue.p", 4, 4, 4)
    play.do("move blue.p 4,2")
    assert hidden_from(play, "blue.p") == ("red",)
    play.do("move blue.p 3,3")
    assert hidden_from(play, "blue.p") == ()
    assert play.told("found", "side", "at", "rule") == ("red", (3, 3), "ACT-11")


@pytest.mark.rule("ACT-11")
def test_step_behind_cover_does_not_end_hiding() -> None:
    play = scene(SLIT, "pa").do("hide blue.p", 4, 4, 4).do("move blue.p 3,1")
    assert hidden_from(play, "blue.p") == ("red",)


@pytest.mark.rule("ACT-11")
def test_step_reveals_the_hider_only_to_foes_that_see_it() -> None:
    rows = """
    ...#...
    a..#p.b
    ...#...
    """
    play = scene(rows, "pab", hiding=(4, 4, 4), p=LURKS).do("move blue.p 4,0")
    assert unnoticed_by(play, "blue.p") == ("red.a",)
    assert hidden_from(play, "blue.p") == ()


@pytest.mark.rule("ACT-11")
def test_stepping_onto_a_hiders_tile_finds_it_for_the_whole_side() -> None:
    play = ambush("a.p.qb", "abpq").do("move red.a 1,0 2,0 3,0")
    assert (play.at("red.a"), play.left("red.a")) == ((1, 0), 5)
    assert (hidden_from(play, "blue.p"), unnoticed_by(play, "blue.p")) == ((), ())


@pytest.mark.rule("ACT-11")
def test_unit_moved_into_plain_sight_is_no_longer_hidden() -> None:
    play = scene(SCREEN, "pa").do("hide blue.p", 4, 4, 4)
    shift(play, "blue.p", (2, 3))
    world = world_of(play)
    world.push(Enter(play.unit("blue.p"), (2, 3)))
    assert play.battle.machine.advance(world, len(world.frames()) - 1) is None
    assert hidden_from(play, "blue.p") == ()


# Searching


@pytest.mark.rule("ACT-11")
@pytest.mark.parametrize(("rolled", "is_found"), [((4, 4, 4), True), ((4, 4, 3), False)])
def test_search_finds_units_whose_check_it_reaches(rolled: tuple[int, ...], is_found: bool) -> None:
    play = ambush("a...pq", "apq").do("search red.a", *rolled)
    assert (hidden_from(play, "blue.p") == ()) == is_found
    assert len(play.events("found")) == is_found
    assert len(play.events("found_nobody")) == (not is_found)
    assert play.rolls[-1] == ("search", "red.a")
    assert play.events("rolled", "blue")[-1]["why"] == "search"


@pytest.mark.rule("ACT-11")
def test_mind_and_awareness_are_added_to_a_search() -> None:
    watch = {"mind": 1, "skills": {"awareness": 1}}
    play = ambush("a...pq", "apq", 6, 4, 4, a=watch).do("search red.a", 4, 4, 4)
    assert hidden_from(play, "blue.p") == ()


@pytest.mark.rule("ACT-11")
def test_search_finds_for_the_whole_side() -> None:
    play = ambush("ab..pq", "abpq").do("search red.a", 6, 6, 6)
    assert unnoticed_by(play, "blue.p") == ()


@pytest.mark.rule("ACT-11")
def test_search_does_not_go_through_walls() -> None:
    rows = """
    ...#..p
    a..#...
    ..q#...
    """
    play = ambush(rows, "apq").do("search red.a", 6, 6, 6)
    assert play.told("found_nobody", "unit", "rule") == ("red.a", "ACT-11")


@pytest.mark.rule("ACT-11")
def test_search_is_refused_when_no_unit_hides() -> None:
    refusal = scene("a...p", "ap").refused("search red.a")
    assert (refusal.code, refusal.rule) == ("nobody-hidden", "ACT-11")


@pytest.mark.rule("ACT-11")
def test_odds_of_a_search_do_not_reveal_the_hidden_units() -> None:
    near, far = (ambush(rows, "apq").battle for rows in ("ap...q", "a...pq"))
    odds = [battle.odds(next(c for c in battle.legal() if type(c) is Search))
            for battle in (near, far)]  # fmt: skip
    assert odds[0] == odds[1]
    assert all("hidden" not in change for chance in odds[0].outcomes for change in rows_of(chance))


@pytest.mark.rule("ACT-11")
def test_side_knows_which_of_its_units_have_not_noticed_a_hider_but_not_the_check() -> None:
    play = scene("ab..p", "pab", hiding=(4, 4, 4), p=LURKS, b={"mind": 3})
    view = play.battle.view("red").world
    assert view.find(play.unit("blue.p"), Stealth) == Stealth(None, (play.unit("red.a"),))
