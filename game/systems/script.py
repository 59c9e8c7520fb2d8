"""What a level makes happen by itself: triggers, objectives, arrivals, changing terrain.

Conditions are looked at after everything that can make one true: a round or turn that begins or
ends, a tile entered, life lost, a death, an item used. A trigger goes off when all of its
conditions hold at such a moment, in the order of the level.
"""

from typing import ClassVar

from msgspec.structs import replace

from game.components.script import Ground, Progress
from game.components.turns import Acting
from game.components.unit import Dead, Position, Vitals
from game.core.cells import Cell, reading
from game.systems.harm import Fall, Hurt
from game.systems.items import Effect
from game.systems.movement import Enter
from game.systems.rounds import BeginTurn, EndTurn, NextRound, Ordered, join_order
from game.terms import script
from game.terms.agenda import Concession, Finish, Item
from game.terms.script_events import (
    Arrived,
    Message,
    ObjectiveFailed,
    ObjectiveReached,
    TerrainChanged,
)
from game.world import World
from game.world.names import id_of, named, others_at, round_of, side_of, sides_in_play, standing
from game.world.system import System

RECORDS = (Ground, Progress)


def progress(world: World) -> Progress:
    """What the script has done so far."""
    return world.find(world.root, Progress) or Progress()


class Using(System):
    """Keeps which items were used, where a trigger asks for it."""

    acts_on: ClassVar = (Effect,)

    def process(self, world: World, item: Effect) -> None:
        if any(when.used for t in world.scene.level.script.triggers for when in t.when):
            kept = progress(world)
            world.put(world.root, replace(kept, used=(*kept.used, (item.user, item.item))))


class RoundsEnding(System):
    """At the end of a round, and before the last one ends the battle: what was held and survived.

    It stands before `rounds.TurnOrder` in a book's list.
    """

    acts_on: ClassVar = (NextRound,)

    def process(self, world: World, item: NextRound) -> None:
        aims = world.scene.level.script.objectives
        if not aims:
            return
        before = dict(progress(world).held)
        held = [(a.id, _held_for(world, a, before.get(a.id, 0))) for a in aims if a.hold]
        if held:
            world.put(world.root, replace(progress(world), held=tuple(held)))
        _judge_all(world, round_is_over=True)


def _held_for(world: World, aim: script.Objective, before: int) -> int:
    assert aim.hold is not None
    there = {side_of(world, unit) for unit in _units_in(world, aim.hold.area)}
    return before + 1 if there == {aim.side} else 0


class Watching(System):
    """Looks whether an objective is reached or a trigger goes off."""

    acts_on: ClassVar = (Ordered, NextRound, BeginTurn, EndTurn, Enter, Hurt, Fall, Effect)

    def process(self, world: World, item: Item) -> None:
        plot = world.scene.level.script
        if plot.triggers or progress(world).waiting:
            _arrive(world, ())
            for index, trigger in enumerate(plot.triggers):
                _look(world, index, trigger)
        if plot.objectives:
            _judge_all(world, round_is_over=False)


# Triggers


def _look(world: World, index: int, trigger: script.Trigger) -> None:
    kept = progress(world)
    holds = all(is_true(world, when) for when in trigger.when)
    if index in kept.fired or holds == (index in kept.holding):
        return
    if not holds:
        left = tuple(i for i in kept.holding if i != index)
        world.put(world.root, replace(kept, holding=left))
        return
    if trigger.once:
        world.put(world.root, replace(kept, fired=(*kept.fired, index)))
    else:
        world.put(world.root, replace(kept, holding=(*kept.holding, index)))
    for deed in trigger.do:
        _carry_out(world, deed)


def is_true(world: World, when: script.When) -> bool:
    """Whether a condition holds now."""
    if when.round is not None:
        return round_of(world) >= when.round
    if when.turn is not None:
        acting = world.find(world.root, Acting)
        return acting is not None and id_of(world, acting.unit) == when.turn
    if when.enter is not None:
        there = _units_in(world, when.enter.area)
        return any(_is_meant(world, unit, when.enter) for unit in there)
    if when.death is not None:
        return is_dead(world, when.death)
    if when.health is not None:
        return any(
            _is_meant(world, unit, when.health)
            and world.get(unit, Vitals).life <= when.health.at_most
            for unit in standing(world)
            if world.has(unit, Vitals)
        )
    if when.used is not None:
        used, what = progress(world).used, when.used
        return any(
            _is_meant(world, unit, what) and what.item in (None, item) for unit, item in used
        )
    return when.count is not None and _is_counted(world, when.count)


def _is_counted(world: World, heads: script.Heads) -> bool:
    units = _units_in(world, heads.area) if heads.area else standing(world)
    count = sum(heads.side in (None, side_of(world, unit)) for unit in units)
    low, high = heads.at_least, heads.at_most
    return (low is None or count >= low) and (high is None or count <= high)


def is_dead(world: World, who: script.Who) -> bool:
    """Whether the unit is dead, or nobody of the side stands any more and somebody has died."""
    if who.unit is not None:
        unit = named(world, who.unit)
        return unit is not None and world.has(unit, Dead)
    fallen = any(who.side in (None, side_of(world, unit)) for unit in world.ids(Dead))
    return fallen and (who.side is None or who.side not in sides_in_play(world))


