"""Deployment before the first turn: sides place their units in turn, unseen by other sides."""

from game.components.script_progress import Deploying
from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import tiles
from game.systems.forced_stops import free_tile, put_down
from game.terms.agenda import AgendaItem, DeployAsk, DeployUnits
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.deployment import area_of, deployable
from game.world.room_for_units import full_span
from game.world.system import System
from game.world.unit_names import side_of


def prepare(world: World) -> tuple[AgendaItem, ...]:
    """Put all units that sides can place onto the first tiles of their areas.

    A book's `setup` calls this once the units exist, and pushes the returned items last.
    """
    sides: list[str] = []
    for deploy in world.scene.level.script.deploy:
        for unit in deployable(world, deploy.side):
            free = free_tile(world, unit, _anchors(world, unit))
            if free is not None and not world.has(unit, Position):
                put_down(world, unit, free)
        if deploy.side not in sides:
            sides.append(deploy.side)
    if not sides:
        return ()
    world.put(world.root, Deploying(tuple(sides)))
    return (DeployUnits(),)


def _anchors(world: World, unit: Entity) -> tuple[Cell, ...]:
    """Return the tiles of the unit's area from which its whole footprint is in the area."""
    area, span = area_of(world, unit), full_span(world, unit)
    return tuple(at for at in area if all(cell in area for cell in tiles(at, span)))


class Deployment(System[DeployUnits]):
    """A system that asks each side in turn to place its units, and then reveals all of them."""

    def process(self, world: World, item: DeployUnits) -> None:
        deploying = world.find(world.root, Deploying)
        if deploying is None:
            return
        units = [u for side in deploying.sides[:1] for u in deployable(world, side)]
        placed = [u for u in units if world.has(u, Position)]
        if placed:
            world.push(item, DeployAsk(side_of(world, placed[0]), placed[0]))
        elif deploying.sides:
            world.put(world.root, Deploying(deploying.sides[1:]))
            world.push(item)
        else:
            world.drop(world.root, Deploying)
            world.reveal()


PART = part_of(globals(), Deploying, DeployUnits, DeployAsk)
