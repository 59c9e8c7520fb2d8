"""The script of a level: triggers, objectives, arriving units and changing terrain.

Conditions are checked after everything that can make one true: the start or end of a round or turn,
entering a tile, damage, a death, an attack, the use of an item, interacting with or breaking an
object. If all conditions of a trigger are true at such a moment, it takes effect, unless one of its
`until` has been true before. Triggers are checked in the order of the level.
"""

from typing import ClassVar

from msgspec.structs import replace

from game.components.script_progress import ChangedTerrain, Debris, Deeds, Deploying, Progress
from game.components.unit import Dead, Position
from game.core.cells import Cell, reading
from game.systems import hidden_units
from game.systems.damage import Fall, Hurt
from game.systems.forced_stops import free_tile, put_down
from game.systems.items import Consumed, ItemEffect
from game.systems.movement import Enter
from game.systems.rounds import BeginTurn, EndTurn, Join, NextRound, Ordered
from game.terms import level_script, script_events
from game.terms.agenda import AgendaItem, Concession, Finish
from game.terms.changes import (
    FAILED,
    GROUND,
    OBJECTIVES,
    TRIGGERS,
    ChangedTile,
    ChangeFacts,
    TilesFact,
    names_if,
)
from game.terms.events import Attacked, Reacted
from game.terms.level import Level, Unit
from game.terms.level_script import Who
from game.terms.parts import part_of
from game.terms.records import Entity
from game.terms.script_events import (
    Arrived,
    Message,
    ObjectiveFailed,
    ObjectiveReached,
    TerrainChanged,
)
from game.world import World
from game.world.script_conditions import (
    broken,
    deeds,
    is_dead,
    is_meant,
    is_true,
    progress,
    units_in,
)
from game.world.system import EffectSystem, System
from game.world.unit_names import id_of, round_of, side_of, sides_in_play, unit_by_id


class HandlingDone(AgendaItem, frozen=True, tag="Handled"):
    """A unit's interaction with the object on a tile."""

    unit: Entity
    at: Cell


class BreakingDone(AgendaItem, frozen=True, tag="Broken"):
    """The moment at which a unit has broken the object on a tile."""

    unit: Entity
    at: Cell


class AttackDone(AgendaItem, frozen=True):
    """The moment after a unit's attack, with all that it led to."""

    unit: Entity
    target: Entity


class ReactionDone(AgendaItem, frozen=True):
    """The moment after a unit's attack as a reaction."""

    unit: Entity


def in_unit_order(level: Level) -> tuple[Unit, ...]:
    """Return the units in the level's order, with units that arrive later at the end (ALL-01).

    Several waves are in the order of the triggers that bring them.
    """
    waves: dict[str, int] = {}
    for number, trigger in enumerate(level.script.triggers, start=1):
        for deed in trigger.do:
            for id in deed.reinforcement.units if deed.reinforcement else ():
                waves.setdefault(id, number)
    return tuple(sorted(level.units, key=lambda unit: 0 if unit.at else waves.get(unit.id, 0)))


class Using(EffectSystem[ItemEffect | Consumed]):
    """A system that records used items, if a trigger asks for them."""

    def process(self, world: World, item: ItemEffect | Consumed) -> None:
        if "used" in world.scene.level.script.asked:
            kept = progress(world)
            world.put(world.root, replace(kept, used=(*kept.used, (item.user, item.item))))

    def could_change(self, world: World, item: ItemEffect | Consumed) -> bool:
        kept = progress(world)
        return any(
            index not in kept.fired and any(_is_awaited(world, when, item) for when in trigger.when)
            for index, trigger in enumerate(world.scene.level.script.triggers)
        )


def _is_awaited(world: World, when: level_script.When, item: ItemEffect | Consumed) -> bool:
    """Return whether this use of an item makes a condition true."""
    used = when.used
    if used is None or used.item not in (None, item.item) or is_true(world, when):
        return False
    return is_meant(world, item.user, used)


class Handling(System[HandlingDone | BreakingDone]):
    """A system that records interactions and broken objects.

    List it before `WatchingTriggers`.
    """

    def process(self, world: World, item: HandlingDone | BreakingDone) -> None:
        if isinstance(item, BreakingDone):
            smashed = dict.fromkeys((*broken(world), (item.unit, item.at)))
            world.put(world.root, Debris(tuple(smashed)))
        elif "handled" in world.scene.level.script.asked:
            kept = progress(world)
            done = (*kept.handled, (item.unit, item.at))
            world.put(world.root, replace(kept, handled=tuple(dict.fromkeys(done))))


