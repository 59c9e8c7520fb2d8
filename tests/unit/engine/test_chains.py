"""Chains: rolls and decisions whose numbers are all stored, from declaration to outcome."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from game.engine.battle import Battle
from game.engine.chain_odds import chain_odds
from game.rules.action.records import (
    AttackProfile,
    HitGuard,
    HitOutcome,
    HitRoll,
    MissOutcome,
    Wound,
)
from game.terms.agenda import Chain, Decision, Roll
from tests.rules.action.scene import scene
from tests.scenario import Play
from tests.unit.engine.search import all_faces

FENCE = ".....\n.ap..\n....."


def fence(**target: object) -> Play:
    """Return a battle in which red attacks a blue fencer who can parry."""
    return scene(FENCE, "ap", p={"weapons": ["foil"], **target})


def profile(**numbers: object) -> AttackProfile:
    """Return an attack that needs 10 to hit and deals 1d6."""
    named = {
        **{"attacker": 2, "target": 3, "at": (2, 1), "weapon": "blade", "roll": "3d6"},
        **{"source": "arms", "bonus": 0, "needed": 10, "damage": "1d6"},
        **{"added": 0, "least": 0, "factor": "full"},
    }
    return AttackProfile(**(named | numbers))  # type: ignore[arg-type]


PARRY: dict[str, Any] = {"guards": (HitGuard("foil", 30),), "guard_side": "blue"}


def test_decision_comes_between_the_hit_and_the_damage() -> None:
    play = fence().do("attack red.a blue.p blade", 3, 3, 4)
    assert play.asked == ("guard", "blue.p")
    assert play.legal() == ["answer blue.p no", "answer blue.p foil"]
    assert play.life("blue.p") == 10
    play.do("answer blue.p no", 5)
    assert play.life("blue.p") == 5
    assert play.asked == ("turn", "red.a")


def test_parry_ends_the_chain_and_uses_the_reaction() -> None:
    play = fence().do("attack red.a blue.p blade", 3, 3, 4).do("answer blue.p foil")
    assert play.life("blue.p") == 10
    play.do("move red.a 0,1")
    assert play.asked == ("turn", "red.a")


def test_miss_offers_no_parry_and_rolls_no_damage() -> None:
    play = fence().do("attack red.a blue.p blade", 3, 3, 3)
    assert play.asked == ("turn", "red.a")
    assert [why for why, _ in play.rolls].count("damage") == 0
    assert play.last("missed")["total"] == 9


def test_parry_needs_a_reaction_left() -> None:
    play = scene(".....\n.apb.\n.....", "abp", p={"weapons": ["foil"]})
    play.do("attack red.a blue.p blade", 6, 6, 6).do("answer blue.p foil").do("end red.a")
    play.do("attack red.b blue.p blade", 6, 6, 6, 1)
    assert play.asked == ("turn", "red.b")


def test_invalid_answer_is_refused() -> None:
    play = fence().do("attack red.a blue.p blade", 6, 6, 6)
    assert play.refused("answer blue.p maybe").code == "no-answer"
    assert play.refused("answer red.a yes").code == "not-asked"
    assert play.refused("end red.a").code == "wrong-command"


def test_numbers_stay_those_of_the_declaration() -> None:
    aim = HitRoll(profile(bonus=2))
    assert isinstance(aim.after(7), MissOutcome)
    assert aim.after(8) == Wound(profile(bonus=2))
    hit = HitRoll(profile(**PARRY)).after(18)
    assert isinstance(hit, Decision)
    assert hit.side == "blue"
    assert [branch.answer for branch in hit.branches] == ["no", "foil"]


@pytest.mark.parametrize("assume", ["never", "always"])
@pytest.mark.parametrize("guarded", [{}, PARRY], ids=["open", "guarded"])
def test_chain_has_the_results_of_all_its_faces(assume: str, guarded: dict[str, Any]) -> None:
    start = HitRoll(profile(**guarded, damage="1d4+1", bonus=1))
    outcomes, total = chain_odds(start, (("", assume),))
    counted: Counter[object] = Counter()
    for faces in all_faces(start.dice):
        then = start.after(start.dice.value(faces))
        if isinstance(then, Decision):
            then = then.branches[0 if assume == "never" else -1].then
        if isinstance(then, Chain):
            for more in all_faces(then.dice):
                counted[then.after(then.dice.value(more))] += 1
        else:
            counted[then] += 4
    ways = sum(counted.values())
    assert {outcome: Fraction(weight, total) for outcome, weight in outcomes} == {
        outcome: Fraction(count, ways) for outcome, count in counted.items()
    }


def test_chain_stops_at_an_open_decision() -> None:
    outcomes, total = chain_odds(HitRoll(profile(**PARRY)), (("", "stop"),))
    weights = {type(outcome): weight for outcome, weight in outcomes}
    assert (weights, total) == ({Decision: 135, MissOutcome: 81}, 216)


def test_equal_outcomes_of_different_totals_are_merged() -> None:
    outcomes, _ = chain_odds(HitRoll(profile()), (("", "stop"),))
    kinds = Counter(type(outcome) for outcome, _ in outcomes)
    assert kinds == {MissOutcome: 1, HitOutcome: 6}


def test_battle_can_be_saved_in_the_middle_of_a_chain() -> None:
    play = fence().do("attack red.a blue.p blade", 6, 5, 4)
    battle = play.battle
    other = Battle.restored(battle.book, battle.world.scene.level, battle.snapshot())
    assert other.hash() == battle.hash()
    assert isinstance(other.stop, Decision)
    again = Play(other).do("answer blue.p no", 4)
    assert again.last("damaged")["dice"] == (6, 5, 4, 4)
    assert again.last("hit")["total"] == 15


def test_each_die_is_in_one_rolled_event_and_in_its_consequence() -> None:
    play = fence().do("attack red.a blue.p blade", 6, 5, 4).do("answer blue.p no", 2)
    rolled = [event for event in play.events("rolled") if event["why"] != "initiative"]
    assert [event["dice"] for event in rolled] == [(6, 5, 4), (2,)]
    assert play.last("hit")["dice"] == (6, 5, 4)
    assert play.last("damaged")["dice"] == (6, 5, 4, 2)


def test_dice_of_an_interrupted_chain_are_not_logged_again() -> None:
    play = scene("......\n.apx..\n......", "axp", p={"weapons": ["foil"]})
    play.do("attack red.a blue.p blade", 6, 6, 6).do("concede").do("end red.a")
    play.do("move ochre.x 2,1").do("attack ochre.x red.a blade", 4, 4, 4, 3)
    assert play.last("damaged")["dice"] == (4, 4, 4, 3)


def test_impossible_faces_are_refused_and_change_nothing() -> None:
    battle = scene(FENCE, "ap").battle
    attack = next(c for c in battle.legal() if type(c).__name__ == "Attack")
    battle.apply(attack)
    before = battle.hash()
    for wrong in ((1, 2), (1, 2, 7), (0, 1, 1), (1, 2, 3, 4)):
        with pytest.raises(ValueError, match="3d6"):
            battle.settle(wrong)
    assert isinstance(battle.stop, Roll)
    assert battle.hash() == before
