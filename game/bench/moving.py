"""Rows about where a unit can go."""

from game.bench import boards, rival
from game.bench.measuring import Bench, Row, Task
from game.bench.yardstick import BUDGET, SIZE, START
from game.core.paths import reach


def _reach(bench: Bench, percent: int) -> float:
    flat = boards.costs(percent)
    array = rival.as_array([flat[y * SIZE : (y + 1) * SIZE] for y in range(SIZE)])
    grid = boards.grid(percent)
    own = Task(lambda: reach(grid, START, BUDGET).costs)
    return bench.beside(own, Task(lambda: rival.reach(array, START, BUDGET)))


BESIDE = "tcod dijkstra2d on the cropped window, as a mapping"
ROWS = (
    Row(
        *("reach-open", "the engine's reach, budget 8, in the open", 2, BESIDE),
        lambda bench: _reach(bench, 0),
    ),
    Row(
        *("reach-walls", "the engine's reach, budget 8, among 25 % walls", 1, BESIDE),
        lambda bench: _reach(bench, boards.WALLS),
    ),
)
