"""Moves and the costs of steps (ACT-06, ACT-22, ACT-23, ACT-25, ACT-26)."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from game.components.conditions import Conditions
from game.components.hiding import Hidden
from game.components.script_progress import ChangedTerrain as Changed
from game.components.unit import Allegiance, Bulk, Position
from game.core.cells import Cell, reading
from game.core.footprints import SPAN, Room, steps_between
from game.core.grid import Grid
from game.core.least_harm_paths import (
    UNLIMITED,
    Perils,
    Steps,
    Trail,
    harmless,
    paths_to,
    spared,
)
from game.core.paths import CellGraph, Reach, reach
from game.rules.action import events
from game.rules.action.combat import hindering_tiles, threatened_tiles
from game.rules.action.field import zones
from game.rules.action.records import HasDisengaged
from game.rules.action.units import conditions
from game.rules.action.units.figures import FEET, figure
from game.systems import hazards, hidden_units
from game.systems.movement import stride_left
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.hazardous_tiles import TileHarm, harms
from game.world.room_for_units import MEDIUM, size_of
from game.world.unit_names import id_of

ZONE = 1 << 40
"""Cost of entering a zone, added to a step: more than any path on the grid."""

WAYS = (Position, Hidden, Bulk, Allegiance, Conditions, Changed)
"""Components that moves depend on."""


ZoneLinks = tuple[tuple[Cell, int, bool], ...]
"""The steps that no zone bars, each with its cost and whether it enters a zone."""


class Everywhere:
    """The set of all tiles, each of which costs a prone unit double."""

    def __contains__(self, cell: object) -> bool:
        return True


EVERYWHERE = Everywhere()


class Gait:
    """A unit's way of moving, and the tiles that hinder it, as far as its side knows.

    `taken` are the tiles of other units, on which it can't end a move. `closed` are the tiles of
    foes that it can't pass, and `slow` the tiles that cost double. `start` is its cell on the
    ground, which may differ from its tile if it is squeezed.
    """

    def __init__(
        self,
        world: World,
        unit: Entity,
        ground: CellGraph,
        start: Cell,
        hindrances: tuple[frozenset[Cell], frozenset[Cell], Container[Cell]],
    ) -> None:
        """Make a gait of its ground and start, and of the tiles `closed`, `taken` and `slow`."""
        self.world, self.unit, self.ground, self.start = world, unit, ground, start
        self.closed, self.taken, self.slow = hindrances
        self.is_small = not isinstance(ground, Room) or SPAN[ground.size] == 1
        """True if the unit takes up one tile everywhere."""
        self._reached: dict[int, Reach] = {}
        """The cells within reach for each budget asked for so far."""
        self._ended: dict[int, tuple[Cell, ...]] = {}
        """The tiles on which moves can end, for each budget asked for so far."""

    def reached(self, budget: int) -> Reach:
        """Return the cells that moves of at most `budget` points lead to, and the paths there."""
        known = self._reached.get(budget)
        if known is None:
            closed: Container[Cell] = () if isinstance(self.ground, Room) else self.closed
            known = reach(self.ground, self.start, budget, closed=closed, slow=self.slow)
            self._reached[budget] = known
        return known

    def ended(self, budget: int) -> tuple[Cell, ...]:
        """Return the tiles, in reading order, on which moves of at most `budget` points can end."""
        known = self._ended.get(budget)
        if known is None:
            ends = self.ends(self.reached(budget).costs)
            known = self._ended[budget] = tuple([end for end in ends if end != self.start])
        return known

    def adopt(self, old: "Gait") -> None:
        """Take over what an earlier gait of the unit has found, if no change is within the budget.

        A step costs 1 or more, so tiles farther away than the budget make no difference.
        """
        if old.ground is not self.ground or old.start != self.start:
            return
        if (self.slow is EVERYWHERE) != (old.slow is EVERYWHERE):
            return
        changed = (self.closed ^ old.closed) | (self.taken ^ old.taken)
        if isinstance(self.slow, frozenset) and isinstance(old.slow, frozenset):
            changed |= self.slow ^ old.slow
        if changed and isinstance(self.ground, Room):
            return
        (x, y), far = self.start, UNLIMITED
        for a, b in changed:
            far = min(far, max(abs(a - x), abs(b - y)))
        self._reached.update((most, one) for most, one in old._reached.items() if most < far)
        self._ended.update((most, one) for most, one in old._ended.items() if most < far)

    def span(self, at: Cell) -> int:
        """Return the span that the unit would have at a cell."""
        if isinstance(self.ground, Room):
            return self.ground.span(at) or 1
        return 1

    def stand(self, at: Cell) -> Position:
        """Return the position that the unit would have at a cell.

        The cell can be the special start cell of a squeezed unit.
        """
        x, y = at
        return Position((x, y) if x >= 0 and y >= 0 else (~x, ~y), self.span(at))

    def step(self, origin: Cell, to: Cell) -> tuple[int, int] | None:
        """Return the cost of a step, and the span after it, or None if it is impossible."""
        if to in self.closed and not isinstance(self.ground, Room):
            return None
        cost = next((cost for cell, cost in self.ground.neighbours(origin) if cell == to), None)
        if cost is None or self.is_parted(origin, to):
            return None
        return cost * (2 if to in self.slow else 1), self.span(to)

    def is_parted(self, origin: Cell, to: Cell) -> bool:
        """Return whether the step would lead into a detached zone."""
        return zones.are_parted(self.world, self.stand(origin), self.stand(to))

    def toll(self, origin: Cell, to: Cell, cost: int, left: int) -> int:
        """Return the movement that a step of this cost takes from the movement left (ACT-27)."""
        before = self.stand(origin).at
        return zones.toll(self.world, self.unit, before, to, cost, left)

    def steps(self, is_free: bool) -> Steps:
        """Return a function from a cell to its steps by zones, with the costs of entering zones.

        `is_free` is True if moves within a zone are free.
        """
        barred: Container[Cell] = () if isinstance(self.ground, Room) else self.closed
        slow, fee = self.slow, ZONE if is_free else 0
        links = self._links()

        def around(origin: Cell) -> Iterator[tuple[Cell, int]]:
            found = links.get(origin)
            if found is None:
                found = links[origin] = self._found_links(origin)
            for to, cost, enters in found:
                if to not in barred:
                    yield to, cost * (2 if to in slow else 1) + enters * fee

        return around

    def _links(self) -> dict[Cell, ZoneLinks]:
        """Return the known steps from cells; a grid keeps them, at most one entry for each tile."""
        known: dict[Cell, ZoneLinks] = {}
        if isinstance(self.ground, Grid):
            return self.ground.once("by zones", lambda: known)
        return known

    def _found_links(self, origin: Cell) -> ZoneLinks:
        before = self.stand(origin).at
        return tuple(
            (to, cost, zones.enters(self.world, before, to))
            for to, cost in self.ground.neighbours(origin)
            if not self.is_parted(origin, to)
        )

    def tiles(self, at: Cell) -> tuple[Cell, ...]:
        """Return the tiles that the unit would take at a cell."""
        return (at,) if self.is_small else self.stand(at).cells

    def is_end(self, at: Cell) -> bool:
        """Return whether the unit can choose to end a move at a cell."""
        return self.taken.isdisjoint(self.tiles(at))

    def over(self, tiles: frozenset[Cell], cells: frozenset[Cell]) -> frozenset[Cell]:
        """Return the `cells` at which the unit takes any of the `tiles`."""
        if self.is_small:
            return tiles & cells
        return frozenset(at for at in cells if not tiles.isdisjoint(self.tiles(at)))

    def ends(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the `cells` at which the unit can end a move, in reading order."""
        if self.is_small:
            return sorted((cell for cell in cells if cell not in self.taken), key=reading)
        return sorted(filter(self.is_end, cells), key=reading)


