"""From entities to the ids that commands and events use, and back."""

from game.components.hiding import Hidden
from game.components.unit import Allegiance, Name, Position
from game.core.cells import Cell
from game.world.world import World


def id_of(world: World, unit: int) -> str:
    """The id of a unit, dead or alive."""
    return world.get(unit, Name).id


def named(world: World, id: str) -> int | None:
    """The unit of this id, if there is one."""
    return next((entity for entity, name in world.all(Name) if name.id == id), None)


def side_of(world: World, unit: int) -> str:
    """The side a unit fights for."""
    return world.get(unit, Allegiance).side


def standing(world: World) -> tuple[int, ...]:
    """The units on the board, in unit order."""
    return world.ids(Position)


def in_play(world: World) -> tuple[int, ...]:
    """The units on the board, those too that a view does not show, in unit order."""
    return tuple(sorted({*world.ids(Position), *world.ids(Hidden)}))


def tile_of(world: World, unit: int) -> Cell | None:
    """The tile a unit stands on, or None if it is not on the board."""
    position = world.find(unit, Position)
    return position.at if position else None
