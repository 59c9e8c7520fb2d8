"""Whether the conditions of a level's script are true: those of triggers, and those of lessons."""

from collections.abc import Iterable

from game.components.belongings import Gear, Hand
from game.components.hiding import Hidden
from game.components.script_progress import Debris, Deeds, Progress, ScriptMemory
from game.components.turns import Acting
from game.components.unit import Dead, Down, Position, Vitals
from game.core import sight
from game.core.cells import Cell
from game.terms.level_script import Trigger
from game.terms.records import Entity
from game.terms.script.conditions import (
    Heads,
    Standing,
    When,
    WhenAttacked,
    WhenBroken,
    WhenCarried,
    WhenCounted,
    WhenHandled,
    WhenSeen,
    Who,
)
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


def memory(world: World) -> ScriptMemory:
    """Return the flags, counters and answers of the level's script."""
    return world.find(world.root, ScriptMemory) or ScriptMemory()


def broken(world: World) -> tuple[tuple[Entity, Cell], ...]:
    """Return the units that broke something, each with its tile."""
    debris = world.find(world.root, Debris)
    return debris.broken if debris else ()


def holds(world: World, trigger: Trigger) -> bool:
    """Return whether the conditions that set a trigger off are true now."""
    if not all(is_true(world, when) for when in trigger.when):
        return False
    return not trigger.any or any(is_true(world, when) for when in trigger.any)


def is_true(world: World, when: When) -> bool:
    """Return whether a condition of a trigger is true now."""
    for judge in (_is_deed_done, _is_remembered, _is_seen_or_carried):
        found = judge(world, when)
        if found is not None:
            return found
    return stands(world, when)


def _is_deed_done(world: World, when: When) -> bool | None:
    """Return whether a deed was done, or None if the condition is about no deed."""
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
    return None


def _is_remembered(world: World, when: When) -> bool | None:
    """Return whether flags, counters, answers and rounds are as asked, or None if none is."""
    if when.round_end is not None:
        return memory(world).rounds >= when.round_end
    if when.flag is not None:
        return when.flag in memory(world).flags
    if when.no_flag is not None:
        return when.no_flag not in memory(world).flags
    if when.counter is not None:
        return _is_within(world, when.counter)
    if when.chosen is not None:
        answer = dict(memory(world).answers).get(when.chosen.choice)
        return answer is not None and when.chosen.answer in (None, answer)
    return None


def _is_seen_or_carried(world: World, when: When) -> bool | None:
    if when.sees is not None:
        return _sees(world, when.sees)
    return None if when.carries is None else _carries(world, when.carries)


def stands(world: World, when: Standing) -> bool:
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
        most = when.health.at_most
        return any(v.life <= most for v in _lives(world, when.health))
    if when.wounded is not None:
        share = when.wounded.at_most
        return any(v.life <= share * v.most for v in _lives(world, when.wounded))
    return when.count is not None and _is_counted(world, when.count)


def _lives(world: World, who: Who) -> Iterable[Vitals]:
    """Return the life of each unit on the board that a condition is about."""
    found = ((u, world.find(u, Vitals)) for u in units_on_board(world) if is_meant(world, u, who))
    return (vitals for _, vitals in found if vitals is not None)


def _is_done(
    world: World,
    what: WhenHandled | WhenBroken,
    done: tuple[tuple[Entity, Cell], ...],
) -> bool:
    """Return whether one of the units in `what` appears in `done` with a tile of its area."""
    tiles = world.scene.level.script.areas[what.area]
    return any(is_meant(world, unit, what) and at in tiles for unit, at in done)


def _has_attacked(world: World, what: WhenAttacked) -> bool:
    return any(
        is_meant(world, unit, what) and what.target in (None, id_of(world, target))
        for unit, target in deeds(world).attacked
    )


def _is_counted(world: World, heads: Heads) -> bool:
    units = units_in(world, heads.area) if heads.area else units_on_board(world)
    count = sum(heads.side in (None, side_of(world, unit)) for unit in units)
    return _is_between(count, heads.at_least, heads.at_most)


def _is_within(world: World, what: WhenCounted) -> bool:
    now = dict(memory(world).counters).get(what.id, 0)
    return _is_between(now, what.at_least, what.at_most)


def _is_between(count: int, low: int | None, high: int | None) -> bool:
    return (low is None or count >= low) and (high is None or count <= high)


def _sees(world: World, what: WhenSeen) -> bool:
    """Return whether one of the units that are up sees the target."""
    target = unit_by_id(world, what.target)
    there = None if target is None else world.find(target, Position)
    if target is None or there is None:
        return False
    hidden = world.find(target, Hidden)
    unaware = hidden.sides if hidden else ()
    return any(
        is_meant(world, unit, what)
        and unit != target
        and side_of(world, unit) not in unaware
        and not world.has(unit, Down)
        and _has_line(world, here, there)
        for unit, here in world.all(Position)
    )


def _has_line(world: World, here: Position, there: Position) -> bool:
    """Return whether terrain leaves a line of sight between two footprints."""
    grid = world.grid
    return grid.once(
        ("sight", here, there),
        lambda: sight.sees(grid, here.at, here.span, there.at, there.span),
    )


def _carries(world: World, what: WhenCarried) -> bool:
    units = units_in(world, what.area) if what.area else units_on_board(world)
    return any(is_meant(world, unit, what) and what.item in carried(world, unit) for unit in units)


def carried(world: World, unit: Entity) -> tuple[str, ...]:
    """Return all that a unit carries, as far as this world knows."""
    hand, gear = world.find(unit, Hand), world.find(unit, Gear)
    return (*(hand.items if hand else ()), *((*gear.belt, *gear.pack) if gear else ()))


def is_dead(world: World, who: Who) -> bool:
    """Return whether the unit is dead; for a side, whether units have died and none is left."""
    if who.unit is not None:
        unit = unit_by_id(world, who.unit)
        return unit is not None and world.has(unit, Dead)
    fallen = any(who.side in (None, side_of(world, unit)) for unit in world.ids(Dead))
    return fallen and (who.side is None or who.side not in sides_in_play(world))


def is_meant(world: World, unit: Entity, who: Who) -> bool:
    """Return whether a condition is about the unit."""
    if who.unit is not None:
        return id_of(world, unit) == who.unit
    return who.side in (None, side_of(world, unit))


def units_in(world: World, area: str) -> tuple[Entity, ...]:
    """Return the units in an area, in order of entity id."""
    tiles = world.scene.level.script.areas[area]
    return tuple(sorted({unit for cell in tiles for unit in world.at(Position, cell)}))
