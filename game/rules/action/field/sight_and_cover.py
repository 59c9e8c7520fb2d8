"""Sight, reach and cover (ALL-07, ACT-14, ACT-20, ACT-33)."""

from collections.abc import Callable

from game.components.hiding import Hidden
from game.components.unit import Allegiance, Position
from game.core import cover as covers
from game.core import sight
from game.core.cells import Cell
from game.core.footprints import adjacent, steps_between
from game.core.grid import TOTAL, Grid
from game.rules.action.field import zones
from game.rules.action.records import Stealth
from game.rules.action.units import conditions
from game.rules.action.units.figures import FEET, figure, settings
from game.systems import hidden_units
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of

OUT_OF_SIGHT = TOTAL + 1
"""A level beyond total cover, for terrain that hides a unit completely."""


def feet_apart(world: World, a: Position, b: Position) -> int:
    """Return the distance between two footprints in feet, from nearest tile to nearest tile."""
    return steps_between(a.at, a.span, b.at, b.span) * FEET


def outlook(grid: Grid, a: Position, b: Position) -> int:
    """Return the cover that terrain gives `b` from `a`; `OUT_OF_SIGHT` if it hides `b` completely.

    Cached per grid. A unit out of sight always has total cover.
    """
    return grid.once((a, b), lambda: _outlook(grid, a, b))


def _outlook(grid: Grid, a: Position, b: Position) -> int:
    cover = covers.cover(grid, a.at, a.span, b.at, b.span)
    is_hidden = cover == TOTAL and not sight.sees(grid, a.at, a.span, b.at, b.span)
    return OUT_OF_SIGHT if is_hidden else cover


def in_sight(world: World, a: Position, b: Position) -> bool:
    """Return whether terrain leaves a line of sight between two footprints."""
    return outlook(world.grid, a, b) < OUT_OF_SIGHT


def is_walled_off(world: World, a: Position, b: Position) -> bool:
    """Return whether total cover is between two footprints, even if it is transparent (ACT-32)."""
    return outlook(world.grid, a, b) >= TOTAL


def open_from(grid: Grid, a: Position) -> Callable[[Cell], bool]:
    """Return a test of whether a tile is not walled off from a footprint (ACT-32).

    For many tiles, this is far faster than testing each with `is_walled_off`.
    """
    bits, width = sight.field(grid, a.at, a.span, glass=True), grid.width
    # As bytes, because shifting an int copies the whole map for each tile.
    tiles = bits.to_bytes(width * grid.height // 8 + 1, "little")

    def is_open(cell: Cell) -> bool:
        at = cell[1] * width + cell[0]
        return bool(tiles[at >> 3] >> (at & 7) & 1)

    return is_open


def reaches(world: World, a: Position, b: Position, reach: int) -> bool:
    """Return whether a melee attack with this reach, in feet, gets from one footprint to the other.

    A closed diagonal separates two tiles (ALL-06), and a long reach needs a free line. A unit that
    passes through another unit's tiles is within that unit's reach. Only shots and spells reach
    into a detached zone (ACT-31).
    """
    return within(world.grid, a, b, reach) and not zones.are_parted(world, a, b)


def within(grid: Grid, a: Position, b: Position, reach: int) -> bool:
    """Return whether a melee attack reaches between footprints, considering only the terrain."""
    far = steps_between(a.at, a.span, b.at, b.span)
    if far <= 1:
        near = far == 0 or adjacent(grid, a.at, a.span, b.at, b.span)
        return near and reach >= FEET
    return far * FEET <= reach and outlook(grid, a, b) < TOTAL


def notices(world: World, unit: Entity, other: Entity) -> bool:
    """Return whether the unit itself, and not only its side, knows the other unit's tile."""
    stealth = world.find(other, Stealth)
    if stealth is not None and unit in stealth.foes:
        return False
    return not hidden_units.is_unseen(world, other, side_of(world, unit))


def sees(world: World, unit: Entity, other: Entity) -> bool:
    """Return whether the unit sees the other: in sight, lit, not hidden, not invisible."""
    its = world.find(other, Position)
    return its is not None and sees_at(world, unit, other, its)


def sees_at(world: World, unit: Entity, other: Entity, its: Position) -> bool:
    """Return whether the unit sees the other, or would see it, on a footprint."""
    return notices(world, unit, other) and could_see_at(world, unit, other, its)


def could_see_at(world: World, unit: Entity, other: Entity, its: Position) -> bool:
    """Return whether the unit would see the other on a footprint if the other weren't hiding."""
    mine = world.find(unit, Position)
    if mine is None or not in_sight(world, mine, its):
        return False
    if conditions.has(world, unit, "blind"):
        return False
    if conditions.has(world, other, "bright"):
        return True
    return not conditions.has(world, other, "invisible") and _is_lit(world, unit, mine, its)


def _is_lit(world: World, unit: Entity, mine: Position, its: Position) -> bool:
    """Return whether part of a footprint is lit, near, or visible to a unit with dark sight."""
    if not world.grid.once(("dark", its), lambda: _is_dark(world, its)):
        return True
    far = feet_apart(world, mine, its)
    return far <= settings(world).dark_sight_feet or figure(world, unit).dark_sight


def _is_dark(world: World, its: Position) -> bool:
    """Return whether all of a footprint is in the dark."""
    return all(world.terrain_at(cell).dark for cell in its.cells)


def bodies(world: World, side: str, but: tuple[Entity, ...]) -> frozenset[Cell]:
    """Return the tiles of all creatures that the side sees, except those in `but`."""
    every = world.once(("bodies", side), lambda: _bodies(world, side), (Position, Hidden))
    return frozenset(cell for cell, unit in every.items() if unit not in but)


def _bodies(world: World, side: str) -> dict[Cell, Entity]:
    return {
        cell: unit
        for unit, position in world.all(Position)
        if not hidden_units.is_unseen(world, unit, side)
        for cell in position.cells
    }


def cover_from(
    world: World, origin: Position, unit: Entity, side: str, but: tuple[Entity, ...]
) -> int:
    """Return the cover of a unit from a footprint: 0 none to 3 total (ACT-33).

    Creatures give cover if `side` sees them.
    """
    its = world.get(unit, Position)
    return cover_of(world, origin, its, side, (*but, unit))


def cover_of(
    world: World, origin: Position, target: Position, side: str, but: tuple[Entity, ...]
) -> int:
    """Return the cover on a footprint, whatever unit is there."""
    between = bodies(world, side, but)
    return covers.cover(world.grid, origin.at, origin.span, target.at, target.span, between)


def foes_of(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the units of other sides on the board, as far as this view shows them."""
    return world.once(("foes", unit), lambda: _foes_of(world, unit), (Position, Allegiance))


def _foes_of(world: World, unit: Entity) -> tuple[Entity, ...]:
    side = side_of(world, unit)
    return tuple(other for other in world.ids(Position) if side_of(world, other) != side)
