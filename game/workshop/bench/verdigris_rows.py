"""Rows of the rulebook Verdigris."""

from game.engine.battle import Battle
from game.workshop.bench.bench_battles import first_of, lead_to, level_of
from game.workshop.bench.measuring import Bench, BenchRow, Task
from game.workshop.bench.odds_rows import forget

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


def _pools(bench: Bench) -> float:
    book = bench.book("verdigris")
    battle = Battle.start(book, level_of(book, POOLS))
    lead_to(battle, "turn")
    command = first_of(battle, "attack")
    return bench.beside(Task(lambda: battle.odds(command, "always"), lambda: forget(battle)))


ROWS = (BenchRow("odds-pools", "odds of opposed pools, pushes assumed", 8, "reach", _pools),)
