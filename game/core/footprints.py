"""Footprints: the places, steps and squeezes of creatures of any size."""

from collections.abc import Container, Iterable, Iterator

from game.core.cells import EIGHT, FOUR, Cell, reading
from game.core.grid import Grid, Links

SIZES = ("tiny", "small", "medium", "large", "huge")
"""The sizes of creatures and of rooms. As a number, a size is its index here."""
SPAN = (1, 1, 1, 2, 3)
"""Side of the square of tiles that a creature takes up, by the number of its size."""


def tiles(anchor: Cell, span: int) -> tuple[Cell, ...]:
    """Return the tiles of a footprint in reading order. `anchor` is its upper left tile."""
    x, y = anchor
    return tuple((x + dx, y + dy) for dy in range(span) for dx in range(span))


def steps_between(a: Cell, a_span: int, b: Cell, b_span: int) -> int:
    """Return the steps between the nearest tiles of two footprints; 0 if they overlap.

    Diagonals count as one step.
    """
    right, down = b[0] - a[0] - a_span + 1, b[1] - a[1] - a_span + 1
    left, up = a[0] - b[0] - b_span + 1, a[1] - b[1] - b_span + 1
    return max(0, right, down, left, up)


def nearest_cell(start: Cell, span: int, cells: Iterable[Cell]) -> Cell:
    """Return the cell nearest to a footprint; of several, the first in reading order."""
    return min(cells, key=lambda cell: (steps_between(start, span, cell, 1), *reading(cell)))


def adjacent(grid: Grid, a: Cell, a_span: int, b: Cell, b_span: int) -> bool:
    """Return whether one step leads from a tile of one footprint to a tile of the other."""
    if a_span == b_span == 1:
        return grid.adjacent(a, b)
    if steps_between(a, a_span, b, b_span) > 1:
        return False
    theirs = tiles(b, b_span)
    return any(grid.adjacent(tile, other) for tile in tiles(a, a_span) for other in theirs)


