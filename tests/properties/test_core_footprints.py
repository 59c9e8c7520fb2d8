"""Rooms, compared with independently written rules; reach in rooms, and paths.

The costs of reach are compared with repeated relaxation.
"""

from dataclasses import dataclass
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cells import Cell, reading
from game.core.footprints import SPAN, Room, adjacent, steps_between, tiles
from game.core.grid import Grid
from game.core.least_harm_paths import UNLIMITED, Perils, spared
from game.core.paths import path_cost, reach


@dataclass
class Case:
    """A random map, a size, tiles closed by foes, and the rules for footprints."""

    grid: Grid
    size: int
    closed: set[Cell]
    spiky: set[Cell]

    @property
    def room(self) -> Room:
        return Room(self.grid, self.size, self.closed)

    @property
    def anchors(self) -> list[Cell]:
        return [cell for cell in self.grid.cells() if self.state(cell)]

    def fits(self, anchor: Cell, size: int) -> bool:
        return size >= 0 and all(
            self.grid.cost(tile)
            and self.grid.rooms[tile[1] * self.grid.width + tile[0]] >= size
            and tile not in self.closed
            for tile in tiles(anchor, SPAN[size])
        )

    def wholes(self, body: Cell) -> list[Cell]:
        """Return the anchors of the full footprints that fit over a squeezed body."""
        inner = set(tiles(body, SPAN[self.size - 1]))
        return [
            anchor
            for anchor in self.grid.cells()
            if self.fits(anchor, self.size) and inner <= set(tiles(anchor, SPAN[self.size]))
        ]

    def state(self, anchor: Cell) -> tuple[int, bool] | None:
        """Return the span of the place at an anchor, and whether it is squeezed.

        Return None if there is no place.
        """
        if self.fits(anchor, self.size):
            return SPAN[self.size], False
        if self.fits(anchor, self.size - 1) and not self.wholes(anchor):
            return SPAN[self.size - 1], True
        return None

    def grown(self, body: Cell) -> Cell:
        return min(self.wholes(body), key=reading, default=body)

    def ends(self, anchor: Cell, span: int) -> set[Cell]:
        """Return the ends of the steps from a footprint."""
        if span < SPAN[self.size] or SPAN[self.size] == 1:
            moved = {to for to in self.moves(anchor, span) if self.fits(to, self.size)}
            squeezed = self.moves(anchor, span)
            ends = {self.grown(to) for to in squeezed if self.fits(to, self.size - 1)}
            return ends | moved if span == SPAN[self.size] else ends
        whole = {to for to in self.moves(anchor, span) if self.fits(to, self.size)}
        reached = whole | ({anchor} if self.fits(anchor, self.size) else set())
        inner = SPAN[self.size - 1]
        within = [
            at for at in self.grid.cells() if set(tiles(at, inner)) <= set(tiles(anchor, span))
        ]
        bodies = {to for at in within for to in self.moves(at, inner)}
        small = {to for to in bodies if self.fits(to, self.size - 1)}
        return whole | {self.grown(to) for to in small if not reached & set(self.wholes(to))}

    def moves(self, anchor: Cell, span: int) -> set[Cell]:
        """Return the anchors to which a footprint of this span can move, ignoring obstacles."""
        return {
            (to_x, to_y)
            for to_x, to_y in self.grid.cells()
            if max(abs(to_x - anchor[0]), abs(to_y - anchor[1])) == 1
            and (self.grid.diagonal or anchor[0] == to_x or anchor[1] == to_y)
            and (span > 1 or self.grid.cost((to_x, anchor[1])) or self.grid.cost((anchor[0], to_y)))
        }

    def price(self, anchor: Cell) -> int:
        """Return the cost to enter an anchor, doubled if squeezed or on a spiky tile."""
        state = self.state(anchor)
        assert state is not None
        footprint = tiles(anchor, state[0])
        slow = state[1] or not self.spiky.isdisjoint(footprint)
        return max(map(self.grid.cost, footprint)) * (2 if slow else 1)


@st.composite
def cases(draw: st.DrawFn, least: int = 0) -> Case:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    area = width * height
    kinds = draw(st.sampled_from([[1, 1, 1, 0], [1], [1, 1, 1, 1, 1, 2, 0]]))
    sizes = draw(st.sampled_from([[4], [4, 4, 4, 3, 2], [4, 3, 2, 1, 0]]))
    cells = [(x, y) for y in range(height) for x in range(width)]
    few = st.one_of(st.just(set[Cell]()), st.sets(st.sampled_from(cells), max_size=area // 6 + 1))
    grid = Grid(
        width,
        height,
        draw(st.lists(st.sampled_from(kinds), min_size=area, max_size=area)),
        [False] * area,
        draw(st.sampled_from([True, True, False])),
        rooms=draw(st.lists(st.sampled_from(sizes), min_size=area, max_size=area)),
    )
    return Case(grid, draw(st.integers(least, 4)), draw(few), draw(few))


@settings(max_examples=200, deadline=None)
@given(cases())
def test_places_follow_the_rules(case: Case) -> None:
    room = case.room
    for cell in case.grid.cells():
        state = case.state(cell)
        assert room.span(cell) == (state[0] if state else None)
        assert room.is_squeezed(cell) == bool(state and state[1])
        assert room.cost(cell) == (max(map(case.grid.cost, room.tiles(cell))) if state else 0)


@settings(max_examples=200, deadline=None)
@given(cases())
def test_place_is_squeezed_only_where_no_full_footprint_fits(case: Case) -> None:
    room = case.room
    for cell in case.anchors:
        if room.is_squeezed(cell):
            for anchor in case.grid.cells():
                if set(tiles(cell, SPAN[case.size - 1])) <= set(tiles(anchor, SPAN[case.size])):
                    assert not case.fits(anchor, case.size)


@settings(max_examples=200, deadline=None)
@given(cases())
def test_steps_follow_the_rules_and_end_in_places(case: Case) -> None:
    room = case.room
    for cell in case.anchors:
        links = room.neighbours(cell)
        assert all(room.span(end) and cost == room.cost(end) for end, cost in links)
        assert [end for end, _ in links] == sorted(
            case.ends(cell, room.span(cell) or 0) - {cell}, key=reading
        )


@settings(max_examples=150, deadline=None)
@given(cases(), st.data())
def test_steps_from_a_start_follow_from_its_span(case: Case, data: st.DataObject) -> None:
    room = case.room
    cell = data.draw(st.sampled_from(list(case.grid.cells())))
    for span in {SPAN[case.size], SPAN[max(0, case.size - 1)]}:
        start = room.start(cell, span)
        assert room.tiles(start) == tiles(cell, span)
        ends = case.ends(cell, span) - ({cell} if span == room.span(cell) else set())
        assert [end for end, _ in room.neighbours(start)] == sorted(ends, key=reading)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 4), st.booleans())
