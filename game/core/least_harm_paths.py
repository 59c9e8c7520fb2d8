"""The paths that do the least known harm to the moving unit."""

from collections.abc import Callable, Container, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from game.core.cells import Cell
from game.core.paths import Reach

Way = tuple[int, int]
"""The direction of a step, in columns and rows."""

Steps = Callable[[Cell], Iterable[tuple[Cell, int]]]
"""A function that returns the cells one step away in reading order, each with its cost."""

Strikers = Callable[[Cell, Cell], frozenset[int]]
"""A function that returns the foes that a step from one cell to the next provokes.

Each end must count separately: leaving some cells provokes, and so does entering some.
"""

UNLIMITED = 1 << 60
"""A cost higher than that of any path."""

NOBODY: frozenset[int] = frozenset()
STILL: Way = (0, 0)


def harmless(origin: Cell, to: Cell) -> int:
    """Return 0: no step does harm."""
    return 0


def unwatched(origin: Cell, to: Cell) -> frozenset[int]:
    """Return no foes: no step provokes."""
    return NOBODY


class Perils(NamedTuple):
    """The known harm to a moving unit, in thousandths of life, as expected values."""

    entering: Callable[[Cell, Cell], int] = harmless
    """Function that returns the harm done by the tiles that a step enters."""
    strikers: Strikers = unwatched
    """Function that returns the foes that a step provokes; each attacks at most once per path."""
    blows: Mapping[int, int] = {}
    """Expected harm of one attack by each of these foes."""
    where: frozenset[Cell] | None = frozenset()
    """The cells that all harmful steps lead from or to; None if unknown."""

    @property
    def are_any(self) -> bool:
        """True if any step can do harm."""
        return bool(self.where) or self.where is None

    def doubtful(self, start: Cell, paths: Mapping[Cell, tuple[Cell, ...]]) -> Iterable[Cell]:
        """Return the ends of those paths that may do harm that another path might avoid.

        A step between two harmless cells does no harm. So most paths need no closer look, and skip
        the search for other paths, by far the most expensive part.
        """
        if self.where is None:
            return paths
        is_free = self.where.isdisjoint
        if start in self.where:
            return [end for end, path in paths.items() if not is_free(path)]
        return [end for end, path in paths.items() if not is_free(path[:-1])]

    def avoidable(self, start: Cell, path: tuple[Cell, ...]) -> int | None:
        """Return the harm along a path, or None if no other path to its end can avoid any of it.

        No path avoids the harm of the start and the end themselves.
        """
        met = self.met(start, path)
        return None if met == self.met(start, path[-1:]) else self._total(*met)

    def met(self, start: Cell, path: Iterable[Cell]) -> tuple[int, frozenset[int]]:
        """Return the harm of the ground along a path, and the foes that attack on it.

        Given only the last cell of a path, return the harm and foes that no path to it avoids.
        """
        harm, struck, origin = 0, NOBODY, start
        entering, strikers = self.entering, self.strikers
        for cell in path:
            harm += entering(origin, cell)
            new = strikers(origin, cell)
            if new:
                struck |= new
            origin = cell
        return harm, struck

    def after(
        self, origin: Cell, to: Cell, harm: int, struck: frozenset[int]
    ) -> tuple[int, frozenset[int]]:
        """Return the harm after another step of a path, and the foes that have attacked by then."""
        harm += self.entering(origin, to)
        new = self.strikers(origin, to)
        if not new:
            return harm, struck
        return harm + sum(self.blows[foe] for foe in new - struck), struck | new

    def harm(self, start: Cell, path: Iterable[Cell]) -> int:
        """Return the total harm along a path."""
        return self._total(*self.met(start, path))

    def _total(self, ground: int, struck: frozenset[int]) -> int:
        return ground + sum(self.blows[foe] for foe in struck)


Step = tuple[int, int, int, int, Cell, Way, frozenset[int], "Step | None"]
"""A trail during a search: a plain tuple, because a search makes thousands of them."""