def _is_meant(world: World, unit: int, who: script.Who) -> bool:
    if who.unit is not None:
        return id_of(world, unit) == who.unit
    return who.side in (None, side_of(world, unit))


def _units_in(world: World, area: str) -> tuple[int, ...]:
    tiles = world.scene.level.script.areas[area]
    return tuple(sorted(unit for cell in tiles for unit in world.at(Position, cell)))


def _carry_out(world: World, deed: script.Do) -> None:
    if deed.message is not None:
        world.tell(Message(message=deed.message))
    elif deed.reinforcement is not None:
        units = [named(world, name) for name in deed.reinforcement.units]
        area = deed.reinforcement.area
        _arrive(world, tuple((unit, area) for unit in units if unit is not None))
    elif deed.open is not None:
        change_ground(world, world.scene.level.script.areas[deed.open.area], deed.open.terrain)
    elif deed.win is not None:
        world.push(Finish(deed.win, "objective"))
    elif deed.lose is not None:
        world.push(Concession(deed.lose, "objective"))
    elif deed.objective is not None:
        aims = world.scene.level.script.objectives
        _reach(world, next(aim for aim in aims if aim.id == deed.objective))


def change_ground(world: World, tiles: tuple[Cell, ...], terrain: str) -> None:
    """Makes the tiles another terrain."""
    ground = world.find(world.root, Ground)
    changed = dict(ground.changed if ground else ()) | dict.fromkeys(tiles, terrain)
    ordered = sorted(changed.items(), key=lambda pair: reading(pair[0]))
    world.put(world.root, Ground(tuple(ordered)))
    world.tell(TerrainChanged(tiles=tiles, terrain=terrain))


def _arrive(world: World, coming: tuple[tuple[int, str], ...]) -> None:
    """Brings those who come, and those who waited for a place, onto free tiles."""
    waiting: list[tuple[int, str]] = []
    arrived: list[Enter] = []
    for unit, area in (*progress(world).waiting, *coming):
        if world.has(unit, Position) or world.has(unit, Dead):
            continue
        free = _free_tile(world, unit, area)
        if free is None:
            waiting.append((unit, area))
            continue
        world.put(unit, Position(free))
        join_order(world, unit)
        world.tell(Arrived(unit=id_of(world, unit), at=free))
        arrived.append(Enter(unit, free))
    world.put(world.root, replace(progress(world), waiting=tuple(waiting)))
    world.push(*reversed(arrived))


def _free_tile(world: World, unit: int, area: str) -> Cell | None:
    tiles = world.scene.level.script.areas[area]
    free = (c for c in tiles if world.grid.cost(c) and not others_at(world, c, unit))
    return next(free, None)


# Objectives


def _judge_all(world: World, round_is_over: bool) -> None:
    for aim in world.scene.level.script.objectives:
        _judge(world, aim, round_is_over)
    _decide(world)


def _judge(world: World, aim: script.Objective, round_is_over: bool) -> None:
    """Whether an objective is reached, or lost for good, by what is on the board."""
    kept = progress(world)
    if aim.id in kept.reached or aim.id in kept.failed:
        return
    if aim.protect is not None:
        if is_dead(world, script.Who(unit=aim.protect)):
            _fail(world, aim)
    elif _is_reached(world, aim, round_is_over):
        _reach(world, aim)


def _is_reached(world: World, aim: script.Objective, round_is_over: bool) -> bool:
    if aim.reach is not None:
        there = _units_in(world, aim.reach.area)
        who = aim.reach if aim.reach.unit else script.Who(side=aim.side)
        return any(_is_meant(world, unit, who) for unit in there)
    if aim.defeat is not None:
        return is_dead(world, aim.defeat)
    if aim.survive is not None:
        survived = round_of(world) if round_is_over else 0
        return survived >= aim.survive and aim.side in sides_in_play(world)
    if aim.hold is not None:
        return dict(progress(world).held).get(aim.id, 0) >= aim.hold.rounds
    return False


def _reach(world: World, aim: script.Objective) -> None:
    kept = progress(world)
    if aim.id not in (*kept.reached, *kept.failed):
        world.put(world.root, replace(kept, reached=(*kept.reached, aim.id)))
        world.tell(ObjectiveReached(side=aim.side, objective=aim.id, title=aim.title))


def _fail(world: World, aim: script.Objective) -> None:
    kept = progress(world)
    world.put(world.root, replace(kept, failed=(*kept.failed, aim.id)))
    world.tell(ObjectiveFailed(side=aim.side, objective=aim.id, title=aim.title))
    if not aim.optional:
        world.push(Concession(aim.side, "objective"))


def _decide(world: World) -> None:
    """Ends the battle for the first side that has reached all it must."""
    aims, reached = world.scene.level.script.objectives, progress(world).reached
    for side in dict.fromkeys(aim.side for aim in aims):
        needed = [a for a in aims if a.side == side and not a.optional and a.protect is None]
        if needed and all(aim.id in reached for aim in needed):
            world.push(Finish(side, "objective"))
            return
