"""ACT-27 to ACT-30: battles by zones instead of feet."""

from typing import Any

import pytest

from game.terms.level import Terrain
from tests.rules.action.scene import scene
from tests.scenario import Play

THREE = "nnnnnsssssee"
"""A corridor with zones of five, five and two tiles."""


def zoned(rows: str, zone_map: str, order: str = "", links: Any = (), **given: Any) -> Play:
    """Return a battle played by zones; each letter of `zone_map` is one zone."""
    more = given.pop("settings", {})
    settings = {"zones": True, "zone_map": zone_map, "links": links, **more}
    return scene(rows, order, settings, **given)


def corridor(**given: Any) -> Play:
    """Return a battle with red alone in a corridor of three zones, and blue behind a wall."""
    return zoned("a...........#p", THREE + "..", "ap", **given)


def ends(play: Play) -> set[int]:
    """Return the columns of the first row in which a move can end."""
    return {int(move.split()[-1].split(",")[0]) for move in play.legal("move")}


# ACT-27: moving


@pytest.mark.rule("ACT-27")
@pytest.mark.parametrize("speed", [25, 30, 45])
def test_speed_25_reaches_the_whole_zone_and_no_farther(speed: int) -> None:
    assert ends(corridor(a={"speed": speed})) == {1, 2, 3, 4}


@pytest.mark.rule("ACT-27")
def test_zone_can_be_of_any_size() -> None:
    play = zoned("a............#p", "n" * 13 + "..", "ap")
    assert ends(play) == set(range(1, 13))


@pytest.mark.rule("ACT-27")
@pytest.mark.parametrize(("speed", "last"), [(50, 9), (70, 9), (75, 11), (100, 11)])
def test_each_further_25_feet_is_another_zone(speed: int, last: int) -> None:
    assert ends(corridor(a={"speed": speed})) == set(range(1, last + 1))


@pytest.mark.rule("ACT-27")
@pytest.mark.parametrize(("speed", "last"), [(5, 1), (20, 4)])
def test_tiles_count_as_on_the_grid_below_25_feet(speed: int, last: int) -> None:
    play = zoned("a..~........#p", "nnsssssssssee.", "ap", a={"speed": speed})
    assert ends(play) == set(range(1, min(last, 3) + 1))


@pytest.mark.rule("ACT-27")
def test_dash_doubles_the_speed() -> None:
    play = corridor(a={"speed": 30}).do("dash red.a")
    assert ends(play) == set(range(1, 10))
    assert ends(corridor(a={"speed": 20}).do("dash red.a")) == {1, 2, 3, 4}


@pytest.mark.rule("ACT-27")
def test_moving_within_the_zone_is_free_and_a_border_costs_a_zone() -> None:
    play = corridor(a={"speed": 60}).do("move red.a 1,0 2,0 3,0")
    assert ends(play) == set(range(10)) - {3}
    play.do("move red.a 4,0 5,0")
    assert ends(play) == set(range(5, 10)) - {5}


@pytest.mark.rule("ACT-27")
def test_refusal_of_a_path_through_too_many_zones_states_the_limit() -> None:
    refusal = corridor(a={"speed": 30}).refused("move red.a 1,0 2,0 3,0 4,0 5,0")
    assert (refusal.code, refusal.rule) == ("too-far", "ACT-27")
    assert refusal.params == {"entered": 1, "left": 30, "most": 0}


@pytest.mark.rule("ACT-27")
def test_path_enters_as_few_zones_as_possible() -> None:
    rows = """
        a....
        .....
        ###.p
    """
    play = zoned(rows, "nnsnn\nnnnnn\nnnnnn", "ap", a={"speed": 75})
    assert "move red.a 1,0 2,1 3,0" in play.legal("move")
    play.do("move red.a 1,0 2,0 3,0")
    assert play.at("red.a") == (3, 0)
    assert play.left("red.a") == 5


@pytest.mark.rule("ACT-27")
def test_crawling_unit_pays_for_every_tile() -> None:
    play = corridor(a={"speed": 30}).do("drop red.a")
    assert ends(play) == {1, 2, 3}


@pytest.mark.rule("ACT-27")
def test_turn_has_a_limited_number_of_moves() -> None:
    play = corridor(settings={"zone_walks": 3})
    play.do("move red.a 1,0").do("move red.a 0,0").do("move red.a 1,0")
    assert play.legal("move") == []
    assert play.refused("move red.a 0,0").rule == "ACT-27"
    play.do("end red.a").do("end blue.p")
    assert play.legal("move") != []


# ACT-28: leaving a fight


def brawl(zone_map: str = "nnnnnnn\n" * 3, **given: Any) -> Play:
    """Return a battle in one zone, with red between two foes and a third foe elsewhere."""
    rows = """
        .......
        paq...r
        .......
    """
    return zoned(rows, zone_map, "apqr", **given)


