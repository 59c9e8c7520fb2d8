"""Battles by zones instead of feet (ACT-27 to ACT-31).

Tiles still decide adjacency, reach, sight and cover. All unpainted tiles form one zone, with the
letter "".
"""

from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import steps_between
from game.core.grid import Grid
from game.rules.action.records import Exposed, OpenedLinks, SetOut
from game.rules.action.schema import Link
from game.rules.action.units import conditions, turn_economy
from game.rules.action.units.figures import FEET, settings
from game.terms.records import Entity
from game.world import World

Pair = frozenset[str]
"""Two different zones."""


def is_zoned(world: World) -> bool:
    """Return whether the level is played by zones."""
    return settings(world).zones


def zone_at(world: World, cell: Cell) -> str:
    """Return the zone of a tile of the map."""
    level = world.scene.level
    return level.zones[cell[1] * level.width + cell[0]] if level.zones else ""


def zones_of(world: World, stand: Position) -> tuple[str, ...]:
    """Return the zones of a footprint, the zone of its upper left tile first."""
    if stand.span == 1 and stand.at in world.grid:
        return (zone_at(world, stand.at),)
    return tuple(dict.fromkeys(zone_at(world, cell) for cell in stand.cells if cell in world.grid))


def tiles_of(world: World, zone: str) -> tuple[Cell, ...]:
    """Return the tiles of a zone, in reading order."""
    return tuple(cell for cell in world.grid.cells() if zone_at(world, cell) == zone)


# Neighbouring zones


def _touching(air: Grid, painted: tuple[str, ...]) -> frozenset[Pair]:
    """Return the pairs of zones between which a unit can step or fly."""
    found = set[Pair]()
    for x, y in air.cells():
        if air.cost((x, y)):
            zone = painted[y * air.width + x]
            near = (painted[v * air.width + u] for (u, v), _ in air.neighbours((x, y)))
            found.update(frozenset((zone, other)) for other in near if other != zone)
    return frozenset(found)


def _detached(links: tuple[Link, ...]) -> frozenset[Pair]:
    return frozenset(frozenset(link.zones) for link in links)


def _in_shot(air: Grid, painted: tuple[str, ...], links: tuple[Link, ...]) -> frozenset[Pair]:
    """Return the pairs of zones that count as neighbours for shots.

    If two zones have a link, only the link decides, even if the zones touch.
    """
    joined = frozenset(frozenset(link.zones) for link in links if link.shots)
    return _touching(air, painted) - _detached(links) | joined


def _chain(pairs: frozenset[Pair], a: str, b: str) -> int | None:
    """Return the length of the shortest chain of zones from one zone to another, or None."""
    known, ends, steps = {a}, {a}, 0
    while ends:
        if b in known:
            return steps
        ends = {zone for pair in pairs if not pair.isdisjoint(ends) for zone in pair} - known
        known |= ends
        steps += 1
    return None


def zones_away(world: World, a: Position, b: Position) -> int | None:
    """Return the number of zones that a shot crosses, or None if there is no path for it."""
    level = world.scene.level
    if not level.zones:
        return 0
    ends, air = (zones_of(world, a), zones_of(world, b)), world.air
    links = settings(world).links
    return air.once(ends, lambda: _zones_away(air, level.zones, links, *ends))


def _zones_away(
    air: Grid,
    painted: tuple[str, ...],
    links: tuple[Link, ...],
    mine: tuple[str, ...],
    theirs: tuple[str, ...],
) -> int | None:
    pairs = air.once("in shot", lambda: _in_shot(air, painted, links))
    chains = [_chain(pairs, m, i) for m in mine for i in theirs]
    return min((steps for steps in chains if steps is not None), default=None)


def distance(world: World, a: Position, b: Position) -> int:
    """Return the distance of a shot in feet (ACT-30)."""
    if not is_zoned(world):
        return steps_between(a.at, a.span, b.at, b.span) * FEET
    steps = zones_away(world, a, b)
    far = len(set(world.scene.level.zones)) if steps is None else steps
    return far * settings(world).zone_feet


