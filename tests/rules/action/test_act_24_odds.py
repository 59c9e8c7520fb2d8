"""The odds of moving past foes, each of which attacks separately (ACT-24)."""

from typing import Any

import pytest

from game.terms.commands import from_text
from game.terms.odds import Odds
from tests.odds_rows import rows_of
from tests.rules.action.scene import scene
from tests.rules.action.search import read, searched
from tests.rules.action.states import lay
from tests.scenario import Play

KNIFE: dict[str, Any] = {"weapons": ["dirk"]}
PIN = {"arms": {"pin": {"title": "Pin", "about": "x", "kind": "melee", "damage": "1d2",
                        "type": "piercing"}}}  # fmt: skip
STRIKERS: dict[str, Any] = {letter: {"weapons": ["pin"]} for letter in "pqr"}
ASSUMPTIONS = ("stop", "never", "always")
THREE = ".pqr.\n..a..\n....."
"""A drawing in which one step down leaves the reach of three foes."""


def odds_of(play: Play, text: str, assume: Any) -> Odds:
    return play.battle.odds(from_text(text, play.book.commands), assume)


def agrees(play: Play, text: str, assume: str) -> None:
    command = from_text(text, play.book.commands)
    before = play.battle.hash()
    assert read(odds_of(play, text, assume)) == searched(play.battle, command, assume)
    assert play.battle.hash() == before


@pytest.mark.rule("ACT-24")
@pytest.mark.parametrize("assume", ASSUMPTIONS)
def test_odds_of_three_attackers_at_one_step_are_exact(assume: str) -> None:
    agrees(scene(THREE, gear=PIN, a={"life": 3}, **STRIKERS), "move red.a 2,2 3,2", assume)


@pytest.mark.rule("ACT-24")
@pytest.mark.parametrize("assume", ASSUMPTIONS)
def test_odds_of_attackers_along_the_path_with_a_parry_are_exact(assume: str) -> None:
    parrying = {"life": 2, "weapons": ["buckler"]}
    play = scene("p..q..\n.a....\n......", a=parrying, p=KNIFE, q=KNIFE)
    agrees(play, "move red.a 2,1 3,1 4,1 5,1", assume)


@pytest.mark.rule("ACT-24")
@pytest.mark.parametrize("assume", ASSUMPTIONS)
def test_odds_of_a_path_over_hazards_past_foes_are_exact(assume: str) -> None:
    play = scene(".p...\n.a^^.\n.....", a={"life": 3}, p=KNIFE)
    agrees(play, "move red.a 2,1 3,1 4,1", assume)


@pytest.mark.rule("ACT-24")
def test_two_attackers_both_count() -> None:
    play = scene("pq.\n.a.\n...", p=KNIFE, q=KNIFE)
    both = odds_of(play, "move red.a 2,2", "always")
    hurt = {c["damage"] for o in both.outcomes for c in rows_of(o) if c["unit"] == "red.a"
            and "damage" in c}  # fmt: skip
    assert hurt == set(range(1, 9))
    used = [c["unit"] for c in rows_of(both.outcomes[0]) if c.get("reaction") is False]
    assert used == ["blue.p", "blue.q"]


@pytest.mark.rule("ACT-24")
def test_hidden_attacker_is_not_in_the_odds() -> None:
    play = scene("pq.\n.a.\n...", p=KNIFE, q=KNIFE)
    lay(play, "red.a", "invisible")
    assert [c.then for c in odds_of(play, "move red.a 2,2", "stop").outcomes] == [None]


@pytest.mark.rule("ACT-17")
def test_odds_of_an_opportunity_attack_equal_those_of_one_attack() -> None:
    """Leave the mover in place in these odds, because the attacker doesn't know its path."""
    play = scene(".pa..\n.....", p=KNIFE | {"attacks": 2}).do("move red.a 3,0 4,0")
    for assume in ASSUMPTIONS:
        command = from_text("react blue.p dirk", play.book.commands)
        found = read(odds_of(play, "react blue.p dirk", assume))
        assert found == searched(play.battle.view("blue"), command, assume)


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize("until", ["", " hit"])
def test_odds_of_a_move_past_attackers_lead_to_its_end(until: str) -> None:
    play = scene("p..q..\n.a....\n......", a={"life": 3}, p=KNIFE, q=KNIFE)
    walk = f"move red.a 2,1 3,1 4,1 5,1{until}"
    agrees(play, walk, "always")
    found = odds_of(play, walk, "always")
    ends = {tuple(c["at"]) for one in found.outcomes for c in rows_of(one) if "at" in c}
    assert ends == ({(5, 1), (4, 1)} if until else {(5, 1)})
