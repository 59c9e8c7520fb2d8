"""Fear and hope go by walking and by sight, and not through walls."""

import pytest

from game.ai.distance_fields import unbroken
from game.ai.situation import Situation
from game.ai.strike_zones import StrikeZones, TurnRange
from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import steps_between
from game.core.paths import reach
from game.core.sight import sees
from game.engine.battle import Battle
from game.engine.hints import RangeShare
from game.world.unit_names import unit_named
from tests.ai.playing import begun, drawn, level
from tests.ai.test_players import unit
from tests.ai.test_scenarios import LEGEND, SIDES

ROOMS = """
[map]
grid = '''
################
#......#.......#
#......#.......#
#......#.......#
#......#.......#
#......#.......#
#......#.......#
#......#.......#
#......#.......#
#..............#
################
'''
"""
HALL = ROOMS.replace("...#...", ".......")
NEAR, FAR = (8, 1), (8, 8)
"""Tiles behind the wall, far from the gap and near it."""


def turn(walks: int, *ranges: int) -> TurnRange:
    """Return a turn with attacks of several ranges, each with half the share of the one before."""
    return TurnRange(walks, tuple(RangeShare(far, 0.5**n) for n, far in enumerate(ranges)))


def rooms(map: str, kind: str, more: str = "") -> Battle:
    text = unit("ann", "red", kind, "[8, 1]") + unit("bo", "blue", kind, "[6, 1]", more)
    return begun(drawn(map + LEGEND + SIDES + text))


def sense(battle: Battle) -> Situation:
    return Situation(battle.world, battle.book.hints, unit_named(battle.world, "red.ann"))


def fear(sense: Situation, at: Cell) -> float:
    """Return the damage that a unit fears on a tile."""
    return sense.fears(sense.tiles((Position(at),)))[0]


def test_soldier_neither_fears_nor_hopes_for_melee_through_a_wall() -> None:
    behind, open_hall = sense(rooms(ROOMS, "bailiff")), sense(rooms(HALL, "bailiff"))
    closed, free = behind.tiles((Position(NEAR),)), open_hall.tiles((Position(NEAR),))
    assert behind.fears(closed) == behind.hopes(closed) == [0]
    assert open_hall.fears(free)[0] > 0
    assert open_hall.hopes(free)[0] > 0


def test_foe_in_the_next_room_is_feared_at_the_gap_that_it_can_walk_through() -> None:
    found = begun(
        drawn(
            ROOMS
            + LEGEND
            + SIDES
            + unit("ann", "red", "bailiff", "[8, 8]")
            + unit("bo", "blue", "bailiff", "[6, 8]")
        )
    )
    assert fear(sense(found), FAR) > 0
    assert fear(sense(found), NEAR) == 0


def test_holding_foe_is_feared_only_next_to_it() -> None:
    found = sense(rooms(HALL, "bailiff", "behaviour = { hold = true }"))
    assert fear(found, (7, 1)) > 0
    assert fear(found, (10, 1)) == 0


@pytest.mark.parametrize(("walks", "is_seen"), [(0, False), (3, False), (12, True)])
def test_shot_needs_sight_from_a_tile_that_the_shooter_can_walk_to(
    walks: int, is_seen: bool
) -> None:
    world = rooms(ROOMS, "fowler").world
    zones = StrikeZones(world, Position((6, 1)), turn(walks, 20))
    ((_, near),), ((_, far),) = zones.reached(1), zones.open_to(1)
    reached, opened = (set(world.grid.cells_of(it)) for it in (near, far))
    assert {NEAR, (3, 1)} & reached == ({NEAR, (3, 1)} if is_seen else {(3, 1)})
    assert (NEAR in opened) == is_seen


@pytest.mark.parametrize(("door", "is_feared"), [("shut_door", True), ("locked_door", False)])
def test_fear_behind_a_door_counts_it_as_open_if_nobody_has_to_break_it(
    door: str, is_feared: bool
) -> None:
    shut = ROOMS.replace("#......#.......#", "#......+.......#", 2).replace("+", "#", 1)
    legend = LEGEND.replace("}", f', "+" = "{door}" }}')
    text = unit("ann", "red", "bailiff", "[8, 2]") + unit("bo", "blue", "bailiff", "[6, 2]")
    found = begun(drawn(shut + legend + SIDES + text))
    assert (fear(sense(found), (8, 2)) > 0) == is_feared


def reached(battle: Battle, stand: Position, stride: TurnRange) -> set[Cell]:
    """Return the tiles on which a unit could attack a unit of one tile in its next turn."""
    ((_, screen),) = StrikeZones(battle.world, stand, stride).reached(1)
    return set(battle.world.grid.cells_of(screen))


def plain(battle: Battle, stand: Position, stride: TurnRange, cell: Cell) -> bool:
    """Return whether a unit could walk next to a tile, or into its sight, by all paths."""
    grid, sight = unbroken(battle.world), battle.world.grid
    ends = reach(grid, stand.at, stride.walks).costs
    (range,) = (one.range for one in stride.ranges)
    far = [end for end in ends if steps_between(end, 1, cell, 1) <= range]
    if range <= 1:
        return any(end == cell or grid.adjacent(end, cell) for end in far)
    return any(sees(sight, end, 1, cell, 1) for end in far)


@pytest.mark.parametrize("name", ["toll_bar", "cellar", "bell_yard"])
def test_melee_zone_equals_a_search_of_all_moves(name: str) -> None:
    battle = begun(level(name))
    grid = unbroken(battle.world)
    for _, stand in battle.world.all(Position):
        found = reached(battle, stand, turn(5, 1))
        for cell in grid.cells():
            gap = steps_between(stand.at, 1, cell, 1)
            if stand.span == 1 and grid.cost(cell) and gap > 1:
                is_reached = gap <= 6 and plain(battle, stand, turn(5, 1), cell)
                assert (cell in found) == is_reached


@pytest.mark.parametrize("name", ["toll_bar", "bell_yard"])
def test_shots_are_feared_only_where_they_are_possible(name: str) -> None:
    battle, stride = begun(level(name)), turn(4, 16)
    for _, stand in battle.world.all(Position):
        for cell in reached(battle, stand, stride):
            if stand.span == 1 and battle.world.grid.cost(cell):
                assert plain(battle, stand, stride, cell)
                assert steps_between(stand.at, 1, cell, 1) <= 20


def test_zones_of_large_units_end_at_their_edges() -> None:
    world = rooms(HALL, "bailiff").world
    small, large = (StrikeZones(world, Position((7, 4), span), turn(0, 1)) for span in (1, 2))

    def around(zones: StrikeZones, span: int) -> set[Cell]:
        ((_, screen),) = zones.reached(span)
        return set(world.grid.cells_of(screen))

    assert around(small, 1) == {(x, y) for x in (6, 7, 8) for y in (3, 4, 5)}
    assert around(large, 1) == {(x, y) for x in (6, 7, 8, 9) for y in (3, 4, 5, 6)}
    assert around(small, 2) == {(x, y) for x in (5, 6, 7, 8) for y in (2, 3, 4, 5)}


def test_each_tile_counts_with_the_best_range_that_reaches_it() -> None:
    world = rooms(HALL, "bailiff").world
    (best, near), (less, far) = StrikeZones(world, Position((7, 4)), turn(0, 1, 3)).reached(1)
    assert (best, less) == (1, 0.5)
    assert set(world.grid.cells_of(near)) == {(x, y) for x in (6, 7, 8) for y in (3, 4, 5)}
    assert not near & far
    assert set(world.grid.cells_of(near | far)) == {
        (x, y) for x in range(4, 11) for y in range(1, 8)
    }
