"""The tiles from which, or on which, one unit could attack another in its next turn.

They go by walking and by sight, not by straight lines through walls. Other units don't bar the way,
and doors that units can open count as open, but not those that they would have to break.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from game.ai.distance_fields import near_field, unbroken
from game.components.unit import Position
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.sight import field
from game.world import World

ARM = 2
"""Maximum range in tiles of attacks that walking alone decides."""


Gap = tuple[int, int]
"""The index of a footprint, and its distance from the middle of a zone in tiles."""


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
        self._ways = world.air if stride.flies else unbroken(world)

    @cached_property
    def _steps(self) -> dict[Cell, int]:
        """The movement to each tile near the footprint."""
        ways = self._ways
        return near_field(ways, self._stand.at, self._most + ways.dearest)

    def reaches(self, stands: Sequence[Position], near: Sequence[Gap]) -> list[int]:
        """Return the indices of footprints on which the unit in the middle could attack a unit."""
        if self._range <= ARM:
            return self._walked(stands, near)
        return self._seen_from(stands, near, lambda: self._seen_after_walking)

    def is_open_to(self, stands: Sequence[Position], near: Sequence[Gap]) -> list[int]:
        """Return the indices of footprints from which the unit in the middle could be attacked."""
        if self._range <= ARM:
            return self._walked(stands, near)
        return self._seen_from(stands, near, lambda: self._walked_to_seen)

    def _walked(self, stands: Sequence[Position], near: Sequence[Gap]) -> list[int]:
        """Return the footprints from where walking alone lets one unit attack the other.

        The two can have a tile between them.
        """
        found, most, cost_of = list[int](), self._most, self._ways.cost
        for n, gap in near:
            if gap > self._range:
                at = stands[n].at
                # The steps include the tile at the end, which the other unit stands on.
                cost, steps = cost_of(at), self._steps.get(at)
                if cost and (steps is None or steps - cost > most):
                    continue
            found.append(n)
        return found

    def _seen_from(
        self, stands: Sequence[Position], near: Sequence[Gap], more: Callable[[], int]
    ) -> list[int]:
        """Return the footprints on the tiles in sight, or on `more` tiles, as bits of a screen."""
        width, seen = self._world.grid.width, self._seen
        found, rest = list[int](), list[int]()
        for n, _ in near:
            x, y = stands[n].at
            (found if seen >> y * width + x & 1 else rest).append(n)
        if rest:
            seen = more()
            for n in rest:
                x, y = stands[n].at
                if seen >> y * width + x & 1:
                    found.append(n)
        return found

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