def broke(world: World, unit: Entity, at: Cell) -> None:
    """Push `BreakingDone` for the object on a tile, if any trigger asks for broken objects."""
    if "broken" in world.scene.level.script.asked:
        world.push(BreakingDone(unit, at))


class RecordingDeeds(System[AttackDone | ReactionDone | EndTurn]):
    """A system that records attacks, reactions and ended turns, if a trigger asks for them.

    List it before `WatchingTriggers`.
    """

    def process(self, world: World, item: AttackDone | ReactionDone | EndTurn) -> None:
        kept = deeds(world)
        match item:
            case AttackDone(unit, target):
                done = tuple(dict.fromkeys((*kept.attacked, (unit, target))))
                world.put(world.root, replace(kept, attacked=done))
            case ReactionDone(unit):
                reacted = tuple(dict.fromkeys((*kept.reacted, unit)))
                world.put(world.root, replace(kept, reacted=reacted))
            case EndTurn(unit):
                if "ended" in world.scene.level.script.asked:
                    ended = tuple(dict.fromkeys((*kept.ended, unit)))
                    world.put(world.root, replace(kept, ended=ended))


def attack(world: World, unit: Entity, target: Entity, weapon: str, rule: str | None) -> None:
    """Log an attack. Call this before pushing the attack's items, which are then settled first."""
    names = id_of(world, unit), id_of(world, target)
    world.tell(Attacked(unit=names[0], target=names[1], weapon=weapon, rule=rule))
    if "attacked" in world.scene.level.script.asked:
        world.push(AttackDone(unit, target))


def react(world: World, unit: Entity, how: str, rule: str) -> None:
    """Log a reaction. Call this before pushing the reaction's items, which are settled first."""
    world.tell(Reacted(unit=id_of(world, unit), how=how, rule=rule))
    if "reacted" in world.scene.level.script.asked:
        world.push(ReactionDone(unit))


class RoundsEnding(System[NextRound]):
    """A system that judges objectives at the end of a round: areas held, and rounds survived.

    List it before `rounds.TurnOrder`.
    """

    def process(self, world: World, item: NextRound) -> None:
        aims = world.scene.level.script.objectives
        if not aims:
            return
        before = dict(progress(world).held)
        held = [(a.id, _held_for(world, a, before.get(a.id, 0))) for a in aims if a.hold]
        if held:
            world.put(world.root, replace(progress(world), held=tuple(held)))
        world.push(*reversed(_judge_all(world, round_is_over=True)))


def _held_for(world: World, aim: level_script.Objective, before: int) -> int:
    assert aim.hold is not None
    there = {side_of(world, unit) for unit in units_in(world, aim.hold.area)}
    return before + 1 if there == {aim.side} else 0


Watched = (
    Ordered
    | NextRound
    | BeginTurn
    | EndTurn
    | Hurt
    | Fall
    | ItemEffect
    | Consumed
    | HandlingDone
    | BreakingDone
    | AttackDone
    | ReactionDone
)
"""Items that can set off a trigger or complete an objective."""


class WatchingTriggers(System[Watched]):
    """A system that checks triggers and objectives. List it last."""

    def process(self, world: World, item: AgendaItem) -> None:
        plot = world.scene.level.script
        if not (plot.triggers or plot.objectives) or world.has(world.root, Deploying):
            return
        due = _arrive(world, ()) if progress(world).waiting else []
        for index, trigger in enumerate(plot.triggers):
            if not any(isinstance(one, Finish) for one in due):
                due += _look(world, index, trigger)
        if plot.objectives:
            due += _judge_all(world, round_is_over=False)
        world.push(*reversed(due))


class WatchingEntrances(WatchingTriggers):
    """A system that checks triggers and objectives when a unit enters a tile.

    List it before the systems for encounters, so that triggers come first.
    """

    acts_on: ClassVar[tuple[type[AgendaItem], ...]] = (Enter,)


# Triggers


