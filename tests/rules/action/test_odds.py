"""The odds of attacks, compared with all rolls, with a convolution, and on each level."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.components.unit import Name, Position
from game.content.levels import all_levels, load_level
from game.core.dice import Dice
from game.engine.battle import Battle
from game.engine.chain_odds import chain_odds, check_assume
from game.rules.action.book import BOOK
from game.rules.action.combat import attack_numbers
from game.rules.action.records import AttackProfile, HitGuard, HitOutcome, HitRoll, MissOutcome
from game.rules.action.units.figures import ready_weapons
from game.terms.agenda import AgendaItem, Chain, Decision, Roll
from game.terms.records import Entity

CHECKS = ("3d6", "4d6kh3", "4d6kl3")
FEW = ("1d4", "1d6", "1d8+1", "2d6", "1d4+1d6", "2", "2d4kh1")
MANY = ("4d6", "3d8+2d4", "6d6+3", "5d4+1d10")

Found = dict[tuple[str, int], Fraction]


def any_attack(damage: tuple[str, ...]) -> st.SearchStrategy[AttackProfile]:
    """Return attacks with any numbers, some with guards that can turn the hit aside."""
    guards = st.lists(st.builds(HitGuard, st.sampled_from("xyz"), st.integers(1, 6)), max_size=2)
    return st.builds(
        AttackProfile,
        attacker=st.just(1),
        target=st.just(2),
        at=st.just((0, 0)),
        source=st.just("arms"),
        weapon=st.just("blade"),
        roll=st.sampled_from(CHECKS),
        bonus=st.integers(-6, 10),
        needed=st.one_of(st.none(), st.integers(0, 28)),
        damage=st.one_of(st.none(), st.sampled_from(damage)),
        added=st.integers(-3, 5),
        least=st.integers(0, 2),
        factor=st.sampled_from(("full", "half", "double")),
        guards=guards.map(tuple),
        guard_side=st.just("blue"),
    )


def read(profile: AttackProfile, assume: str) -> Found:
    """Return the engine's results: the ending and damage of the attack, with their probability."""
    outcomes, total = chain_odds(HitRoll(profile), check_assume(assume))
    found: Counter[tuple[str, int]] = Counter()
    for outcome, weight in outcomes:
        found[ending(outcome)] += weight
    return {key: Fraction(weight, total) for key, weight in found.items()}


def ending(outcome: AgendaItem) -> tuple[str, int]:
    """Return an attack's ending, and its damage."""
    if isinstance(outcome, HitOutcome):
        return "hit", outcome.dealt
    if isinstance(outcome, MissOutcome):
        return ("turned" if outcome.guard else "missed"), 0
    assert isinstance(outcome, Decision)
    return "asked", 0


# All rolls


def by_faces(item: AgendaItem, assume: str) -> Iterator[tuple[tuple[str, int], Fraction]]:
    """Run the chain with all rolls of its dice, each equally likely."""
    if isinstance(item, Decision) and assume != "stop":
        yield from by_faces(item.branches[0 if assume == "never" else -1].then, assume)
    elif isinstance(item, Chain):
        ways = list(product(*(range(1, sides + 1) for sides in item.dice.sides)))
        for faces in ways:
            for key, chance in by_faces(item.after(item.dice.value(faces)), assume):
                yield key, chance / len(ways)
    else:
        yield ending(item), Fraction(1)


@settings(max_examples=40, deadline=None)
@given(any_attack(FEW), st.sampled_from(("stop", "never", "always")))
def test_odds_of_up_to_six_dice_equal_all_rolls(profile: AttackProfile, assume: str) -> None:
    found: Found = {}
    for key, chance in by_faces(HitRoll(profile), assume):
        found[key] = found.get(key, Fraction(0)) + chance
    assert read(profile, assume) == found


# The tests' own convolution


@lru_cache(maxsize=500)
def summed(expr: str) -> dict[int, Fraction]:
    """Return the distribution of dice that are all kept, by adding one die after another."""
    total = {0: Fraction(1)}
    for term in expr.replace("-", "+-").split("+"):
        if "d" not in term:
            total = {value + int(term): chance for value, chance in total.items()}
            continue
        count, sides = map(int, term.split("d"))
        for _ in range(count):
            rolled: dict[int, Fraction] = {}
            for value, chance in total.items():
                for face in range(1, sides + 1):
                    more = rolled.get(value + face, Fraction(0))
                    rolled[value + face] = more + chance / sides
            total = rolled
    return total


@lru_cache(maxsize=10)
def checked(expr: str) -> dict[int, Fraction]:
    """Return the distribution of a check: three dice, or the best or worst three of four."""
    if expr == "3d6":
        return summed(expr)
    found: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=4):
        ordered = sorted(faces, reverse=expr.endswith("kh3"))
        found[sum(ordered[:3])] += 1
    return {value: Fraction(count, 6**4) for value, count in found.items()}


def convolved(profile: AttackProfile) -> Found:
    """Return the results of an attack without guards, computed without the engine."""
    needed = profile.needed
    reached = [c for v, c in checked(profile.roll).items() if _hits(v + profile.bonus, needed)]
    hits = sum(reached, Fraction(0))
    found: Found = {("missed", 0): 1 - hits} if hits < 1 else {}
    dice = summed(profile.damage) if profile.damage is not None else {0: Fraction(1)}
    for value, chance in dice.items() if hits else ():
        dealt = max(profile.least, value + profile.added, 0) if profile.damage is not None else 0
        dealt = {"full": dealt, "half": dealt // 2, "double": 2 * dealt}[profile.factor]
        found["hit", dealt] = found.get(("hit", dealt), Fraction(0)) + hits * chance
    return found


def _hits(total: int, needed: int | None) -> bool:
    return needed is not None and total >= needed


@settings(max_examples=80, deadline=None)
@given(any_attack(MANY))
def test_odds_of_more_dice_equal_a_convolution(profile: AttackProfile) -> None:
    assert read(profile, "never") == convolved(profile)


# Units of the levels


def action_levels() -> list[Any]:
    return [found for found in all_levels() if found.rulebook == "action"]


def duels(battle: Battle) -> Iterator[tuple[Entity, Entity, str]]:
    """Return one attacker and one target for each attacking kind, weapon and target kind."""
    world, met = battle.world, set[tuple[str, str, str]]()
    there = world.ids(Position)
    for unit, target in product(there, there):
        for arms in ready_weapons(world, unit) if unit != target else ():
            key = world.get(unit, Name).kind, arms, world.get(target, Name).kind
            if key not in met:
                met.add(key)
                yield unit, target, arms


@pytest.mark.parametrize("found", action_levels(), ids=lambda found: found.id)
def test_odds_are_exact_for_every_kind_and_weapon_against_every_kind(found: Any) -> None:
    battle = Battle.start(BOOK, load_level(found.path, {"action": BOOK}))
    while isinstance(battle.stop, Roll):
        battle.settle(tuple(1 + n % sides for n, sides in enumerate(battle.stop.dice.sides)))
    count = 0
    for unit, target, arms in duels(battle):
        stand = battle.world.get(target, Position)
        profile = attack_numbers.arms_profile(battle.world, unit, target, stand, arms)
        assert read(profile, "never") == convolved(profile)
        assert sum(read(profile, "stop").values()) == 1
        count += 1
    assert count > 10


def test_rulebooks_dice_equal_those_convolved_here() -> None:
    for expr in CHECKS:
        dist = Dice.of(expr).dist()
        assert checked(expr) == {v: Fraction(w, dist.total) for v, w in dist.weights}
