"""Odds of Guard's rolls, compared with all rolls through the resolving code."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.dice import Dice
from game.engine.chain_odds import chain_odds, check_assume
from game.rules.guard.monsters import ward
from game.rules.guard.records import (
    Crept,
    Parley,
    Sneaker,
    SneakRolls,
    Swing,
    SwingResult,
    Ward,
    Warded,
)
from game.rules.guard.views import hit_chance
from game.terms.agenda import AgendaItem, Chain
from game.terms.odds import Modifier
from game.terms.records import Entity
from tests.odds_rows import rows_of
from tests.rules.guard.crawl import fight, meet, neutral
from tests.scenario import Play

STOP = check_assume("stop")
DICE = st.sampled_from(["d4", "d6", "d8", "2d4", "2d6kh1", "1d6+1", "d10"])
BONUS = st.integers(-3, 4)


def by_faces(chain: AgendaItem) -> dict[AgendaItem, Fraction]:
    """Return the results of a chain for all rolls of its dice, one roll after another."""
    found: Counter[tuple[AgendaItem, Fraction]] = Counter()
    ends: dict[AgendaItem, Fraction] = {}
    found[chain, Fraction(1)] += 1
    while found:
        (one, weight), times = found.popitem()
        if not isinstance(one, Chain):
            ends[one] = ends.get(one, Fraction(0)) + weight * times
            continue
        falls = list(product(*(range(1, most + 1) for most in one.dice.sides)))
        for faces in falls:
            found[one.after(one.dice.value(faces)), weight / len(falls)] += times
    return ends


def exact(chain: AgendaItem) -> dict[AgendaItem, Fraction]:
    """Return the same results from the odds that players see."""
    outcomes, total = chain_odds(chain, STOP)
    return {one: Fraction(weight, total) for one, weight in outcomes}


@given(DICE, BONUS, st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_odds_of_an_attack_are_exact(dice: str, bonus: int, needed: int) -> None:
    swing = Swing(dice, "attack", Entity(2), "GUA-06", Entity(3), "stick", bonus, needed, "melee")
    assert exact(swing) == by_faces(swing)
    for one in exact(swing):
        assert isinstance(one, SwingResult)
        assert one.hits == _hits(one.total, needed)


def _hits(total: int, needed: int) -> int:
    """Return the number of hits: the multiples of the defence in a roll that beats it (GUA-06)."""
    hits = 0
    while total > needed and (hits + 1) * needed <= total:
        hits += 1
    return hits


@given(DICE, BONUS, st.integers(1, 8), st.sampled_from(["1", "2", "1d4", "2d4"]), BONUS)
@settings(max_examples=60, deadline=None)
def test_odds_of_a_monsters_attack_are_exact(
    dice: str, bonus: int, needed: int, damage: str, more: int
) -> None:
    one = Ward(dice, "dodge", Entity(2), "GUA-15", Entity(3), bonus, needed, damage, more)
    assert exact(one) == by_faces(one)
    for end in exact(one):
        assert isinstance(end, Warded)
        assert (end.damage is None) == (end.total > needed)
    dodged = sum(w for end, w in exact(one).items() if getattr(end, "damage", 0) is None)
    falls = list(product(*(range(1, most + 1) for most in Dice.of(dice).sides)))
    over = sum(Dice.of(dice).value(faces) + bonus > needed for faces in falls)
    assert dodged == Fraction(over, len(falls))


@given(st.lists(st.tuples(st.sampled_from(["d4", "d6", "d8"]), BONUS), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None)
def test_odds_of_sneaking_are_exact(party: list[tuple[str, int]]) -> None:
    who = tuple(
        Sneaker(Entity(unit), dice, (Modifier("quiet", bonus, "GUA-12"),))
        for unit, (dice, bonus) in enumerate(party)
    )
    creep = SneakRolls(who)
    assert exact(creep) == by_faces(creep)
    assert all(isinstance(end, Crept) for end in exact(creep))


@given(BONUS, st.lists(st.integers(2, 12), min_size=3, max_size=3).map(sorted))
@settings(max_examples=40, deadline=None)
def test_odds_of_talking_are_exact(bonus: int, bounds: list[int]) -> None:
    one = Parley(
        "2d6", "reaction", Entity(2), "GUA-02", Entity(2), bonus, (bounds[0], bounds[1], bounds[2])
    )
    assert exact(one) == by_faces(one)


# By playing the attack, and not only from the chain


def played(start: Play, text: str, dice: Iterable[int]) -> Counter[tuple[int, bool]]:
    """Return, over all faces, the dead in blue.p after the attack, and whether all of them are."""
    found: Counter[tuple[int, bool]] = Counter()
    for face in dice:
        battle = start.battle.clone()
        play = Play(battle)
        command = next(c for c in battle.legal() if play.text(c) == text)
        battle.apply(command)
        battle.settle((face,))
        lost = 4 - play.life("blue.p")
        found[lost, play.is_dead("blue.p")] += 1
    return found


@pytest.mark.parametrize("stance", ["aggressive", "neutral", "defensive"])
@pytest.mark.parametrize("defence", [1, 2, 3, 5])
def test_odds_of_an_attack_equal_those_of_playing_it(stance: str, defence: int) -> None:
    units: dict[str, Any] = {"a": {"vigor": "d8"}, "p": {"number": 4, "defence": defence}}
    play = meet(".|ab|pq|.", **units).do("fight red.a").do(f"stand red.a {stance}")
    neutral(play).do("pick red.a")
    text = "attack red.a blue.p stick"
    command = next(c for c in play.battle.legal() if play.text(c) == text)
    odds = play.battle.odds(command)
    shown: dict[tuple[int, bool], Fraction] = {}
    for one in odds.outcomes:
        change = next((c for c in rows_of(one) if c.get("unit") == "blue.p"), {})
        key = int(change.get("damage", 0)), bool(change.get("dies"))
        shown[key] = shown.get(key, Fraction(0)) + Fraction(one.weight, odds.of)
    counted = played(play, text, range(1, 9))
    assert shown == {key: Fraction(count, 8) for key, count in counted.items()}


@pytest.mark.parametrize("armour", [0, 1, 3])
def test_chance_of_a_monster_equals_that_of_playing_it(armour: int) -> None:
    hits = 0
    for face in range(1, 7):
        play = fight(".|a|p|.", a={"armour": armour}, p={"number": 1})
        world = play.battle.world
        found = hit_chance(world, play.unit("blue.p"), play.unit("red.a"))
        assert ward(world, play.unit("blue.p"), play.unit("red.a")).bonus == armour
        play.do("end red.a", face)
        hits += play.life("red.a") < 10
    assert Fraction(*found) == Fraction(hits, 6)
