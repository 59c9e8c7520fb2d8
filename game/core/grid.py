"""The terrain of a map as movement and sight see it."""

from collections.abc import Iterator, Sequence

from game.core.cells import EIGHT, FOUR, Cell

Links = tuple[tuple[Cell, int], ...]


class Grid:
    """Costs and opacity of a rectangle of tiles; never changes, equal only to itself.

    Tables that grow with use (neighbours, fields of sight) live and die with the grid, so a map
    whose terrain changes takes a new grid. `dearest` is the highest cost of a tile, `even` whether
    all tiles that can be entered cost the same.
    """

    __slots__ = (
        *("width", "height", "diagonal", "opaque", "dearest", "even", "fields"),
        *("_costs", "_offsets", "_links", "__weakref__"),
    )

    def __init__(
        self,
        width: int,
        height: int,
        costs: Sequence[int],
        opaque: Sequence[bool],
        diagonal: bool,
    ) -> None:
        """Costs and opacity are row-major; cost 0 marks a tile that cannot be entered."""
        _check(width, height, costs, opaque)
        self.width = width
        self.height = height
        self.diagonal = diagonal
        self.opaque = bytes(map(bool, opaque))
        kinds = set(costs) - {0}
        self.dearest = max(kinds, default=0)
        self.even = len(kinds) <= 1
        self.fields: dict[tuple[Cell, int], frozenset[Cell]] = {}
        self._costs = tuple(costs)
        self._offsets = EIGHT if diagonal else FOUR
        self._links: dict[Cell, Links] = {}

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def cells(self) -> Iterator[Cell]:
        """All cells in reading order."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def cost(self, cell: Cell) -> int:
        """Cost to enter a tile; 0 where that is impossible, and off the grid."""
        return self._costs[cell[1] * self.width + cell[0]] if cell in self else 0

    def is_opaque(self, cell: Cell) -> bool:
        """Whether a tile blocks sight; off the grid all do."""
        return cell not in self or bool(self.opaque[cell[1] * self.width + cell[0]])

    def neighbours(self, cell: Cell) -> Links:
        """Tiles one step away that can be entered, with their costs, in reading order.

        The cell itself need not be enterable; off the grid there are none.
        """
        links = self._links.get(cell)
        if links is None:
            links = self._links[cell] = self._link(cell)
        return links

    def adjacent(self, a: Cell, b: Cell) -> bool:
        """Whether one step joins two different tiles, enterable or not.

        A diagonal that terrain closes joins none; nor does anything off the grid.
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        if a not in self or b not in self or (dx, dy) not in self._offsets:
            return False
        return not (dx and dy) or self._is_open(a, dx, dy)

    def _link(self, cell: Cell) -> Links:
        if cell not in self:
            return ()
        links = []
        (x, y), costs, width = cell, self._costs, self.width
        for dx, dy in self._offsets:
            to_x, to_y = x + dx, y + dy
            if 0 <= to_x < width and 0 <= to_y < self.height:
                cost = costs[to_y * width + to_x]
                if cost and (not (dx and dy) or self._is_open(cell, dx, dy)):
                    links.append(((to_x, to_y), cost))
        return tuple(links)

    def _is_open(self, cell: Cell, dx: int, dy: int) -> bool:
        """Whether a diagonal step has an enterable tile on at least one side."""
        x, y = cell
        at = y * self.width + x
        return bool(self._costs[at + dx] or self._costs[at + dy * self.width])


def _check(width: int, height: int, costs: Sequence[int], opaque: Sequence[bool]) -> None:
    if width < 1 or height < 1:
        raise ValueError(f"A grid needs at least one tile, not {width!r} by {height!r}.")
    for name, given in (("costs", costs), ("opaque", opaque)):
        if len(given) != width * height:
            raise ValueError(
                f"A grid of {width} by {height} needs {width * height} {name}, not {len(given)}."
            )
    if min(costs) < 0:
        raise ValueError(f"A tile cannot cost {min(costs)!r}.")
