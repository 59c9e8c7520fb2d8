"""The tiles of other units, which a unit can't enter or is slowed on (ACT-23)."""

from typing import Literal, NamedTuple

from game.components.hiding import Hidden
from game.components.unit import Allegiance, Bulk, Position
from game.core.cells import Cell
from game.rules.action.units.figures import settings
from game.systems import hidden_units
from game.terms.records import Entity
from game.world import World
from game.world.room_for_units import size_of
from game.world.unit_names import others_at, side_of

NO_CELLS: frozenset[Cell] = frozenset()
CROWDS = (Position, Hidden, Bulk, Allegiance)
"""Components that the tiles below depend on."""
Hindrance = Literal["none", "passed", "closed"]
"""How a unit on a tile hinders another: not at all, it can be passed, or it can't."""


class Crowd(NamedTuple):
    """The tiles of all units, for a unit of one side and size."""

    closed: frozenset[Cell]
    """The tiles of foes that it can't pass."""
    passed: frozenset[Cell]
    """The tiles of units that it can pass."""
    shared: frozenset[Cell]
    """The tiles of more than one unit, while one passes another."""


def around(
    world: World, unit: Entity, stand: Position | None
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the tiles of other units that the unit can't pass, and those that it can pass."""
    side, size = side_of(world, unit), size_of(world, unit)
    # One for all units of a side and size: to look at all units for each unit would be slow.
    crowd = world.once(("crowd of", side, size), lambda: _crowd(world, side, size), CROWDS)
    if stand is None:
        return crowd.closed, crowd.passed
    if crowd.shared and not crowd.shared.isdisjoint(stand.cells):
        return _crowd(world, side, size, unit)[:2]
    return crowd.closed, crowd.passed.difference(stand.cells)


def on(world: World, unit: Entity, cell: Cell) -> Hindrance:
    """Return how other units on one tile hinder the unit: as `around` says, but quicker."""
    found: Hindrance = "none"
    side, size = side_of(world, unit), size_of(world, unit)
    for other in others_at(world, cell, unit):
        hindrance = _hindrance(world, side, size, other)
        if hindrance == "closed":
            return hindrance
        found = hindrance if hindrance == "passed" else found
    return found


def _crowd(world: World, side: str, size: int, but: Entity | None = None) -> Crowd:
    """Return the tiles of all units except `but`, as far as the side knows."""
    closed, passed = list[Cell](), list[Cell]()
    for other, stand in world.all(Position):
        hindrance = "none" if other == but else _hindrance(world, side, size, other)
        if hindrance != "none":
            (passed if hindrance == "passed" else closed).extend(stand.cells)
    every, shared = closed + passed, NO_CELLS
    if len(set(every)) < len(every):
        shared = frozenset(cell for cell in every if every.count(cell) > 1)
    return Crowd(frozenset(closed), frozenset(passed), shared)


def _hindrance(world: World, side: str, size: int, other: Entity) -> Hindrance:
    """Return how a unit hinders units of a side and size, as far as the side knows."""
    if side_of(world, other) == side:
        return "passed"
    # A hidden unit doesn't bar paths of the other side: a path around it would reveal its tile. The
    # step that meets it is interrupted.
    if hidden_units.is_unseen(world, other, side):
        return "none"
    is_passable = abs(size_of(world, other) - size) >= settings(world).pass_sizes
    return "passed" if is_passable else "closed"
