"""ACT-35: creatures die; heroes begin dying."""

from typing import Any

import pytest

from game.components.unit import Down
from game.rules.action.records import Dying
from game.systems.damage import Blow, Hurt, Mended
from game.terms.agenda import Outcome
from tests.rules.action.scene import scene
from tests.rules.action.states import held, knock_out, lay, world_of
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True}
ROWS = "pa.b"
"""A drawing with blue next to red's a; b keeps red in the battle."""


def battle(**a: Any) -> Play:
    """Return a battle with two red heroes, in which blue's turn is the last."""
    return scene(ROWS, a=HERO | a, b=HERO)


def count(play: Play) -> tuple[int, int, bool]:
    """Return the successes, the failures, and whether the hero is stable."""
    dying = world_of(play).get(play.unit("red.a"), Dying)
    return dying.successes, dying.failures, dying.stable


def is_down(play: Play) -> bool:
    return world_of(play).has(play.unit("red.a"), Down)


def apply(play: Play, outcome: Outcome) -> None:
    """Apply an outcome to the units before the current ask is answered."""
    world = world_of(play)
    world.push(outcome)
    play.battle.stop = play.battle.machine.advance(world) or play.battle.stop


def strike(play: Play, amount: int) -> None:
    apply(play, Hurt((Blow(play.unit("red.a"), amount, "blade", "ACT-13"),)))


def mend(play: Play, amount: int) -> None:
    apply(play, Mended(play.unit("red.a"), amount, "ACT-36"))


def fallen(**counted: int) -> Play:
    """Return a battle in which red's a is dying, and blue's turn is about to end."""
    play = battle().do("end red.a").do("end red.b")
    knock_out(play, "red.a", **counted)
    return play


# Going down


@pytest.mark.rule("ACT-35")
def test_creature_dies_at_0() -> None:
    play = scene(ROWS, b=HERO, a={"life": 2}).do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 2)
    assert play.is_dead("red.a")
    assert play.told("died", "rule") == ("ACT-35",)


@pytest.mark.rule("ACT-35")
def test_hero_at_0_is_prone_and_incapacitated() -> None:
    play = battle(life=2).do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 6)
    assert not play.is_dead("red.a")
    assert (play.life("red.a"), held(play, "red.a")) == (0, ["prone", "dying"])
    assert play.told("fell_down", "unit", "rule") == ("red.a", "ACT-35")


@pytest.mark.rule("ACT-35")
def test_one_event_says_that_a_hero_is_dying_and_one_that_it_recovers() -> None:
    play = battle(life=2).do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 6)
    assert [one["condition"] for one in play.events("condition_gained")] == ["prone"]
    assert len(play.events("fell_down")) == 1
    mend(play, 3)
    assert play.events("condition_lost") == []
    assert len(play.events("recovered")) == 1
    assert held(play, "red.a") == ["prone"]


@pytest.mark.rule("ACT-35")
def test_damage_that_brings_a_hero_down_is_not_a_failure() -> None:
    play = battle(life=2).do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 6)
    assert count(play) == (0, 0, False)
    play.do("end blue.p", 6, 6, 6)
    assert count(play) == (1, 0, False)


@pytest.mark.rule("ACT-35")
def test_going_down_in_its_own_turn_ends_the_turn() -> None:
    play = scene("a^.b\n...p", a=HERO | {"life": 1}, b=HERO).do("move red.a 1,0", 4)
    assert (play.asked, play.left("red.a")) == (("turn", "red.b"), 0)
    assert [event["unit"] for event in play.events("turn_ended")] == ["red.a"]


@pytest.mark.rule("ACT-35")
def test_hero_that_goes_down_stops_helping() -> None:
    play = battle().do("help red.a blue.p").do("end red.a").do("end red.b")
    knock_out(play, "red.a")
    play.do("end blue.p", 6, 6, 6)
    assert "helped" not in str(play.battle.odds(play.battle.legal()[-1]).modifiers)


@pytest.mark.rule("ACT-35")
def test_dying_hero_does_not_defend() -> None:
    play = battle(life=1).do("defend red.a").do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 6, 1)
    assert held(play, "red.a") == ["prone", "dying"]


# Death saves


@pytest.mark.rule("ACT-35")
@pytest.mark.parametrize(
    ("dice", "expected"), [((4, 4, 3), (1, 0, False)), ((4, 3, 3), (0, 1, False))]
)
def test_check_needs_11_and_has_no_modifiers(
    dice: tuple[int, ...], expected: tuple[int, int, bool]
) -> None:
    play = scene(ROWS, a=HERO | {"strength": 5, "mind": 5}, b=HERO).do("end red.a").do("end red.b")
    knock_out(play, "red.a")
    play.do("end blue.p", *dice)
    assert count(play) == expected
    assert play.rolls[-1] == ("dying", "red.a")
    assert play.told("dying_checked", "rule", "dice") == ("ACT-35", dice)


@pytest.mark.rule("ACT-35")
def test_check_is_the_whole_turn() -> None:
    play = fallen().do("end blue.p", 6, 6, 6)
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-35")
def test_three_successes_are_stable() -> None:
    play = fallen(successes=2, failures=2).do("end blue.p", 6, 6, 6)
    assert count(play) == (0, 0, True)
    assert play.told("stabilised", "unit") == ("red.a",)
    play.do("end red.b").do("end blue.p")
    assert play.asked == ("turn", "red.b"), "a stable hero rolls or acts"
    assert is_down(play)


