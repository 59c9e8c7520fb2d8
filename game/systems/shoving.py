"""Pushes: a unit moves tile by tile in a straight line, until something stops it.

A push isn't a step, so no one reacts to it. But the unit enters each tile, so hazards and triggers
apply. Once anything stops the unit, the push is over.
"""

from collections.abc import Callable

from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import steps_between, tiles
from game.core.grid import Grid
from game.systems import hidden_units
from game.systems.movement import entering, stop_walk
from game.systems.turn_upkeep import nobody
from game.terms.agenda import AgendaItem
from game.terms.battlefield_events import Shoved
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.room_for_units import full_span, is_free, size_of
from game.world.system import System
from game.world.unit_names import id_of, side_of


class Shove(AgendaItem, frozen=True):
    """A push of the unit by `by` from `start` in the direction `way`.

    The unit has moved `done` of at most `most` tiles so far.
    """

    unit: Entity
    by: Entity
    start: Position
    way: Cell
    most: int
    done: int = 0


Find = Callable[[World, Entity, str, str], None]
"""A function that reveals a hidden unit to a side, under a rule."""


def shove(world: World, unit: Entity, by: Entity, origin: Position, steps: int) -> None:
    """Push a unit away from `origin`, or pull it towards `origin` if `steps` is negative."""
    due = pushed(world, unit, by, origin, steps)
    if due is not None:
        world.push(due)


def pushed(world: World, unit: Entity, by: Entity, origin: Position, steps: int) -> Shove | None:
    """Return the push of a unit, or None if the unit doesn't move.

    A unit centred on the origin doesn't move, and no unit is pulled past the origin.
    """
    here = world.get(unit, Position)
    (x, y), (from_x, from_y) = _centre(here), _centre(origin)
    if steps > 0:
        way, most = (x - from_x, y - from_y), steps
    else:
        way = from_x - x, from_y - y
        most = min(-steps, steps_between(here.at, here.span, origin.at, origin.span))
    return Shove(unit, by, here, way, most) if way != (0, 0) and most else None


def _centre(position: Position) -> Cell:
    """Return the centre of a footprint, doubled to stay in integers."""
    return 2 * position.at[0] + position.span, 2 * position.at[1] + position.span


def along(start: Cell, way: Cell, count: int) -> Cell:
    """Return the tile `count` steps from the start in a straight line."""
    longest = max(abs(way[0]), abs(way[1]))
    return start[0] + _share(way[0] * count, longest), start[1] + _share(way[1] * count, longest)


def _share(number: int, of: int) -> int:
    """Return the rounded quotient, with halves rounded towards 0."""
    near = (2 * abs(number) + of - 1) // (2 * of)
    return near if number > 0 else -near


def nowhere(world: World, here: Position, there: Position) -> bool:
    """Return False: no borders stop a push."""
    return False


class Shoving(System[Shove]):
    """A system that pushes a unit tile by tile."""

    def __init__(
        self,
        rule: str,
        flies: Callable[[World, Entity], bool] = nobody,
        find: Find = hidden_units.find,
        parts: Callable[[World, Position, Position], bool] = nowhere,
    ) -> None:
        """Make the system.

        `flies` returns whether a unit flies. `parts` returns whether a border stops a push from
        one position to the next.
        """
        self._flies = flies
        self._find = find
        self._parts = parts
        self._rule = rule

    def process(self, world: World, item: Shove) -> None:
        unit, here = item.unit, world.find(item.unit, Position)
        if here is None or item.done == item.most:
            return
        if here != Position(along(item.start.at, item.way, item.done), item.start.span):
            return
        there = _next(item)
        if self._is_barred(world, item, there) or self._bumps(world, item, there):
            return
        stop_walk(world, unit)
        world.put(unit, there)
        names = id_of(world, unit), id_of(world, item.by)
        told = Shoved(unit=names[0], by=names[1], to=there.at, rule=self._rule)
        world.tell(told, hidden_units.witnesses(world, unit))
        on = Shove(unit, item.by, item.start, item.way, item.most, item.done + 1)
        world.push(on, entering(unit, here, there))

    def can_go(self, world: World, item: Shove) -> bool:
        """Return whether the unit could be pushed one tile, as far as this world knows."""
        there = _next(item)
        return not self._is_barred(world, item, there) and is_free(world, there.cells, item.unit)

    def _is_barred(self, world: World, item: Shove, there: Position) -> bool:
        """Return whether the ground stops the unit before its next tile."""
        here = world.get(item.unit, Position)
        grid = world.air if self._flies(world, item.unit) else world.grid
        is_open = _has_room(world, grid, item.unit, here, there)
        return not is_open or self._parts(world, here, there)

    def _bumps(self, world: World, item: Shove, there: Position) -> bool:
        """Return whether another unit is in the way. If it was hidden, both sides find it."""
        if is_free(world, there.cells, item.unit):
            return False
        others = {u for cell in there.cells for u in world.at(Position, cell)} - {item.unit}
        for other in sorted(others):
            for side in dict.fromkeys(side_of(world, unit) for unit in (item.by, item.unit)):
                self._find(world, other, side, self._rule)
        return True


def _next(item: Shove) -> Position:
    """Return the unit's position after the next tile."""
    return Position(along(item.start.at, item.way, item.done + 1), item.start.span)


def _has_room(world: World, grid: Grid, unit: Entity, here: Position, there: Position) -> bool:
    """Return whether the terrain has room for the whole unit at its next position."""
    if here.span == 1 and not grid.adjacent(here.at, there.at):
        return False
    size = size_of(world, unit) - (here.span < full_span(world, unit))
    return all(
        grid.cost(cell) and grid.rooms[cell[1] * grid.width + cell[0]] >= size
        for cell in tiles(there.at, there.span)
    )


PART = part_of(globals(), Shoved)
