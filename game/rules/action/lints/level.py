"""Checks of an Action level as a whole."""

from collections.abc import Iterable
from itertools import islice

from game.rules.action.lints.settings import LEVEL_LINTS
from game.rules.action.lints.units import UNIT_LINTS, footprint
from game.rules.action.schema import Deed, Figure
from game.rules.action.units.growth import grown
from game.systems.shared_lints import life_to_wait_for, name_in_file, things_of_use
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit

MOST_SPEED = 150
"""Maximum speed in feet: beyond it, there are too many tiles to list."""


def room_for_all(level: Level) -> Iterable[Flaw]:
    """Yield large creatures without room, and units on tiles of other units."""
    taken: dict[tuple[int, int], str] = {}
    for unit in level.units:
        faults = (_fault_at(level, unit, cell, taken) for cell in footprint(unit))
        yield from islice((one for one in faults if one), 1)
        taken |= {cell: name_in_file(unit) for cell in footprint(unit) if cell not in taken}


def _fault_at(
    level: Level, unit: Unit, cell: tuple[int, int], taken: dict[tuple[int, int], str]
) -> Flaw | None:
    """Return the error if the unit can't be on this tile of its footprint, or None."""
    (x, y), at, name = cell, ("unit", unit.id, "at"), name_in_file(unit)
    stats = unit.stats_as(Figure)
    if not (0 <= x < level.width and 0 <= y < level.height):
        return Flaw("unit-off-map", at, unit=name, size=stats.size, tile=cell)
    if not level.terrain_at(cell).walk and not stats.fly:
        return Flaw("no-room", at, unit=name, size=stats.size, tile=cell)
    if cell in taken:
        return Flaw("tile-shared", at, unit=name, other=taken[cell], tile=cell)
    return None


def speeds_in_bounds(level: Level) -> Iterable[Flaw]:
    """Yield speeds that are too high: all ends of a move are listed, so there must be few."""
    for unit in level.units:
        for key in ("speed", "fly"):
            feet = getattr(unit.stats, key)
            if feet > MOST_SPEED:
                at, name = ("unit", unit.id, key), name_in_file(unit)
                yield Flaw("speed-high", at, unit=name, speed=feet, most=MOST_SPEED)


def things_break(level: Level) -> Iterable[Flaw]:
    """Yield things that can be broken but have no wreck."""
    for id, kind in level.terrain.items():
        if kind.life and kind.wreck is None:
            yield Flaw("no-wreck", (id, "life"), file="terrain", header=id)


def deeds_that_work(level: Level) -> Iterable[Flaw]:
    """Yield powers and items that can't be used, or have keys without effect."""
    for table in ("powers", "items"):
        for id, deed in level.things(table, Deed).items():
            yield from _flaws(id, deed, table)


def _flaws(id: str, deed: Deed, table: str) -> Iterable[Flaw]:
    """Yield the errors of one power or item."""
    if table == "items" and (deed.guard or deed.time == "reaction"):
        yield Flaw("item-reacts", (id,), file=table, header=id)
    elif bool(deed.guard) != (deed.time == "reaction"):
        yield Flaw("guard-alone", (id,), file=table, header=id)
    if deed.attack and deed.shape != "one":
        yield Flaw("attack-shape", (id,), file=table, header=id)
    if deed.effect.teleport and deed.shape != "place":
        yield Flaw("teleport-shape", (id,), file=table, header=id)
    if deed.shape in ("line", "cone") and not deed.size:
        yield Flaw("no-size", (id,), file=table, header=id, shape=deed.shape)
    if deed.shape == "self" and deed.targets == "foe":
        yield Flaw("self-on-foes", (id,), file=table, header=id)


def _life(figure: Figure) -> int:
    """Return the unit's life at the start."""
    return 0 if figure.begins in ("dying", "stable") else max(0, grown(figure).life - figure.hurt)


_HOW = (
    *("title", "about", "kind", "time", "shape", "targets", "spares", "range", "size"),
    *("attack", "ability", "save", "cost", "uses", "rest", "concentration", "type", "rounds"),
)
"""Keys of a power or an item that describe its use, not its effect."""

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