@pytest.mark.rule("ACT-28")
def test_unit_that_leaves_a_fight_provokes_all_its_foes() -> None:
    play = brawl().do("move red.a 2,0 3,0 4,0 5,0")
    assert play.asked == ("react", "blue.p")
    play.do("pass blue.p")
    assert play.asked == ("react", "blue.q")
    play.do("pass blue.q")
    assert play.asked == ("turn", "red.a")
    assert play.at("red.a") == (5, 0)


@pytest.mark.rule("ACT-28")
def test_reactions_come_before_the_first_step_and_the_move_continues() -> None:
    play = brawl().do("move red.a 2,0 3,0 4,0 5,0").do("react blue.p blade", 1, 1, 1)
    assert (play.last("reacted")["rule"], play.at("red.a")) == ("ACT-28", (1, 1))
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert (play.at("red.a"), play.asked) == ((5, 0), ("turn", "red.a"))


@pytest.mark.rule("ACT-28")
def test_move_by_zones_until_hit_ends_before_its_first_step() -> None:
    play = brawl().do("move red.a 2,0 3,0 4,0 5,0 hit").do("react blue.p blade", 6, 6, 6, 1)
    assert play.at("red.a") == (1, 1)
    assert play.asked == ("turn", "red.a"), "a stopped unit provokes q"
    assert "move red.a 2,0 3,0 4,0 5,0" in play.legal("move")


@pytest.mark.rule("ACT-28")
def test_unit_held_by_the_reaction_moves_on_in_its_next_turn() -> None:
    net: dict[str, Any] = {"kind": "melee", "damage": "1", "type": "piercing", "title": "Net"}
    net |= {"about": "Holds", "effect": {"condition": "held", "rounds": 1}}
    play = zoned("pa....", "n" * 6, "ap", p={"weapons": ["net"]}, gear={"arms": {"net": net}})
    play.do("move red.a 2,0 3,0").do("react blue.p net", 4, 4, 4)
    assert play.legal("move") == []
    play.do("end red.a").do("end blue.p").do("move red.a 2,0 3,0").do("pass blue.p")
    assert play.at("red.a") == (3, 0)


@pytest.mark.rule("ACT-28")
def test_foe_that_still_reaches_the_end_of_the_move_is_not_provoked() -> None:
    play = brawl().do("move red.a 2,0")
    assert play.asked == ("react", "blue.p")
    play.do("pass blue.p")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-28")
def test_foes_along_the_path_are_not_provoked() -> None:
    rows = """
        a.....
        ..p...
        ......
    """
    play = zoned(rows, "nnnnnn\n" * 3, "ap").do("move red.a 1,0 2,0 3,0 4,0 5,0")
    assert play.asked == ("turn", "red.a")
    assert play.at("red.a") == (5, 0)


@pytest.mark.rule("ACT-28")
def test_disengaging_unit_provokes_no_one() -> None:
    play = brawl().do("disengage red.a").do("move red.a 2,0 3,0 4,0 5,0")
    assert play.at("red.a") == (5, 0)


@pytest.mark.rule("ACT-28")
def test_offered_move_names_the_attackers() -> None:
    play = brawl()
    move = next(c for c in play.battle.legal() if play.text(c) == "move red.a 2,0 3,0 4,0 5,0")
    assert play.battle.risks(move).strikers == ("blue.p", "blue.q")


# ACT-29: shooting after a move


def archer(rows: str, **given: Any) -> Play:
    """Return a battle with red, who has a bow, among foes."""
    lines = [line.strip() for line in rows.strip().splitlines()]
    zone_map = "\n".join("n" * len(line) for line in lines)
    return zoned(rows, zone_map, "apq", **{"a": {"weapons": ["bow"]}} | given)


CLOSE = "a.p...q"


@pytest.mark.rule("ACT-29")
def test_shot_after_a_move_provokes_foes_in_reach() -> None:
    play = archer(CLOSE).do("move red.a 1,0").do("attack red.a blue.q bow")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 4, 4, 4, 2, 1, 1, 1, 1)
    assert play.last("reacted")["rule"] == "ACT-29"
    assert play.life("red.a") == 8
    assert [why for why, _ in play.rolls[-3:]] == ["attack", "damage", "attack"]
    assert play.rolls[-1] == ("attack", "red.a")


@pytest.mark.rule("ACT-29")
def test_shot_without_a_move_provokes_no_one() -> None:
    play = archer("ap....q").do("attack red.a blue.q bow", 1, 1, 1, 1)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-29")
