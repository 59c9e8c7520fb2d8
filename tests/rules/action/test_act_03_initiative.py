"""ACT-03, ACT-04, ACT-05: initiative, groups, ties, and rounds."""

from typing import Any

import pytest

from game.components.conditions import Conditions
from game.components.turns import Rounds
from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import Do, Reinforcement
from tests.rules.action.powers import casting, power
from tests.rules.action.scene import scene
from tests.rules.action.states import held, lay, world_of
from tests.scenario import Play

RAT: dict[str, Any] = {"kind": "rat"}


def order(play: Play) -> str:
    """Return the letters of all units in turn order."""
    rounds = play.battle.world.get(play.battle.world.root, Rounds)
    return "".join(play.battle.id_of(unit)[-1] for unit in rounds.order)


def threes(*totals: int) -> tuple[int, ...]:
    """Return three dice for each of these totals."""
    dice: list[int] = []
    for total in totals:
        low = max(1, total - 12)
        dice += [low, (total - low) // 2, total - low - (total - low) // 2]
    return tuple(dice)


@pytest.mark.rule("ACT-03")
def test_highest_check_goes_first() -> None:
    play = scene("ab.p", rolled=threes(9, 8, 12))
    assert play.rolls == [("initiative", unit) for unit in ("red.a", "red.b", "blue.p")]
    assert order(play) == "pab"
    assert play.told("turn_started", "unit") == ("blue.p",)


@pytest.mark.rule("ACT-03")
def test_agility_is_added() -> None:
    assert order(scene("ab.p", rolled=threes(9, 8, 10), b={"agility": 3})) == "bpa"


@pytest.mark.rule("ACT-03")
def test_identical_creatures_of_the_storyteller_roll_once_and_act_together() -> None:
    play = scene("a..prq", rolled=threes(9, 8, 10), p=RAT, q=RAT)
    assert play.rolls == [("initiative", unit) for unit in ("red.a", "blue.p", "blue.r")]
    assert order(play) == "rapq"


@pytest.mark.rule("ACT-03")
def test_players_roll_separately() -> None:
    cook = {"kind": "cook"}
    play = scene("ab.p", rolled=threes(9, 8, 10), a=cook, b=cook)
    assert (len(play.rolls), order(play)) == (3, "pab")


@pytest.mark.rule("ACT-03")
def test_identical_means_one_kind_on_one_side() -> None:
    play = scene("a..p..x", rolled=threes(9, 8, 10), p=RAT, x=RAT)
    assert (len(play.rolls), order(play)) == (3, "xap")


@pytest.mark.rule("ACT-03")
def test_level_can_let_all_units_roll() -> None:
    one_by_one = {"group_initiative": False}
    play = scene("a..pq", settings=one_by_one, rolled=threes(9, 8, 10), p=RAT, q=RAT)
    assert (len(play.rolls), order(play)) == (3, "qap")


@pytest.mark.rule("ACT-03")
def test_controller_orders_a_group_again_each_round() -> None:
    play = scene("a....pqr", "pa", p=RAT, q=RAT, r=RAT)
    assert play.asked == ("order", "blue.p")
    assert play.legal() == ["go blue.p", "go blue.q", "go blue.r"]
    assert play.do("go blue.q").asked == ("turn", "blue.q")
    assert play.do("end blue.q").legal() == ["go blue.p", "go blue.r"]
    refusal = play.refused("go blue.q")
    assert (refusal.code, refusal.rule) == ("not-asked", "ACT-03")
    assert play.do("go blue.r").do("end blue.r").asked == ("turn", "blue.p")
    play.do("end blue.p").do("end red.a")
    assert play.legal() == ["go blue.p", "go blue.q", "go blue.r"]


@pytest.mark.rule("ACT-03")
@pytest.mark.parametrize(
    ("stunned", "asked"), [("q", ("order", "blue.p")), ("qr", ("turn", "blue.p"))]
)
def test_controller_orders_only_units_that_can_act(stunned: str, asked: tuple[str, str]) -> None:
    play = scene("a....pqr", "ap", p=RAT, q=RAT, r=RAT)
    for letter in stunned:
        lay(play, f"blue.{letter}", "stunned")
    assert play.do("end red.a").asked == asked


@pytest.mark.rule("ACT-03")
def test_unable_unit_has_its_empty_turn_within_the_group() -> None:
    play = scene("a....pq", "pa", p=RAT, q=RAT)
    lay(play, "blue.q", "stunned")
    play.do("go blue.q")
    assert play.told("turn_ended", "unit") == ("blue.q",)
    assert play.asked == ("turn", "blue.p")


def arriving(*units: str, ties: tuple[str, ...] = ("agility",), **more: Any) -> Play:
    """Return a battle of two units, with others that arrive in the second round."""
    come = Trigger(
        when=(When(round=2),), do=(Do(reinforcement=Reinforcement(units=units, area="door")),)
    )
    script = Script(areas={"door": ((3, 0), (4, 0), (5, 0))}, triggers=(come,))
    given: dict[str, Any] = {name: {"off": True} | given for name, given in more.items()}
    settings = {"script": script, "ties": list(ties)}
    return scene("a.p...", settings=settings, rolled=threes(12, 8), **given).do("end red.a")


@pytest.mark.rule("ACT-03")
def test_arriving_unit_rolls_and_acts_from_the_next_round() -> None:
    play = arriving("blue.q", q={}).do("end blue.p", *threes(10))
    assert play.told("rolled", "unit", "why", "rule") == ("blue.q", "initiative", "ACT-03")
    assert order(play) == "aqp"
    assert play.do("end red.a").asked == ("turn", "blue.p")
    assert play.do("end blue.p").do("end red.a").asked == ("turn", "blue.q")


@pytest.mark.rule("ACT-03")
def test_identical_units_that_arrive_together_roll_once() -> None:
    play = arriving("blue.q", "blue.r", q=RAT, r=RAT).do("end blue.p", *threes(13))
    assert order(play) == "qrap"
    assert play.do("end red.a").do("end blue.p").asked == ("order", "blue.q")


@pytest.mark.rule("ALL-01")
def test_units_that_arrive_together_roll_in_the_levels_order() -> None:
    play = arriving("blue.r", "blue.q", q={}, r={}).do("end blue.p", *threes(10, 11))
    assert [unit for why, unit in play.rolls if why == "initiative"][2:] == ["blue.q", "blue.r"]
    assert order(play) == "arqp"
    assert (play.at("blue.r"), play.at("blue.q")) == ((3, 0), (4, 0)), (
        "not placed in the trigger's order"
    )


@pytest.mark.rule("ALL-01")
def test_later_arrivals_are_last_in_unit_order() -> None:
    """Let c arrive by the first trigger, and b, which the level lists earlier, by the second."""
    waves = [
        Trigger(
            when=(When(round=2),), do=(Do(reinforcement=Reinforcement(units=(id,), area="door")),)
        )
        for id in ("red.c", "red.b")
    ]
    script = Script(areas={"door": ((4, 0), (5, 0), (6, 0))}, triggers=tuple(waves))
    save = {"ability": "agility", "difficulty": 9}
    boom = power(shape="burst", range=60, size=15, save=save, effect={"prone": True})
    late: dict[str, Any] = {"b": {"off": True}, "c": {"off": True}}
    play = casting("a..p....", {"script": script}, "ap", powers={"boom": boom}, **late)
    play.do("end red.a").do("end blue.p", *threes(8, 7))
    play.do("cast_at red.a boom 4,0", *threes(3, 3, 3))
    assert [unit for why, unit in play.rolls if why == "save"] == ["blue.p", "red.c", "red.b"]


@pytest.mark.rule("ACT-04")
def test_arriving_unit_breaks_its_ties_too() -> None:
    assert order(arriving("blue.q", q={}).do("end blue.p", *threes(8))) == "apq"
    assert order(arriving("blue.q", q={"agility": 1}).do("end blue.p", *threes(7))) == "aqp"
    play = arriving("red.b", ties=("players",), b={}).do("end blue.p", *threes(8))
    assert order(play) == "abp"


@pytest.mark.rule("ACT-04")
def test_higher_agility_goes_first_by_default() -> None:
    play = scene("a..p", rolled=threes(9, 8), p={"agility": 1})
    assert order(play) == "pa"


@pytest.mark.rule("ACT-04")
def test_players_go_first_when_agility_is_equal() -> None:
    assert order(scene("a..p", settings={"party": "blue"}, rolled=threes(9, 9))) == "pa"
    assert order(scene("a..p", rolled=threes(9, 9))) == "ap"


@pytest.mark.rule("ACT-04")
def test_tied_units_roll_again_in_unit_order_until_the_tie_is_broken() -> None:
    play = scene("a..pq", rolled=threes(7, 9, 9, 10, 10, 8, 11))
    assert [unit for _, unit in play.rolls[3:]] == ["blue.p", "blue.q"] * 2
    assert play.told("rolled", "rule") == ("ACT-04",)
    assert order(play) == "qpa"


@pytest.mark.rule("ACT-04")
def test_policies_apply_in_the_order_listed() -> None:
    nimble = {"agility": 1}
    given: dict[str, Any] = {"rolled": threes(9, 8), "p": nimble}
    assert order(scene("a..p", settings={"ties": ["agility", "players"]}, **given)) == "pa"
    assert order(scene("a..p", settings={"ties": ["players", "agility"]}, **given)) == "ap"
    again = scene("a..p", settings={"ties": ["reroll", "agility"]}, rolled=threes(9, 9, 8, 12))
    assert order(again) == "pa"


@pytest.mark.rule("ACT-04")
def test_reroll_affects_only_tied_units() -> None:
    play = scene("ab.p", settings={"ties": ["reroll"]}, rolled=threes(12, 9, 9, 3, 18))
    assert order(play) == "apb"


@pytest.mark.rule("ACT-04")
def test_controller_picks_the_first_of_its_own_units() -> None:
    play = scene("abcp", settings={"ties": ["controller"]}, rolled=threes(9, 9, 9, 9))
    assert play.asked == ("tie", "red.a")
    assert play.legal() == ["first red.a", "first red.b", "first red.c"]
    refusal = play.refused("first blue.p")
    assert (refusal.code, refusal.rule) == ("not-asked", "ACT-04")
    play.do("first red.c")
    assert play.legal() == ["first red.a", "first red.b"]
    play.do("first red.b")
    assert order(play) == "cbap"
    assert play.asked == ("turn", "red.c")


@pytest.mark.rule("ACT-04")
def test_controller_picks_only_when_earlier_policies_leave_a_tie() -> None:
    play = scene(
        "abcp", settings={"ties": ["agility", "controller"]}, rolled=threes(9, 8, 9, 9),
        b={"agility": 1},
    )  # fmt: skip
    assert play.legal() == ["first red.a", "first red.c"]
    assert order(play.do("first red.c")) == "bcap"


@pytest.mark.rule("ACT-04")
def test_unbroken_ties_stay_in_unit_order() -> None:
    assert order(scene("ab.p", settings={"ties": ["agility"]}, rolled=threes(9, 9, 9))) == "abp"


@pytest.mark.rule("ACT-05")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_duration_in_rounds_ends_at_the_start_of_the_causers_turn(rounds: int) -> None:
    hex_ = power(range=60, effect={"condition": "slowed", "rounds": rounds})
    play = casting("a...p", {}, "ap", powers={"hex": hex_}).do("cast red.a hex blue.p")
    for _ in range(rounds):
        play.do("end red.a")
        assert held(play, "blue.p") == ["slowed"]
        play.do("end blue.p")
    assert held(play, "blue.p") == []
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-05")
@pytest.mark.parametrize(
    ("first", "second", "left"), [(1, 3, 3), (3, 1, 3), (2, 2, 2), (None, 2, None), (2, None, None)]
)
def test_longer_of_two_conditions_of_one_kind_stays(
    first: int | None, second: int | None, left: int | None
) -> None:
    play = scene("ab.p", "abp")
    lay(play, "blue.p", "slowed", first, by="red.a")
    lay(play, "blue.p", "slowed", second, by="red.b")
    world = world_of(play)
    (laid,) = world.get(play.unit("blue.p"), Conditions).all
    assert laid.turns == left
    by_second = second is None or (first is not None and second >= first)
    assert laid.by == play.unit("red.b" if by_second else "red.a")


@pytest.mark.rule("ACT-05")
def test_conditions_from_dead_units_end_when_their_turn_would_come() -> None:
    play = scene("ap.b", "apb", a={"life": 1})
    lay(play, "blue.p", "slowed", 2, by="red.a")
    play.do("end red.a").do("attack blue.p red.a blade", 6, 6, 6, 1)
    play.do("end blue.p").do("end red.b").do("end blue.p")
    assert (play.is_dead("red.a"), held(play, "blue.p")) == (True, ["slowed"])
    play.do("end red.b")
    assert held(play, "blue.p") == []
    assert play.asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-05")
def test_next_round_begins_in_the_same_order_when_all_have_acted() -> None:
    play = scene("ab.p", "pba").do("end blue.p").do("end red.b")
    assert len(play.events("round_started")) == 1
    play.do("end red.a")
    told = play.last("round_started")
    assert (told["round"], told["order"]) == (2, ("blue.p", "red.b", "red.a"))
    assert told["rule"] == "ACT-05"
    assert play.asked == ("turn", "blue.p")
