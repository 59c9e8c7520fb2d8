"""The tiles of other units, which a unit can't enter or is slowed on (ACT-23)."""

from typing import NamedTuple

from game.components.hiding import Hidden
from game.components.unit import Allegiance, Bulk, Position
from game.core.cells import Cell
from game.rules.action.units.figures import settings
from game.systems import hidden_units
from game.terms.records import Entity
from game.world import World
from game.world.room_for_units import size_of
from game.world.unit_names import side_of

NO_CELLS: frozenset[Cell] = frozenset()
CROWDS = (Position, Hidden, Bulk, Allegiance)
"""Components that the tiles below depend on."""


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


def _crowd(world: World, side: str, size: int, but: Entity | None = None) -> Crowd:
    """Return the tiles of all units except `but`, as far as the side knows."""
    closed, passed, pass_sizes = list[Cell](), list[Cell](), settings(world).pass_sizes
    for other, stand in world.all(Position):
        # A hidden unit doesn't bar paths of the other side: a path around it would reveal its tile.
        # The step that meets it is interrupted.
        is_ally = side_of(world, other) == side
        if other != but and (is_ally or not hidden_units.is_unseen(world, other, side)):
            passable = is_ally or abs(size_of(world, other) - size) >= pass_sizes
            (passed if passable else closed).extend(stand.cells)
    every, shared = closed + passed, NO_CELLS
    if len(set(every)) < len(every):
        shared = frozenset(cell for cell in every if every.count(cell) > 1)
    return Crowd(frozenset(closed), frozenset(passed), shared)