def test_steps_in_the_open_can_be_reversed(
    width: int, height: int, size: int, diagonal: bool
) -> None:
    area = width * height
    room = Room(Grid(width, height, [1] * area, [False] * area, diagonal), size)
    for cell in [(x, y) for y in range(height) for x in range(width)]:
        if room.span(cell):
            for end, _ in room.neighbours(cell):
                assert cell in dict(room.neighbours(end))
                assert max(abs(end[0] - cell[0]), abs(end[1] - cell[1])) == 1


@settings(max_examples=100, deadline=None)
@given(cases())
def test_room_of_a_medium_creature_equals_the_grid_without_closed_tiles(case: Case) -> None:
    grid = case.grid
    costs = [*map(grid.cost, grid.cells())]
    old = Grid(grid.width, grid.height, costs, [False] * len(costs), grid.diagonal)
    room = Room(old, 2, case.closed)
    for cell in grid.cells():
        assert room.neighbours(cell) == tuple(
            link for link in old.neighbours(cell) if link[0] not in case.closed
        )
        assert room.cost(cell) == (0 if cell in case.closed else old.cost(cell))
    start = next(grid.cells())
    found = reach(room, start, None, slow=room.slowed(case.spiky))
    plain = reach(old, start, None, closed=case.closed, slow=case.spiky)
    assert found.costs == plain.costs
    assert [found.path(cell) for cell in found.costs] == [plain.path(cell) for cell in plain.costs]


def relaxed(case: Case, room: Room, start: Cell, budget: int | None) -> dict[Cell, int]:
    """Return Bellman-Ford costs over all steps by the rules, from a start of any span."""
    steps = [(a, b) for a in case.anchors for b in case.ends(a, room.span(a) or 0)]
    anchor, span = room.tiles(start)[0], len({y for _, y in room.tiles(start)})
    steps += [(start, end) for end in case.ends(anchor, span)]
    best, before = {start: 0}, None
    while best != before:
        before = dict(best)
        for a, b in steps:
            if a in best:
                best[b] = min(best.get(b, best[a] + case.price(b)), best[a] + case.price(b))
    return {cell: cost for cell, cost in best.items() if budget is None or cost <= budget}


@settings(max_examples=200, deadline=None)
@given(cases(least=1), st.one_of(st.none(), st.integers(0, 8)), st.data())
def test_reach_in_a_room_equals_relaxation(
    case: Case, budget: int | None, data: st.DataObject
) -> None:
    room = case.room
    cell = data.draw(st.sampled_from(list(case.grid.cells())))
    start = room.start(cell, data.draw(st.sampled_from([SPAN[case.size], SPAN[case.size - 1]])))
    slow = room.slowed(case.spiky)
    found = reach(room, start, budget, slow=slow)
    assert found.costs == relaxed(case, room, start, budget)
    for end, cost in found.costs.items():
        assert path_cost(room, start, found.path(end), slow=slow) == cost


@settings(max_examples=100, deadline=None)
@given(cases(least=1), st.data())
def test_paths_in_a_room_have_the_fewest_bends(case: Case, data: st.DataObject) -> None:
    room = case.room
    start = data.draw(st.sampled_from(list(case.grid.cells())))
    found = reach(room, start, None, slow=room.slowed(case.spiky))

    def steps(cell: Cell) -> list[tuple[Cell, int]]:
        return [(near, case.price(near)) for near, _ in room.neighbours(cell)]

    trails = spared(start, steps, UNLIMITED, Perils())
    assert trails.keys() == found.costs.keys() - {start}
    for end, trail in trails.items():
        path = found.path(end)
        assert (trail.harm, trail.cost) == (0, found.costs[end])
        assert trail.bends == bends(start, path) == bends(start, trail.path)


def bends(start: Cell, path: tuple[Cell, ...]) -> int:
    """Return the number of times that a path changes direction."""
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise((start, *path))]
    return sum(one != other for one, other in pairwise(ways))


@settings(max_examples=100, deadline=None)
@given(cases(), st.data())
def test_distance_and_adjacency_use_the_nearest_tiles(case: Case, data: st.DataObject) -> None:
    cells = st.sampled_from(list(case.grid.cells()))
    a, b = data.draw(cells), data.draw(cells)
    a_span, b_span = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    pairs = list(product(tiles(a, a_span), tiles(b, b_span)))
    assert steps_between(a, a_span, b, b_span) == min(
        max(abs(x[0] - y[0]), abs(x[1] - y[1])) for x, y in pairs
    )
    assert adjacent(case.grid, a, a_span, b, b_span) == any(
        case.grid.adjacent(x, y) for x, y in pairs
    )
