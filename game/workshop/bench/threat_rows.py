"""Rows that measure the threat display."""

from collections.abc import Callable
from functools import partial

from game.ai.situation import foes_of
from game.ai.threat_display import threat_by, threats_of
from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.terms.agenda import Ask
from game.workshop.bench.bench_battles import first_of, lead_to
from game.workshop.bench.measuring import Bench, BenchRow, Task, seconds
from game.world import World

LEVEL = "toll_bar"
"""A level with archers behind arrow slits, and foes all over the map."""

Renew = Callable[[], World]


def _watched(bench: Bench) -> tuple[Battle, str, Renew]:
    """Return a battle, the side that is asked, and a function for its view after another command.

    The function keeps the map's cached results and drops those that depend on units, as a foe's
    move would.
    """
    book = bench.book("action")
    battle = Battle.start(book, load_level(find_level(LEVEL), bench.books))
    lead_to(battle, "turn")
    assert isinstance(battle.stop, Ask)
    side, command = battle.stop.side, first_of(battle, "move")

    def renew() -> World:
        battle.apply(command)
        battle.undo(agreed=True)
        return battle.view(side).world

    return battle, side, renew


def _all(bench: Bench) -> float:
    battle, side, renew = _watched(bench)
    renew()
    return bench.beside(Task(partial(threats_of, battle, side), renew))


def _one(bench: Bench) -> float:
    """Measure the foe whose threat takes longest to find."""
    battle, side, renew = _watched(bench)
    foes = [battle.id_of(foe) for foe in foes_of(renew(), side)]
    tasks = [Task(partial(threat_by, battle, side, foe), renew) for foe in foes]
    return bench.beside(max(tasks, key=lambda task: min(seconds(task, 1) for _ in range(5))))


ROWS = (
    BenchRow("threat", "threats of one foe after a command", 20, "reach", _one),
    BenchRow("threats", "threats of all foes after a command", 80, "reach", _all),
)