class Room:
    """The places where a creature of one size can stand and step: a graph of anchors on a grid.

    At an anchor the creature stands at full size if that fits. Otherwise it squeezes to one size
    smaller, if that fits and no full footprint over the squeezed tiles does. Otherwise it can't
    stand there.

    From full size the creature steps at full size, or squeezes to reach tiles that it can't reach
    at full size. After any step it returns to full size if it can, in the first footprint in
    reading order. A step costs as much as the most expensive tile under the creature afterwards;
    only `slowed` doubles the cost of a squeezed anchor.

    The tiles in `closed` are barred, and must not change while the room is in use.
    """

    __slots__ = (
        *("width", "height", "dearest", "size"),
        *(
            "_grid",
            "_closed",
            "_spans",
            "_covers",
            "_offsets",
            "_full",
            "_squeezed",
            "_costs",
            "_links",
        ),
    )

    def __init__(self, grid: Grid, size: int, closed: Container[Cell] = ()) -> None:
        self.width = grid.width
        self.height = grid.height
        self.dearest = grid.dearest
        self.size = size
        self._grid = grid
        self._closed = closed
        self._spans = SPAN[size], SPAN[max(size - 1, 0)]
        more = self._spans[0] - self._spans[1]
        self._covers = [(-dx, -dy) for dy in range(more, -1, -1) for dx in range(more, -1, -1)]
        self._offsets = EIGHT if grid.diagonal else FOUR
        self._full: dict[Cell, bool] = {}
        self._squeezed: dict[Cell, bool] = {}
        self._costs: dict[Cell, int] = {}
        self._links: dict[Cell, Links] = {}

    def start(self, anchor: Cell, span: int) -> Cell:
        """Return the start cell for a creature that now has this span at an anchor.

        Usually it is the anchor itself. But if a creature that steps there would have the other
        span, return a cell off the grid instead. That cell stands for the anchor with this span: no
        step leads there, and the creature can also change its span on the spot.
        """
        if span not in self._spans:
            raise ValueError(f"A creature of size {self.size} cannot span {span!r}.")
        return anchor if span == self._stance(anchor)[1] else (~anchor[0], ~anchor[1])

    def span(self, anchor: Cell) -> int | None:
        """Return the span of the place at an anchor, or None if there is no place."""
        cell, span = self._stance(anchor)
        return span if cell != anchor or self._fits(cell) or self._squeezes(cell) else None

    def is_squeezed(self, anchor: Cell) -> bool:
        """Return whether a creature is squeezed in the place at an anchor."""
        cell, span = self._stance(anchor)
        return span < self._spans[0] if cell != anchor else self._squeezes(cell)

    def tiles(self, anchor: Cell) -> tuple[Cell, ...]:
        """Return the tiles of the place at an anchor, or of a full footprint if there is none."""
        return tiles(*self._stance(anchor))

    def cost(self, anchor: Cell) -> int:
        """Return the cost of a step to an anchor, before doubling; 0 if it is not a place."""
        cost = self._costs.get(anchor)
        if cost is None:
            full, squeezed = self._spans
            span = full if self._fits(anchor) else squeezed if self._squeezes(anchor) else 0
            cost = max(map(self._grid.cost, tiles(anchor, span)), default=0)
            self._costs[anchor] = cost
        return cost

    def neighbours(self, anchor: Cell) -> Links:
        """Return the anchors one step away, with the costs of the steps, in reading order.

        From an anchor that is not a place, the steps are those of a full footprint there.
        """
        links = self._links.get(anchor)
        if links is None:
            links = self._links[anchor] = self._link(anchor)
        return links

    def slowed(self, cells: Container[Cell] = ()) -> Container[Cell]:
        """Return the anchors entered at double cost: squeezed ones, and those over `cells`."""
        if self._spans[0] == 1 and min(self._grid.rooms) >= self.size:
            return cells
        return _Slowed(self, cells)

    def _link(self, anchor: Cell) -> Links:
        cell, span = self._stance(anchor)
        if cell not in self._grid:
            return ()
        if self._spans[0] == 1:
            return tuple(link for link in self._grid.neighbours(cell) if self.cost(link[0]))
        ends = self._from_full(cell) if span == self._spans[0] else self._from_squeezed(cell)
        ends.discard(anchor)
        return tuple((end, self.cost(end)) for end in sorted(ends, key=reading))

    def _from_full(self, cell: Cell) -> set[Cell]:
        """Return the ends of steps from a full footprint, squeezed only if nothing larger fits."""
        ends = set(filter(self._fits, _shifted([cell], self._offsets)))
        if len(ends) == len(self._offsets):
            return ends
        whole = ends | {cell} if self._fits(cell) else ends
        return ends | {
            self._grown(body)
            for body in self._bodies(tiles(cell, self._spans[0] - self._spans[1] + 1))
            if self._fits_squeezed(body) and whole.isdisjoint(self._over(body))
        }

    def _from_squeezed(self, cell: Cell) -> set[Cell]:
        return {self._grown(body) for body in self._bodies([cell]) if self._fits_squeezed(body)}

    def _bodies(self, cells: Iterable[Cell]) -> set[Cell]:
        """Return the anchors of squeezed bodies one step from bodies at `cells`."""
        if self._spans[1] == 1:
            return {near for cell in cells for near, _ in self._grid.neighbours(cell)}
        return set(_shifted(cells, self._offsets))

    def _over(self, body: Cell) -> Iterator[Cell]:
        """Return the anchors of full footprints over a squeezed body, in reading order."""
        return _shifted([body], self._covers)

    def _grown(self, body: Cell) -> Cell:
        """Return the anchor of a squeezed body after it has returned to full size, if it can."""
        return next(filter(self._fits, self._over(body)), body)

    def _stance(self, anchor: Cell) -> tuple[Cell, int]:
        """Return the anchor on the grid, and the span there; see `start`."""
        cell = (~anchor[0], ~anchor[1]) if anchor[0] < 0 and anchor[1] < 0 else anchor
        return cell, self._spans[self._squeezes(cell) != (cell != anchor)]

    def _squeezes(self, cell: Cell) -> bool:
        """Return whether a creature that steps to an anchor is squeezed there."""
        return (
            not self._fits(cell)
            and self._fits_squeezed(cell)
            and not any(map(self._fits, self._over(cell)))
        )

    def _fits(self, cell: Cell) -> bool:
        fits = self._full.get(cell)
        if fits is None:
            fits = self._full[cell] = self._is_clear(cell, self.size)
        return fits

    def _fits_squeezed(self, cell: Cell) -> bool:
        fits = self._squeezed.get(cell)
        if fits is None:
            fits = self.size > 0 and self._is_clear(cell, self.size - 1)
            self._squeezed[cell] = fits
        return fits

    def _is_clear(self, cell: Cell, size: int) -> bool:
        """Return whether a creature fits on all tiles of its footprint at an anchor."""
        grid, closed = self._grid, self._closed
        for tile in tiles(cell, SPAN[size]):
            if not grid.cost(tile) or tile in closed:
                return False
            if grid.rooms[tile[1] * grid.width + tile[0]] < size:
                return False
        return True


class _Slowed:
    """The anchors of a room that are entered at double cost."""

    __slots__ = ("_cells", "_room")

    def __init__(self, room: Room, cells: Container[Cell]) -> None:
        self._room = room
        self._cells = cells

    def __contains__(self, anchor: object) -> bool:
        room = self._room
        return isinstance(anchor, tuple) and (
            room.is_squeezed(anchor) or any(tile in self._cells for tile in room.tiles(anchor))
        )


def _shifted(cells: Iterable[Cell], offsets: Iterable[Cell]) -> Iterator[Cell]:
    return ((x + dx, y + dy) for x, y in cells for dx, dy in offsets)