def test_melee_attack_after_a_move_provokes_no_one() -> None:
    play = archer(CLOSE).do("move red.a 1,0").do("attack red.a blue.p unarmed", 1, 1, 1)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-29")
def test_shot_out_of_every_reach_provokes_no_one() -> None:
    play = archer("a...p..q").do("move red.a 1,0").do("attack red.a blue.q bow", 1, 1, 1)
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-29")
def test_dead_unit_does_not_shoot() -> None:
    rows = "a.p...qb"
    play = zoned(rows, "n" * 8, "abpq", a={"weapons": ["bow"]}, p={"strength": 9})
    play.do("move red.a 1,0").do("attack red.a blue.q bow")
    play.do("react blue.p blade", 4, 4, 4, 6)
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-29")
def test_shot_uses_the_shooters_state_after_the_reaction() -> None:
    net = {"kind": "melee", "damage": "1", "type": "piercing", "effect": {"prone": True}}
    net |= {"title": "Net", "about": "For tests"}
    play = archer(CLOSE, p={"weapons": ["net"]}, gear={"arms": {"net": net}})
    play.do("move red.a 1,0").do("attack red.a blue.q bow")
    play.do("react blue.p net", 4, 4, 4, 4, 4, 1, 1)
    assert "prone" in [m["text"] for m in play.last("rolled")["modifiers"]]


def cornered(sign: str) -> Play:
    """Return a battle in which red, next to blue's p, has shot at q, and p pushes red back."""
    rows = f"""
        .p....q
        a.{sign}....
        ..{sign}....
        ..{sign}....
    """
    pane = {"|": ("pane", Terrain("Pane", walk=False, cover="total"))}
    given: dict[str, Any] = {"settings": {"more": pane}, "p": {"weapons": ["ram"]}}
    play = archer(rows, **given).do("move red.a 1,1").do("attack red.a blue.q bow")
    assert play.asked == ("react", "blue.p")
    return play


@pytest.mark.rule("ACT-29")
@pytest.mark.parametrize("sign", ["#", "|"])
def test_shot_is_blocked_by_cover_the_shooter_was_pushed_behind(sign: str) -> None:
    """Try walls and transparent panes."""
    play = cornered(sign).do("react blue.p ram", 4, 4, 4, 1)
    assert play.at("red.a") == (1, 2)
    assert play.told("shot_lost", "unit", "weapon", "rule") == ("red.a", "bow", "ACT-29")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-29")
def test_paid_shot_needs_no_loading() -> None:
    play = archer(CLOSE, a={"weapons": ["crossbow"]}).do("move red.a 1,0")
    play.do("attack red.a blue.q crossbow").do("pass blue.p", 1, 1, 1, 1)
    assert play.events("shot_lost") == []
    assert play.rolls[-1] == ("attack", "red.a")


@pytest.mark.rule("ACT-29")
def test_shot_at_a_thing_provokes_too() -> None:
    play = archer("a.p...o\n......q").do("move red.a 1,0").do("smash red.a 6,0 bow")
    assert play.asked == ("react", "blue.p")


# ACT-30: the range of shots


def shooter(column: int, weapon: str = "bow", links: Any = ()) -> Play:
    """Return a battle with red in the first of three zones, and blue in `column`."""
    rows = "a" + "." * (column - 1) + "p" + "." * (11 - column)
    return zoned(rows, THREE, "ap", links, a={"weapons": [weapon]})


@pytest.mark.rule("ACT-30")
@pytest.mark.parametrize("column", [4, 5, 9])
def test_shots_reach_within_the_zone_and_into_the_next(column: int) -> None:
    assert "attack red.a blue.p bow" in shooter(column).legal("attack")


@pytest.mark.rule("ACT-30")
def test_two_zones_are_too_far_whatever_the_range() -> None:
    refusal = shooter(10).refused("attack red.a blue.p bow")
    assert (refusal.code, refusal.rule) == ("no-shot", "ACT-30")


@pytest.mark.rule("ACT-30")
def test_own_zone_counts_0_ft_and_the_next_zone_30() -> None:
    near = shooter(4, "knife").do("attack red.a blue.p knife", 3, 3, 3)
    assert near.rolls[-1][0] == "attack"
    far = shooter(5, "knife").do("attack red.a blue.p knife", 3, 3, 3, 1)
    assert far.last("rolled")["roll"] == "4d6kl3"


@pytest.mark.rule("ACT-30")
def test_links_override_neighbouring_zones() -> None:
    link = {"zones": ["n", "s"], "shots": False}
    refusal = shooter(5, links=[link]).refused("attack red.a blue.p bow")
    assert refusal.rule == "ACT-30"
    joined = {"zones": ["n", "e"], "shots": True}
    assert "attack red.a blue.p bow" in shooter(10, links=[joined]).legal()
