"""Rows about reachable tiles."""

from game.core.paths import reach
from game.workshop.bench import bench_maps, tcod_search
from game.workshop.bench.measuring import Bench, BenchRow, Task
from game.workshop.bench.yardstick import BUDGET, SIZE, START


def _reach(bench: Bench, percent: int) -> float:
    flat = bench_maps.costs(percent)
    array = tcod_search.as_array([flat[y * SIZE : (y + 1) * SIZE] for y in range(SIZE)])
    grid = bench_maps.grid(percent)
    own = Task(lambda: reach(grid, START, BUDGET).costs)
    return bench.beside(own, Task(lambda: tcod_search.reach(array, START, BUDGET)))


BESIDE = "tcod dijkstra2d on the cropped window, as a mapping"
ROWS = (
    BenchRow(
        *("reach-open", "the engine's reach, budget 8, in the open", 2, BESIDE),
        lambda bench: _reach(bench, 0),
    ),
    BenchRow(
        *("reach-walls", "the engine's reach, budget 8, among 25 % walls", 1, BESIDE),
        lambda bench: _reach(bench, bench_maps.WALLS),
    ),
)
