"""Rows about exact odds."""

from game.engine.battle import Battle
from game.engine.odds import chain_odds
from game.terms.commands import Command
from game.workshop.bench.bench_battles import DUEL, first_of, lead_to, level_of
from game.workshop.bench.measuring import Bench, BenchRow, Task


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


ROWS = (
    BenchRow("odds-first", "odds of one attack with modifiers, uncached", 1, "reach", _first),
    BenchRow("odds-cached", "odds of one attack with modifiers, cached", 0.5, "reach", _again),
)
