"""Areas: the tiles of a line, a cone or a burst, and the units affected (ACT-33, ACT-36)."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice
from operator import or_

from msgspec.structs import replace

from game.components.unit import Position
from game.core.cells import Cell, reading
from game.core.footprints import steps_between
from game.core.grid import TOTAL, Grid
from game.core.lines_between import centre, passed
from game.core.sight import field
from game.rules.action.field import sight_and_cover
from game.rules.action.schema import Deed, Effect
from game.rules.action.units.figures import FEET
from game.systems import hidden_units
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of

AIMED = ("line", "cone", "burst")
"""Shapes that cover more than one tile."""


def is_own(deed: Deed) -> bool:
    """Return whether a power or an item is a burst around its user."""
    return deed.shape == "burst" and deed.range == 0


def is_aimed(deed: Deed) -> bool:
    """Return whether a power or an item is aimed at a tile."""
    return deed.shape == "place" or (deed.shape in AIMED and not is_own(deed))


@dataclass(frozen=True)
class EffectArea:
    """The tiles of a line, cone or burst. `origin` is its start, `at` the tile it is aimed at."""

    world: World
    shape: str
    origin: Position
    at: Cell
    most: int
    """Length or radius of the area, in tiles."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The tiles of the area, in reading order."""
        if self.shape == "line":
            return tuple(sorted(self._line, key=reading))
        key = "area", self.shape, self.origin, self.at, self.most
        return self.world.grid.once(key, self._find_cells)

    def _find_cells(self) -> tuple[Cell, ...]:
        grid, at, span = self.world.grid, self.origin.at, self.origin.span
        around = grid.cells_of(field(grid, at, span, self.most, glass=True))
        return tuple(cell for cell in around if self._is_near(cell))

    def holds(self, cell: Cell) -> bool:
        """Return whether a tile is in the area, and not behind total cover from its origin."""
        if self.shape == "line":
            return cell in self._line
        if cell not in self.world.grid or not self._is_near(cell):
            return False
        return not sight_and_cover.is_walled_off(self.world, self.origin, Position(cell))

    def _is_near(self, cell: Cell) -> bool:
        far = steps_between(self.origin.at, self.origin.span, cell, 1)
        if self.shape == "burst":
            return far <= self.most
        return 0 < far <= self.most and self._is_ahead(cell)

    def _is_ahead(self, cell: Cell) -> bool:
        """Return whether a tile is in the cone, which is as wide as it is long."""
        (x, y), (to_x, to_y) = self.origin.at, self.at
        along, across = to_x - x, to_y - y
        dx, dy = cell[0] - x, cell[1] - y
        return 2 * abs(along * dy - across * dx) <= along * dx + across * dy

    @cached_property
    def _line(self) -> frozenset[Cell]:
        """The tiles along a line from centre to centre and beyond, up to the first wall."""
        key = "line", self.origin, self.at, self.most
        return self.world.grid.once(key, self._find_line)

    def _find_line(self) -> frozenset[Cell]:
        (x, y), grid = self.origin.at, self.world.grid
        dx, dy = self.at[0] - x, self.at[1] - y
        longest = max(abs(dx), abs(dy), 1)
        times = self.most // longest + 1
        found = []
        start, end = (centre((x + n * dx, y + n * dy)) for n in (0, times))
        for cell, *others in islice(passed(start, end), 1, None):
            if others:
                continue
            is_far = max(abs(cell[0] - x), abs(cell[1] - y)) > self.most
            if is_far or cell not in grid or _is_wall(grid, cell):
                break
            if sight_and_cover.is_walled_off(self.world, self.origin, Position(cell)):
                break
            found.append(cell)
        return frozenset(found)


