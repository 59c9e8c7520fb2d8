"""The terrain of a map, as far as it affects movement and sight."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import compress
from typing import Any, TypeVar

from game.core.cells import EIGHT, FOUR, Cell

TOTAL = 3
"""The highest level of cover that a tile can give, and the level of opaque tiles."""

LARGEST = 4
"""The largest size of a creature. Every tile has room for it unless a map says otherwise."""

MOST_FOUND = 20_000
"""Maximum number of cached results per grid before the cache is cleared."""

SPARSE = 16
"""Number of tiles for each set bit above which set bits are looked for, one after the other."""

F = TypeVar("F")

_AS_SET = bytes(digit == ord("1") for digit in range(256))
_UNKNOWN: Any = object()
"""A mark for a result that isn't in the cache."""

Links = tuple[tuple[Cell, int], ...]

Screens = tuple[int, int, int, int]

_AS_COVER = bytes((0, *[TOTAL] * 255))
_AS_FLAG = bytes((0, *[1] * 255))


class GridStep:
    """A step onto a tile. `onward` has the steps worth trying next; it is None until computed."""

    __slots__ = ("before", "cell", "cost", "onward")

    def __init__(self, before: Cell, cell: Cell, cost: int) -> None:
        self.before, self.cell, self.cost = before, cell, cost
        self.onward: tuple[GridStep, ...] | None = None


class Grid:
    """The effect of a rectangle of tiles on movement and sight.

    It is immutable and compares by identity.

    The grid caches results as they are needed (neighbours, fields of sight), so a map whose terrain
    changes needs a new grid. `dearest` is the highest cost of a tile.
    """

    __slots__ = (
        *(
            "width",
            "height",
            "diagonal",
            "opaque",
            "covers",
            "rooms",
            "tightest",
            "dearest",
        ),
        *("_costs", "_offsets", "_links", "_steps", "_screens", "_found", "__weakref__"),
    )

    def __init__(
        self,
        width: int,
        height: int,
        costs: Sequence[int],
        opaque: Sequence[int],
        diagonal: bool,
        *,
        covers: Sequence[int] | None = None,
        rooms: Sequence[int] | None = None,
    ) -> None:
        """Build a grid from sequences in row-major order.

        Cost 0 marks a tile that can't be entered.

        `covers` is the maximum cover that a tile gives to a unit behind it (0 none, 1 half, 2
        three-quarters, 3 total; opaque tiles always 3). `rooms` is the largest creature size that
        fits on a tile. For large maps, bytes are fastest. Raise ValueError for impossible values.
        """
        covers = bytes(len(opaque)) if covers is None else covers
        rooms = bytes([LARGEST]) * len(opaque) if rooms is None else rooms
        kinds = _checked(width, height, costs=costs, opaque=opaque, covers=covers, rooms=rooms)
        self.width = width
        self.height = height
        self.diagonal = diagonal
        self.opaque = _flags(opaque)
        self.covers = _either(bytes(covers), self.opaque.translate(_AS_COVER))
        self.rooms = bytes(rooms)
        self.tightest = min(kinds["rooms"])
        self.dearest = max(kinds["costs"])
        self._costs = costs if isinstance(costs, bytes) else tuple(costs)
        self._offsets = EIGHT if diagonal else FOUR
        self._links: dict[Cell, Links] = {}
        self._steps: dict[tuple[Cell, Cell], GridStep] = {}
        self._screens: Screens | None = None
        self._found: dict[Hashable, Any] = {}

    def once(self, key: Hashable, find: Callable[[], F]) -> F:
        """Return the result of `find`, cached by `key`.

        The result must depend only on the grid and the key.
        """
        known: F = self._found.get(key, _UNKNOWN)
        if known is _UNKNOWN:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            known = self._found[key] = find()
        return known

    @property
    def screens(self) -> Screens:
        """Four bit maps of the tiles: at least half cover, at least three-quarters, total, opaque.

        Tile (x, y) is bit y * width + x.
        """
        if self._screens is None:
            self._screens = _screens(self.covers, self.opaque)
        return self._screens

    @property
    def enterable(self) -> int:
        """The tiles that can be entered, as bits of a screen."""
        return self.once("enterable", self._enterable)

    def _enterable(self) -> int:
        return int("".join("01"[cost > 0] for cost in reversed(self._costs)), 2)

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def cells(self) -> Iterator[Cell]:
        """Return all cells in reading order."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def cells_of(self, bits: int) -> Iterator[Cell]:
        """Return the cells whose bits are set, as in `screens`, in reading order."""
        digits = bin(bits)[:1:-1]
        if bits.bit_count() * SPARSE > len(digits):
            every = self.once("cells", lambda: tuple(self.cells()))
            return compress(every, digits.encode().translate(_AS_SET))
        return self._few(digits)

    def _few(self, digits: str) -> Iterator[Cell]:
        """Return the cells whose digits are 1, of which there are few."""
        at = -1
        while (at := digits.find("1", at + 1)) >= 0:
            yield at % self.width, at // self.width

    def cost(self, cell: Cell) -> int:
        """Return the cost to enter a tile; 0 if that is impossible, or the tile is off the grid."""
        x, y = cell  # inlined, because `cell in self` would cost another call
        is_on = 0 <= x < self.width and 0 <= y < self.height
        return self._costs[y * self.width + x] if is_on else 0

    def is_opaque(self, cell: Cell) -> bool:
        """Return whether a tile blocks sight. All tiles off the grid do."""
        return cell not in self or bool(self.opaque[cell[1] * self.width + cell[0]])

    def neighbours(self, cell: Cell) -> Links:
        """Return the enterable tiles one step away, with their costs, in reading order.

        `cell` itself need not be enterable. A cell off the grid has no neighbours.
        """
        links = self._links.get(cell)
        if links is None:
            links = self._links[cell] = self._link(cell)
        return links

    def outset(self, start: Cell) -> GridStep:
        """Return the step that starts every search from a tile: from the tile onto itself."""
        known = self._steps.get((start, start))
        if known is None:
            known = self._steps[start, start] = GridStep(start, start, 0)
            known.onward = self._made(start, {start})
        return known

    def onward(self, step: GridStep) -> tuple[GridStep, ...]:
        """Return the steps worth trying after `step`, from a cache.

        Leave out cells that were already one step away before `step`. The cost of entering a cell
        is always the same, so a detour never makes it cheaper.
        """
        if step.onward is None:
            near = {cell for cell, _ in self.neighbours(step.before)}
            step.onward = self._made(step.cell, {step.before, *near})
        return step.onward

    def _made(self, cell: Cell, but: set[Cell]) -> tuple[GridStep, ...]:
        """Return the steps from a tile to its neighbours, except those in `but`."""
        found = []
        for to, cost in self.neighbours(cell):
            if to not in but:
                known = self._steps.get((cell, to))
                if known is None:
                    known = self._steps[cell, to] = GridStep(cell, to, cost)
                found.append(known)
        return tuple(found)

    def adjacent(self, a: Cell, b: Cell) -> bool:
        """Return whether one step joins two different tiles, enterable or not.

        Diagonals that terrain closes don't count, nor does anything off the grid.
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
        """Return whether a diagonal step has an enterable tile on at least one side."""
        x, y = cell
        at = y * self.width + x
        return bool(self._costs[at + dx] or self._costs[at + dy * self.width])


