"""Where a walk may come to an end against the walker's will (ALL-06).

A unit may pass tiles where it may not stop. `begin` notes where it could stand along the way; when
the walk is over for whatever reason, `Settle` puts it back on the last such tile if need be. That
is no step: nobody acts on it, and what was paid is paid.
"""

from typing import ClassVar

from game.components.motion import Footing
from game.components.unit import Position
from game.core.cells import Cell
from game.systems.movement import Enter, Witnesses, everybody, start_walk
from game.terms.agenda import Item
from game.terms.field_events import PutBack
from game.world import World
from game.world.names import id_of, others_at, tile_of
from game.world.system import System

RULE = "ALL-06"


class Settle(Item, frozen=True):
    """The unit's walk is over, wherever it has come to."""

    unit: int


RECORDS = (Settle, Footing)


def begin(world: World, unit: int, path: tuple[Cell, ...]) -> None:
    """Sets the unit walking; in the end it stands where it may."""
    world.put(unit, Footing((world.get(unit, Position).at,)))
    world.push(Settle(unit))
    start_walk(world, unit, path)


def is_free(world: World, cell: Cell, unit: int) -> bool:
    """Whether no other unit stands on the tile."""
    return not others_at(world, cell, unit)


def free_tile(world: World, unit: int, tiles: tuple[Cell, ...]) -> Cell | None:
    """The first of the tiles that the unit could be put on."""
    free = (c for c in tiles if world.grid.cost(c) and is_free(world, c, unit))
    return next(free, None)


class Treading(System):
    """Notes each tile entered where the unit could stand."""

    acts_on: ClassVar = (Enter,)

    def process(self, world: World, item: Enter) -> None:
        footing = world.find(item.unit, Footing)
        here = tile_of(world, item.unit) == item.at
        if footing and here and is_free(world, item.at, item.unit):
            world.put(item.unit, Footing((*footing.cells, item.at)))


class Settling(System):
    """Puts a unit back that was stopped on another's tile."""

    acts_on: ClassVar = (Settle,)

    def __init__(self, seen_by: Witnesses = everybody) -> None:
        self._seen_by = seen_by

    def process(self, world: World, item: Settle) -> None:
        unit, at = item.unit, tile_of(world, item.unit)
        footing = world.find(unit, Footing)
        world.drop(unit, Footing)
        if at is None or footing is None or is_free(world, at, unit):
            return
        back = next((c for c in reversed(footing.cells) if is_free(world, c, unit)), at)
        world.put(unit, Position(back))
        told = PutBack(unit=id_of(world, unit), at=back, rule=RULE)
        world.tell(told, self._seen_by(world, unit))
