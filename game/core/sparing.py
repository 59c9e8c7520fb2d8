"""The paths that do least harm to the walker, as far as the harm is known."""

from collections.abc import Callable, Container, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from game.core.cells import Cell
from game.core.paths import Reach

Way = tuple[int, int]
"""The columns and rows of a step."""

Steps = Callable[[Cell], Iterable[tuple[Cell, int]]]
"""The cells one step away in reading order, each with what the step costs."""

Strikers = Callable[[Cell, Cell], frozenset[int]]
"""The foes that would strike at a step from one cell to the next.

They do so for leaving some cells, or entering some, wherever the other end of the step is.
"""

UNLIMITED = 1 << 60
"""More than any path costs."""

NOBODY: frozenset[int] = frozenset()
STILL: Way = (0, 0)


def harmless(origin: Cell, to: Cell) -> int:
    """No tile does harm."""
    return 0


def unwatched(origin: Cell, to: Cell) -> frozenset[int]:
    """No foe strikes."""
    return NOBODY


class Perils(NamedTuple):
    """What is known to harm a walker. Harm is counted in thousandths of life, on the mean."""

    entering: Callable[[Cell, Cell], int] = harmless
    """The harm that a step does by the tiles that it enters."""
    strikers: Strikers = unwatched
    """The foes that a step provokes; each strikes once at most on a path."""
    blows: Mapping[int, int] = {}
    """The harm that each of these foes does by striking."""

    @property
    def are_any(self) -> bool:
        """Whether any step may do harm."""
        return self.entering is not harmless or bool(self.blows)

    def least(self, start: Cell, end: Cell) -> int:
        """Return harm that every path from the start to another cell does: of both ends alone."""
        return self.along(start, (end,))[0]

    def along(self, start: Cell, path: Iterable[Cell]) -> tuple[int, frozenset[int]]:
        """Return the harm on a path, and the foes that strike along it."""
        harm, struck, origin = 0, NOBODY, start
        for cell in path:
            harm += self.entering(origin, cell)
            struck |= self.strikers(origin, cell)
            origin = cell
        return harm + sum(self.blows[foe] for foe in struck), struck


class Trail(NamedTuple):
    """One path to a cell: the harm on it, its cost, its bends, and who strikes along it."""

    harm: int
    cost: int
    bends: int
    order: int
    cell: Cell
    way: Way
    struck: frozenset[int]
    before: "Trail | None"

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cells walked, without the start."""
        found, trail = [], self
        while trail.before is not None:
            found.append(trail.cell)
            trail = trail.before
        return tuple(reversed(found))


def spared(
    start: Cell, steps: Steps, most: int, perils: Perils, final: Container[Cell] = ()
) -> dict[Cell, Trail]:
    """Return the path to each cell within `most`: least harm, then cost, then bends.

    A path is followed on as long as no other comes to its cell that is as good however both go on:
    one that does more harm may cost less and so lead farther. Equal paths are found in reading
    order. `final` cells are not left again unless one is the start.
    """
    entering, strikers, blows = perils
    kept: dict[Cell, list[Trail]] = {}
    order = count(1)
    waiting = [Trail(0, 0, 0, 0, start, STILL, NOBODY, None)]
    while waiting:
        trail = heappop(waiting)
        harm, cost, bends, _, cell, way, struck, before = trail
        others = kept.setdefault(cell, [])
        if others and _is_outdone(others, harm, cost, bends, way, struck, blows):
            continue
        others.append(trail)
        if before is not None and cell in final:
            continue
        x, y = cell
        for near, toll in steps(cell):
            far = cost + toll
            if far > most:
                continue
            new = strikers(cell, near)
            hit = struck | new if new else struck
            hurt = harm + entering(cell, near)
            if hit is not struck:
                hurt += sum(blows[foe] for foe in hit - struck)
            by = near[0] - x, near[1] - y
            turns = bends + (by != way != STILL)
            known = kept.get(near)
            if known is None or not _is_outdone(known, hurt, far, turns, by, hit, blows):
                heappush(waiting, Trail(hurt, far, turns, next(order), near, by, hit, trail))
    del kept[start]
    return {cell: trails[0] for cell, trails in kept.items()}


def paths_to(
    found: Reach,
    ends: Iterable[Cell],
    perils: Perils,
    steps: Steps,
    most: int,
    final: Container[Cell] = (),
) -> dict[Cell, tuple[Cell, ...]]:
    """Return the path of least harm to each end, of these the cheapest, then the straightest.

    The cheapest paths are `found` already. Other paths by these `steps` are looked for only if one
    of them does more harm than no path could avoid.
    """
    paths = {end: found.path(end) for end in ends}
    if not perils.are_any:
        return paths
    start, trails = found.start, dict[Cell, Trail]()
    harms = {end: perils.along(start, path)[0] for end, path in paths.items()}
    hurting = [end for end, harm in harms.items() if harm > perils.least(start, end)]
    if hurting:
        trails = spared(start, steps, most, perils, final)
    for end in hurting:
        if trails[end].harm < harms[end]:
            paths[end] = trails[end].path
    return paths


def _is_outdone(
    others: Iterable[Trail],
    harm: int,
    cost: int,
    bends: int,
    way: Way,
    struck: frozenset[int],
    blows: Mapping[int, int],
) -> bool:
    """Return whether another path to the same cell is as good as this one, however both go on.

    Whoever has struck along this one may still strike along the other.
    """
    for other in others:
        least, price, turns, _, _, by, hit, _ = other
        if hit is not struck:
            least += sum(blows[foe] for foe in struck - hit)
        if least > harm or price > cost:
            continue
        if least < harm or price < cost or turns + (by != way) <= bends:
            return True
    return False