class Trail(NamedTuple):
    """One path to a cell: its harm, cost and bends, and the foes that attack on it."""

    harm: int
    cost: int
    bends: int
    order: int
    cell: Cell
    way: Way
    struck: frozenset[int]
    before: Step | None

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cells of the path, without the start."""
        found, before = [self.cell], self.before
        while before is not None:
            found.append(before[4])
            before = before[7]
        return tuple(found[-2::-1])


# In the search below:
# - The heap compares harm, cost, bends and then `order`, which is unique. So it never compares
#   the rest, equal trails come out in the order found, and the first one kept is the best.
# - A trail is compared twice, because a better trail may turn up while it waits.
# - Each foe attacks once per path, so only foes that haven't attacked yet add harm.
def spared(
    start: Cell,
    steps: Steps,
    most: int,
    perils: Perils,
    final: Container[Cell] = (),
    wanted: Mapping[Cell, int] | None = None,
) -> dict[Cell, Trail]:
    """Return the path to each cell within `most`: least harm, then lowest cost, then fewest bends.

    Continue a path unless another path to its cell is at least as good, however both continue: a
    path with more harm may cost less, and so lead farther. Equal paths are found in reading order.
    A path can't leave `final` cells, except for the start. `wanted` gives a harm for each of some
    cells: skip paths that can't lead to any of these cells with less harm.
    """
    left = None if wanted is None else dict(wanted)
    below = max(wanted.values(), default=0) if wanted is not None else UNLIMITED
    blows, where = perils.blows, perils.where
    kept: dict[Cell, list[Step]] = {}
    order = count(1)
    waiting: list[Step] = [(0, 0, 0, 0, start, STILL, NOBODY, None)]
    while waiting and (left is None or left):
        trail = heappop(waiting)
        harm, cost, bends, _, cell, way, struck, before = trail
        others = kept.setdefault(cell, [])
        if others and _is_outdone(others, harm, cost, bends, way, struck, blows):
            continue
        others.append(trail)
        x, y = cell
        is_end = before is not None and cell in final
        if is_end or (left is not None and not _leads_on(cell, most - cost, harm, left)):
            continue
        back = None if before is None else before[4]
        for near, toll in steps(cell):
            far = cost + toll
            # Going back at once is never better than staying.
            if far > most or near == back:
                continue
            hurt, hit = harm, struck
            if where is None or cell in where or near in where:
                hurt, hit = perils.after(cell, near, harm, struck)
            if hurt >= below:
                continue
            by = near[0] - x, near[1] - y
            turns = bends + (by != way != STILL)
            known = kept.get(near)
            if known is None or not _is_outdone(known, hurt, far, turns, by, hit, blows):
                heappush(waiting, (hurt, far, turns, next(order), near, by, hit, trail))
    del kept[start]
    return {cell: Trail(*trails[0]) for cell, trails in kept.items()}


def _leads_on(cell: Cell, budget: int, harm: int, wanted: dict[Cell, int]) -> bool:
    """Return whether a path may lead to a `wanted` cell that has more harm than this path.

    Every step costs 1 or more. Remove `cell` itself from `wanted`.
    """
    x, y = cell
    wanted.pop(cell, None)
    for (u, v), most in wanted.items():
        if harm < most and -budget <= u - x <= budget and -budget <= v - y <= budget:
            return True
    return False


def paths_to(
    found: Reach,
    ends: Iterable[Cell],
    perils: Perils,
    steps: Steps,
    most: int,
    final: Container[Cell] = (),
) -> dict[Cell, tuple[Cell, ...]]:
    """Return the path of least harm to each end: if several, the cheapest, then the straightest.

    `found` already has the cheapest paths. Search for other paths by `steps` only if a cheapest
    path does harm that another path might avoid.
    """
    paths = {end: found.path(end) for end in ends}
    if not perils.are_any:
        return paths
    start = found.start
    harms = ((end, perils.avoidable(start, paths[end])) for end in perils.doubtful(start, paths))
    hurting = {end: harm for end, harm in harms if harm is not None}
    if hurting:
        trails = spared(start, steps, most, perils, final, hurting)
        for end in hurting.keys() & trails.keys():
            if trails[end].harm < hurting[end]:
                paths[end] = trails[end].path
    return paths


def _is_outdone(
    others: Iterable[Step],
    harm: int,
    cost: int,
    bends: int,
    way: Way,
    struck: frozenset[int],
    blows: Mapping[int, int],
) -> bool:
    """Return whether another path to the same cell is at least as good, however both continue.

    A foe that has attacked on this path may still attack on the other.
    """
    for other in others:
        least, price, turns, _, _, by, hit, _ = other
        # A foe that has attacked here is done, but may still attack on the other path. So add that
        # attack to the other path first, or a later step could make that path worse.
        if hit is not struck:
            least += sum(blows[foe] for foe in struck - hit)
        if least > harm or price > cost:
            continue
        # With equal harm and cost, allow the other path one more bend: it may have to turn
        # in order to continue as this one would.
        if least < harm or price < cost or turns + (by != way) <= bends:
            return True
    return False
