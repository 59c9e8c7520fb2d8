"""The tiles from which, or on which, one unit could attack another in its next turn.

They go by walking and by sight, not by straight lines through walls. Other units don't bar the way,
and doors that units can open count as open, but not those that they would have to break.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from game.ai.distance_fields import near_field, unbroken
from game.components.unit import Position
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.sight import field
from game.engine.hints import RangeShare
from game.world import World

ARM = 2
"""Maximum range in tiles of attacks in melee. Walking alone decides whether they reach a unit."""


class TurnRange(NamedTuple):
    """How far a unit goes and attacks in a turn, in tiles."""

    walks: int
    ranges: tuple[RangeShare, ...]
    """The ranges of its attacks, the best first."""
    flies: bool = False


class StrikeZones:
    """The tiles around a footprint that a move and an attack lead from, or lead to.

    They are parts of a screen that have no tile in common, each with the share of the damage that
    an attack from there deals.
    """

    def __init__(self, world: World, stand: Position, turn: TurnRange, slack: int = 0) -> None:
        """Prepare the zones of a footprint. `slack` is the extra size of the two units in tiles."""
        turns = [_OneRange(turn.walks, one.range, turn.flies) for one in turn.ranges]
        zones = [_StrikeZone(world, stand, one, slack) for one in turns]
        shares = [one.share for one in turn.ranges]
        self._zones = tuple(zip(shares, zones, strict=True))

    def reached(self, span: int) -> Iterator[tuple[float, int]]:
        """Yield the tiles on which the unit in the middle could attack a unit of some span."""
        return _apart((share, zone.reached(span)) for share, zone in self._zones)

    def open_to(self, span: int) -> Iterator[tuple[float, int]]:
        """Yield the tiles from which a unit of some span could attack the one in the middle."""
        return _apart((share, zone.open_to(span)) for share, zone in self._zones)


def _apart(zones: Iterable[tuple[float, int]]) -> Iterator[tuple[float, int]]:
    """Yield zones without the tiles of the zones before them."""
    seen = 0
    for share, screen in zones:
        yield share, screen & ~seen
        seen |= screen


class _OneRange(NamedTuple):
    """How far a unit goes in a turn, and one range of its attacks, in tiles."""

    walks: int
    range: int
    flies: bool


class _StrikeZone:
    """The tiles around a footprint that a move and an attack of one range lead from, or lead to."""

    def __init__(self, world: World, stand: Position, turn: _OneRange, slack: int) -> None:
        self._world, self._stand, self._turn = world, stand, turn
        self._walks, self._range = turn.walks, turn.range
        self._most = turn.walks + max(0, turn.range - 1) + slack
        self._ways = world.air if turn.flies else unbroken(world)

    @cached_property
    def _steps(self) -> dict[Cell, int]:
        """The movement to each tile near the footprint."""
        ways = self._ways
        return near_field(ways, self._stand.at, self._most + ways.dearest)

    def reached(self, span: int) -> int:
        """Return the tiles on which the unit in the middle could attack a unit of some span."""
        return self._kept("reached", span, lambda: self._seen | self._seen_after_walking)

    def open_to(self, span: int) -> int:
        """Return the tiles from which a unit of some span could attack the one in the middle."""
        return self._kept("open", span, lambda: self._seen | self._walked_to_seen)

    def _kept(self, way: str, span: int, seen: Callable[[], int]) -> int:
        """Return the tiles of one way to attack, cached per map.

        `seen` returns the tiles that sight leads to; walking alone decides attacks of short range.
        """
        is_short = self._range <= ARM
        # The map with doors open, on which units walk, depends on nothing but the map.
        key = "walked" if is_short else way, self._stand, self._turn, self._most, span
        far = self._walks + self._range
        return self._world.grid.once(
            key, lambda: self._within(far, span) & (self._walked(span) if is_short else seen())
        )

    def _within(self, far: int, span: int) -> int:
        """Return the tiles of the map on which a unit of some span is within `far` steps."""
        grid, (x, y) = self._world.grid, self._stand.at
        beyond, width = self._stand.span + far, grid.width
        left, right = max(0, x - far - span + 1), min(width, x + beyond)
        top, bottom = max(0, y - far - span + 1), min(grid.height, y + beyond)
        row = (1 << right) - (1 << left)
        return sum(row << n * width for n in range(top, bottom))

    def _walked(self, span: int) -> int:
        """Return the tiles from where walking alone lets one unit attack the other.

        The two can have a tile between them. Tiles that can't be entered count.
        """
        ways, most, width = self._ways, self._most, self._world.grid.width
        # The steps include the tile at the end, which the other unit stands on.
        ends = [at for at, steps in self._steps.items() if steps - ways.cost(at) <= most]
        walked = sum(1 << y * width + x for x, y in ends)
        return walked | ~ways.enterable | self._within(self._range, span)

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
        at, walks, key = self._stand.at, self._walks, ("after", self._stand, self._turn)
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
        key = "to", self._stand, self._turn
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
