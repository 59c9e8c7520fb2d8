"""Findings about an Action level as a whole."""

from collections.abc import Iterable

from game.rules.action.lints.settings import LEVEL_LINTS
from game.rules.action.lints.units import UNIT_LINTS, footprint, quoted_unit
from game.rules.action.schema import Deed, Figure
from game.rules.action.units.figures import grown
from game.systems.shared_lints import life_to_wait_for, things_of_use
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit

MOST_SPEED = 150
"""Maximum speed in feet: beyond it, there are too many tiles to list."""


def room_for_all(level: Level) -> Iterable[Flaw]:
    """Yield large creatures without room, and units on another's tiles."""
    taken: dict[tuple[int, int], str] = {}
    for unit in level.units:
        faults = (_fault_at(level, unit, cell, taken) for cell in footprint(unit))
        fault = next((one for one in faults if one), None)
        if fault:
            yield Flaw(fault, ("unit", unit.id, "at"))
        taken |= {cell: quoted_unit(unit) for cell in footprint(unit) if cell not in taken}


def _fault_at(
    level: Level, unit: Unit, cell: tuple[int, int], taken: dict[tuple[int, int], str]
) -> str | None:
    """Return why the unit can't be on one of its tiles, or None."""
    (x, y), stats = cell, unit.stats_as(Figure)
    it = f"The unit {quoted_unit(unit)} is {stats.size}"
    if not (0 <= x < level.width and 0 <= y < level.height):
        return f"{it} and leaves the map at [{x}, {y}]."
    if not level.terrain_at(cell).walk and not stats.fly:
        return f"{it} and has no room at [{x}, {y}]."
    if cell in taken:
        return f"The units {taken[cell]} and {quoted_unit(unit)} both stand at [{x}, {y}]."
    return None


def speeds_in_bounds(level: Level) -> Iterable[Flaw]:
    """Yield speeds that are too high: every end of a move is listed, so they must stay few."""
    for unit in level.units:
        for key in ("speed", "fly"):
            feet = getattr(unit.stats, key)
            if feet > MOST_SPEED:
                name = quoted_unit(unit)
                text = f"The unit {name} moves {feet} ft a turn; {MOST_SPEED} is the most."
                yield Flaw(text, ("unit", unit.id, key))


def things_break(level: Level) -> Iterable[Flaw]:
    """Yield things that can be broken but have no wreck."""
    for id, kind in level.terrain.items():
        if kind.life and kind.wreck is None:
            text = f"[{id}] can be broken, and has no wreck."
            yield Flaw(text, (id, "life"), file="terrain")


def deeds_that_work(level: Level) -> Iterable[Flaw]:
    """Yield powers and items that can't be used, or have keys without effect."""
    for table in ("powers", "items"):
        for id, deed in level.things(table, Deed).items():
            for flaw in _flaws(deed, table == "items"):
                yield Flaw(f"[{id}] {flaw}.", (id,), file=table)


def _flaws(deed: Deed, is_item: bool) -> Iterable[str]:
    """Yield the errors of one power or item."""
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


def _life(figure: Figure) -> int:
    """Return the unit's life at the start."""
    return 0 if figure.begins in ("dying", "stable") else max(0, grown(figure).life - figure.hurt)


_HOW = (
    *("title", "about", "kind", "time", "shape", "targets", "spares", "range", "size"),
    *("attack", "ability", "save", "cost", "uses", "rest", "concentration", "type", "rounds"),
)
"""Keys of a power or an item about its use, not its effect."""

LINTS = (
    *(room_for_all, speeds_in_bounds, things_break, deeds_that_work),
    *(
        life_to_wait_for(Figure, _life, least=0),
        things_of_use("items", _HOW),
        things_of_use("powers", _HOW),
    ),
    *LEVEL_LINTS,
    *UNIT_LINTS,
)
