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
"""The foes that a step from one cell to the next provokes.

Leaving some cells provokes, or entering some, wherever the other end of the step is.
"""

UNLIMITED = 1 << 60
"""More than any path costs."""

NOBODY: frozenset[int] = frozenset()
STILL: Way = (0, 0)


def harmless(origin: Cell, to: Cell) -> int:
    """Return no harm for any step."""
    return 0


def unwatched(origin: Cell, to: Cell) -> frozenset[int]:
    """Return no foes for any step."""
    return NOBODY


class Perils(NamedTuple):
    """The known harm to a walker. Harm is counted in thousandths of life, on the mean."""

    entering: Callable[[Cell, Cell], int] = harmless
    """The harm that a step does by the tiles that it enters."""
    strikers: Strikers = unwatched
    """The foes that a step provokes; each strikes once at most on a path."""
    blows: Mapping[int, int] = {}
    """The harm that each of these foes does by striking."""
    where: frozenset[Cell] | None = frozenset()
    """The cells that no step does harm but from or to; None if that is not known."""

    @property
    def are_any(self) -> bool:
        """Return whether any step may do harm."""
        return bool(self.where) or self.where is None

    def touch(self, start: Cell, path: Iterable[Cell]) -> bool:
        """Return whether a path may do harm at all."""
        where = self.where
        return where is None or start in where or not where.isdisjoint(path)

    def met(self, start: Cell, path: Iterable[Cell]) -> tuple[int, frozenset[int]]:
        """Return the harm of the ground on a path, and the foes that strike along it.

        Given its end alone instead of a path, it returns the harm and foes that every path there
        meets.
        """
        harm, struck, origin = 0, NOBODY, start
        for cell in path:
            harm += self.entering(origin, cell)
            struck |= self.strikers(origin, cell)
            origin = cell
        return harm, struck

    def harm(self, start: Cell, path: Iterable[Cell]) -> int:
        """Return all the harm on a path."""
        ground, struck = self.met(start, path)
        return ground + sum(self.blows[foe] for foe in struck)


class Trail(NamedTuple):
    """One path to a cell: the harm on it, its cost, its bends, and the foes that strike along
    it.
    """

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


# In the search below:
# - The heap compares harm, cost, bends and then `order`, which is unique: it never compares the
#   rest, equal trails come out in the order in which they were found, and the first kept is best.
# - A trail is judged twice, as another may have beaten it since it was put to wait.
# - Each foe strikes once on a path, so only those that have not struck yet add harm.
def spared(
    start: Cell,
    steps: Steps,
    most: int,
    perils: Perils,
    final: Container[Cell] = (),
    below: int = UNLIMITED,
    wanted: Iterable[Cell] | None = None,
) -> dict[Cell, Trail]:
    """Return the path to each cell within `most`: least harm, then cost, then bends.

    A path is followed on as long as no other comes to its cell that is as good however both go on:
    one that does more harm may cost less and so lead farther. Equal paths are found in reading
    order. `final` cells are not left again unless one is the start. Paths that do as much harm as
    `below`, or more, are not looked for, nor those that lead to no `wanted` cell.
    """
    left = None if wanted is None else set(wanted)
    entering, strikers, blows, _ = perils
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
        x, y = cell
        if before is not None and cell in final:
            continue
        if left is not None and not _leads_on(cell, most - cost, left):
            continue
        for near, toll in steps(cell):
            far = cost + toll
            if far > most:
                continue
            new = strikers(cell, near)
            hit = struck | new if new else struck
            hurt = harm + entering(cell, near)
            hurt += sum(blows[foe] for foe in hit - struck) if new else 0
            if hurt >= below:
                continue
            by = near[0] - x, near[1] - y
            turns = bends + (by != way != STILL)
            known = kept.get(near)
            if known is None or not _is_outdone(known, hurt, far, turns, by, hit, blows):
                heappush(waiting, Trail(hurt, far, turns, next(order), near, by, hit, trail))
    del kept[start]
    return {cell: trails[0] for cell, trails in kept.items()}


def _leads_on(cell: Cell, budget: int, wanted: set[Cell]) -> bool:
    """Return whether another wanted cell is near enough, as every step costs 1 or more.

    The cell itself is wanted no longer.
    """
    x, y = cell
    wanted.discard(cell)
    return any(abs(u - x) <= budget and abs(v - y) <= budget for u, v in wanted)


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
    start = found.start
    # What start and end do by themselves no detour avoids. Most paths have no other harm, and the
    # search, by far the dearest part, is left out for them.
    hurting = {
        end: perils.harm(start, path)
        for end, path in paths.items()
        if perils.touch(start, path) and perils.met(start, path) != perils.met(start, (end,))
    }
    if hurting:
        below = max(hurting.values())
        trails = spared(start, steps, most, perils, final, below, hurting)
        for end in hurting.keys() & trails.keys():
            if trails[end].harm < hurting[end]:
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
        # A foe that has struck here is done, and along the other path it may still strike. So the
        # other is charged with that blow first, or a later step could prove it the worse one.
        if hit is not struck:
            least += sum(blows[foe] for foe in struck - hit)
        if least > harm or price > cost:
            continue
        # With equal harm and cost one bend is granted, as the other path may have to turn to go on
        # as this one would.
        if least < harm or price < cost or turns + (by != way) <= bends:
            return True
    return False