def way_of(world: World, unit: Entity) -> Gait:
    """Return the unit's current gait."""
    # Cached until one of these types is written. If a type were missing from `WAYS`, units would
    # move by an outdated map. So `WAYS` must list everything that `_way` reads.
    way: Gait = world.revised(("way", unit), lambda old: _revised(world, unit, old), WAYS)
    return way


def _revised(world: World, unit: Entity, old: Gait | None) -> Gait:
    way = _way(world, unit)
    if old is not None:
        way.adopt(old)
    return way


def _way(world: World, unit: Entity) -> Gait:
    position, size = world.find(unit, Position), size_of(world, unit)
    closed, passed = hindering_tiles.around(world, unit, position)
    prone = conditions.is_prone(world, unit)
    grid = _grid_of(world, unit)
    taken = closed | passed
    if size > MEDIUM or grid.tightest < size:
        room = _room(grid, size, closed)
        start = room.start(position.at, position.span) if position else (0, 0)
        slow: Container[Cell] = EVERYWHERE if prone else room.slowed(passed)
        return Gait(world, unit, room, start, (closed, taken, slow))
    slow = EVERYWHERE if prone else passed
    start = position.at if position else (0, 0)
    return Gait(world, unit, grid, start, (closed, taken, slow))


def _grid_of(world: World, unit: Entity) -> Grid:
    """Return the grid that the unit moves on."""
    return world.air if flies(world, unit) else world.grid


