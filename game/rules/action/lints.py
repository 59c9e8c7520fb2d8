"""What only an Action level can get wrong."""

from collections.abc import Iterable
from typing import Any

from game.rules.action.level_lints import LEVEL_LINTS
from game.rules.action.schema import Deed
from game.rules.action.unit_lints import UNIT_LINTS, footprint, named
from game.terms.level import Level, Unit
from game.terms.schema import Flaw

MOST_SPEED = 150
"""More feet than this in one turn cannot be listed to choose from."""


def room_for_all(level: Level) -> Iterable[Flaw]:
    """Large creatures stand on all their tiles, and nobody on another's."""
    taken: dict[tuple[int, int], str] = {}
    for unit in level.units:
        faults = (_fault_at(level, unit, cell, taken) for cell in footprint(unit))
        fault = next((one for one in faults if one), None)
        if fault:
            yield Flaw(fault, ("unit", unit.id, "at"))
        taken |= {cell: named(unit) for cell in footprint(unit) if cell not in taken}


def _fault_at(
    level: Level, unit: Unit, cell: tuple[int, int], taken: dict[tuple[int, int], str]
) -> str | None:
    """What keeps the unit from standing on one of its tiles."""
    x, y = cell
    it = f"The unit {named(unit)} is {unit.stats.size}"
    if not (0 <= x < level.width and 0 <= y < level.height):
        return f"{it} and leaves the map at [{x}, {y}]."
    if not level.terrain_at(cell).walk and not unit.stats.fly:
        return f"{it} and has no room at [{x}, {y}]."
    if cell in taken:
        return f"The units {taken[cell]} and {named(unit)} both stand at [{x}, {y}]."
    return None


def speeds_in_bounds(level: Level) -> Iterable[Flaw]:
    """Every end of a walk is offered, so walks have to stay surveyable."""
    for unit in level.units:
        for key in ("speed", "fly"):
            feet = getattr(unit.stats, key)
            if feet > MOST_SPEED:
                text = f"The unit {named(unit)} moves {feet} ft a turn; {MOST_SPEED} is the most."
                yield Flaw(text, ("unit", unit.id, key))


def things_break(level: Level) -> Iterable[Flaw]:
    """What can be broken leaves something behind."""
    for id, kind in level.terrain.items():
        if kind.life and kind.wreck is None:
            yield Flaw(f"The terrain {id!r} can be broken, and has no wreck.")


def deeds_that_work(level: Level) -> Iterable[Flaw]:
    """Powers and items can be used, and what they say of themselves means something."""
    for table in ("powers", "items"):
        for id, deed in level.gear[table].items():
            for flaw in _flaws(deed, table == "items"):
                yield Flaw(f"In {table}.toml, {id!r} {flaw}.")


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
    *(room_for_all, speeds_in_bounds, things_break, deeds_that_work),
    *LEVEL_LINTS,
    *UNIT_LINTS,
)
