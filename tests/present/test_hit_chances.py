"""Forecasts of attacks name each roll, and separate the chance to hit from the damage."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from game.play.opening import Options
from game.play.players import outside
from game.present.window_battle import WindowBattle
from game.rules.registry import find_books
from game.terms.commands import target_of, verb
from game.terms.odds import Modifier, Odds, OddsRoll
from tests.playing_on import play_on

BOOKS = find_books().books
ROLLS = {
    "toll_bar": {"attack", "damage", "save"},
    "taproom": {"damage"},
    "masked_ball": {"attack", "defence"},
    "ossuary": {"attack"},
    "the_capture": {"attack", "dodge", "damage", "withstand", "injury"},
}
"""The rolls that attacks name, by a level of each rulebook."""
MISSES = "toll_bar", "ossuary", "the_capture"
"""Levels of rulebooks in which attacks can miss."""
QUESTIONS, ATTACKS = 250, 12


def attacks(level: str, folder: Path) -> list[Odds]:
    """Return the odds of attacks in a battle with random answers, preferably attacks."""
    sitting = WindowBattle.open(Options(level=level, seed="4"), BOOKS, folder, print, outside)
    rng, found = Random(3), list[Odds]()
    try:
        for _ in range(QUESTIONS):
            play_on(sitting)
            question = sitting.question()
            if question is None or len(found) >= ATTACKS:
                break
            able = [one for one in question.choices if one.verb == "attack"]
            for one in able[:3]:
                odds = sitting.odds(one.command, "always" if level == "masked_ball" else "stop")
                found += [odds] if odds is not None else []
            keen = [one for one in question.choices if one.verb == "engage"]
            told = rng.choice(able or keen or question.choices)
            sitting.answer(told.command)
    finally:
        sitting.close()
    return found


@pytest.mark.parametrize("level", ROLLS)
def test_attacks_name_their_rolls(level: str, tmp_path: Path) -> None:
    found = attacks(level, tmp_path)
    assert len(found) >= 3
    named = {roll.why for odds in found for roll in odds.rolls}
    assert named == ROLLS[level]
    assert all(odds.rolls and verb(odds.command) == "attack" for odds in found)
    assert all(roll.dice for odds in found for roll in odds.rolls)


@pytest.mark.parametrize("level", MISSES)
def test_chance_to_hit_is_at_least_the_chance_of_damage(level: str, tmp_path: Path) -> None:
    told = 0
    for odds in attacks(level, tmp_path):
        hits = [roll.chance for roll in odds.rolls if roll.why == "attack"]
        target = target_of(odds.command)
        if len(hits) != 1 or hits[0] is None or any(one.then for one in odds.outcomes):
            continue
        hurt = sum(
            one.weight
            for one in odds.outcomes
            if any(change.unit == target and change.amount("damage") for change in one.changes)
        )
        harmed, hit = Fraction(hurt, odds.of), Fraction(*hits[0])
        assert harmed <= hit
        if level != "the_capture":
            assert harmed == hit
        told += 1
    assert told


def test_chance_counts_modifiers_and_the_dice_against_it() -> None:
    three = (Modifier("agility", 3),)
    assert OddsRoll("attack", "1d6", three, 8).success() == (2, 6)
    assert OddsRoll("attack", "1d6s", needed=1).success() == (1, 6)
    assert OddsRoll("attack", "1d6s", needed=1, against="1d6s").success() == (5, 36)
    assert OddsRoll("damage", "1d6").success() is None
