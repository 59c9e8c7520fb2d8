"""Chances as computer players estimate them: whole fights, robots, encounters, promises."""

from typing import Any

import pytest

from game.ai.soldier import Soldier
from game.rules.etiquette import win_chance
from game.rules.etiquette.duels import clash
from game.rules.etiquette.win_chance import FighterWorth, Match, falls
from game.terms.agenda import Ask
from game.terms.commands import to_text
from tests.rules.etiquette.ballroom import scene, silence
from tests.scenario import Play


def told(play: Play) -> dict[str, float]:
    """Return the chance of each side."""
    world = play.battle.world
    return {side.id: win_chance.chance(world, side.id) for side in world.scene.level.sides}


def chosen(play: Play) -> str:
    """Return the soldier's choice in this position."""
    battle, ask = play.battle, play.battle.stop
    assert isinstance(ask, Ask)
    view = battle.view(ask.side)
    return to_text(Soldier(1, ask.side).choose(view, ask, battle.legal()))


def duel(**given: Any) -> Play:
    """Return a battle in which red has entered and blue attacks first."""
    play = scene("ab....", **given).do("move red.a 1,0")
    return silence(play).do("engage red.a").do("engage blue.b")


def test_chances_add_up_and_are_equal_for_equals() -> None:
    play = scene("a....b")
    assert told(play) == {"red": 0.5, "blue": 0.5}
    three = told(scene("a..b..c"))
    assert sum(three.values()) == pytest.approx(1)
    assert three["red"] == pytest.approx(1 / 3)


def test_chance_is_better_with_more_life_a_robot_or_a_fuller_hand() -> None:
    for better in (
        scene("a....b", b={"life": 6}),
        scene("ap...b"),
        scene("a....b", a={"hand": ["wax", "cloak"]}),
    ):
        assert told(better)["red"] > 0.5 > told(better)["blue"]


def test_match_of_one_life_each_has_the_exact_chances() -> None:
    """Compute the chances of both defences.

    Against one die, two dice hit with 125 of 216. Against two dice they hit less often, and the
    attacker may take damage. The defender chooses the better defence for itself, so the result is a
    sum of halves.
    """
    play = duel(a={"life": 1}, b={"life": 1})
    world = play.battle.world
    a, b = play.unit("red.a"), play.unit("blue.b")
    one, two = (dict_of(falls(clash(world, b, a, count))) for count in (1, 2))
    assert one[1, 0] == pytest.approx(125 / 216)
    assert sum(p for (harm, _), p in two.items() if harm) == pytest.approx(1 - 581 / 1296)
    # With one die: f = h + (1 - h)(1 - f). With two, one of them always dies.
    by_one = 1 / (2 - 125 / 216)
    by_two = 1 - 581 / 1296
    found = told(play)
    assert found["blue"] == pytest.approx(min(by_one, by_two), abs=1e-3)
    assert found["red"] == pytest.approx(1 - min(by_one, by_two) + win_chance.BOLD, abs=1e-3)


def dict_of(some: win_chance.Falls) -> dict[tuple[int, int], float]:
    return {(harm, counter): p for harm, counter, p in some}


def test_match_is_certain_for_a_unit_that_cannot_take_damage() -> None:
    sure, vain = (((1, 0, 1.0),),), (((0, 0, 1.0),),)
    both = FighterWorth(True, 1.0, 0.0), FighterWorth(True, 1.0, 0.0)
    match = Match(sure, vain, both, 0.0, 0.0)
    assert match.fought((1, 5), 1) == pytest.approx((1.0, 0.0))
    third = Match(sure, vain, both, 1.0, 0.0)
    assert third.fought((1, 1), 0) == pytest.approx((0.5, 0.0))


def test_losing_unit_prefers_to_leave_the_fight() -> None:
    """Give the character robots and little life, so that it is better off outside the fight."""
    play = duel(a={"life": 8}, b={"life": 1})
    play.do("attack blue.b red.a").do("one red.a", 1, 1, 6)
    assert told(play)["red"] > 0.9
    robots = scene("ab..pq", a={"life": 2}, p={"life": 9}, q={"life": 9}).do("move red.a 1,0")
    silence(robots).do("engage red.a").do("engage blue.b")
    robots.do("attack blue.b red.a").do("one red.a", 1, 1, 6)
    assert chosen(robots) == "disengage red.a"


def test_losing_unit_declines_the_fight() -> None:
    weak: dict[str, Any] = {"a": {"life": 2}, "b": {"life": 8}}
    play = silence(scene("ab.p..", **weak).do("move red.a 1,0"))
    assert chosen(play) == "decline red.a"
    strong: dict[str, Any] = {"a": {"life": 8}, "b": {"life": 2}}
    assert chosen(silence(scene("ab....", **strong).do("move red.a 1,0"))) == "engage red.a"


def test_unit_with_one_life_left_defends_with_one_die() -> None:
    """Two dice counter-attack more often, but are also beaten more often."""
    play = duel(a={"life": 1}, b={"life": 8}).do("attack blue.b red.a")
    assert chosen(play) == "two red.a"  # 581 of 1296 against 91 of 216


def test_defeated_player_has_no_chance_left() -> None:
    play = duel(a={"life": 1}, b={"life": 8}).do("attack blue.b red.a")
    play.do("one red.a", 6, 6, 1)
    assert told(play) == {"red": 0.0, "blue": 1.0}
