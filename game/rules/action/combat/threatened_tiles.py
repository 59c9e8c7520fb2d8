"""The tiles that units threaten with opportunity attacks (ACT-14, ACT-17)."""

from collections.abc import Callable
from typing import NamedTuple

from game.components.belongings import Armed
from game.components.unit import Name, Position
from game.core import footprints
from game.core.cells import Cell
from game.core.grid import Grid
from game.rules.action.combat import aiming, attack_numbers
from game.rules.action.field import sight_and_cover, zones
from game.rules.action.records import HasDisengaged, Readied
from game.rules.action.units import turn_economy
from game.rules.action.units.figures import FEET, ready_weapons, weapon
from game.terms.records import Entity
from game.world import World
from game.world.hazardous_tiles import THOUSAND

NOBODY: frozenset[Entity] = frozenset()
NO_CELLS: frozenset[Cell] = frozenset()


class Watcher(NamedTuple):
    """A foe that a mover can provoke, by leaving some cells or entering others."""

    foe: Entity
    held: frozenset[Cell]
    """The cells of the mover's ground at which the mover is within the foe's reach."""
    awaited: frozenset[Cell]
    """The cells at which the foe's readied weapon could hit the mover."""


Watch = tuple[Watcher, ...]


def melee_weapons(world: World, unit: Entity) -> tuple[str, ...]:
    """Return the weapons that a unit can use in melee now."""
    return tuple(id for id in ready_weapons(world, unit) if weapon(world, id).kind != "ranged")


def strikes(world: World, unit: Entity, stand: Position, arms_id: str) -> bool:
    """Return whether the unit's weapon reaches a footprint in melee now."""
    mine, arms = world.find(unit, Position), weapon(world, arms_id)
    if mine is None or arms.kind == "ranged":
        return False
    return sight_and_cover.reaches(world, mine, stand, arms.reach)


def reach_of(world: World, unit: Entity) -> int:
    """Return the longest reach of a unit's weapons, in feet."""
    return world.once(("reach", unit), lambda: _reach_of(world, unit), (Armed, Name))


def _reach_of(world: World, unit: Entity) -> int:
    return max((weapon(world, id).reach for id in melee_weapons(world, unit)), default=0)


def holds(world: World, unit: Entity, stand: Position) -> bool:
    """Return whether a footprint is within the unit's reach."""
    mine = world.find(unit, Position)
    return mine is not None and sight_and_cover.reaches(world, mine, stand, reach_of(world, unit))


def is_watching(world: World, foe: Entity, unit: Entity) -> bool:
    """Return whether a foe has its reaction and sees the unit."""
    return turn_economy.can_react(world, foe) and sight_and_cover.sees(world, foe, unit)


def turns_from(world: World, foe: Entity, start: Position, end: Position) -> bool:
    """Return whether a move by zones begins in the foe's reach and doesn't end in it (ACT-28)."""
    return holds(world, foe, start) and not holds(world, foe, end)


def left_behind(world: World, unit: Entity, end: Position) -> tuple[Entity, ...]:
    """Return the foes that could attack on a move by zones to `end`, as far as is known."""
    start = world.get(unit, Position)
    if world.has(unit, HasDisengaged):
        return ()
    watching = (
        foe for foe in sight_and_cover.foes_of(world, unit) if is_watching(world, foe, unit)
    )
    return tuple(foe for foe in watching if turns_from(world, foe, start, end))


def watch(
    world: World,
    unit: Entity,
    over: Callable[[frozenset[Cell]], frozenset[Cell]],
    stands: Callable[[], dict[Cell, Position]],
) -> Watch:
    """Return the foes that could attack while the unit moves, as far as its side knows.

    `over` returns the cells at which the unit's footprint covers any of the given tiles. `stands`
    returns every cell of the move, with the unit's footprint there.
    """
    is_safe = world.has(unit, HasDisengaged) or zones.is_zoned(world)
    found = []
    for foe in sight_and_cover.foes_of(world, unit):
        held = NO_CELLS if is_safe else over(held_tiles(world, foe))
        readied = world.find(foe, Readied)
        if not (held or readied) or not turn_economy.can_react(world, foe):
            continue
        held = held if sight_and_cover.sees(world, foe, unit) else NO_CELLS
        awaited = _awaited(world, foe, readied, stands()) if readied else NO_CELLS
        if held or awaited:
            found.append(Watcher(foe, held, awaited))
    return tuple(found)


def _awaited(
    world: World, foe: Entity, readied: Readied, stands: dict[Cell, Position]
) -> frozenset[Cell]:
    """Return the cells at which the foe's readied weapon could hit (ACT-11)."""
    if readied.weapon not in ready_weapons(world, foe):
        return NO_CELLS
    return frozenset(
        cell
        for cell, stand in stands.items()
        if aiming.refusal(world, foe, stand, readied.weapon) is None
    )


def strikers(foes: Watch) -> Callable[[Cell, Cell], frozenset[Entity]]:
    """Return a function from a step to the foes that could attack on it.

    A foe can attack if the step leaves its reach, or enters a cell for which it has readied an
    attack.
    """
    left = NO_CELLS.union(*(foe.held for foe in foes))
    entered = NO_CELLS.union(*(foe.awaited for foe in foes))

    def struck(a: Cell, b: Cell) -> frozenset[Entity]:
        if a not in left and b not in entered:
            return NOBODY
        return frozenset(
            foe
            for foe, held, awaited in foes
            if (a in held and b not in held) or (b in awaited and a not in awaited)
        )

    return struck


class ReactionHarm(dict[int, int]):
    """The mean harm of foes' reactions to a mover, in thousandths of life, computed on demand."""

    def __init__(self, world: World, unit: Entity) -> None:
        super().__init__()
        self._world, self._unit = world, unit

    def __missing__(self, striker: int) -> int:
        world, unit, foe = self._world, self._unit, Entity(striker)
        readied, stand = world.find(foe, Readied), world.get(unit, Position)
        weapons = (readied.weapon,) if readied else melee_weapons(world, foe)
        attacks = (attack_numbers.arms_profile(world, foe, unit, stand, id) for id in weapons)
        harm = round(THOUSAND * max(map(attack_numbers.mean_damage, attacks), default=0.0))
        self[striker] = harm
        return harm


def held_tiles(world: World, unit: Entity) -> frozenset[Cell]:
    """Return the tiles within the unit's reach."""
    grid, mine, reach = world.grid, world.get(unit, Position), reach_of(world, unit)
    return grid.once(("held", mine, reach), lambda: _held(grid, mine, reach))


def _held(grid: Grid, mine: Position, reach: int) -> frozenset[Cell]:
    (x, y), far = mine.at, reach // FEET
    around = footprints.tiles((x - far, y - far), 2 * far + mine.span)
    return frozenset(
        c for c in around if c in grid and sight_and_cover.within(grid, mine, Position(c), reach)
    )
