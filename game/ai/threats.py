"""Where units could hurt somebody in their next turn: the threat display tells what they would do.

A unit that the level has behave in some way threatens what it can get at while it behaves so, as
long as a computer player has it.
"""

from game.ai.sense import behaviour_of, foes_of, is_fleeing
from game.components.unit import Position
from game.core.cells import Cell
from game.core.rooms import tiles
from game.core.sight import sees
from game.engine.hints import Hints
from game.world import World
from game.world.names import id_of, side_of


def threatened(
    world: World, hints: Hints, side: str, people: frozenset[str] = frozenset()
) -> dict[str, frozenset[Cell]]:
    """For each foe of a side that it knows of, the tiles it could hurt somebody on.

    The sides in `people` are played by people, whom no behaviour binds.
    """
    if hints.hurts is not None:
        return {id_of(world, u): frozenset(hints.hurts(world, u)) for u in foes_of(world, side)}
    return {
        id_of(world, unit): hurt_from(
            world, hints, unit, stands(world, hints, unit, side_of(world, unit) in people)
        )
        for unit in foes_of(world, side)
    }


def stands(world: World, hints: Hints, unit: int, is_free: bool) -> tuple[Cell, ...]:
    """The tiles where the unit may stand in its next turn when it strikes."""
    manner, here = behaviour_of(world, unit), world.get(unit, Position).at
    if not is_free and (manner.hold or is_fleeing(world, unit)):
        return (here,)
    found = hints.stands(world, unit)
    if is_free or manner.guard is None:
        return found
    area = world.scene.level.script.areas[manner.guard]
    return tuple(cell for cell in found if cell in area or cell == here)


def hurt_from(world: World, hints: Hints, unit: int, found: tuple[Cell, ...]) -> frozenset[Cell]:
    """All tiles within the unit's reach and sight of one of some stands."""
    far, span, grid = hints.reach(world, unit), world.get(unit, Position).span, world.grid
    hurt: set[Cell] = set()
    for x, y in found:
        around = tiles((x - far, y - far), 2 * far + span)
        if far <= 1:
            hurt.update(cell for cell in around if cell in grid)
        else:
            hurt.update(
                cell
                for cell in around
                if cell not in hurt and cell in grid and sees(grid, (x, y), cell)
            )
    return frozenset(cell for cell in hurt if grid.cost(cell))
