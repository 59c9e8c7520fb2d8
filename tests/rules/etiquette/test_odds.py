"""ETI-07, ETI-09, ETI-10, ETI-12: odds of attacks and flights, compared with all rolls."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from game.core.dice import Ranked
from game.engine.chain_odds import chain_odds, check_assume
from game.present.battle_sentences import BattleSentences
from game.rules.etiquette.duels import clash
from game.rules.etiquette.records import Clash, Clashed, DuelTerms
from game.rules.etiquette.schema import Knack
from game.rules.etiquette.win_chance import falls, mean_harm
from game.terms.commands import from_text
from game.terms.records import Entity
from tests.odds_rows import rows_of
from tests.rules.etiquette.ballroom import fight, level, scene, silence
from tests.scenario import Play

NEVER = check_assume("never")
Results = dict[tuple[int, int], Fraction]
"""The losses of defender and attacker, with their probability."""


def by_chain(chain: Clash) -> Results:
    outcomes, total = chain_odds(chain, NEVER)
    found: Results = {}
    for one, weight in outcomes:
        assert isinstance(one, Clashed)
        key = one.harm, one.counter
        found[key] = found.get(key, Fraction(0)) + Fraction(weight, total)
    return found


def by_faces(count: int, against: int, mine: DuelTerms, its: DuelTerms) -> Results:
    """Return the results of every roll of the dice, matched without the engine."""
    found: Results = {}
    for faces in product(range(1, 7), repeat=count + against):
        key = matched(list(faces[:count]), list(faces[count:]), mine, its)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 6 ** (count + against))
    return found


def matched(a: list[int], d: list[int], mine: DuelTerms, its: DuelTerms) -> tuple[int, int]:
    a, d = _as_counted(a, mine, its.cap), _as_counted(d, its, mine.cap)
    beaten = pairs = 0
    while a and d:
        x, y = max(a), max(d)
        a.remove(x)
        d.remove(y)
        pairs += 1
        if x > y or (x == y and mine.ties):
            beaten += 1
    harm = beaten and max(0, beaten + mine.harm - its.ward)
    strikes = not beaten and not mine.safe and (pairs > 1 or its.riposte)
    return harm, (1 + its.sting) if strikes else 0


def _as_counted(faces: list[int], own: DuelTerms, cap: int) -> list[int]:
    found = sorted(faces, reverse=True)
    if cap:
        found = [min(face, cap) for face in found]
    found = [max(face, own.floor) for face in found]
    found[0] += own.high
    found[-1] += own.low
    return found


def any_terms(rng: Random, count: int) -> DuelTerms:
    return DuelTerms(
        dice=f"{count}d6",
        high=rng.choice((0, 0, 1, 2, -1)),
        low=rng.choice((0, 0, 1, -1, 3)),
        floor=rng.choice((0, 0, 2, 4)),
        cap=rng.choice((0, 0, 5, 3)),
        ties=rng.random() < 0.3,
        harm=rng.choice((0, 0, 1, -1)),
        ward=rng.choice((0, 0, 1, 2)),
        safe=rng.random() < 0.2,
        riposte=rng.random() < 0.3,
        sting=rng.choice((0, 0, 1)),
    )


@pytest.mark.rule("ETI-07", "ETI-09", "ETI-10")
@pytest.mark.parametrize("seed", range(60))
def test_odds_of_any_attack_equal_those_of_every_roll(seed: int) -> None:
    rng = Random(f"clash {seed}")
    count, against = rng.choice(((1, 1), (2, 1), (2, 2), (1, 2), (3, 2), (2, 3), (3, 1)))
    mine, its = any_terms(rng, count), any_terms(rng, against)
    chain = Clash(Entity(1), Entity(2), "hands", mine, its, "ETI-07")
    assert by_chain(chain) == by_faces(count, against, mine, its)


CHANCES = [
    # Dice of attacker and defender; number of rolls; number of rolls for each pair of losses
    ("2d6", "1d6", 216, {(1, 0): 125, (0, 0): 91}),
    ("2d6", "2d6", 1296, {(2, 0): 295, (1, 0): 420, (0, 1): 581}),
    ("1d6", "1d6", 36, {(1, 0): 15, (0, 0): 21}),
    ("1d6", "2d6", 216, {(1, 0): 55, (0, 0): 161}),
]


@pytest.mark.rule("ETI-09", "ETI-10")
@pytest.mark.parametrize(("own", "other", "total", "ways"), CHANCES)
def test_odds_of_plain_attacks_are_exact(
    own: str, other: str, total: int, ways: dict[tuple[int, int], int]
) -> None:
    chain = Clash(Entity(1), Entity(2), "hands", DuelTerms(own), DuelTerms(other), "ETI-07")
    assert by_chain(chain) == {key: Fraction(count, total) for key, count in ways.items()}


def told(play: Play, text: str, assume: Any = "stop") -> dict[tuple[int, int], Fraction]:
    odds = play.battle.odds(from_text(text, play.battle.book.commands), assume)
    found: Results = {}
    for chance in odds.outcomes:
        lost = {c["unit"]: c.get("damage", 0) for c in rows_of(chance) if "unit" in c}
        key = lost.get("blue.b", 0), lost.get("red.a", 0)
        found[key] = found.get(key, Fraction(0)) + Fraction(chance.weight, odds.of)
    return found


@pytest.mark.rule("ETI-07")
@pytest.mark.parametrize(("word", "row"), [("one", 0), ("two", 1)])
def test_odds_of_every_choice_of_dice_are_exact(word: str, row: int) -> None:
    _, _, total, ways = CHANCES[row]
    expected = {key: Fraction(count, total) for key, count in ways.items()}
    play = fight()
    assumed = {"one": "never", "two": "always"}[word]
    assert told(play, "attack red.a blue.b", assumed) == expected
    assert told(play, "attack red.a blue.b", {"defend": assumed}) == expected
    play.do("attack red.a blue.b")
    assert told(play, f"{word} blue.b") == expected


def test_choice_of_dice_stays_open_without_an_assumption() -> None:
    play = fight()
    odds = play.battle.odds(from_text("attack red.a blue.b", play.battle.book.commands))
    assert [chance.then for chance in odds.outcomes] == ["defend"]


@pytest.mark.rule("ETI-07")
@pytest.mark.parametrize("assume", ["never", "always"])
def test_attack_on_a_robot_has_no_choice_of_dice(assume: str) -> None:
    play = scene("ar#b").do("move red.a 1,0")
    silence(play).do("engage red.a").do("decline blue.r")
    odds = play.battle.odds(from_text("attack red.a blue.r", play.battle.book.commands), assume)
    hurt = sum(c.weight for c in odds.outcomes if any("damage" in x for x in rows_of(c)))
    assert Fraction(hurt, odds.of) == Fraction(125, 216)


def test_odds_name_their_modifiers() -> None:
    play = fight(a={"hand": ["wax"], "weapon": "cruel"}).do("attack red.a blue.b wax")
    odds = play.battle.odds(from_text("two blue.b", play.battle.book.commands))
    told = [(m.text, m.rule) for m in odds.modifiers]
    assert told == [("to_damage cruel", "ETI-07"), ("attack_highest wax", "ETI-08")]


def test_forecast_says_which_die_a_manner_or_item_changes() -> None:
    play = fight(a={"hand": ["wax"]}, b={"hand": ["cloak"]}).do("attack red.a blue.b wax")
    command = from_text("two blue.b cloak", play.battle.book.commands)
    words = BattleSentences(play.battle.book, {"wax": "Wax", "cloak": "Cloak"})
    told = words.modifiers(play.battle.odds(command).modifiers)
    assert {(one.text, one.value) for one in told} >= {
        ("Wax, to the highest die of the attack", 1),
        ("Cloak, to the damage", -1),
    }


@pytest.mark.rule("ETI-12")
def test_odds_of_a_flight_are_exact() -> None:
    play = fight("ab.......")
    odds = play.battle.odds(from_text("disengage red.a", play.battle.book.commands))
    spaces = {1: 5, 2: 4, 4: 2, 5: 1}
    for margin, ways in spaces.items():
        chance = next(
            c
            for c in odds.outcomes
            if any(change.get("movement") == margin for change in rows_of(c))
        )
        assert (Fraction(chance.weight, odds.of), chance.then) == (Fraction(ways, 36), "flee")
    stays = sum(c.weight for c in odds.outcomes if c.then != "flee")
    assert Fraction(stays, odds.of) == Fraction(21, 36)


@pytest.mark.rule("ETI-12")
def test_odds_of_a_flight_state_its_length_even_if_the_movement_is_unchanged() -> None:
    """Leave red 3 movement, which a flight of 3 tiles doesn't change."""
    play = fight("ab.......", a={"movement": "4"})
    assert play.left("red.a") == 3
    odds = play.battle.odds(from_text("disengage red.a", play.battle.book.commands))
    flights = [one for one in odds.outcomes if one.then == "flee"]
    spaces = {change["movement"]: one.weight for one in flights for change in rows_of(one)}
    assert spaces == {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
    assert [rows_of(one) for one in odds.outcomes if one.then is None] == [()]


def test_odds_of_the_shipped_manners_equal_those_of_every_roll() -> None:
    """Check every pair of manners, both ways, against every roll of the dice."""
    play = fight()
    gear = play.battle.world.scene.level.gear["arms"]
    for one, other in product(gear, repeat=2):
        play = fight(a={"weapon": one, "life": 3}, b={"weapon": other, "life": 3})
        world = play.battle.world
        for count in (1, 2):
            chain = clash(world, play.unit("red.a"), play.unit("blue.b"), count)
            mine, its = chain.attack, chain.defence
            sizes = len(Ranked.like(mine.dice).sides), len(Ranked.like(its.dice).sides)
            assert by_chain(chain) == by_faces(*sizes, mine, its)


def test_mean_damage_in_the_hints_equals_that_of_the_odds() -> None:
    chain = Clash(Entity(1), Entity(2), "hands", DuelTerms("2d6"), DuelTerms("2d6"), "ETI-07")
    harm, counter = mean_harm((falls(chain),))
    assert harm == pytest.approx(1010 / 1296)
    assert counter == pytest.approx(581 / 1296)


def test_knack_without_values_changes_nothing() -> None:
    assert Knack() == Knack("always")
    assert level("ab").rulebook == "etiquette"
