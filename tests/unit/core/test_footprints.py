"""Creatures of all sizes on maps small enough to follow by hand.

A digit is the largest size that fits on a tile of cost 1: 0 tiny, 1 small, 2 medium, 3 large, 4
huge. `.` is a tile with room for all sizes, `~` such a tile of cost 2, `#` a wall.
"""

import pytest

from game.core.cells import Cell
from game.core.footprints import Room, adjacent, steps_between, tiles
from game.core.grid import Grid
from game.core.paths import path_cost, reach

TINY, SMALL, MEDIUM, LARGE, HUGE = range(5)


def grid_of(*rows: str, diagonal: bool = True) -> Grid:
    drawn = "".join(rows)
    costs = [{"#": 0, "~": 2}.get(tile, 1) for tile in drawn]
    rooms = [int(tile) if tile.isdigit() else 4 for tile in drawn]
    blank = [False] * len(drawn)
    return Grid(len(rows[0]), len(rows), costs, blank, diagonal, rooms=rooms)


def ends(room: Room, anchor: Cell) -> list[Cell]:
    return [end for end, _ in room.neighbours(anchor)]


def places(room: Room) -> dict[Cell, int | None]:
    """Return the spans at the anchors of all places."""
    cells = [(x, y) for y in range(room.height) for x in range(room.width)]
    return {cell: room.span(cell) for cell in cells if room.span(cell)}


def test_tiles_of_a_footprint_are_in_reading_order() -> None:
    assert tiles((3, 1), 1) == ((3, 1),)
    assert tiles((3, 1), 2) == ((3, 1), (4, 1), (3, 2), (4, 2))
    assert len(tiles((0, 0), 3)) == 9


@pytest.mark.parametrize(
    ("a", "a_span", "b", "b_span", "between"),
    [
        ((0, 0), 1, (0, 0), 1, 0),
        ((0, 0), 1, (3, 1), 1, 3),
        ((0, 0), 2, (1, 1), 1, 0),
        ((0, 0), 2, (2, 2), 1, 1),
        ((0, 0), 3, (1, 1), 1, 0),
        ((5, 5), 1, (0, 4), 3, 3),
        ((2, 7), 2, (0, 0), 3, 5),
    ],
)
def test_footprints_are_separated_by_their_nearest_tiles(
    a: Cell, a_span: int, b: Cell, b_span: int, between: int
) -> None:
    assert steps_between(a, a_span, b, b_span) == steps_between(b, b_span, a, a_span) == between


def test_footprints_are_adjacent_when_any_of_their_tiles_are() -> None:
    grid = grid_of(
        "....",
        "..#.",
        ".#..",
        "....",
    )
    assert adjacent(grid, (0, 0), 1, (1, 1), 1)
    assert not adjacent(grid, (1, 1), 1, (2, 2), 1)
    assert not adjacent(grid, (0, 0), 2, (2, 2), 2)
    assert adjacent(grid, (0, 0), 2, (1, 2), 2)
    assert not adjacent(grid, (0, 0), 2, (3, 0), 1)


TUNNEL = grid_of(
    "..###..",
    ".......",
    "#####..",
)


def test_large_creature_stands_at_full_size_where_it_can_or_else_squeezed() -> None:
    room = Room(TUNNEL, LARGE)
    assert places(room) == {(0, 0): 2, (2, 1): 1, (3, 1): 1, (4, 1): 1, (5, 0): 2, (5, 1): 2}
    assert [room.is_squeezed(cell) for cell in [(0, 0), (3, 1), (6, 1), (0, 2)]] == [
        *(False, True),
        *(False, False),
    ]
    assert room.tiles((5, 1)) == ((5, 1), (6, 1), (5, 2), (6, 2))
    assert room.tiles((3, 1)) == ((3, 1),)


def test_large_creature_squeezes_through_a_tunnel_and_grows_beyond() -> None:
    room = Room(TUNNEL, LARGE)
    assert ends(room, (0, 0)) == [(2, 1)]
    assert ends(room, (3, 1)) == [(2, 1), (4, 1)]
    # From (5, 0) or (5, 1) it takes the first footprint over that tile, from (5, 2) the only one.
    assert ends(room, (4, 1)) == [(5, 0), (3, 1), (5, 1)]
    found = reach(room, (0, 0), None, slow=room.slowed())
    assert found.costs == {(0, 0): 0, (2, 1): 2, (3, 1): 4, (4, 1): 6, (5, 0): 7, (5, 1): 7}
    path = ((2, 1), (3, 1), (4, 1), (5, 0))
    assert found.path((5, 0)) == path
    assert path_cost(room, (0, 0), path, slow=room.slowed()) == 7
    assert path_cost(room, (0, 0), path[1:]) is None


