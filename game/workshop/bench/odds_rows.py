"""Rows that measure exact odds."""

from itertools import count

from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.engine.chain_odds import chain_odds
from game.present.answer_sheet import MOMENTS, PARTS
from game.terms.commands import Command
from game.terms.odds import Unfinished
from game.workshop.bench.bench_battles import DUEL, first_of, lead_to, level_of
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured, Task

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
"""A level with a unit that may push a roll of eight dice, and a foe that dodges with six."""

WIDE, MANY = "bell_yard", 10
"""A level with moves whose odds take long to find, and the minimum number of steps for them."""


def attack(bench: Bench) -> tuple[Battle, Command]:
    """Return a battle before an attack with modifiers, and the attack."""
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


def _step(bench: Bench) -> float:
    """Measure one frame's part of a search for odds that takes many frames."""
    bench.book("verdigris")
    level = load_level(find_level(WIDE), bench.books)
    battle = Battle.start(bench.book(level.rulebook), level)
    lead_to(battle, "turn")
    tried = ((command, _steps(battle, command)) for command in battle.legal())
    found = next((one for one in tried if one[1] >= MANY), None)
    if found is None:
        raise NotMeasured(f"no odds of {WIDE!r} take {MANY} steps")
    command, steps = found
    return bench.beside(Task(lambda: _steps(battle, command), lambda: forget(battle), steps))


def _steps(battle: Battle, command: Command) -> int:
    """Find the odds of a command step by step, and return the number of steps."""
    for steps in count(1):
        try:
            battle.odds(command, "always", MOMENTS * PARTS)
        except Unfinished:
            continue
        return steps
    raise AssertionError("a search ends")


ROWS = (
    BenchRow("odds-first", "odds of one attack with modifiers, uncached", 1, "reach", _first),
    BenchRow("odds-cached", "odds of one attack with modifiers, cached", 0.5, "reach", _again),
    BenchRow("odds-pools", "odds of opposed pools, pushes assumed", 8, "reach", _pools),
    BenchRow("odds-step", "one frame's share of a move's odds, Verdigris", 100, "reach", _step),
)
