"""Rows about taking back, which must not depend on how many units there are."""

from collections.abc import Callable
from copy import deepcopy

from game.engine.battle import Battle
from game.workshop.bench.bench_battles import crowded, first_of
from game.workshop.bench.measuring import Bench, BenchRow, Task

MANY, FEW = 24, 6
COPY = "copy.deepcopy of the components"
SAME = "the same with 6 units"


def copied(battle: Battle) -> Task:
    """A copy of all the components there are."""
    components = battle.world.dump()
    return Task(lambda: deepcopy(components))


def undone(battle: Battle) -> Task:
    """A walk is taken back."""
    command = first_of(battle, "move")
    return Task(lambda: battle.undo(agreed=True), lambda: battle.apply(command))


def done_and_undone(battle: Battle) -> Task:
    """A walk is done and taken back."""
    command = first_of(battle, "move")

    def both() -> None:
        battle.apply(command)
        battle.undo(agreed=True)

    return Task(both)


def _faster(task: Callable[[Battle], Task]) -> Callable[[Bench], float]:
    def measure(bench: Bench) -> float:
        battle = crowded(bench, MANY)
        return bench.beside(copied(battle), task(battle))

    return measure


def _flat(task: Callable[[Battle], Task]) -> Callable[[Bench], float]:
    def measure(bench: Bench) -> float:
        return bench.beside(task(crowded(bench, MANY)), task(crowded(bench, FEW)))

    return measure


ROWS = (
    BenchRow(
        *("undo", "undo of one command, 24 units: so many times faster", 100, COPY),
        _faster(undone),
        is_least=True,
    ),
    BenchRow(
        *("command-undo", "a command and its undo, 24 units: so many times faster", 10, COPY),
        _faster(done_and_undone),
        is_least=True,
    ),
    BenchRow("undo-flat", "undo of one command, 24 units", 1.5, SAME, _flat(undone)),
    BenchRow("command-flat", "a command and its undo, 24 units", 1.5, SAME, _flat(done_and_undone)),
)
