"""The tiles that units could attack in their next turn, for the threat display.

As long as a computer player plays a unit, the unit threatens only tiles that it can attack without
breaking its behaviour.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from game.ai.behaviours import behaviour_of, guarded, is_fleeing
from game.ai.situation import foes_of
from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import adjacent, tiles
from game.core.grid import Grid
from game.core.sight import field
from game.engine.hints import Hints, MeanHarm
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, side_of


def threatened(
    world: World, hints: Hints, side: str, people: frozenset[str] = frozenset()
) -> dict[str, frozenset[Cell]]:
    """Return the tiles that each known foe of a side could attack.

    `people` are the sides that people play; their units' behaviours don't apply.
    """
    found = foes_of(world, side)
    return {id_of(world, unit): threat_of(world, hints, unit, people) for unit in found}


def threat_of(
    world: World, hints: Hints, unit: Entity, people: frozenset[str] = frozenset()
) -> frozenset[Cell]:
    """Return the tiles that one foe could attack."""
    if hints.hurts is not None:
        return frozenset(hints.hurts(world, unit))
    return _hurt(world, hints, unit, people, hints.reach(world, unit))


def expected_harm(
    world: World,
    hints: Hints,
    unit: Entity,
    target: Entity | None,
    on: Mapping[Cell, Entity],
    people: frozenset[str] = frozenset(),
) -> dict[Cell, float]:
    """Return the tiles that one foe could attack, with the mean damage of its next turn there.

    It is the damage to the unit on the tile, if `on` has one, else to `target` (None: 0), by the
    foe's best way to harm it at that distance.
    """
    ranges = _Ranges(world, hints, unit, people)
    found = dict.fromkeys(ranges.every, 0.0)
    if target is not None:
        for way in reversed(_ways(world, hints, unit, target)):
            found |= dict.fromkeys(ranges.within(way.range), way.mean)
    for cell in found.keys() & on.keys():
        ways = _ways(world, hints, unit, on[cell])
        found[cell] = next((way.mean for way in ways if cell in ranges.within(way.range)), 0.0)
    return found


def _ways(world: World, hints: Hints, unit: Entity, target: Entity) -> tuple[MeanHarm, ...]:
    return world.once(("harm", unit, target), lambda: hints.ways(world, unit, target))


class _Hurt(NamedTuple):
    """The tiles that a unit could attack from some tiles, on one grid and with one footprint."""

    grid: Grid
    span: int
    stands: tuple[Cell, ...]
    tiles: frozenset[Cell]


def _hurt(
    world: World, hints: Hints, unit: Entity, people: frozenset[str], far: int
) -> frozenset[Cell]:
    """Return the tiles that the unit could attack at a range.

    The world keeps one result per unit and range, and takes it again after changes elsewhere.
    """

    def find(old: _Hurt | None) -> _Hurt:
        stands, span = _stands_now(world, hints, unit, people), world.get(unit, Position).span
        if old and old[:3] == (world.grid, span, stands):
            return old
        return _Hurt(world.grid, span, stands, hurt_from(world, hints, unit, stands, far))

    return world.revised(("hurt", unit, far, people), find).tiles


class _Ranges:
    """The tiles that a foe could attack, by the range of the attack."""

    def __init__(self, world: World, hints: Hints, unit: Entity, people: frozenset[str]) -> None:
        self._world, self._hints, self._unit = world, hints, unit
        self._people = people
        self.every = threat_of(world, hints, unit, people)
        """The tiles that it could attack at all."""

    def within(self, far: int) -> frozenset[Cell]:
        """Return the tiles that it could attack at a range, in tiles."""
        world, hints, unit = self._world, self._hints, self._unit
        if hints.hurts is not None or far >= hints.reach(world, unit):
            return self.every
        return _hurt(world, hints, unit, self._people, far)


def prepare_threats(
    world: World,
    hints: Hints,
    side: str,
    people: frozenset[str] = frozenset(),
    target: Entity | None = None,
) -> Iterator[None]:
    """Compute what `expected_harm` needs, in small steps: sight from each tile, and damage.

    The map and the world cache the results. The steps end as soon as anything changes.
    """
    then = world.writes
    for unit in foes_of(world, side):
        ways = _ways(world, hints, unit, target) if target is not None else ()
        yield
        span, most = world.get(unit, Position).span, hints.reach(world, unit)
        fars = sorted({min(most, way.range) for way in ways} | {most}, reverse=True)
        for far in fars if hints.hurts is None else ():
            for at in _stands_now(world, hints, unit, people) if far > 1 else ():
                if world.writes != then:
                    return
                field(world.grid, at, span, far, glass=True)
                yield
        if world.writes != then:
            return


def _stands_now(
    world: World, hints: Hints, unit: Entity, people: frozenset[str]
) -> tuple[Cell, ...]:
    return stands(world, hints, unit, side_of(world, unit) in people)


def stands(world: World, hints: Hints, unit: Entity, is_free: bool) -> tuple[Cell, ...]:
    """Return the tiles from which the unit may attack in its next turn."""
    manner, here = behaviour_of(world, unit), world.get(unit, Position).at
    if not is_free and (manner.hold or is_fleeing(world, unit)):
        return (here,)
    found = hints.stands(world, unit)
    if is_free or manner.guard is None:
        return found
    ground = guarded(world, manner.guard, manner.chase)
    return tuple(cell for cell in found if cell in ground or cell == here)


def hurt_from(
    world: World, hints: Hints, unit: Entity, found: tuple[Cell, ...], far: int | None = None
) -> frozenset[Cell]:
    """Return the tiles that the unit can attack from the tiles `found`, if not in total cover.

    `far` is the range in tiles (None: the unit's longest).
    """
    far = hints.reach(world, unit) if far is None else far
    span, grid = world.get(unit, Position).span, world.grid
    if far <= 1:
        around = {cell for x, y in found for cell in _around(grid, (x, y), span, far)}
        return frozenset(cell for cell in around if grid.cost(cell))
    seen = (field(grid, at, span, far, glass=True) for at in found)
    return frozenset(grid.cells_of(reduce(or_, seen, 0) & grid.enterable))


def _around(grid: Grid, at: Cell, span: int, far: int) -> frozenset[Cell]:
    """Return a footprint's tiles and, unless `far` is 0, the adjacent tiles."""
    (x, y), own = at, frozenset(tiles(at, span))
    edge = tiles((x - 1, y - 1), span + 2) if far else ()
    return own | {cell for cell in edge if cell in grid and adjacent(grid, at, span, cell, 1)}
