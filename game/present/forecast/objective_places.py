"""The tiles and units that objectives are about."""

from collections.abc import Iterator

from game.components.unit import Dead, Position
from game.core.cells import Cell
from game.terms.level_script import Objective
from game.terms.records import Entity
from game.terms.script.conditions import When
from game.world import World
from game.world.unit_names import id_of, unit_by_id


def places_of(world: World, aim: Objective) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """Return the tiles and the known units on the board that an objective is about."""
    units = tuple(id_of(world, unit) for unit in units_of(world, aim))
    return tuple(dict.fromkeys(tiles_of(world, aim))), units


def tiles_of(world: World, aim: Objective) -> Iterator[Cell]:
    """Yield the tiles to go to, to hold, or to interact with."""
    areas = world.scene.level.script.areas
    if aim.reach is not None:
        yield from areas[aim.reach.area]
    elif aim.hold is not None:
        yield from areas[aim.hold.area]
    elif kind_of(aim) == "trigger":
        for when in _conditions(world, aim):
            place = when.handled or when.enter or when.broken
            if place is not None:
                yield from areas[place.area]
            elif when.count is not None and when.count.area is not None:
                yield from areas[when.count.area]


def units_of(world: World, aim: Objective) -> Iterator[Entity]:
    """Yield the known units on the board that an objective names."""
    names: list[str] = []
    if aim.defeat is not None and aim.defeat.unit is not None:
        names.append(aim.defeat.unit)
    elif aim.protect is not None:
        names.append(aim.protect)
    elif kind_of(aim) == "trigger":
        names += [w.death.unit for w in _conditions(world, aim) if w.death and w.death.unit]
    for name in names:
        unit = unit_by_id(world, name)
        if unit is not None and world.has(unit, Position) and not world.has(unit, Dead):
            yield unit


def _conditions(world: World, aim: Objective) -> Iterator[When]:
    """Yield the conditions of the triggers that complete an objective."""
    for trigger in world.scene.level.script.triggers:
        if any(deed.objective == aim.id for deed in trigger.do):
            yield from trigger.conditions


def kind_of(aim: Objective) -> str:
    """Return what completes an objective: one of its keys, or `trigger`."""
    named = ("reach", "defeat", "survive", "hold", "protect")
    return next((kind for kind in named if getattr(aim, kind) is not None), "trigger")
