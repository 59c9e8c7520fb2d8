"""The side that time favours, and the posts of each side: places that it holds or its foes need."""

from collections.abc import Iterator

from game.ai.behaviours import behaviour_of, is_fleeing
from game.ai.distance_fields import Distances, with_doors_open
from game.ai.errands import Errands, open_aims, sampled
from game.components.script_progress import Progress
from game.components.unit import Down, Position
from game.core.cells import Cell
from game.engine.hints import Hints
from game.terms.level_script import Trigger
from game.terms.records import Entity
from game.terms.script.conditions import When
from game.world import World
from game.world.unit_names import side_of


def winner_by_time(world: World) -> str | None:
    """Return the side that wins if nothing else happens until the last round, or None."""
    level, done = world.scene.level, world.find(world.root, Progress) or Progress()
    for number, trigger in enumerate(level.script.triggers):
        if number not in done.fired and _comes_by_time(trigger):
            for deed in trigger.do:
                if deed.win is not None:
                    return deed.win
    for aim in level.script.objectives:
        rest = [one for one in open_aims(world, aim.side) if not one.optional]
        if aim in rest and aim.survive is not None and all(map(_takes_time, rest)):
            return aim.side
    return level.rounds_winner


def _comes_by_time(trigger: Trigger) -> bool:
    """Return whether a trigger needs nothing but time."""
    if trigger.any and not any(map(_is_time, trigger.any)):
        return False
    return all(map(_is_time, trigger.when))


def _is_time(when: When) -> bool:
    return when.round is not None or when.round_end is not None


def _takes_time(aim: object) -> bool:
    """Return whether an objective only asks for time."""
    survive, protect = getattr(aim, "survive", None), getattr(aim, "protect", None)
    return survive is not None or protect is not None


def waits(world: World, side: str) -> bool:
    """Return whether a side wins by waiting, and has nothing else to do."""
    if winner_by_time(world) != side:
        return False
    return all(_takes_time(aim) for aim in open_aims(world, side) if not aim.optional)


def posts(world: World, side: str) -> tuple[tuple[Cell, ...], ...]:
    """Return the posts of a side, each as its tiles: first the areas that the side must hold."""
    found = [*_to_hold(world, side)]
    if winner_by_time(world) == side:
        found += _needed_by_foes(world, side)
    return tuple(dict.fromkeys(tiles for tiles in found if tiles))


def _to_hold(world: World, side: str) -> Iterator[tuple[Cell, ...]]:
    for aim in open_aims(world, side):
        if aim.hold is not None and not aim.optional:
            yield world.scene.level.script.areas[aim.hold.area]


def _needed_by_foes(world: World, side: str) -> Iterator[tuple[Cell, ...]]:
    """Yield the places that foes must reach or use, as tiles to stand on.

    Leave out places that only one foe must reach: that foe can be stopped anywhere.
    """
    grid = with_doors_open(world)
    for other in world.scene.level.sides:
        errands = Errands(world, other.id)
        for aim in open_aims(world, other.id) if other.id != side else ():
            is_for_one = aim.reach is not None and aim.reach.unit is not None
            for tiles in errands.places(aim) if not (aim.optional or is_for_one) else ():
                barred = [at for at in tiles if not grid.cost(at)]
                beside = (cell for at in barred for cell, _ in grid.neighbours(at))
                yield tuple(dict.fromkeys((*(at for at in tiles if grid.cost(at)), *beside)))


def manned(world: World, hints: Hints, side: str) -> dict[Entity, frozenset[Cell]]:
    """Return the unit on each post, with the tiles of the post.

    The nearest unit takes a post; of several, the one that attacks at the shortest range. Units
    that are sent elsewhere, or that a behaviour binds, take only a post that they already stand on.
    """
    found: dict[Entity, frozenset[Cell]] = {}
    for tiles in posts(world, side):
        ways = Distances(world, sampled(tiles))
        free = [
            (ways(stand.at), hints.reach(world, unit), unit)
            for unit, stand in world.all(Position)
            if unit not in found
            and side_of(world, unit) == side
            and not world.has(unit, Down)
            and (stand.at in tiles or _is_free(world, unit))
        ]
        if free:
            found[min(free)[2]] = frozenset(tiles)
    return found


def _is_free(world: World, unit: Entity) -> bool:
    """Return whether a unit can be sent to a post."""
    if behaviour_of(world, unit).is_bound or is_fleeing(world, unit):
        return False
    errand = Errands(world, side_of(world, unit)).of(unit)
    return errand is None or not errand.is_sent or _is_hold(world, unit, errand.tiles)


def _is_hold(world: World, unit: Entity, tiles: tuple[Cell, ...]) -> bool:
    return tiles in tuple(_to_hold(world, side_of(world, unit)))
