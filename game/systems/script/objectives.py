"""Objectives: completed, failed, and what follows from them."""

from msgspec.structs import replace

from game.components.unit import Dead
from game.terms.agenda import AgendaItem, Concession, Finish
from game.terms.level_script import Objective
from game.terms.script.conditions import Who
from game.terms.script_events import ObjectiveFailed, ObjectiveReached
from game.world import World
from game.world.script_conditions import is_dead, is_meant, progress, units_in
from game.world.unit_names import round_of, side_of, sides_in_play


def judge_all(world: World, round_is_over: bool) -> list[AgendaItem]:
    """Judge all objectives, and return the items that follow: a side loses, or a side wins."""
    due: list[AgendaItem] = []
    for aim in world.scene.level.script.objectives:
        due += _judge(world, aim, round_is_over)
    return due + _decide(world)


def _judge(world: World, aim: Objective, round_is_over: bool) -> list[AgendaItem]:
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
        reach(world, aim)
    elif round_is_over and _is_too_late(world, aim):
        _give_up(world, aim)
    return []


def _is_too_late(world: World, aim: Objective) -> bool:
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


def _is_reached(world: World, aim: Objective, round_is_over: bool) -> bool:
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


def reach(world: World, aim: Objective) -> None:
    """Complete an objective, unless it is completed or failed already, or can only fail."""
    kept = progress(world)
    if aim.protect is None and aim.id not in (*kept.reached, *kept.failed):
        world.put(world.root, replace(kept, reached=(*kept.reached, aim.id)))
        world.tell(ObjectiveReached(side=aim.side, objective=aim.id, title=aim.title))


def _fail(world: World, aim: Objective) -> list[AgendaItem]:
    """Fail the objective. Unless the objective is optional, its side loses."""
    _give_up(world, aim)
    return [] if aim.optional else lose(world, aim.side)


def _give_up(world: World, aim: Objective) -> None:
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


def held_for(world: World, aim: Objective, before: int) -> int:
    """Return for how many rounds a side has held its area, now that another has ended."""
    assert aim.hold is not None
    there = {side_of(world, unit) for unit in units_in(world, aim.hold.area)}
    return before + 1 if there == {aim.side} else 0


def lose(world: World, side: str) -> list[AgendaItem]:
    """Make a side lose, and return the items that follow."""
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
