"""Rows about exact odds."""

from game.engine.battle import Battle
from game.engine.odds import chain_odds
from game.terms.commands import Command
from game.workshop.bench.bench_battles import DUEL, first_of, lead_to, level_of
from game.workshop.bench.measuring import Bench, BenchRow, Task


def attack(bench: Bench) -> tuple[Battle, Command]:
    """A fight at the moment of an attack that has modifiers; its view is made already."""
    book = bench.book("contest")
    battle = Battle.start(book, level_of(book, DUEL))
    lead_to(battle, "combat")
    return battle, first_of(battle, "attack")


def _first(bench: Bench) -> float:
    battle, command = attack(bench)
    return bench.beside(Task(lambda: battle.odds(command), lambda: forget(battle)))


def forget(battle: Battle) -> None:
    """Drops all odds that are kept, but not the view they are found on."""
    chain_odds.cache_clear()
    battle.forget_odds()


def _again(bench: Bench) -> float:
    battle, command = attack(bench)
    return bench.beside(Task(lambda: battle.odds(command)))


ROWS = (
    BenchRow("odds-first", "odds of one attack with modifiers, uncached", 1, "reach", _first),
    BenchRow("odds-cached", "odds of one attack with modifiers, cached", 0.5, "reach", _again),
)
