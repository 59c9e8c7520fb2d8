"""Terrain that changes during a battle."""

from game.components.script_progress import ChangedTerrain
from game.components.unit import Position
from game.core.cells import Cell, reading
from game.terms.changes import GROUND, ChangedTile, ChangeFacts, TilesFact
from game.terms.script_events import TerrainChanged
from game.world import World


def change_ground(
    world: World, tiles: tuple[Cell, ...], terrain: str, rule: str | None = None
) -> None:
    """Change the terrain of the tiles, except tiles where that would wall a unit in."""
    changing = tuple(cell for cell in tiles if could_change_tile(world, cell, terrain))
    if not changing:
        return
    ground = world.find(world.root, ChangedTerrain)
    changed = dict(ground.changed if ground else ()) | dict.fromkeys(changing, terrain)
    ordered = sorted(changed.items(), key=lambda pair: reading(pair[0]))
    world.put(world.root, ChangedTerrain(tuple(ordered)))
    world.tell(TerrainChanged(tiles=changing, terrain=terrain, rule=rule))


def could_change_tile(world: World, cell: Cell, terrain: str) -> bool:
    """Return whether a tile could become another terrain without walling in a unit."""
    walkable = bool(world.scene.level.terrain[terrain].walk)
    return world.tile(cell) != terrain and (walkable or not world.at(Position, cell))


def describe_ground(old: ChangedTerrain | None, new: ChangedTerrain | None) -> ChangeFacts:
    """Return the tiles that become another terrain: a door that opens, a barrel that breaks."""
    before = dict(old.changed) if old else {}
    changed = tuple(
        ChangedTile(at, terrain)
        for at, terrain in (new.changed if new else ())
        if before.get(at) != terrain
    )
    return (TilesFact(GROUND, changed),) if changed else ()
