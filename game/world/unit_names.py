"""The ids of units in commands and events, and queries about units."""

from collections.abc import Container, Iterable

from game.components.hiding import Hidden
from game.components.script_progress import Deploying
from game.components.turns import Rounds
from game.components.unit import Allegiance, Away, Dead, Down, Name, Position
from game.core.cells import Cell
from game.terms.records import Entity
from game.world.world import World


def id_of(world: World, unit: Entity) -> str:
    """Return the id of a unit, dead or alive."""
    return world.get(unit, Name).id


def ids_of(world: World, units: Iterable[Entity]) -> tuple[str, ...]:
    """Return the ids of some units."""
    return tuple(id_of(world, unit) for unit in units)


def unit_by_id(world: World, id: str) -> Entity | None:
    """Return the unit with this id, or None."""
    return world.once("units by id", lambda: _by_id(world), (Name,)).get(id)


def _by_id(world: World) -> dict[str, Entity]:
    return {name.id: entity for entity, name in world.all(Name)}


def is_known(world: World, unit: Entity, side: str | None) -> bool:
    """Return whether a side knows of a unit. `world` is the side's own view.

    A side knows its own units, units that it sees, units that will return, and dead units. It
    doesn't know units that lie in wait or have yet to arrive. If `side` is None, return True.
    """
    if side is None or side_of(world, unit) == side:
        return True
    return any(world.has(unit, kind) for kind in (Position, Away, Dead))


def unit_named(world: World, id: str) -> Entity:
    """Return the unit with this id, which must exist."""
    found = unit_by_id(world, id)
    assert found is not None, id
    return found


def side_of(world: World, unit: Entity) -> str:
    """Return the side that a unit fights for."""
    return world.get(unit, Allegiance).side


def units_on_board(world: World) -> tuple[Entity, ...]:
    """Return the units on the board, in order of entity id."""
    return world.ids(Position)


def in_play(world: World) -> tuple[Entity, ...]:
    """Return the units on the board and units that will return to it, in order of entity id.

    Include units that a view doesn't show.
    """
    unseen = {*world.ids(Hidden), *world.ids(Away), *_placed_unseen(world)}
    return tuple(sorted({*world.ids(Position), *unseen}))


def _placed_unseen(world: World) -> tuple[Entity, ...]:
    """Return the units of sides that place their own, while any side is still placing."""
    if not world.has(world.root, Deploying):
        return ()
    ids = {id for deploy in world.scene.level.script.deploy for id in deploy.units or ()}
    return tuple(e for e, name in world.all(Name) if name.id in ids and not world.has(e, Dead))


def others_at(world: World, cell: Cell, unit: Entity) -> tuple[Entity, ...]:
    """Return the other units on a tile."""
    return tuple(other for other in world.at(Position, cell) if other != unit)


def sides_in_play(world: World, but: Container[Entity] = ()) -> tuple[str, ...]:
    """Return the sides with a unit in play that is neither down nor in `but`, in unit order."""
    able = (unit for unit in in_play(world) if not world.has(unit, Down) and unit not in but)
    return tuple(dict.fromkeys(side_of(world, unit) for unit in able))


def round_of(world: World) -> int:
    """Return the number of the current round; 0 before the first."""
    rounds = world.find(world.root, Rounds)
    return rounds.number if rounds else 0


def tile_of(world: World, unit: Entity) -> Cell | None:
    """Return the upper left tile of a unit, or None if it isn't on the board."""
    position = world.find(unit, Position)
    return position.at if position else None