def _look(world: World, index: int, trigger: level_script.Trigger) -> list[AgendaItem]:
    """Check a trigger, carry out its effects if it takes effect now, and return their items."""
    kept = progress(world)
    if index in kept.fired or index in deeds(world).withdrawn:
        return []
    if any(is_true(world, when) for when in trigger.until):
        gone = deeds(world)
        world.put(world.root, replace(gone, withdrawn=(*gone.withdrawn, index)))
        return []
    holds = all(is_true(world, when) for when in trigger.when)
    if holds == (index in kept.holding):
        return []
    if not holds:
        left = tuple(i for i in kept.holding if i != index)
        world.put(world.root, replace(kept, holding=left))
        return []
    if trigger.once:
        world.put(world.root, replace(kept, fired=(*kept.fired, index)))
    else:
        world.put(world.root, replace(kept, holding=(*kept.holding, index)))
    return [item for deed in trigger.do for item in _carry_out(world, deed)]


def _carry_out(world: World, deed: level_script.Do) -> list[AgendaItem]:
    """Carry out an effect of a trigger, and return the items that remain to be settled."""
    if deed.message is not None:
        world.tell(Message(message=deed.message))
    elif deed.reinforcement is not None:
        units = [unit_by_id(world, name) for name in deed.reinforcement.units]
        area = deed.reinforcement.area
        return _arrive(world, tuple((unit, area) for unit in units if unit is not None))
    elif deed.open is not None:
        change_ground(world, world.scene.level.script.areas[deed.open.area], deed.open.terrain)
    elif deed.win is not None:
        return [Finish(deed.win, "objective")]
    elif deed.lose is not None:
        return _lose(world, deed.lose)
    elif deed.objective is not None:
        aims = world.scene.level.script.objectives
        _reach(world, next(aim for aim in aims if aim.id == deed.objective))
    return []


def _lose(world: World, side: str) -> list[AgendaItem]:
    kept = progress(world)
    if has_lost(world, side):
        return []
    world.put(world.root, replace(kept, lost=(*kept.lost, side)))
    return [Concession(side, "objective")]


def has_lost(world: World, side: str) -> bool:
    """Return whether the side lost by the script, or has no units left after a death."""
    if side in progress(world).lost:
        return True
    fallen = any(side_of(world, unit) == side for unit in world.ids(Dead))
    return fallen and side not in sides_in_play(world)


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


def _arrive(world: World, coming: tuple[tuple[Entity, str], ...]) -> list[AgendaItem]:
    """Put arriving units, and units that waited for a place, onto free tiles.

    Return the items for the arrivals. Units without a free tile wait.
    """
    kept = progress(world)
    waiting: list[tuple[Entity, str]] = []
    arrived: list[Enter] = []
    for unit, area in dict.fromkeys((*kept.waiting, *coming)):
        off = not (world.has(unit, Position) or world.has(unit, Dead))
        if not off or has_lost(world, side_of(world, unit)):
            continue
        free = free_tile(world, unit, world.scene.level.script.areas[area])
        if free is None:
            waiting.append((unit, area))
            continue
        put_down(world, unit, free)
        hidden_units.lurk(world, unit)
        seeing = hidden_units.witnesses(world, unit)
        world.reveal(seeing)
        world.tell(Arrived(unit=id_of(world, unit), at=free), seeing)
        arrived.append(Enter(unit, free))
    for unit in dict(waiting).keys() - dict(kept.waiting).keys():
        world.reveal((side_of(world, unit),))
    if tuple(waiting) != kept.waiting:
        world.put(world.root, replace(kept, waiting=tuple(waiting)))
    arrived.sort(key=lambda item: item.unit)
    return [Join(tuple(item.unit for item in arrived)), *arrived] if arrived else []


# Objectives


def _judge_all(world: World, round_is_over: bool) -> list[AgendaItem]:
    """Judge all objectives, and return the items that follow: a side loses, or a side wins."""
    due: list[AgendaItem] = []
    for aim in world.scene.level.script.objectives:
        due += _judge(world, aim, round_is_over)
    return due + _decide(world)


