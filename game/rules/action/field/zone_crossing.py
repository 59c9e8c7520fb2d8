"""Detached zones: crossing to them, and opening the links (ACT-31).

A crossing unit is off the board. Its turns are counted when they start. On the last turn, it
arrives on the first tile of the zone with room for it, and can use the rest of the turn. If there
is no room, it waits.
"""

from msgspec.structs import replace

from game.components.motion import Path, Stride
from game.components.unit import Away, Position
from game.core.cells import Cell
from game.core.footprints import tiles
from game.rules.action import events
from game.rules.action.field import stealth, zones
from game.rules.action.records import Crossing, Departure, Economy, LeavingForZone, OpenedLinks
from game.rules.action.units import conditions
from game.rules.action.units.figures import settings
from game.systems.forced_stops import free_tile, put_down
from game.systems.movement import Enter, stop_walk, stride_left
from game.systems.rounds import BeginTurn, Ordered
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.room_for_units import full_span
from game.world.system import System
from game.world.unit_names import id_of

RULE = "ACT-31"


# Leaving


def ways_from(world: World, unit: Entity) -> tuple[tuple[int, str], ...]:
    """Return the links from the unit's zone, each with the zone at its other end."""
    zone = zones.zone_at(world, world.get(unit, Position).at)
    return zones.links_from(world, zone) if zones.is_zoned(world) else ()


def open_way(world: World, unit: Entity, zone: str) -> int | None:
    """Return the first open link from the unit's zone to another, or None."""
    ways = (index for index, to in ways_from(world, unit) if to == zone)
    return next((index for index in ways if zones.is_open(world, index)), None)


def refusal(world: World, unit: Entity, zone: str) -> Refusal | None:
    """Refuse a crossing that the unit can't make."""
    name = id_of(world, unit)
    if zone not in {to for _, to in ways_from(world, unit)}:
        return Refusal("no-crossing", RULE, unit=name, zone=zone)
    if open_way(world, unit, zone) is None:
        return Refusal("closed", RULE, zone=zone)
    used = world.find(unit, Economy) or Economy()
    most, left = conditions.stride_of(world, unit), stride_left(world, unit)
    if used.walks or left < most or not most:
        return Refusal("no-movement", RULE, variant="used" if most else "speed", unit=name)
    if conditions.is_prone(world, unit):
        return Refusal("prone", RULE, variant="crossing", unit=name)
    return None


def set_out(world: World, unit: Entity, zone: str, until_hit: bool = False) -> None:
    """Let the unit leave, after the reactions of all units that can reach it.

    Until it departs, it has an empty `Path`: anything that would end its move ends the crossing
    (ACT-09).
    """
    index, stand = open_way(world, unit, zone), world.get(unit, Position)
    assert index is not None
    world.put(unit, Path((), until_hit))
    departure = Departure(unit, index, zone)
    world.push(departure, LeavingForZone(unit, stand.at, stand.at, stand.span))


class Crossings(System[Departure | BeginTurn]):
    """A system that takes units off the board for a crossing, and puts them back on arrival."""

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, Departure | BeginTurn)
        if isinstance(item, Departure):
            self._depart(world, item)
            return
        crossing = world.find(item.unit, Crossing)
        if crossing:
            _come_nearer(world, item.unit, crossing)

    def _depart(self, world: World, item: Departure) -> None:
        unit = item.unit
        is_going = world.has(unit, Path) and world.has(unit, Position)
        stop_walk(world, unit)
        if not is_going or refusal(world, unit, item.to):
            return
        stealth.come_out(world, unit, RULE)
        for kind in (Position, Stride):
            world.drop(unit, kind)
        turns = settings(world).links[item.link].turns
        name = id_of(world, unit)
        world.put(unit, Away())
        world.put(unit, Crossing(item.link, item.to, turns))
        world.tell(events.CrossingBegun(unit=name, zone=item.to, turns=turns, rule=RULE))
        if not turns:
            _come_nearer(world, unit, world.get(unit, Crossing))


def _come_nearer(world: World, unit: Entity, crossing: Crossing) -> None:
    left = max(0, crossing.turns - 1)
    at = _landing(world, unit, crossing.to) if left == 0 else None
    if at is None:
        world.put(unit, replace(crossing, turns=left))
        return
    world.drop(unit, Crossing)
    world.drop(unit, Away)
    put_down(world, unit, at)
    told = events.CrossedOver(unit=id_of(world, unit), zone=crossing.to, at=at, rule=RULE)
    world.tell(told)
    world.push(Enter(unit, at))


def _landing(world: World, unit: Entity, zone: str) -> Cell | None:
    """Return the first tile of the zone with room for the whole unit within it, or None."""
    inside, span = zones.tiles_of(world, zone), full_span(world, unit)
    whole = tuple(at for at in inside if set(tiles(at, span)) <= set(inside))
    return free_tile(world, unit, whole)


# Opening links


def opened_at(world: World, at: Cell) -> tuple[int, ...]:
    """Return the closed links that an interaction on this tile opens."""
    areas, links = world.scene.level.script.areas, settings(world).links
    return tuple(
        index
        for index, link in enumerate(links if zones.is_zoned(world) else ())
        if link.opened_by and at in areas[link.opened_by] and not zones.is_open(world, index)
    )


def openings(world: World) -> frozenset[Cell]:
    """Return the tiles on which an interaction opens a closed link."""
    links = settings(world).links if zones.is_zoned(world) else ()
    areas = world.scene.level.script.areas
    return frozenset(
        at
        for index, link in enumerate(links)
        if link.opened_by and not zones.is_open(world, index)
        for at in areas[link.opened_by]
    )


def open_up(world: World, unit: Entity, indexes: tuple[int, ...]) -> None:
    """Open links, and log them for everyone."""
    opened = world.find(world.root, OpenedLinks) or OpenedLinks(())
    world.put(world.root, OpenedLinks(tuple(sorted({*opened.links, *indexes}))))
    for index in indexes:
        link = settings(world).links[index]
        told = events.ZoneOpened(
            unit=id_of(world, unit), zones=link.zones, about=link.about, rule=RULE
        )
        world.tell(told)


class TellingOfClosed(System[Ordered]):
    """A system that logs closed links before the first turn."""

    def process(self, world: World, item: Ordered) -> None:
        if zones.is_zoned(world):
            for link in settings(world).links:
                if link.closed:
                    world.tell(events.ZoneClosed(zones=link.zones, rule=RULE))
