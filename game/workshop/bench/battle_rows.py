"""Rows that measure whole turns and whole battles."""

import gc
from collections.abc import Callable
from pathlib import Path

from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.terms.events import TurnStarted
from game.workshop.bench.bench_battles import BRAWL, level_of, play
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured, Task
from game.workshop.trial_battles import play_trial

COMMANDS = 240
"""Number of random commands to time: enough that their choice hardly affects the ratio."""
WARM = 50
"""Number of battles after which memory must stop growing."""

STATM = Path("/proc/self/statm")


def turns(
    battle: Battle, go_on: Callable[[Battle, int], None] = play, commands: int = COMMANDS
) -> Task:
    """Return the task of playing commands from the battle's current state, timed per turn."""

    def run() -> None:
        """Play the commands."""
        go_on(battle, commands)

    def back() -> None:
        """Undo the commands."""
        battle.undo(agreed=True, commands=len(battle.history))

    before = len(battle.told())
    run()
    told = battle.told()[before:]
    return Task(run, back, max(1, sum(isinstance(one.event, TurnStarted) for one in told)))


def _turn(bench: Bench) -> float:
    book = bench.book("contest")
    battle = Battle.start(book, level_of(book, BRAWL))
    play(battle, 1)
    return bench.beside(turns(battle))


def resident() -> int:
    """Return this process's memory in pages. Raise NotMeasured if the system doesn't report it."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1])
    except OSError as fault:
        raise NotMeasured("this system doesn't report the memory of a process") from fault


def _battles(bench: Bench) -> float:
    resident()
    book, warm = bench.book("contest"), min(WARM, bench.effort.battles // 2)
    level = load_level(find_level("yard"), bench.books)
    for seed in range(warm):
        play_trial(book, level, seed)
    gc.collect()
    before = resident()
    for seed in range(warm, bench.effort.battles):
        play_trial(book, level, seed)
    gc.collect()
    return resident() / before


def _suite(bench: Bench) -> float:
    raise NotMeasured("a note: the default tests take at most 5 minutes on two cores")


ROWS = (
    BenchRow("turn", "one unit's turn of random play, Contest", 15, "reach", _turn),
    BenchRow(
        "battles",
        "memory after 1,000 battles (150 with --quick)",
        1.05,
        "the same after the first 50",
        _battles,
    ),
    BenchRow("suite", "the default test suite", 1, "5 minutes on two cores", _suite),
)
