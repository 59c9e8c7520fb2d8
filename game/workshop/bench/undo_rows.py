"""Rows that measure undo. Its time must not depend on the number of units."""

from collections.abc import Callable
from copy import deepcopy

from game.engine.battle import Battle
from game.workshop.bench.bench_battles import crowded, first_of
from game.workshop.bench.measuring import Bench, BenchRow, Task

MANY, FEW = 24, 6
COPY = "copy.deepcopy of the components"
SAME = "the same with 6 units"


def copied(battle: Battle) -> Task:
    """Return the task of copying all components."""
    components = battle.world.dump()
    return Task(lambda: deepcopy(components))


def undone(battle: Battle) -> Task:
    """Return the task of undoing a move."""
    command = first_of(battle, "move")
    return Task(lambda: battle.undo(agreed=True), lambda: battle.apply(command))


def done_and_undone(battle: Battle) -> Task:
    """Return the task of making a move and undoing it."""
    command = first_of(battle, "move")

    def both() -> None:
        """Make the move and undo it."""
        battle.apply(command)
        battle.undo(agreed=True)

    return Task(both)


def _faster(task: Callable[[Battle], Task]) -> Callable[[Bench], float]:
    def measure(bench: Bench) -> float:
        """Return the time to copy all components, as a multiple of the task's time."""
        battle = crowded(bench, MANY)
        return bench.beside(copied(battle), task(battle))

    return measure


def _flat(task: Callable[[Battle], Task]) -> Callable[[Bench], float]:
    def measure(bench: Bench) -> float:
        """Return the task's time among many units, as a multiple of its time among few."""
        return bench.beside(task(crowded(bench, MANY)), task(crowded(bench, FEW)))

    return measure


ROWS = (
    BenchRow(
        *("undo", "undo of one command, 24 units: times as fast", 100, COPY),
        _faster(undone),
        is_least=True,
    ),
    BenchRow(
        *("command-undo", "a command and its undo, 24 units: times as fast", 10, COPY),
        _faster(done_and_undone),
        is_least=True,
    ),
    BenchRow("undo-flat", "undo of one command, 24 units", 1.5, SAME, _flat(undone)),
    BenchRow("command-flat", "a command and its undo, 24 units", 1.5, SAME, _flat(done_and_undone)),
)
