"""Rows that measure maps: reachable tiles, sight and cover."""

from game.core.cells import Cell
from game.core.cover import cover
from game.core.paths import reach
from game.core.sight import field
from game.workshop.bench import bench_maps, tcod_search
from game.workshop.bench.measuring import Bench, BenchRow, Task
from game.workshop.bench.yardstick import BUDGET, SIZE, START

TARGETS = 12

TCOD = "tcod dijkstra2d on the cropped window, as a mapping"

SPARSE = 15
"""Percentage of walls at which sight takes longest: many walls, some of them visible from afar."""


def _reach(bench: Bench, percent: int) -> float:
    flat = bench_maps.costs(percent)
    costs = tcod_search.TcodMap([flat[y * SIZE : (y + 1) * SIZE] for y in range(SIZE)])
    grid = bench_maps.grid(percent)
    own = Task(lambda: reach(grid, START, BUDGET).costs)
    return bench.beside(own, Task(lambda: costs.reach(START, BUDGET)))


def targets(within: int) -> list[Cell]:
    """Return open tiles, spread evenly over all open tiles within a distance of the start."""
    solid, (x, y) = bench_maps.walls(bench_maps.WALLS), START
    cells = [(i % SIZE, i // SIZE) for i, wall in enumerate(solid) if not wall]
    free = [c for c in cells if 0 < max(abs(c[0] - x), abs(c[1] - y)) <= within]
    return free[:: len(free) // TARGETS][:TARGETS]


def _cover(bench: Bench, within: int) -> float:
    grid, cells = bench_maps.grid(bench_maps.WALLS), targets(within)
    bodies = frozenset((START, *cells))

    def all_targets() -> list[int]:
        """Return the cover of all targets."""
        return [cover(grid, START, 1, cell, 1, bodies) for cell in cells]

    return bench.beside(Task(all_targets))


def _sight(bench: Bench) -> float:
    grids = [bench_maps.grid(SPARSE)]

    def renew() -> None:
        """Make a new grid without cached sight."""
        grids[0] = bench_maps.grid(SPARSE)

    return bench.beside(Task(lambda: field(grids[0], START), renew))


def _sight_again(bench: Bench) -> float:
    grid = bench_maps.grid(bench_maps.WALLS)
    return bench.beside(Task(lambda: field(grid, START)))


ROWS = (
    BenchRow(
        *("reach-open", "the engine's reach, budget 8, in the open", 2, TCOD),
        lambda bench: _reach(bench, 0),
    ),
    BenchRow(
        *("reach-walls", "the engine's reach, budget 8, among 25 % walls", 1, TCOD),
        lambda bench: _reach(bench, bench_maps.WALLS),
    ),
    BenchRow(
        *("cover", "cover of 12 targets within 8 tiles", 0.5, "reach"),
        lambda bench: _cover(bench, BUDGET),
    ),
    BenchRow(
        *("cover-far", "cover of 12 targets all over the map", 0.5, "reach"),
        lambda bench: _cover(bench, SIZE),
    ),
    BenchRow("sight-first", "sight from a tile, the first time", 4, "reach", _sight),
    BenchRow("sight-cached", "sight from a tile, again", 0.3, "reach", _sight_again),
)
