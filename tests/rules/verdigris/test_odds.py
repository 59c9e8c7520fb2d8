"""Odds of opposed pools, compared with all rolls, with pushes never, always or left open."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from random import Random

import pytest

from game.engine.chain_odds import chain_odds, check_assume
from game.rules.verdigris.dice_pools import (
    Aim,
    Ambush,
    Bystander,
    DeathsDoorSave,
    InjuryRoll,
    Stray,
    Struck,
    Trial,
    first_roll,
)
from game.terms.agenda import AgendaItem, Chain, Decision
from game.terms.changes import NameFact
from game.terms.odds import Modifier
from game.terms.records import Entity
from tests.commands import command
from tests.odds_rows import rows_of
from tests.rules.verdigris.scene import scene
from tests.rules.verdigris.test_ver_33_gear import HERO, stressed

ASSUMPTIONS = ("stop", "never", "always")


def aims(seed: int) -> Aim:
    """Return an attack with a few dice."""
    rng = Random(f"aim {seed}")
    others = tuple(Bystander(Entity(5 + i), rng.randint(0, 1)) for i in range(rng.randint(0, 2)))
    return Aim(
        unit=Entity(2),
        side="red",
        pool=rng.randint(1, 4),
        stress=rng.randint(0, 2),
        may_push=rng.random() < 0.6,
        purpose="attack",
        source="VER-08",
        parts=(Modifier("strength", 2, "VER-08"),),
        target=Entity(3),
        weapon="blade",
        damage=rng.randint(1, 3),
        bonus=rng.randint(0, 2),
        dodge=rng.randint(0, 3),
        withstand=rng.randint(0, 3),
        crit=rng.randint(1, 3),
        called=rng.choice(("", "", "weak", "trip", "grapple")),
        injures=rng.random() < 0.3,
        down=rng.random() < 0.1,
        others=others if rng.random() < 0.5 else (),
    )


@cache
def enumerated(item: AgendaItem, assume: str) -> dict[AgendaItem, Fraction]:
    """Return the results of all rolls, merging those with equal records."""
    if isinstance(item, Decision) and assume != "stop":
        return enumerated(item.branches[0 if assume == "never" else -1].then, assume)
    if not isinstance(item, Chain):
        return {item: Fraction(1)}
    found: dict[AgendaItem, Fraction] = {}
    sides = item.dice.sides
    for faces in product(*(range(1, most + 1) for most in sides)):
        for outcome, share in enumerated(item.after(item.dice.value(faces)), assume).items():
            found[outcome] = found.get(outcome, Fraction(0)) + share / prod(sides)
    return found


def exact(item: AgendaItem, assume: str) -> dict[AgendaItem, Fraction]:
    outcomes, total = chain_odds(item, check_assume(assume))
    assert sum(weight for _, weight in outcomes) == total
    return {outcome: Fraction(weight, total) for outcome, weight in outcomes}


@pytest.mark.parametrize("assume", ASSUMPTIONS)
@pytest.mark.parametrize("seed", range(25))
def test_odds_of_attacks_with_pushes_criticals_and_strays_are_exact(seed: int, assume: str) -> None:
    chain = first_roll(aims(seed))
    assert exact(chain, assume) == enumerated(chain, assume)


@pytest.mark.parametrize("assume", ASSUMPTIONS)
@pytest.mark.parametrize("counts", [True, False])
def test_odds_of_tests_with_stress_are_exact(counts: bool, assume: str) -> None:
    trial = Trial(
        unit=Entity(2), side="red", pool=2, stress=2, may_push=True, purpose="leave",
        source="VER-12", counts=counts,
    )  # fmt: skip
    assert exact(first_roll(trial), assume) == enumerated(first_roll(trial), assume)


def test_odds_of_saves_ambushes_and_the_injury_table_are_exact() -> None:
    for chain in (
        DeathsDoorSave(Entity(2), 3),
        Ambush(Entity(2), Entity(3), 2, 2, "red"),
        InjuryRoll(Entity(2), "VER-31"),
    ):
        assert exact(chain, "stop") == enumerated(chain, "stop")
    assert len(exact(InjuryRoll(Entity(2), "VER-31"), "stop")) == 36


def test_stray_shot_hits_each_of_the_others_with_equal_chance() -> None:
    aim = Aim(
        unit=Entity(2), side="red", pool=1, purpose="attack", source="VER-08", target=Entity(3),
        weapon="bow", damage=2, bonus=0, dodge=1, withstand=1, crit=4,
        others=tuple(Bystander(Entity(unit), 0) for unit in (4, 5, 6)),
    )  # fmt: skip
    hit: dict[Entity, Fraction] = {}
    for outcome, share in exact(Stray(aim, 0, False), "stop").items():
        assert isinstance(outcome, Struck)
        hit[outcome.victim] = hit.get(outcome.victim, Fraction(0)) + share
    assert hit == dict.fromkeys((4, 5, 6), Fraction(1, 3))


def test_odds_of_a_command_name_their_modifiers_and_add_up() -> None:
    play = scene("ap", a={"hero": True, "wounds": 1, "skills": {"melee": 2}})
    attack = next(c for c in play.battle.legal() if play.text(c).startswith("attack"))
    for assume in ASSUMPTIONS:
        odds = play.battle.odds(attack, assume)
        assert sum(chance.weight for chance in odds.outcomes) == odds.of
        assert {m.text for m in odds.modifiers} >= {"strength", "melee", "dodge_dice"}
    hits = {
        assume: Fraction(
            sum(
                c.weight
                for c in play.battle.odds(attack, assume).outcomes
                if any(change.get("damage") for change in rows_of(c))
            ),
            play.battle.odds(attack, assume).of,
        )
        for assume in ("never", "always")
    }
    assert hits["always"] > hits["never"]


def test_odds_tell_a_lost_wound_as_damage_and_name_its_cause() -> None:
    """Check the life that a stress die costs: the unit gets it back, but heals nothing."""
    play = stressed(scene("ap", a=HERO | {"life": 1}), 1)
    odds = play.battle.odds(command("verdigris", "attack red.a blue.p blade"), "never")
    own = [change for one in odds.outcomes for change in one.changes if change.unit == "red.a"]
    falls = [change for change in own if change.find("wounds")]
    assert falls
    assert {change.amount("damage") for change in falls} == {1}
    assert not any(change.find("healed") for change in own)
    told = [("red.a" if one.unit == play.unit("red.a") else "", one.cause) for one in odds.harms]
    assert sorted(told) == [("", "blade"), ("red.a", "stress")]


def test_odds_of_drawing_a_weapon_name_the_one_that_is_put_away() -> None:
    play = scene("a..p", a={"weapon": "blade", "belt_weapons": ["bow"]})
    (drawn,) = play.battle.odds(command("verdigris", "draw red.a bow"), "stop").outcomes
    (change,) = drawn.changes
    assert [change.find(key) for key in ("weapon", "put_away")] == [
        NameFact("weapon", "bow"),
        NameFact("put_away", "blade"),
    ]
    assert change.find("gains") is change.find("loses") is None