def test_paths_of_a_room_follow_one_way_steps() -> None:
    room = Room(grid_of("####...", ".......", "####...", diagonal=False), LARGE)
    assert ends(room, (3, 1)) == [(4, 0), (2, 1)]
    # The lower place leads back into the tunnel too, although no step out of the tunnel ends there.
    assert (3, 1) in ends(room, (4, 1))
    assert reach(room, (4, 1), None, slow=room.slowed()).path((2, 1)) == ((3, 1), (2, 1))
    assert reach(room, (2, 1), None, slow=room.slowed()).path((4, 1)) == ((3, 1), (4, 0), (4, 1))


def test_huge_creature_squeezes_where_two_tiles_are_open() -> None:
    room = Room(grid_of("...###", "......", "......"), HUGE)
    assert places(room) == {(0, 0): 3, (2, 1): 2, (3, 1): 2, (4, 1): 2}
    assert ends(room, (0, 0)) == [(2, 1)]
    assert ends(room, (2, 1)) == [(0, 0), (3, 1)]
    assert reach(room, (0, 0), 4, slow=room.slowed()).costs == {(0, 0): 0, (2, 1): 2, (3, 1): 4}


def test_huge_creature_does_not_enter_a_tunnel_of_one_tile() -> None:
    assert places(Room(grid_of("...##", ".....", "...##"), HUGE)) == {(0, 0): 3}


@pytest.mark.parametrize(
    ("size", "spans", "squeezed"),
    [
        (TINY, "11111", []),
        (SMALL, "11111", [(0, 0)]),
        (MEDIUM, "-1111", [(1, 0)]),
        (LARGE, "--1--", [(2, 0)]),
    ],
)
def test_creature_squeezes_into_a_tile_for_one_size_smaller(
    size: int, spans: str, squeezed: list[Cell]
) -> None:
    room = Room(grid_of("01234", "###34"), size)
    row = [(x, 0) for x in range(5)]
    if size < LARGE:
        assert "".join(str(room.span(cell) or "-") for cell in row) == spans
    assert [cell for cell in row if room.is_squeezed(cell)] == squeezed


def test_medium_creature_in_a_crawlspace_pays_double() -> None:
    room = Room(grid_of("..11.0"), MEDIUM)
    found = reach(room, (0, 0), None, slow=room.slowed())
    assert found.costs == {(0, 0): 0, (1, 0): 1, (2, 0): 3, (3, 0): 5, (4, 0): 6}


def test_tiny_creatures_cannot_squeeze_and_need_not() -> None:
    room = Room(grid_of("0.0#0"), TINY)
    assert list(places(room)) == [(0, 0), (1, 0), (2, 0), (4, 0)]
    assert not any(room.is_squeezed(cell) for cell in places(room))


def test_large_creature_only_steps_at_full_size_in_the_open() -> None:
    room = Room(grid_of(*["......"] * 6), LARGE)
    around = [(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)]
    assert ends(room, (2, 2)) == around
    assert ends(Room(grid_of(*["......"] * 6, diagonal=False), LARGE), (2, 2)) == [
        *((2, 1), (1, 2), (3, 2), (2, 3)),
    ]


def test_large_creature_squeezes_between_touching_chambers() -> None:
    room = Room(grid_of("..##", "....", "##.."), LARGE)
    assert places(room) == {(0, 0): 2, (2, 1): 2}
    assert room.neighbours((0, 0)) == (((2, 1), 1),)
    assert room.neighbours((2, 1)) == (((0, 0), 1),)


def test_squeezed_diagonal_is_closed_by_terrain_and_not_by_foes() -> None:
    corner = ["..##", "...#", "#...", "##.."]
    assert ends(Room(grid_of(*corner), LARGE, {(2, 1), (1, 2)}), (0, 0)) == [(2, 2)]
    walled = ["..##", "..##", "##..", "##.."]
    assert ends(Room(grid_of(*walled), LARGE), (0, 0)) == []


def test_diagonals_of_full_footprints_are_never_closed() -> None:
    room = Room(grid_of("..#", "...", "#.."), LARGE)
    assert ends(room, (0, 0)) == [(1, 1)]