@lru_cache(maxsize=64)
def _room(grid: Grid, size: int, closed: frozenset[Cell]) -> Room:
    """Return the graph of cells with room for a size, cached because its tables grow with use."""
    return Room(grid, size, closed)


def gait(world: World, unit: Entity, origin: Cell, to: Cell) -> tuple[int, int] | None:
    """Return the cost of a step, and the span after it, or None.

    A unit without speed can't step, whatever movement it has left.
    """
    if not conditions.speed(world, unit):
        return None
    position, size = world.find(unit, Position), size_of(world, unit)
    grid = _grid_of(world, unit)
    if size > MEDIUM or grid.tightest < size:
        return _step_in_room(world, unit, origin, to)
    # A step changes the tiles of units, on which a gait depends. So look at these two tiles only.
    cost = _step_on_grid(world, unit, grid, origin, to)
    if cost is None or position is None:
        return None if cost is None else (cost, 1)
    return zones.toll(world, unit, origin, to, cost, stride_left(world, unit)), 1


def _step_on_grid(world: World, unit: Entity, grid: Grid, origin: Cell, to: Cell) -> int | None:
    """Return the cost of a step of a unit that takes up one tile, or None if it is impossible."""
    hindrance = hindering_tiles.on(world, unit, to)
    if hindrance == "closed":
        return None
    cost = next((cost for cell, cost in grid.neighbours(origin) if cell == to), None)
    if cost is None or zones.are_parted(world, Position(origin), Position(to)):
        return None
    is_slow = hindrance == "passed" or conditions.is_prone(world, unit)
    return 2 * cost if is_slow else cost


def _step_in_room(world: World, unit: Entity, origin: Cell, to: Cell) -> tuple[int, int] | None:
    """Return the cost and the span of a step of a large unit, or past narrow places."""
    way, position = way_of(world, unit), world.find(unit, Position)
    start = way.start if position and position.at == origin else origin
    step = way.step(start, to)
    if step is None or position is None:
        return step
    return way.toll(start, to, step[0], stride_left(world, unit)), step[1]


def span_after(world: World, unit: Entity, at: Cell) -> int:
    """Return the span that a unit has after a step."""
    return way_of(world, unit).span(at) if size_of(world, unit) > MEDIUM else 1


def gain(world: World, unit: Entity, points: int, rule: str) -> None:
    """Add movement points to the unit's turn."""
    left = conditions.move_on(world, unit, points)
    name, amount = id_of(world, unit), points * FEET
    told = events.Dashed(unit=name, amount=amount, left=left * FEET, rule=rule)
    world.tell(told, hidden_units.witnesses(world, unit))