def _screens(covers: bytes, opaque: bytes) -> Screens:
    half, most, total = (_bits(covers, digits) for digits in (b"0111", b"0011", b"0001"))
    return half, most, total, _bits(opaque, b"01")


def _bits(values: bytes, digits: bytes) -> int:
    """Return the tiles as one number, one digit per value, in the layout of `Grid.screens`."""
    return int(values[::-1].translate(bytes.maketrans(bytes(range(len(digits))), digits)), 2)


def _flags(values: Sequence[int]) -> bytes:
    """Return one byte per value: 0 for 0, and 1 for anything else."""
    return (values if isinstance(values, bytes) else bytes(map(bool, values))).translate(_AS_FLAG)


def _either(covers: bytes, walls: bytes) -> bytes:
    """Return the cover of each tile; walls give total cover."""
    both = int.from_bytes(covers, "big") | int.from_bytes(walls, "big")
    return both.to_bytes(len(covers), "big")


def _checked(width: int, height: int, **tables: Sequence[int]) -> dict[str, set[int]]:
    """Return the distinct values of each table. Raise ValueError if one is impossible."""
    if width < 1 or height < 1:
        raise ValueError(f"A grid needs at least one tile, not {width!r} by {height!r}.")
    for name, given in tables.items():
        if len(given) != width * height:
            raise ValueError(
                f"A grid of {width} by {height} needs {width * height} {name}, not {len(given)}."
            )
    kinds = {name: _different(given) for name, given in tables.items()}
    if min(kinds["costs"]) < 0:
        raise ValueError(f"A tile cannot cost {min(kinds['costs'])!r}.")
    for what, name, most in (("give cover", "covers", TOTAL), ("fit size", "rooms", LARGEST)):
        if wrong := sorted(kinds[name].difference(range(most + 1))):
            raise ValueError(f"A tile cannot {what} {wrong[0]!r}.")
    return kinds


def _different(values: Sequence[int]) -> set[int]:
    """Return the distinct values.

    From bytes, delete each value when it is found. That is fast, because a map has few distinct
    values.
    """
    if not isinstance(values, bytes):
        return set(values)
    found = set()
    while values:
        found.add(values[0])
        values = values.translate(None, values[:1])
    return found