def _judge(world: World, aim: level_script.Objective, round_is_over: bool) -> list[AgendaItem]:
    """Judge an objective, record if it is now completed or failed, and return items that follow."""
    kept = progress(world)
    if aim.id in kept.reached or aim.id in kept.failed:
        return []
    if aim.protect is not None:
        return _fail(world, aim) if is_dead(world, Who(unit=aim.protect)) else []
    if aim.reach is not None and aim.reach.unit and is_dead(world, Who(unit=aim.reach.unit)):
        _give_up(world, aim)
        return []
    if has_lost(world, aim.side):
        return []
    if _is_reached(world, aim, round_is_over):
        _reach(world, aim)
    elif round_is_over and _is_too_late(world, aim):
        _give_up(world, aim)
    return []


def _is_too_late(world: World, aim: level_script.Objective) -> bool:
    """Return whether too few rounds are left to hold the objective's area for long enough.

    An objective that a trigger can complete is never too late.
    """
    level = world.scene.level
    if aim.hold is None or any(
        deed.objective == aim.id for trigger in level.script.triggers for deed in trigger.do
    ):
        return False
    held = dict(progress(world).held).get(aim.id, 0)
    return held + level.rounds - round_of(world) < aim.hold.rounds


def _is_reached(world: World, aim: level_script.Objective, round_is_over: bool) -> bool:
    if aim.reach is not None:
        there = units_in(world, aim.reach.area)
        who = aim.reach if aim.reach.unit else Who(side=aim.side)
        return any(is_meant(world, unit, who) for unit in there)
    if aim.defeat is not None:
        return is_dead(world, aim.defeat)
    if aim.survive is not None:
        survived = round_of(world) if round_is_over else 0
        return survived >= aim.survive and aim.side in sides_in_play(world)
    if aim.hold is not None:
        return dict(progress(world).held).get(aim.id, 0) >= aim.hold.rounds
    return False


def _reach(world: World, aim: level_script.Objective) -> None:
    kept = progress(world)
    if aim.protect is None and aim.id not in (*kept.reached, *kept.failed):
        world.put(world.root, replace(kept, reached=(*kept.reached, aim.id)))
        world.tell(ObjectiveReached(side=aim.side, objective=aim.id, title=aim.title))


def _fail(world: World, aim: level_script.Objective) -> list[AgendaItem]:
    """Fail the objective. Unless the objective is optional, its side loses."""
    _give_up(world, aim)
    return [] if aim.optional else _lose(world, aim.side)


def _give_up(world: World, aim: level_script.Objective) -> None:
    """Record that the objective can no longer be completed."""
    kept = progress(world)
    world.put(world.root, replace(kept, failed=(*kept.failed, aim.id)))
    world.tell(ObjectiveFailed(side=aim.side, objective=aim.id, title=aim.title))


def _decide(world: World) -> list[AgendaItem]:
    """Return the end of the battle if a side has completed all its required objectives, else none.

    Of several such sides, the first in the order of the objectives wins.
    """
    aims, reached = world.scene.level.script.objectives, progress(world).reached
    for side in dict.fromkeys(aim.side for aim in aims):
        needed = [a for a in aims if a.side == side and not a.optional and a.protect is None]
        if needed and all(a.id in reached for a in needed) and not has_lost(world, side):
            return [Finish(side, "objective")]
    return []


# Changes to records, for the odds


def describe_progress(old: Progress | None, new: Progress | None) -> ChangeFacts:
    """Return the triggers set off, by number from 1, and the objectives completed and failed."""
    before, after = old or Progress(), new or Progress()
    known = {*before.fired, *before.holding}
    begun = (str(n + 1) for n in (*after.fired, *after.holding) if n not in known)
    return (
        *names_if(begun, TRIGGERS),
        *names_if((id for id in after.reached if id not in before.reached), OBJECTIVES),
        *names_if((id for id in after.failed if id not in before.failed), FAILED),
    )


def describe_ground(old: ChangedTerrain | None, new: ChangedTerrain | None) -> ChangeFacts:
    """Return the tiles that become another terrain: a door that opens, a barrel that breaks."""
    before = dict(old.changed) if old else {}
    changed = tuple(
        ChangedTile(at, terrain)
        for at, terrain in (new.changed if new else ())
        if before.get(at) != terrain
    )
    return (TilesFact(GROUND, changed),) if changed else ()


PART = part_of(
    globals(),
    *script_events.PART.events,
    *(ChangedTerrain, Progress, Debris, Deeds),
    describe={Progress: describe_progress, ChangedTerrain: describe_ground},
)