def disengage(world: World, unit: Entity, rule: str) -> None:
    """Let the unit move out of reach without provoking anyone for the rest of the turn."""
    world.put(unit, HasDisengaged())
    told = events.Disengaged(unit=id_of(world, unit), rule=rule)
    world.tell(told, hidden_units.witnesses(world, unit))


def hovers(world: World, unit: Entity) -> bool:
    """Return whether there is no ground under part of the unit."""
    position = world.find(unit, Position)
    return position is not None and not all(world.grid.cost(cell) for cell in position.cells)


def flies(world: World, unit: Entity) -> bool:
    """Return whether the unit is in the air: it can fly and isn't prone (ACT-22)."""
    return figure(world, unit).fly > 0 and not conditions.is_prone(world, unit)


# Moves to choose from


@dataclass(frozen=True)
class TurnWalks:
    """The moves open to the unit that is asked, in the view of its side."""

    world: World
    unit: Entity
    budget: int

    @property
    def way(self) -> Gait:
        """The unit's gait."""
        return way_of(self.world, self.unit)

    def paths(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the canonical path to each tile on which a move can end, in reading order.

        The canonical path has the least harm, as far as the mover knows. Of several such paths, it
        is the cheapest, and of those the straightest. By zones, entering fewer zones comes before
        the cost (ACT-27).
        """
        if not self.budget:
            return ()
        way = self.way
        if zones.is_zoned(self.world):
            trails = self._by_zones()
            return tuple([trails[end].path for end in way.ends(trails)])
        found = way.reached(self.budget)
        perils = self.perils(found.costs)
        steps = way.steps(is_free=False)
        ends = way.ended(self.budget)
        return tuple(paths_to(found, ends, perils, steps, self.budget).values())

    def ends(self) -> tuple[Cell, ...]:
        """Return the tiles on which a move can end, in reading order, without searching paths."""
        if not self.budget:
            return ()
        if zones.is_zoned(self.world):
            return tuple(self.way.ends(self._by_zones()))
        return self.way.ended(self.budget)

    def perils(self, cells: Iterable[Cell]) -> Perils:
        """Return the possible harm to the unit on steps between these cells, as far as it knows."""
        foes = self._watch(frozenset(cells))
        blows = threatened_tiles.ReactionHarm(self.world, self.unit)
        hurting = harms(self.world).keys() if self.way.is_small else ()
        where = frozenset(hurting).union(*(one.held | one.awaited for one in foes))
        is_known = self.way.is_small or not harms(self.world)
        strikers = threatened_tiles.strikers(foes)
        return Perils(self._entering(), strikers, blows, where if is_known else None)

    def _entering(self) -> Callable[[Cell, Cell], int]:
        if flies(self.world, self.unit):
            return harmless
        return hazards.entering(self.world, None if self.way.is_small else self.way.tiles)

    def harms(self, path: tuple[Cell, ...]) -> tuple[TileHarm, ...]:
        """Return the tiles along a path that damage the unit."""
        if flies(self.world, self.unit):
            return ()
        tiles = None if self.way.is_small else self.way.tiles
        return hazards.along(self.world, self.way.start, path, tiles)

    def struck(self, path: tuple[Cell, ...]) -> dict[Entity, Cell]:
        """Return the foes that could attack along a path, each with the mover's tile at that time.

        Consider only foes that the mover knows of.
        """
        found: dict[Entity, Cell] = {}
        steps = (self.way.start, *path)
        foes = self._watch(frozenset(steps))
        strikers = threatened_tiles.strikers(foes)
        for a, b in pairwise(steps):
            for foe in sorted(strikers(a, b) - found.keys()):
                is_left = any(one.foe == foe and a in one.held for one in foes)
                found[foe] = self.way.stand(a).at if is_left else b
        return found

    def _watch(self, cells: frozenset[Cell]) -> threatened_tiles.Watch:
        way = self.way
        return threatened_tiles.watch(
            self.world,
            self.unit,
            lambda tiles: way.over(tiles, cells),
            lambda: {cell: way.stand(cell) for cell in cells},
        )

    def _by_zones(self) -> dict[Cell, Trail]:
        """Return the best path to each tile: least harm, then fewest zones entered (ACT-27)."""
        way, left = self.way, self.budget
        is_free = zones.is_free(way.world, way.unit, left)
        # Entering a zone costs one `ZONE`, and steps cost single points, which never add up to a
        # `ZONE`. So the cheapest path always enters the fewest zones.
        most = (zones.zones_left(way.world, left) + 1) * ZONE - 1 if is_free else left
        return spared(way.start, way.steps(is_free), most, Perils(self._entering(), where=None))

    def cost(self, path: tuple[Cell, ...]) -> int | None:
        """Return the cost of a path in points, or None if one of its steps is impossible."""
        total, at = 0, self.way.start
        for cell in path:
            step = self.way.step(at, cell)
            if step is None:
                return None
            total += self.way.toll(at, cell, step[0], self.budget - total)
            at = cell
        return total

    def refusal(self, path: tuple[Cell, ...]) -> Refusal | None:
        """Refuse a path that the unit can't move along."""
        if not path:
            return Refusal("no-path", "ACT-06")
        way, before = self.way, self.way.start
        if not conditions.speed(way.world, way.unit):
            return Refusal("no-speed", "ACT-06", unit=id_of(way.world, way.unit))
        for cell in path:
            if way.step(before, cell) is None:
                return self._no_step(way.stand(before), cell)
            before = cell
        return self._no_end(path)

    def _no_step(self, stand: Position, cell: Cell) -> Refusal:
        way, world = self.way, self.way.world
        if cell not in world.grid:
            return Refusal("no-step", "ALL-06", variant="off_map", at=cell)
        if cell in way.closed:
            return Refusal("taken", "ACT-23", variant="foe", at=cell)
        if not world.grid.cost(cell):
            if world.air.cost(cell) and not flies(world, way.unit):
                return Refusal("no-step", "ACT-22", variant="air", at=cell)
            return Refusal("no-step", "ALL-06", variant="barred", at=cell)
        before = stand.at
        if steps_between(before, stand.span, cell, 1) > 1:
            return Refusal("no-step", "ALL-06", variant="apart", at=cell, before=before)
        if zones.are_parted(world, Position(before), Position(cell)):
            return Refusal("detached", "ACT-31", at=cell, before=before)
        if isinstance(way.ground, Room):
            return Refusal("no-room", "ACT-25", at=cell, unit=id_of(world, way.unit))
        return Refusal("no-step", "ALL-06", variant="corner", at=cell, before=before)

    def _no_end(self, path: tuple[Cell, ...]) -> Refusal | None:
        if not self.way.is_end(path[-1]):
            return Refusal("taken", "ACT-23", variant="end", at=path[-1])
        cost = self.cost(path)
        if cost is not None and cost > self.budget and self._is_free():
            return self._too_many_zones(path)
        if cost is None or cost > self.budget:
            feet, left = (cost or 0) * FEET, self.budget * FEET
            unit = id_of(self.way.world, self.way.unit)
            return Refusal("too-far", "ACT-06", variant="walk", cost=feet, unit=unit, left=left)
        return None

    def _is_free(self) -> bool:
        return zones.is_free(self.way.world, self.way.unit, self.budget)

    def _too_many_zones(self, path: tuple[Cell, ...]) -> Refusal:
        world, cells = self.way.world, (self.way.stand(self.way.start).at, *path)
        entered = sum(zones.enters(world, a, b) for a, b in pairwise(cells))
        most = zones.zones_left(world, self.budget)
        feet = self.budget * FEET
        return Refusal("too-far", "ACT-27", variant="zones", entered=entered, left=feet, most=most)


def walker(world: World, unit: Entity) -> TurnWalks:
    """Return the moves open to a unit now."""
    left = stride_left(world, unit)
    # A unit whose speed has dropped to 0 can't use its remaining movement.
    return TurnWalks(world, unit, left if left and conditions.speed(world, unit) else 0)
