"""The tiles from which, or on which, one unit could attack another in its next turn.

They go by walking and by sight, not by straight lines through walls. Other units don't bar the way,
and doors that units can open count as open.
"""

from functools import cached_property
from typing import NamedTuple

from game.ai.distance_fields import near_field, with_doors_open
from game.components.unit import Position
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.sight import field
from game.world import World

ARM = 2
"""Maximum range in tiles of attacks that walking alone decides."""


class TurnRange(NamedTuple):
    """How far a unit goes and attacks in a turn, in tiles."""

    walks: int
    range: int
    flies: bool = False


class StrikeZone:
    """The tiles around a footprint that a move and an attack lead from, or lead to."""

    def __init__(self, world: World, stand: Position, stride: TurnRange, slack: int = 0) -> None:
        """Prepare the zone of a footprint. `slack` is the extra size of the two units in tiles."""
        self._world, self._stand, self._stride = world, stand, stride
        self._walks, self._range = stride.walks, stride.range
        self._most = stride.walks + max(0, stride.range - 1) + slack
        self._ways = world.air if stride.flies else with_doors_open(world)

    @cached_property
    def _steps(self) -> dict[Cell, int]:
        """The movement to each tile near the footprint."""
        ways = self._ways
        return near_field(ways, self._stand.at, self._most + ways.dearest)

    def is_walked(self, cell: Cell) -> bool:
        """Return whether walking alone lets one unit attack the other, with a tile between."""
        cost, steps = self._ways.cost(cell), self._steps.get(cell)
        # The steps include the tile at the end, which the other unit stands on.
        return not cost or (steps is not None and steps - cost <= self._most)

    def reaches(self, cell: Cell, gap: int) -> bool:
        """Return whether the unit in the middle of the zone could attack a unit on a tile.

        `gap` is the distance between the two in tiles.
        """
        if self._range <= ARM:
            return gap <= self._range or self.is_walked(cell)
        return self._has(self._seen, cell) or self._has(self._seen_after_walking, cell)

    def is_open_to(self, cell: Cell, gap: int) -> bool:
        """Return whether a unit on a tile could attack the unit in the middle of the zone."""
        if self._range <= ARM:
            return gap <= self._range or self.is_walked(cell)
        return self._has(self._seen, cell) or self._has(self._walked_to_seen, cell)

    def _has(self, bits: int, cell: Cell) -> bool:
        return bool(bits >> cell[1] * self._world.grid.width + cell[0] & 1)

    @cached_property
    def _seen(self) -> int:
        """The tiles in range and in sight, as bits of a screen."""
        return self._field(self._stand.at)

    def _field(self, at: Cell) -> int:
        grid, span, (x, y) = self._world.grid, self._stand.span, at
        # Moves are found for the upper left tile alone, so a large unit may not fit at the end.
        fits = x + span <= grid.width and y + span <= grid.height
        return field(grid, at, span if fits else 1, self._range, glass=True)

    @cached_property
    def _seen_after_walking(self) -> int:
        """The tiles in range and in sight from the ends of moves: the farthest on each side."""
        at, walks, key = self._stand.at, self._walks, ("after", self._stand, self._stride)
        return self._world.grid.once(key, lambda: self._from(at, walks))

    def _from(self, at: Cell, walks: int) -> int:
        ends = [cell for cell, cost in near_field(self._ways, at, walks).items() if cost <= walks]
        farthest = {
            *(min(ends), max(ends)),
            *(pick(ends, key=lambda cell: (cell[1], cell[0])) for pick in (min, max)),
        }
        seen = 0
        for cell in sorted(farthest):
            seen |= self._field(cell)
        return seen

    @cached_property
    def _walked_to_seen(self) -> int:
        """The tiles from which a move leads to a tile in range and in sight."""
        grid, seen, walks = self._world.grid, self._seen, self._walks
        key = "to", self._stand, self._stride
        return grid.once(key, lambda: _spread(grid, seen & grid.enterable, walks))


def _spread(grid: Grid, bits: int, steps: int) -> int:
    """Return the tiles within a number of steps of some tiles, as bits of a screen."""
    width, free = grid.width, grid.enterable
    left = _column(grid, 0)
    right = left << width - 1
    for _ in range(steps):
        row = bits | (bits & ~right) << 1 | (bits & ~left) >> 1
        tall = row if grid.diagonal else bits
        wider = (row | tall << width | tall >> width) & free
        if wider == bits:
            break
        bits = wider
    return bits


def _column(grid: Grid, x: int) -> int:
    """Return the tiles of a column, as bits of a screen."""
    return grid.once(
        ("column", x), lambda: sum(1 << y * grid.width + x for y in range(grid.height))
    )
