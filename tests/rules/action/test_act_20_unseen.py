"""ACT-20, ACT-21: attacks on and by unseen units."""

from typing import Any

import pytest

from tests.rules.action.scene import scene
from tests.rules.action.states import lay
from tests.rules.action.test_act_01_surprise import LURKS, hidden_from, unnoticed_by
from tests.rules.action.test_act_11_hiding import ambush

# Attacks on the unseen


@pytest.mark.rule("ACT-20")
def test_attacks_on_unseen_units_have_disadvantage() -> None:
    play = ambush("ap...q", "apq").do("smash red.a 1,0 blade", 6, 6, 6, 6, 3)
    aimed = next(e for e in play.events("rolled") if e["why"] == "attack")
    assert aimed["roll"] == "4d6kl3"
    assert play.life("blue.p") == 7
    assert hidden_from(play, "blue.p") == ()


@pytest.mark.rule("ACT-20")
def test_attacker_that_has_not_noticed_the_target_has_disadvantage() -> None:
    play = scene("ap..b", "abp", hiding=(4, 4, 4), p=LURKS, b={"mind": 3})
    play.do("end red.b").do("end blue.p").do("attack red.a blue.p blade", 1, 1, 1, 1)
    assert play.last("rolled")["roll"] == "4d6kl3"


@pytest.mark.rule("ACT-20")
def test_attack_on_a_wrong_tile_misses_with_the_same_dice() -> None:
    right = ambush("ap...q", "apq").do("smash red.a 1,0 blade", 1, 1, 1, 1)
    wrong = ambush("a.p..q", "apq").do("smash red.a 1,0 blade", 1, 1, 1, 1)
    assert right.events(side="red")[-3:] == wrong.events(side="red")[-3:]
    assert right.told("smash_missed", "at", "rule") == ((1, 0), "ACT-20")
    best = ambush("a.p..q", "apq").do("smash red.a 1,0 blade", 6, 6, 6, 6)
    assert best.told("smash_missed", "unit", "at") == ("red.a", (1, 0))
    assert best.life("blue.p") == 10


@pytest.mark.rule("ACT-20")
def test_conditions_of_an_unseen_target_do_not_show_in_the_dice() -> None:
    play = ambush("ap...q", "apq")
    lay(play, "blue.p", "stunned")
    play.do("smash red.a 1,0 blade", 1, 1, 1, 1)
    assert play.events("rolled", "red")[-1]["roll"] == "4d6kl3"


@pytest.mark.rule("ACT-20")
def test_unseen_units_are_not_asked_to_parry() -> None:
    parries = LURKS | {"weapons": ["buckler"], "rating": 18}
    play = ambush("ap...q", "apq", p=parries).do("smash red.a 1,0 blade", 6, 6, 6, 6, 2)
    assert play.life("blue.p") == 8


@pytest.mark.rule("ACT-20")
def test_unseen_units_cannot_be_targeted_by_name() -> None:
    play = ambush("ap...q", "apq")
    unseen, nobody = (play.refused(f"attack red.a blue.{id} blade") for id in "px")
    assert unseen == nobody.renamed({"blue.x": "blue.p"})


# Attacks by the unseen


@pytest.mark.rule("ACT-21")
def test_hidden_units_attack_with_advantage_and_are_then_known() -> None:
    play = ambush("ap...", "pa").do("attack blue.p red.a blade", 1, 1, 1, 1)
    assert play.last("rolled")["roll"] == "4d6kh3"
    assert (hidden_from(play, "blue.p"), unnoticed_by(play, "blue.p")) == ((), ())
    assert play.told("found", "side", "rule") == ("red", "ACT-21")


@pytest.mark.rule("ACT-21")
def test_next_attack_of_the_same_action_has_no_advantage() -> None:
    play = ambush("ap...", "pa", p=LURKS | {"attacks": 2})
    play.do("attack blue.p red.a blade", 1, 1, 1, 1).do("attack blue.p red.a blade", 1, 1, 1)
    assert play.last("rolled")["roll"] == "3d6"


@pytest.mark.rule("ACT-21")
def test_advantage_applies_only_against_foes_that_have_not_noticed() -> None:
    given: dict[str, Any] = {"hiding": (4, 4, 4), "p": LURKS, "b": {"mind": 3}}
    at_b = scene("apb..", "pab", **given).do("attack blue.p red.b blade", 1, 1, 1)
    assert at_b.last("rolled")["roll"] == "3d6"
    at_a = scene("apb..", "pab", **given).do("attack blue.p red.a blade", 1, 1, 1, 1)
    assert at_a.last("rolled")["roll"] == "4d6kh3"
    assert unnoticed_by(at_a, "blue.p") == ()


@pytest.mark.rule("ACT-21")
def test_attack_on_a_place_reveals_the_attackers_tile() -> None:
    play = scene("a.p..q", "apq", hiding=(4, 4, 4, 4, 4, 4), a=LURKS, p=LURKS)
    assert hidden_from(play, "red.a") == ("blue",)
    play.do("smash red.a 1,0 blade", 1, 1, 1, 1)
    assert hidden_from(play, "red.a") == ()
