"""The map as plain values, for other programs and the terminal."""

from collections.abc import Iterable, Iterator

import msgspec

from game.terms.level import Level, Terrain
from game.world import World

PLAIN, SLOW, HARMFUL, IN_THE_WAY, WALL = ".:_'", ",;", "^!", "=|+", "#%"
"""Signs for each kind of terrain: free, slow, harmful, impassable but see-through, and opaque."""

OTHERS = "~-/<>()[]{}&$@?`:_';,!^|+=%"
"""Signs for any terrain if its own are taken. Letters stand for units, and `*` for two units."""
LEGEND = "legend"
"""The key under which a battlefield keeps its legend."""


def _signs(id: str, terrain: Terrain) -> Iterator[str]:
    """Yield the possible signs of a terrain, most fitting first.

    There are enough for every terrain.
    """
    if not terrain.walk:
        yield from IN_THE_WAY if terrain.see else WALL
    elif terrain.hazard:
        yield from HARMFUL
    else:
        yield from SLOW if terrain.cost > 1 else PLAIN
    yield from OTHERS
    yield from (c for c in id if "a" <= c <= "z")
    yield from (chr(n) for n in range(0x100, 0xD800))


def to_come(level: Level) -> list[str]:
    """Return the terrain of the map, and all terrain that it may get during the battle."""
    deeds = (deed for trigger in level.script.triggers for deed in trigger.do)
    opened = (deed.open.terrain for deed in deeds if deed.open)
    things = (thing for table in level.gear.values() for thing in table.values())
    found = list(dict.fromkeys((*level.terrains(), *opened, *_laid(things))))
    for id in found:
        kind = level.terrain[id]
        found += [new for new in (kind.becomes, kind.wreck) if new and new not in found]
    return found


def _laid(things: Iterable[object]) -> Iterator[str]:
    """Yield the terrain that things create, whichever of their fields names it."""
    for thing in things:
        for name in getattr(thing, "__struct_fields__", ()):
            value = getattr(thing, name)
            if name == "terrain" and value:
                yield value
            elif isinstance(value, msgspec.Struct):
                yield from _laid((value,))


def legend_of(level: Level) -> dict[str, str]:
    """Return a sign for each present or future terrain of the map; equal levels get equal signs."""
    used = set(to_come(level))
    legend: dict[str, str] = {}
    for id in (id for id in level.terrain if id in used):
        legend[next(sign for sign in _signs(id, level.terrain[id]) if sign not in legend)] = id
    return legend


def rows_of(level: Level, legend: dict[str, str]) -> list[str]:
    """Return the level's map as rows of signs."""
    signs = {id: sign for sign, id in legend.items()}
    drawn = {ord(sign): signs[id] for sign, id in level.legend.items() if id in signs}
    line = level.tiles.translate(drawn)
    return [line[at : at + level.width] for at in range(0, len(line), level.width)]


def rows_now(world: World, legend: dict[str, str]) -> list[str]:
    """Return the current map as rows of signs."""
    rows = [list(row) for row in rows_of(world.scene.level, legend)]
    signs = {id: sign for sign, id in legend.items()}
    for (x, y), id in world.changed_tiles.items():
        rows[y][x] = signs[id]
    return ["".join(row) for row in rows]


def zones_of(level: Level) -> list[str]:
    """Return the level's zones as rows of letters, with "." for no zone; empty without zones."""
    line = "".join(zone or "." for zone in level.zones)
    return [line[at : at + level.width] for at in range(0, len(line), level.width)]


class MapRows(msgspec.Struct, frozen=True, omit_defaults=True):
    """The map: one sign per tile, and the terrain of each sign.

    `zones` is empty if the level has no zones. `zone_names` has the zones that have a name.
    """

    width: int
    height: int
    rows: list[str]
    legend: dict[str, str]
    zones: list[str] = []
    zone_names: dict[str, str] = {}


def map_of(world: World) -> MapRows:
    """Return the current map."""
    level = world.scene.level
    legend = world.scene.once(LEGEND, lambda: legend_of(level))
    rows, names = rows_now(world, legend), dict(level.zone_names)
    return MapRows(level.width, level.height, rows, legend, zones_of(level), names)
