"""Things on tiles: breaking, interacting, picking up (ACT-10, ACT-13, ACT-31)."""

from collections.abc import Callable

from game.components.belongings import Hand, Loot
from game.components.unit import Position
from game.core.cells import Cell, reading
from game.core.footprints import steps_between
from game.rules.action import events
from game.rules.action.field import sight_and_cover, stealth, zone_crossing
from game.rules.action.records import Wrecks
from game.rules.action.units.figures import FEET
from game.systems import hidden_units
from game.systems.items import hand_of
from game.systems.script import triggers
from game.systems.script.ground import change_ground
from game.terms.board_events import LootTaken
from game.terms.level import Terrain
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, side_of

RULE = "ACT-10"


def is_at_hand(world: World, unit: Entity, at: Cell) -> bool:
    """Return whether a tile is under the unit or adjacent to it."""
    mine = world.get(unit, Position)
    here = steps_between(mine.at, mine.span, at, 1) == 0
    return here or sight_and_cover.reaches(world, mine, Position(at), FEET)


# Breaking


def is_thing(world: World, at: Cell) -> bool:
    """Return whether there is something breakable on the tile."""
    return at in world.grid and _can_break(world.terrain_at(at))


def _can_break(terrain: Terrain) -> bool:
    return terrain.life > 0 and terrain.wreck is not None


def things(world: World) -> tuple[Cell, ...]:
    """Return the tiles with something breakable, in reading order."""
    return _tiles_of(world, "things", _can_break)


def _tiles_of(world: World, name: str, test: Callable[[Terrain], bool]) -> tuple[Cell, ...]:
    """Return the tiles whose terrain passes a test, in reading order; cached per grid.

    For a level's first grid, test all tiles; for later grids, only tiles that have changed.
    """
    return world.grid.once(name, lambda: _found(world, name, test))


def _found(world: World, name: str, test: Callable[[Terrain], bool]) -> tuple[Cell, ...]:
    level, grid, changed = world.scene.level, world.scene.grid, world.changed_tiles
    every = (cell for cell in grid.cells() if test(level.terrain_at(cell)))
    first = grid.once(("first", name), lambda: tuple(every))
    if not changed:
        return first
    later = (cell for cell, id in changed.items() if test(level.terrain[id]))
    return tuple(sorted((*(c for c in first if c not in changed), *later), key=reading))


def batter(world: World, at: Cell, dealt: int, by: Entity) -> None:
    """Damage the thing on the tile. If it breaks, it becomes its wreck."""
    if not is_thing(world, at):
        return
    id, terrain, name = world.tile(at), world.terrain_at(at), id_of(world, by)
    assert terrain.wreck is not None
    taken = damage_at(world, at) + dealt
    _note(world, at, taken)
    told = events.ThingDamaged(
        unit=name, thing=id, at=at, amount=dealt, rule="ACT-13", dice=world.faces
    )
    world.tell(told)
    if taken >= terrain.life:
        _note(world, at, 0)
        world.tell(events.ThingBroken(unit=name, thing=id, at=at, rule="ACT-13"))
        change_ground(world, (at,), terrain.wreck, "ACT-13")
        triggers.broke(world, by, at)


def damage_at(world: World, at: Cell) -> int:
    """Return the damage that the thing on a tile has taken."""
    wrecks = world.find(world.root, Wrecks)
    return dict(wrecks.damage).get(at, 0) if wrecks else 0


def _note(world: World, at: Cell, damage: int) -> None:
    wrecks = world.find(world.root, Wrecks)
    kept = dict(wrecks.damage if wrecks else ()) | {at: damage}
    left = tuple((cell, kept[cell]) for cell in sorted(kept, key=reading) if kept[cell])
    world.put(world.root, Wrecks(left))


# Interacting


def is_handle(world: World, at: Cell) -> bool:
    """Return whether there is something on the tile to interact with: a door, a lever."""
    if at not in world.grid:
        return False
    return _can_change(world.terrain_at(at)) or bool(zone_crossing.opened_at(world, at))


def _can_change(terrain: Terrain) -> bool:
    return terrain.becomes is not None


def handles(world: World) -> frozenset[Cell]:
    """Return the tiles on which a unit can interact with something."""
    changing = _tiles_of(world, "changing", _can_change)
    return zone_crossing.openings(world).union(changing)


def is_in_its_way(world: World, at: Cell) -> bool:
    """Return whether a unit is on the tile that an interaction would make impassable."""
    becomes = world.terrain_at(at).becomes
    if becomes is None or world.scene.level.terrain[becomes].walk:
        return False
    return bool(world.at(Position, at))


def handle(world: World, unit: Entity, at: Cell) -> None:
    """Let the unit interact with the thing on a tile, or find a hidden unit that blocks it."""
    world.tell(
        events.Handled(unit=id_of(world, unit), at=at, thing=world.tile(at), rule=RULE),
        hidden_units.witnesses(world, unit),
    )
    if is_in_its_way(world, at):
        for other in world.at(Position, at):
            stealth.reveal(world, other, side_of(world, unit), "ALL-07")
        return
    opens = zone_crossing.opened_at(world, at)
    becomes = world.terrain_at(at).becomes
    if becomes is not None:
        change_ground(world, (at,), becomes, RULE)
    if opens:
        zone_crossing.open_up(world, unit, opens)
    world.push(triggers.HandlingDone(unit, at))


# Things on the ground


def loot_at(world: World, at: Cell) -> tuple[str, ...]:
    """Return the items on a tile."""
    return tuple(item for loot in world.at(Loot, at) for item in world.get(loot, Loot).items)


def take(world: World, unit: Entity, at: Cell) -> None:
    """Let the unit pick up all items on the tile."""
    items = loot_at(world, at)
    for loot in world.at(Loot, at):
        world.drop(loot, Loot)
    world.put(unit, Hand((*hand_of(world, unit), *items)))
    world.tell(
        LootTaken(unit=id_of(world, unit), items=items, at=at, rule=RULE),
        hidden_units.witnesses(world, unit),
    )
