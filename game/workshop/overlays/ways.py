"""Ways over the map that is edited: what can be reached and seen, and what an opening changes."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from game.content.drafts.level_draft import LevelDraft
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.sight import field

MUCH_NEARER = 3
"""Least number of points of movement by which a way must be shorter to count."""
MOST = 60
"""Greatest cost of ways and length of sight from the pointer, so that they follow it on large maps.
"""
STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))
SLANTED = ((1, -1), (1, 1), (-1, 1), (-1, -1))
EIGHT = (*STRAIGHT, *SLANTED)


class OpenedWays(NamedTuple):
    """What is changed by opening some tiles."""

    tiles: frozenset[Cell]
    """The tiles that would be open."""
    new: frozenset[Cell]
    """Tiles that can be reached only then."""
    nearer: frozenset[Cell]
    """Tiles whose way is much shorter then."""


class WalkMap:
    """The ground of a map for units on foot, with every door as it is at the start."""

    def __init__(self, draft: LevelDraft, diagonal: bool) -> None:
        self._diagonal = diagonal
        signs: dict[str, int] = {}
        for letter, entry in (draft.legend or {}).items():
            ground = draft.terrain.get(entry.terrain) if entry is not None else None
            signs[letter] = ground.cost if ground is not None and ground.walk else 0
        rows = [row[: draft.width] for row in draft.rows or ()]
        self._costs: dict[Cell, int] = {
            (x, y): cost
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if (cost := signs.get(letter, 0))
        }

    def reached(self, starts: Iterable[Cell], most: int | None = None) -> dict[Cell, int]:
        """Return the cheapest cost from any of some tiles to every tile within `most`."""
        return self._spread(dict.fromkeys(starts, 0), {}, self._costs, most)

    def opened(self, tiles: Collection[Cell], before: Mapping[Cell, int]) -> dict[Cell, int]:
        """Return the costs that are lower than `before` if some tiles are open, and cost 1."""
        costs = {**self._costs, **dict.fromkeys(tiles, 1)}
        first: dict[Cell, int] = {}
        for x, y in tiles:
            near = (before.get((x + dx, y + dy)) for dx, dy in self._ways(costs, (x, y)))
            known = [cost for cost in near if cost is not None]
            if known:
                first[x, y] = min(known) + 1
        return self._spread(first, before, costs, None)

    def _spread(
        self,
        first: Mapping[Cell, int],
        before: Mapping[Cell, int],
        ground: Mapping[Cell, int],
        most: int | None,
    ) -> dict[Cell, int]:
        """Return the costs lower than `before`. Tiles wait in one bucket for each cost."""
        found = {cell: cost for cell, cost in first.items() if cost < before.get(cell, cost + 1)}
        buckets: list[list[Cell]] = [[] for _ in range(max(found.values(), default=-1) + 1)]
        for cell, cost in found.items():
            buckets[cost].append(cell)
        for cost, bucket in enumerate(buckets):
            for cell in bucket:
                if found[cell] < cost:
                    continue
                for dx, dy in self._ways(ground, cell):
                    near = cell[0] + dx, cell[1] + dy
                    price = ground.get(near)
                    if price is None:
                        continue
                    whole = cost + price
                    known = found.get(near)
                    if (known is None or whole < known) and (
                        whole < before.get(near, whole + 1) and (most is None or whole <= most)
                    ):
                        found[near] = whole
                        while len(buckets) <= whole:
                            buckets.append([])
                        buckets[whole].append(near)
        return found

    def _ways(self, ground: Mapping[Cell, int], cell: Cell) -> Iterable[Cell]:
        """Return the steps from a tile: a slanted one needs an open tile next to it."""
        if not self._diagonal:
            return STRAIGHT
        x, y = cell
        up, right = (x, y - 1) in ground, (x + 1, y) in ground
        down, left = (x, y + 1) in ground, (x - 1, y) in ground
        if (up and down) or (left and right):
            return EIGHT
        open_ways = (up or right, down or right, down or left, up or left)
        return (
            *STRAIGHT,
            *(way for way, is_open in zip(SLANTED, open_ways, strict=True) if is_open),
        )

    def opening(self, tiles: Collection[Cell], before: Mapping[Cell, int]) -> OpenedWays:
        """Return what opening some tiles changes for ways with the costs `before`."""
        after, own = self.opened(tiles, before), frozenset(tiles)
        new = frozenset(cell for cell in after if cell not in before)
        nearer = (c for c, cost in after.items() if c in before and before[c] - cost >= MUCH_NEARER)
        return OpenedWays(own, new - own, frozenset(nearer))


def sight_grid(draft: LevelDraft) -> Grid:
    """Return the map as a grid for sight."""
    signs: dict[str, int] = {}
    for letter, entry in (draft.legend or {}).items():
        ground = draft.terrain.get(entry.terrain) if entry is not None else None
        signs[letter] = int(ground is None or not ground.see)
    rows = [row[: draft.width].ljust(draft.width) for row in draft.rows or ()]
    opaque = [signs.get(letter, 1) for row in rows for letter in row]
    return Grid(draft.width, draft.height, bytes([1]) * len(opaque), opaque, True)


def seen(grid: Grid, start: Cell) -> frozenset[Cell]:
    """Return the tiles within `MOST` steps that can be seen from a tile."""
    return frozenset(grid.cells_of(field(grid, start, 1, MOST)))


def gate_at(draft: LevelDraft, cell: Cell) -> frozenset[Cell]:
    """Return the tiles that would open together with one: those of the smallest area around it."""
    around = [frozenset(cells) for cells in draft.areas.values() if cell in cells]
    shut = [cells for cells in around if not all(map(draft.can_walk, cells))]
    return min(shut, key=len) if shut else frozenset((cell,))
