"""Single steps, which look at two tiles only, cost what a unit's whole map of steps says."""

from random import Random

import pytest

from game.components.hiding import Hidden
from game.components.unit import Position
from game.content.levels import all_levels, find_level, load_level
from game.core.cells import Cell
from game.engine.battle import Battle
from game.rules.action.combat import walking
from game.rules.action.units import conditions
from game.rules.registry import find_books
from game.systems.movement import stride_left
from game.terms.records import Entity
from game.world import World
from tests.unit.engine.search import play_on

LEVELS = [row.id for row in all_levels() if row.rulebook == "action"]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def by_map(world: World, unit: Entity, origin: Cell, to: Cell) -> tuple[int, int] | None:
    """Return the cost and span of a step by the gait, which finds the tiles of all units."""
    if not conditions.speed(world, unit):
        return None
    way, position = walking.way_of(world, unit), world.get(unit, Position)
    start = way.start if position.at == origin else origin
    step = way.step(start, to)
    if step is None:
        return None
    return way.toll(start, to, step[0], stride_left(world, unit)), step[1]


def begun(level: str) -> Battle:
    books = find_books().books
    return Battle.start(books["action"], load_level(find_level(level), books))


@pytest.mark.parametrize("level", LEVELS)
def test_single_steps_cost_what_the_map_of_steps_says(level: str) -> None:
    battle, compared = begun(level), 0
    for _ in play_on(battle, Random(7), 24):
        side = battle.asked
        worlds = [battle.world] if side is None else [battle.world, battle.view(side).world]
        for world in worlds:
            for unit, stand in world.all(Position):
                x, y = stand.at
                for dx, dy in AROUND:
                    to = x + dx, y + dy
                    here = walking.gait(world, unit, stand.at, to)
                    assert here == by_map(world, unit, stand.at, to), (unit, stand, to)
                    compared += here is not None
    assert compared > 50


def test_hidden_foe_bars_no_single_step_of_the_side_that_does_not_see_it() -> None:
    battle = begun("toll_bar")
    world = battle.world
    pairs = [
        (unit, other)
        for unit, _ in world.all(Position)
        for other, _ in world.all(Position)
        if battle.side_of(unit) != battle.side_of(other)
    ]
    unit, other = pairs[0]
    x, y = world.get(unit, Position).at
    to = next(
        (x + dx, y + dy)
        for dx, dy in AROUND
        if walking.gait(world, unit, (x, y), (x + dx, y + dy)) == (1, 1)
    )
    world.put(other, Position(to))
    assert walking.gait(world, unit, (x, y), to) is None
    world.put(other, Hidden((battle.side_of(unit),)))
    assert walking.gait(world, unit, (x, y), to) == (1, 1)
