"""The placement of units before the first turn, which is hidden from other sides."""

from game.components.script_progress import Deploying
from game.core.cells import Cell
from game.terms.records import Entity
from game.world.unit_names import id_of, unit_by_id
from game.world.world import World


def deployable(world: World, side: str) -> tuple[Entity, ...]:
    """Return the units that the side places, in the order of the level."""
    script = world.scene.level.script
    ids = [id for deploy in script.deploy if deploy.side == side for id in deploy.units or ()]
    found = [unit_by_id(world, id) for id in ids]
    return tuple(unit for unit in found if unit is not None)


def area_of(world: World, unit: Entity) -> tuple[Cell, ...]:
    """Return the tiles on which a unit can be placed before the first turn."""
    script, id = world.scene.level.script, id_of(world, unit)
    for deploy in script.deploy:
        if id in (deploy.units or ()):
            return script.areas[deploy.area]
    return ()


def is_unseen_yet(world: World, side: str, entity: Entity) -> bool:
    """Return whether a unit's tile is still hidden from `side`, because units are being placed."""
    if not world.has(world.root, Deploying):
        return False
    placing = {deploy.side for deploy in world.scene.level.script.deploy} - {side}
    return any(entity in deployable(world, other) for other in placing)
