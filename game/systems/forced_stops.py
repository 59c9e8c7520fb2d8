"""Stops on tiles where a moving unit can't stay (ALL-06).

A unit can pass through tiles on which it can't stop. `walk_and_settle` records where it could have
stopped along the path. If the move ends on a tile where the unit can't stay, `Settle` puts it back
on the last recorded place that is free. If none is free, it puts the unit on the nearest free
place. This isn't a step: no one reacts, and no movement is refunded.
"""

from game.components.motion import Footing
from game.components.unit import Position
from game.core.cells import Cell
from game.systems.movement import Enter, Witnesses, everybody, start_walk
from game.terms.agenda import AgendaItem
from game.terms.battlefield_events import PutBack
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.room_for_units import fits, full_span, is_free, nearest_room
from game.world.system import System
from game.world.unit_names import id_of

RULE = "ALL-06"


class Settle(AgendaItem, frozen=True):
    """The end of the unit's move, wherever the unit is by then."""

    unit: Entity


def walk_and_settle(
    world: World, unit: Entity, path: tuple[Cell, ...], until_hit: bool = False
) -> None:
    """Start a move as `start_walk` does, and make sure that it ends where the unit can stay."""
    world.put(unit, Footing((world.get(unit, Position),)))
    world.push(Settle(unit))
    start_walk(world, unit, path, until_hit)


def free_tile(world: World, unit: Entity, tiles: tuple[Cell, ...]) -> Cell | None:
    """Return the first of the tiles on which the unit fits, or None.

    A large unit has its upper left tile there.
    """
    return next((cell for cell in tiles if fits(world, unit, cell)), None)


def put_down(world: World, unit: Entity, at: Cell) -> None:
    """Put the unit on the board at full size."""
    world.put(unit, Position(at, full_span(world, unit)))


class Treading(System[Enter]):
    """A system that records each place along a move where the unit could stop."""

    def process(self, world: World, item: Enter) -> None:
        footing, position = world.find(item.unit, Footing), world.find(item.unit, Position)
        here = position is not None and position.at == item.at
        if footing and position and here and is_free(world, position.cells, item.unit):
            world.put(item.unit, Footing((*footing.stands, position)))


class Settling(System[Settle]):
    """A system that puts a unit back if its move ended on another unit's tile."""

    def __init__(self, seen_by: Witnesses = everybody) -> None:
        self._seen_by = seen_by

    def process(self, world: World, item: Settle) -> None:
        unit, position = item.unit, world.find(item.unit, Position)
        footing = world.find(unit, Footing)
        world.drop(unit, Footing)
        if position is None or footing is None or is_free(world, position.cells, unit):
            return
        free = (p for p in reversed(footing.stands) if is_free(world, p.cells, unit))
        back = next(free, None) or nearest_room(world, unit, position)
        if back is None:
            return
        world.put(unit, back)
        told = PutBack(unit=id_of(world, unit), at=back.at, rule=RULE)
        world.tell(told, self._seen_by(world, unit))


PART = part_of(globals(), Footing, PutBack)
