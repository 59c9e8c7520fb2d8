"""Whether the conditions of a level's script are true: those of triggers, and those of lessons."""

from game.components.script_progress import Debris, Deeds, Progress
from game.components.turns import Acting
from game.components.unit import Dead, Position, Vitals
from game.core.cells import Cell
from game.terms import level_script
from game.terms.records import Entity
from game.world.unit_names import (
    id_of,
    round_of,
    side_of,
    sides_in_play,
    unit_by_id,
    units_on_board,
)
from game.world.world import World


def progress(world: World) -> Progress:
    """Return the progress of the level's script."""
    return world.find(world.root, Progress) or Progress()


def deeds(world: World) -> Deeds:
    """Return the deeds that the level's script asks for."""
    return world.find(world.root, Deeds) or Deeds()


def broken(world: World) -> tuple[tuple[Entity, Cell], ...]:
    """Return the units that broke something, each with its tile."""
    debris = world.find(world.root, Debris)
    return debris.broken if debris else ()


def is_true(world: World, when: level_script.When) -> bool:
    """Return whether a condition of a trigger is true now."""
    if when.used is not None:
        used, what = progress(world).used, when.used
        return any(is_meant(world, unit, what) and what.item in (None, item) for unit, item in used)
    if when.handled is not None:
        return _is_done(world, when.handled, progress(world).handled)
    if when.broken is not None:
        return _is_done(world, when.broken, broken(world))
    if when.attacked is not None:
        return _has_attacked(world, when.attacked)
    for who, units in ((when.reacted, deeds(world).reacted), (when.ended, deeds(world).ended)):
        if who is not None:
            return any(is_meant(world, unit, who) for unit in units)
    return stands(world, when)


def stands(world: World, when: level_script.Standing) -> bool:
    """Return whether a condition about the state of the battle is true now."""
    if when.round is not None:
        return round_of(world) >= when.round
    if when.turn is not None:
        acting = world.find(world.root, Acting)
        return acting is not None and id_of(world, acting.unit) == when.turn
    if when.enter is not None:
        there = units_in(world, when.enter.area)
        return any(is_meant(world, unit, when.enter) for unit in there)
    if when.death is not None:
        return is_dead(world, when.death)
    if when.health is not None:
        return any(
            is_meant(world, unit, when.health)
            and world.get(unit, Vitals).life <= when.health.at_most
            for unit in units_on_board(world)
            if world.has(unit, Vitals)
        )
    return when.count is not None and _is_counted(world, when.count)


def _is_done(
    world: World,
    what: level_script.WhenHandled | level_script.WhenBroken,
    done: tuple[tuple[Entity, Cell], ...],
) -> bool:
    """Return whether one of the units in `what` appears in `done` with a tile of its area."""
    tiles = world.scene.level.script.areas[what.area]
    return any(is_meant(world, unit, what) and at in tiles for unit, at in done)


def _has_attacked(world: World, what: level_script.WhenAttacked) -> bool:
    return any(
        is_meant(world, unit, what) and what.target in (None, id_of(world, target))
        for unit, target in deeds(world).attacked
    )


def _is_counted(world: World, heads: level_script.Heads) -> bool:
    units = units_in(world, heads.area) if heads.area else units_on_board(world)
    count = sum(heads.side in (None, side_of(world, unit)) for unit in units)
    low, high = heads.at_least, heads.at_most
    return (low is None or count >= low) and (high is None or count <= high)


def is_dead(world: World, who: level_script.Who) -> bool:
    """Return whether the unit is dead; for a side, whether units have died and none is left."""
    if who.unit is not None:
        unit = unit_by_id(world, who.unit)
        return unit is not None and world.has(unit, Dead)
    fallen = any(who.side in (None, side_of(world, unit)) for unit in world.ids(Dead))
    return fallen and (who.side is None or who.side not in sides_in_play(world))


def is_meant(world: World, unit: Entity, who: level_script.Who) -> bool:
    """Return whether a condition is about the unit."""
    if who.unit is not None:
        return id_of(world, unit) == who.unit
    return who.side in (None, side_of(world, unit))


def units_in(world: World, area: str) -> tuple[Entity, ...]:
    """Return the units in an area, in order of entity id."""
    tiles = world.scene.level.script.areas[area]
    return tuple(sorted({unit for cell in tiles for unit in world.at(Position, cell)}))