def shots_pass(world: World, a: Position, b: Position) -> bool:
    """Return whether shots and spells can pass between two footprints at all (ACT-30, ACT-31)."""
    if not is_zoned(world):
        return True
    steps = zones_away(world, a, b)
    return steps is not None and steps <= 1


def detached(world: World) -> frozenset[Pair]:
    """Return the pairs of detached zones: no step or melee attack crosses (ACT-31)."""
    return world.scene.once(
        "detached", lambda: _detached(settings(world).links if is_zoned(world) else ())
    )


def are_parted(world: World, a: Position, b: Position) -> bool:
    """Return whether the two footprints are in detached zones."""
    pairs = detached(world)
    if not pairs:
        return False
    if a.span == b.span == 1:
        mine, its = zone_at(world, a.at), zone_at(world, b.at)
        return mine != its and frozenset((mine, its)) in pairs
    theirs = zones_of(world, b)
    return any(frozenset((m, i)) in pairs for m in zones_of(world, a) for i in theirs)


# Moving


def whole(world: World) -> int:
    """Return the movement points that a whole zone costs."""
    return settings(world).zone_speed // FEET


def is_free(world: World, unit: Entity, left: int) -> bool:
    """Return whether the unit moves freely within its zone with this movement left (ACT-27).

    With less, and while prone, it pays for every tile as on the grid.
    """
    return is_zoned(world) and left >= whole(world) and not conditions.is_prone(world, unit)


def enters(world: World, origin: Cell, to: Cell) -> bool:
    """Return whether a step leads into another zone."""
    return zone_at(world, origin) != zone_at(world, to)


def zones_left(world: World, left: int) -> int:
    """Return the number of zones, beyond its own, that a unit can enter with this movement."""
    return max(0, left // whole(world) - 1)


def toll(world: World, unit: Entity, origin: Cell, to: Cell, cost: int, left: int) -> int:
    """Return the movement that a step takes, given its cost on the grid.

    Within a zone, it takes nothing. Entering another zone takes a whole zone's movement, and needs
    as much again for moving in it. Without that, the step costs more than the unit has left.
    """
    if not is_free(world, unit, left):
        return cost
    if not enters(world, origin, to):
        return 0
    return whole(world) if zones_left(world, left) else 2 * whole(world)


def is_walked_out(world: World, unit: Entity) -> bool:
    """Return whether the unit has made all the moves that a turn by zones allows."""
    used = turn_economy.economy(world, unit)
    return is_zoned(world) and used.walks >= settings(world).zone_walks


# Reactions


def set_out(world: World, unit: Entity, path: tuple[Cell, ...]) -> None:
    """Push the reactions to a move by zones before its first step (ACT-28)."""
    if is_zoned(world) and path:
        stand = world.get(unit, Position)
        world.push(SetOut(unit, stand.at, path[-1], stand.span))


def is_exposed(world: World, unit: Entity) -> bool:
    """Return whether a shot would provoke now: in a battle by zones, after a move (ACT-29)."""
    return is_zoned(world) and turn_economy.economy(world, unit).walks > 0


def expose(world: World, unit: Entity) -> None:
    """Push the reactions to a shot after a move, ahead of the items now on the agenda (ACT-29)."""
    if is_exposed(world, unit):
        stand = world.get(unit, Position)
        world.push(Exposed(unit, stand.at, stand.at, stand.span))


# Links


def is_open(world: World, index: int) -> bool:
    """Return whether a link between detached zones can be crossed now (ACT-31)."""
    opened = world.find(world.root, OpenedLinks)
    return not settings(world).links[index].closed or bool(opened and index in opened.links)


def links_from(world: World, zone: str) -> tuple[tuple[int, str], ...]:
    """Return the links of a zone by index in the settings, each with the zone at its other end."""
    links = settings(world).links
    return tuple(
        (index, link.zones[1 - link.zones.index(zone)])
        for index, link in enumerate(links)
        if zone in link.zones
    )