@pytest.mark.rule("ACT-35")
def test_three_failures_are_death() -> None:
    play = fallen(successes=2, failures=2).do("end blue.p", 1, 1, 1)
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-35")
def test_damage_while_down_is_a_failure() -> None:
    play = fallen().do("attack blue.p red.a blade", 6, 6, 6, 6, 3)
    assert count(play) == (0, 1, False)
    assert play.told("damaged", "amount", "left") == (0, 0)


@pytest.mark.rule("ACT-35")
def test_third_failure_by_damage_is_death() -> None:
    play = fallen(failures=2).do("attack blue.p red.a blade", 6, 6, 6, 6, 1)
    assert play.is_dead("red.a")
    assert [event["event"] for event in play.events()][-3:] == ["damaged", "dying_checked", "died"]


@pytest.mark.rule("ACT-35")
def test_damage_ends_stability() -> None:
    play = fallen(stable=True).do("attack blue.p red.a blade", 6, 6, 6, 6, 1)
    assert count(play) == (0, 1, False)
    play.do("end blue.p", 1, 1, 1)
    assert count(play) == (0, 2, False)


@pytest.mark.rule("ACT-35")
def test_each_of_two_hits_is_a_failure() -> None:
    play = fallen()
    unit = play.unit("red.a")
    blow = Blow(unit, 1, "blade", "ACT-13")
    apply(play, Hurt((blow, blow)))
    assert count(play) == (0, 2, False)


@pytest.mark.rule("ACT-35")
def test_zero_damage_is_no_failure() -> None:
    play = fallen()
    strike(play, 0)
    assert count(play) == (0, 0, False)


@pytest.mark.rule("ACT-35")
def test_lasting_damage_comes_before_the_check() -> None:
    """Let the damage kill the hero, so that no check is rolled."""
    play = fallen(failures=2)
    lay(play, "red.a", "bleeding", dice="1d3")
    play.do("end blue.p", 1)
    assert play.is_dead("red.a")
    assert play.rolls[-1] == ("damage", None)


# Recovery


@pytest.mark.rule("ACT-35")
def test_any_healing_brings_a_hero_up_still_prone_and_resets_the_count() -> None:
    play = fallen(failures=2)
    mend(play, 1)
    assert (play.life("red.a"), is_down(play), held(play, "red.a")) == (1, False, ["prone"])
    assert play.told("recovered", "rule") == ("ACT-35",)
    play.do("attack blue.p red.a blade", 6, 6, 6, 6, 6)
    assert count(play) == (0, 0, False)


@pytest.mark.rule("ACT-35")
def test_recovered_hero_has_a_turn_again() -> None:
    play = fallen()
    mend(play, 4)
    play.do("end blue.p").do("stand red.a").do("attack red.a blue.p blade", 1, 1, 1)
    assert play.left("red.a") == 3


@pytest.mark.rule("ACT-35")
def test_healing_of_0_does_not_revive() -> None:
    play = fallen()
    mend(play, 0)
    assert is_down(play)


# Defeat


@pytest.mark.rule("ACT-35")
def test_side_with_no_hero_standing_has_lost() -> None:
    play = scene("pab", a=HERO | {"life": 1}).do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 1)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("blue", "elimination")


@pytest.mark.rule("ACT-35")
def test_standing_hero_keeps_its_side_in() -> None:
    play = battle(life=1).do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 6, 6, 6, 1)
    assert play.over is None


@pytest.mark.rule("ACT-35")
def test_side_without_heroes_fights_to_the_last() -> None:
    play = scene("ap.q", p={"life": 1}).do("attack red.a blue.p blade", 6, 6, 6, 1)
    assert play.over is None


def fells(play: Play, *ids: str) -> None:
    """Return an outcome in which these units lose all their life at the same time."""
    apply(play, Hurt(tuple(Blow(play.unit(id), play.life(id), "blade", "ACT-13") for id in ids)))


@pytest.mark.rule("ALL-05")
@pytest.mark.parametrize(
    ("rows", "heroes", "fallen"),
    [
        ("paqb", "ap", ("red.a", "blue.p")),
        ("paqb", "ap", ("blue.p", "red.a")),
        ("pa.b", "a", ("red.a", "blue.p")),
        ("pa.b", "a", ("blue.p", "red.a")),
    ],
)
def test_sides_that_lose_their_last_heroes_at_once_have_not_won(
    rows: str, heroes: str, fallen: tuple[str, ...]
) -> None:
    """Leave other units of both sides standing, which doesn't change that."""
    given: dict[str, Any] = dict.fromkeys(heroes, HERO)
    play = scene(rows, **given)
    fells(play, *fallen)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == (None, "elimination")


@pytest.mark.rule("ACT-35")
def test_third_side_wins_when_two_lose_their_heroes() -> None:
    play = scene("paqb.x", a=HERO, p=HERO)
    fells(play, "red.a", "blue.p")
    assert play.over is not None
    assert play.over.winner == "ochre"


@pytest.mark.rule("ACT-35")
def test_side_without_a_standing_hero_leaves_and_the_others_continue() -> None:
    play = scene("paqb.x", a=HERO)
    fells(play, "red.a")
    assert play.over is None
    assert play.is_dead("red.b")


@pytest.mark.rule("ALL-05")
def test_units_that_fall_at_the_same_time_fall_together() -> None:
    """Let the last foe die as the last hero goes down, which is a draw."""
    play = scene("pa", a=HERO | {"life": 1}, p={"life": 1})
    blows = tuple(Blow(play.unit(id), 1, "blade", "ACT-13") for id in ("red.a", "blue.p"))
    apply(play, Hurt(blows))
    assert play.over is not None
    assert play.over.winner is None
