"""Melees: chains of adjacent foes, and which side outnumbers the other (VER-10, VER-11)."""

from game.components.belongings import Armed
from game.components.unit import Allegiance, Down, Position
from game.core.cells import EIGHT, Cell
from game.rules.verdigris.figures import Parts, is_able, parts_of, talent
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of

STANDS = (Position, Allegiance, Down, Armed)
"""Components that decide which units are adjacent foes."""


def beside(world: World, at: Cell, side: str) -> tuple[Entity, ...]:
    """Return the units of other sides next to a tile that could attack there, in unit order."""
    grid = world.grid
    cells = ((at[0] + dx, at[1] + dy) for dx, dy in EIGHT)
    near = (cell for cell in cells if cell in grid and grid.adjacent(at, cell))
    units = (u for cell in near for u in world.at(Position, cell))
    return tuple(sorted(u for u in units if side_of(world, u) != side and is_able(world, u)))


def foes_beside(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the foes next to a unit, except those at Death's Door."""
    position = world.find(unit, Position)
    return beside(world, position.at, side_of(world, unit)) if position else ()


def melee_of(world: World, unit: Entity) -> frozenset[Entity]:
    """Return all units in the unit's melee; empty if no foe is next to it."""
    found: frozenset[Entity] = world.once(("melee", unit), lambda: _melee_of(world, unit), STANDS)
    return found


def _melee_of(world: World, unit: Entity) -> frozenset[Entity]:
    if not is_able(world, unit):
        return frozenset()
    known, ends = {unit}, [unit]
    while ends:
        new = [u for u in foes_beside(world, ends.pop()) if u not in known]
        known.update(new)
        ends += new
    return frozenset(known) if len(known) > 1 else frozenset()


def numbers(world: World, unit: Entity) -> Parts:
    """Return the bonus for outnumbering: a die for each extra fighter on the unit's side."""
    side, own, others = side_of(world, unit), 0, 0
    for other in melee_of(world, unit):
        count = 1 + talent(world, other, "numbers")
        if side_of(world, other) == side:
            own += count
        else:
            others += count
    return parts_of(("numbers", max(0, own - others), "VER-11"))