def area_of(world: World, unit: Entity, deed: Deed, at: Cell) -> EffectArea:
    """Return the area of a power or an item aimed at a tile. Bursts around the user ignore `at`."""
    mine = world.get(unit, Position)
    if is_own(deed):
        origin = mine
    elif deed.shape == "burst":
        origin = Position(at)
    else:
        origin = Position(_nearest(mine, at))
    return EffectArea(world, deed.shape, origin, at, deed.size // FEET)


def _nearest(position: Position, at: Cell) -> Cell:
    """Return the tile of a footprint that is nearest to another tile."""

    def far(cell: Cell) -> tuple[int, int]:
        dx, dy = abs(at[0] - cell[0]), abs(at[1] - cell[1])
        return max(dx, dy), dx + dy

    return min(position.cells, key=far)


def is_meant(world: World, user: Entity, unit: Entity, deed: Deed) -> bool:
    """Return whether `deed` is meant for this unit: a foe, an ally, or anyone."""
    if deed.targets == "any":
        return True
    return (side_of(world, user) == side_of(world, unit)) == (deed.targets == "ally")


def is_filled(world: World, at: Cell) -> bool:
    """Return whether a tile is solid, like a wall, so that no area can begin there (ACT-33)."""
    return _is_wall(world.grid, at) and not (world.grid.cost(at) or world.air.cost(at))


def _is_wall(grid: Grid, at: Cell) -> bool:
    """Return whether a tile of the map gives total cover."""
    return grid.covers[at[1] * grid.width + at[0]] == TOTAL


def as_far_as(deed: Deed) -> Deed:
    """Return the deed with the range at which it can be aimed: for a line or cone, its length."""
    return replace(deed, range=deed.size) if deed.shape in ("line", "cone") else deed


def caught(world: World, user: Entity, deed: Deed, area: EffectArea) -> tuple[Entity, ...]:
    """Return the units that an area affects, in unit order."""
    return tuple(
        unit
        for unit, position in _at_risk(world, user, deed)
        if (not deed.spares or is_meant(world, user, unit, deed))
        and any(area.holds(cell) for cell in position.cells)
    )


def _at_risk(world: World, user: Entity, deed: Deed) -> Iterator[tuple[Entity, Position]]:
    """Yield all units on the board, except the user if the area spares it.

    An area that begins at its user spares the user, unless it is a burst that isn't for foes.
    """
    out = user if deed.shape != "burst" or (is_own(deed) and deed.targets == "foe") else None
    for unit, position in world.all(Position):
        if unit != out:
            yield unit, position


def seeks_unseen(world: World, user: Entity, deed: Deed) -> bool:
    """Return whether a use might affect foes whose tiles the user's side doesn't know."""
    if not hidden_units.are_any(world, side_of(world, user)):
        return False
    acts = replace(deed.effect, terrain=None, find=False) != Effect()
    spares_foes = deed.spares and deed.targets == "ally"
    return deed.effect.find or (deed.shape in AIMED and acts and not spares_foes)


def catching(
    world: World, user: Entity, deed: Deed, tiles: Set[Cell], whom: Set[Entity] | None = None
) -> set[Cell]:
    """Return the `tiles` at which a use would affect any of `whom`.

    Default: any unit that the use is for.
    """
    found = set[Cell]()
    for unit, position in _at_risk(world, user, deed):
        is_for = is_meant(world, user, unit, deed)
        if not (is_for if whom is None else unit in whom and (is_for or not deed.spares)):
            continue
        found |= _catching(world, user, deed, position) & tiles
    return found


def _catching(world: World, user: Entity, deed: Deed, position: Position) -> frozenset[Cell]:
    """Return the tiles at which a use would affect a footprint; cached for the grid."""
    is_burst = deed.shape == "burst"
    origin = position if is_burst else world.get(user, Position)
    key = "catching", deed.shape, deed.size, origin, position
    return world.grid.once(key, lambda: _found_catching(world, user, deed, origin, position))


def _found_catching(
    world: World, user: Entity, deed: Deed, origin: Position, position: Position
) -> frozenset[Cell]:
    grid, radius = world.grid, deed.size // FEET
    if deed.shape == "burst":
        # A burst affects the tiles that its centre sees, and sight is mutual. So a tile sees the
        # centres of the bursts that affect it.
        seen = (field(grid, cell, 1, radius, glass=True) for cell in position.cells)
        return frozenset(grid.cells_of(reduce(or_, seen)))
    near = around(world, origin, radius)
    near.discard(origin.at)
    if near.isdisjoint(position.cells):
        return frozenset()
    areas = ((at, area_of(world, user, deed, at)) for at in near)
    return frozenset(at for at, area in areas if any(area.holds(c) for c in position.cells))


def around(world: World, stand: Position, radius: int) -> set[Cell]:
    """Return the tiles of the map within `radius` steps of a footprint."""
    (x, y), span, grid = stand.at, stand.span, world.grid
    columns = range(max(0, x - radius), min(grid.width, x + span + radius))
    rows = range(max(0, y - radius), min(grid.height, y + span + radius))
    return {(column, row) for row in rows for column in columns}