def test_diagonals_of_single_tiles_are_closed_by_walls_on_both_sides() -> None:
    assert ends(Room(grid_of(".#", "#."), MEDIUM), (0, 0)) == []
    assert ends(Room(grid_of(".0", "0."), MEDIUM), (0, 0)) == [(1, 1)]


def test_closed_tiles_bar_every_footprint_over_them() -> None:
    grid = grid_of("....", "....", "....")
    room = Room(grid, LARGE, {(2, 1)})
    assert {cell for cell, span in places(room).items() if span == 2} == {(0, 0), (0, 1)}
    assert {cell for cell, span in places(room).items() if span == 1} == {
        *((2, 0), (3, 0), (3, 1), (2, 2), (3, 2)),
    }
    assert ends(Room(grid, MEDIUM, {(2, 1)}), (3, 2)) == [(3, 1), (2, 2)]


def test_step_costs_the_most_expensive_tile_of_the_footprint() -> None:
    room = Room(grid_of("..~.", "...."), LARGE)
    assert room.neighbours((0, 0)) == (((1, 0), 2),)
    assert room.neighbours((1, 0)) == (((0, 0), 1), ((2, 0), 2))
    assert room.cost((3, 0)) == 0


def test_slowed_anchors_are_squeezed_or_over_given_tiles() -> None:
    slowed = Room(TUNNEL, LARGE).slowed({(6, 2)})
    assert [cell in slowed for cell in [(0, 0), (3, 1), (5, 0), (5, 1)]] == [
        *(False, True),
        *(False, True),
    ]
    cells = {(1, 0)}
    assert Room(TUNNEL, MEDIUM).slowed(cells) is cells
    assert (0, 0) in Room(grid_of("1."), MEDIUM).slowed()


HALL = grid_of("......", "......")


def test_start_is_the_anchor_when_the_creature_stands_as_steps_would_leave_it() -> None:
    assert Room(HALL, LARGE).start((2, 0), 2) == (2, 0)
    assert Room(TUNNEL, LARGE).start((3, 1), 1) == (3, 1)
    assert Room(HALL, MEDIUM).start((2, 0), 1) == (2, 0)
    with pytest.raises(ValueError, match="size 3 cannot span 3"):
        Room(HALL, LARGE).start((2, 0), 3)


def test_creature_still_squeezed_in_the_open_grows_at_its_first_step() -> None:
    room = Room(HALL, LARGE)
    start = room.start((2, 0), 1)
    assert start == (-3, -1)
    assert (room.span(start), room.is_squeezed(start), room.tiles(start)) == (1, True, ((2, 0),))
    # On the left it enters (1, 0) or (1, 1), below (2, 1), on the right a footprint over its own
    # tile.
    assert ends(room, start) == [(0, 0), (1, 0), (2, 0)]
    found = reach(room, start, 2)
    assert found.costs == {start: 0, (0, 0): 1, (1, 0): 1, (2, 0): 1, (3, 0): 2}
    assert found.path((3, 0)) == ((2, 0), (3, 0))
    assert path_cost(room, start, [(2, 0), (3, 0)]) == 2


def test_creature_at_full_size_where_it_does_not_fit_can_squeeze_in_place() -> None:
    room = Room(TUNNEL, LARGE)
    start = room.start((3, 1), 2)
    assert room.span(start) == 2
    assert ends(room, start) == [(5, 0), (2, 1), (3, 1), (4, 1), (5, 1)]


def test_invalid_start_has_the_steps_of_a_full_footprint() -> None:
    room = Room(HALL, LARGE, {(2, 0), (2, 1)})
    assert room.span((2, 0)) is None
    assert not room.is_squeezed((2, 0))
    assert room.start((2, 0), 2) == (2, 0)
    assert room.tiles((2, 0)) == ((2, 0), (3, 0), (2, 1), (3, 1))
    assert ends(room, (2, 0)) == [(0, 0), (3, 0)]
    assert ends(room, room.start((2, 0), 1)) == [(0, 0), (3, 0)]


def test_steps_never_lead_off_the_grid_or_back_onto_it() -> None:
    assert Room(HALL, LARGE).neighbours((6, 0)) == ()
    assert Room(HALL, LARGE).span((6, 0)) is None
    assert ends(Room(HALL, LARGE), (4, 0)) == [(3, 0)]
