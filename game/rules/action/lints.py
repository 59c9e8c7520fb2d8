"""What only an Action level can get wrong."""

from collections.abc import Iterable
from typing import Any

from game.core.cells import shown
from game.rules.action.schema import Deed
from game.rules.action.unit_lints import UNIT_LINTS, footprint
from game.terms.level import Level, Unit

MOST_SPEED = 150
"""More feet than this in one turn cannot be listed to choose from."""


def room_for_all(level: Level) -> Iterable[str]:
    """Large creatures stand on all their tiles, and nobody on another's."""
    taken: dict[tuple[int, int], str] = {}
    for unit in level.units:
        faults = (_fault_at(level, unit, cell, taken) for cell in footprint(unit))
        fault = next((one for one in faults if one), None)
        if fault:
            yield fault
        taken |= {cell: unit.id for cell in footprint(unit) if cell not in taken}


def _fault_at(
    level: Level, unit: Unit, cell: tuple[int, int], taken: dict[tuple[int, int], str]
) -> str | None:
    """What keeps the unit from standing on one of its tiles."""
    x, y = cell
    if not (0 <= x < level.width and 0 <= y < level.height):
        return f"Unit {unit.id!r} is {unit.stats.size} and leaves the map at {shown(cell)}."
    if not level.terrain_at(cell).walk and not unit.stats.fly:
        return f"Unit {unit.id!r} is {unit.stats.size} and has no room at {shown(cell)}."
    if cell in taken:
        return f"Units {taken[cell]!r} and {unit.id!r} both stand at {shown(cell)}."
    return None


def speeds_in_bounds(level: Level) -> Iterable[str]:
    """Every end of a walk is offered, so walks have to stay surveyable."""
    for unit in level.units:
        most = max(unit.stats.speed, unit.stats.fly)
        if most > MOST_SPEED:
            yield f"Unit {unit.id!r} moves {most} ft a turn; {MOST_SPEED} is the most."


def zones_in_order(level: Level) -> Iterable[str]:
    """A level by zones paints them, and joins different ones; what is closed can be opened."""
    numbers = level.settings
    if numbers.zones and not any(level.zones):
        yield "The battle is by zones, and the map has none."
    for link in numbers.links:
        joined = " and ".join(repr(zone) for zone in link.zones)
        if link.zones[0] == link.zones[1]:
            yield f"A link joins the zone {link.zones[0]!r} with itself."
        if link.opened_by and not link.closed:
            yield f"The link between {joined} says what opens it, and is not closed."


def things_break(level: Level) -> Iterable[str]:
    """What can be broken leaves something behind."""
    for id, kind in level.terrain.items():
        if kind.life and kind.wreck is None:
            yield f"The terrain {id!r} can be broken, and has no wreck."


def deeds_that_work(level: Level) -> Iterable[str]:
    """Powers and items can be used, and what they say of themselves means something."""
    for table in ("powers", "items"):
        for id, deed in level.gear[table].items():
            for flaw in _flaws(deed, table == "items"):
                yield f"In {table}, {id!r} {flaw}."


def _flaws(deed: Any, is_item: bool) -> Iterable[str]:
    """What is wrong with one power or item."""
    assert isinstance(deed, Deed)
    if is_item and (deed.guard or deed.time == "reaction"):
        yield "is an item, and cannot be used as a reaction"
    elif bool(deed.guard) != (deed.time == "reaction"):
        yield "needs both a guard and the time of a reaction, or neither"
    if deed.attack and deed.shape != "one":
        yield "has an attack roll, and so has to have the shape of one creature"
    if deed.effect.teleport and deed.shape != "place":
        yield "teleports, and so has to have the shape of a place"
    if deed.shape in ("line", "cone") and not deed.size:
        yield f"is a {deed.shape} and needs a size"
    if deed.shape == "self" and deed.targets == "foe":
        yield "is for its user, and so not for foes"


LINTS = (
    *(room_for_all, speeds_in_bounds, zones_in_order, things_break, deeds_that_work),
    *UNIT_LINTS,
)
