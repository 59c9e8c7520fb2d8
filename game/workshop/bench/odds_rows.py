"""Rows about exact odds."""

from game.engine.battle import Battle
from game.engine.odds import chain_odds
from game.terms.commands import Command
from game.workshop.bench.bench_battles import DUEL, first_of, lead_to, level_of
from game.workshop.bench.measuring import Bench, BenchRow, Task

POOLS = """format = 1
rulebook = "verdigris"
title = "Eight dice against six"
rounds = 20
[map]
grid = '''
..
'''
legend = { "." = "floor" }
[verdigris]
initiative = 1
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "bailiff"
strength = 4
skills = { melee = 3 }
weapon = "hanger"
at = [0, 0]
[[unit]]
id = "bo"
side = "blue"
kind = "cudgeller"
agility = 6
life = 30
at = [1, 0]
"""
"""Level with a unit that may push a roll of eight dice, and one that dodges with six."""


def attack(bench: Bench) -> tuple[Battle, Command]:
    """Return a battle at an attack with modifiers, with its view already made."""
    book = bench.book("contest")
    battle = Battle.start(book, level_of(book, DUEL))
    lead_to(battle, "combat")
    return battle, first_of(battle, "attack")


def _first(bench: Bench) -> float:
    battle, command = attack(bench)
    return bench.beside(Task(lambda: battle.odds(command), lambda: forget(battle)))


def forget(battle: Battle) -> None:
    """Drop all cached odds, but keep the view."""
    chain_odds.cache_clear()
    battle.forget_odds()


def _again(bench: Bench) -> float:
    battle, command = attack(bench)
    return bench.beside(Task(lambda: battle.odds(command)))


def _pools(bench: Bench) -> float:
    book = bench.book("verdigris")
    battle = Battle.start(book, level_of(book, POOLS))
    lead_to(battle, "turn")
    command = first_of(battle, "attack")
    return bench.beside(Task(lambda: battle.odds(command, "always"), lambda: forget(battle)))


ROWS = (
    BenchRow("odds-first", "odds of one attack with modifiers, uncached", 1, "reach", _first),
    BenchRow("odds-cached", "odds of one attack with modifiers, cached", 0.5, "reach", _again),
    BenchRow("odds-pools", "odds of opposed pools, pushes assumed", 8, "reach", _pools),
)
