"""Units out of sight: what other sides know of them, and how they come to light (ALL-07)."""

from typing import ClassVar

from game.components.conditions import Conditions
from game.components.hiding import Hidden
from game.components.motion import Footing, Path, Stride
from game.components.unit import Position, Vitals
from game.systems.movement import Step, stop_walk
from game.terms.field_events import Found
from game.terms.records import Component
from game.world import World
from game.world.names import id_of, side_of, tile_of
from game.world.system import System

RULE = "ALL-07"
RECORDS = (Hidden,)
SECRET = (Position, Vitals, Conditions, Stride, Path, Footing)
"""What a side does not know of a unit it does not see."""


def is_unseen(world: World, unit: int, side: str) -> bool:
    """Whether the side does not see the unit, though nothing of the terrain is between."""
    hidden = world.find(unit, Hidden)
    return hidden is not None and side in hidden.sides


def hide(world: World, side: str, entity: int, record: Component) -> Component | None:
    """The part of a book's `hide` for units out of sight: that they are is all that is known."""
    if not is_unseen(world, entity, side):
        return record
    if isinstance(record, Hidden):
        return Hidden((side,))
    return None if isinstance(record, SECRET) else record


def witnesses(world: World, unit: int) -> tuple[str, ...] | None:
    """The sides that see what the unit does; None for all."""
    hidden = world.find(unit, Hidden)
    if hidden is None:
        return None
    return tuple(side.id for side in world.scene.level.sides if side.id not in hidden.sides)


def find(world: World, unit: int, side: str, rule: str = RULE) -> None:
    """The side sees the unit from now on."""
    hidden, at = world.find(unit, Hidden), tile_of(world, unit)
    if hidden is None or side not in hidden.sides or at is None:
        return
    left = tuple(other for other in hidden.sides if other != side)
    if left:
        world.put(unit, Hidden(left))
    else:
        world.drop(unit, Hidden)
    world.reveal()
    world.tell(Found(unit=id_of(world, unit), side=side, at=at, rule=rule), witnesses(world, unit))


def come_out(world: World, unit: int, rule: str) -> None:
    """All sides see the unit from now on."""
    hidden = world.find(unit, Hidden)
    for side in hidden.sides if hidden else ():
        find(world, unit, side, rule)


class Stumbling(System):
    """Who would step onto an unseen unit's tile is stopped before it and has found it.

    It stands before the systems that act on a step because it leaves a tile.
    """

    acts_on: ClassVar = (Step,)

    def process(self, world: World, item: Step) -> None:
        side = side_of(world, item.unit)
        for other in world.at(Position, item.to):
            if is_unseen(world, other, side):
                stop_walk(world, item.unit)
                find(world, other, side)
