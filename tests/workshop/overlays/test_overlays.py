"""What the editor lays over the board: places, lines, ways, sight and openings."""

import pytest

from game.content.drafts.level_draft import LevelDraft
from game.content.levels import find_level
from game.core.grid import Grid
from game.core.paths import reach
from game.rules.registry import find_books
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.level_reading import LevelReading
from game.workshop.forms.part_list import area_of, parts_at
from game.workshop.forms.use_list import use_rows
from game.workshop.overlays.level_places import links_of, places_of
from game.workshop.overlays.ways import WalkMap, gate_at, seen, sight_grid

BOOKS = find_books().books

LEVEL = """\
format = 1
rulebook = "contest"
title = "Two rooms"
[map]
grid = '''
#########
#a.#...b#
#..#....#
#..g....#
####....#
#########
'''
[map.legend]
"#" = "wall"
"." = "floor"
"g" = "portcullis"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
[[area]]
id = "gate"
letter = "g"
[[area]]
id = "corner"
rect = [1, 1, 2, 1]
[[deploy]]
side = "blue"
area = "corner"
units = ["bo"]
[[objective]]
id = "through"
side = "red"
title = "Go through"
reach = { area = "gate" }
[[trigger]]
when = [{ enter = { unit = "ann", area = "corner" } }]
do = [{ open = { area = "gate", terrain = "floor" } }, { message = "It opens." }]
"""


def reading_of(text: str = LEVEL) -> LevelReading:
    return LevelDocument(text, BOOKS, name="rooms.toml").reading


def draft_of(reading: LevelReading) -> LevelDraft:
    assert reading.draft is not None
    return reading.draft


def test_places_have_the_tiles_of_what_they_name() -> None:
    reading = reading_of()
    areas = {one.title: one.cells for one in places_of(reading, "area")}
    assert areas == {"gate": {(3, 3)}, "corner": {(1, 1), (2, 1)}}
    (deploy,) = places_of(reading, "deploy")
    assert (deploy.side, deploy.cells) == ("blue", areas["corner"])
    (objective,) = places_of(reading, "objective")
    assert (objective.title, objective.cells) == ("Go through", areas["gate"])
    (trigger,) = places_of(reading, "trigger")
    assert trigger.cells == areas["gate"] | areas["corner"]
    assert places_of(reading, "zone") == ()


def test_lines_lead_from_the_place_of_the_conditions_to_what_is_named() -> None:
    links = links_of(reading_of(), ("trigger", 0))
    assert {(link.start, link.end, link.title) for link in links} == {((1, 1), (3, 3), "gate")}
    assert links_of(reading_of(), ("objective", 0)) == ()


def test_opening_a_gate_joins_two_rooms_and_opening_a_wall_changes_less() -> None:
    reading = reading_of()
    draft = draft_of(reading)
    walks = WalkMap(draft, True)
    before = walks.reached([(1, 1)])
    assert len(before) == 6
    found = walks.opening(gate_at(draft, (3, 3)), before)
    assert found.tiles == {(3, 3)}
    assert len(found.new) == 16
    assert walks.opening({(0, 0)}, before).new == frozenset()
    both = walks.reached([(1, 1), (7, 1)])
    assert walks.opening({(3, 3)}, both).new == frozenset()


def test_sight_stops_at_walls() -> None:
    reading = reading_of()
    cells = seen(sight_grid(draft_of(reading)), (1, 1))
    assert (2, 3) in cells
    assert (7, 1) not in cells


@pytest.mark.parametrize("level", ["toll_bar", "yard", "kennel", "green_quay", "masked_ball"])
def test_ways_cost_the_same_as_in_battle(level: str) -> None:
    text = find_level(level).read_text(encoding="utf-8")
    reading = LevelDocument(text, BOOKS, name=f"{level}.toml").reading
    draft, book = draft_of(reading), reading.book
    assert book is not None
    cells = [(x, y) for y in range(draft.height) for x in range(draft.width)]
    grounds = [draft.terrain_at(cell) for cell in cells]
    costs = [ground.cost if ground and ground.walk else 0 for ground in grounds]
    grid = Grid(draft.width, draft.height, costs, [0] * len(costs), book.schema.diagonal)
    walks = WalkMap(draft, book.schema.diagonal)
    for start in list(draft.standing.values())[:3] or [(1, 1)]:
        assert walks.reached([start]) == reach(grid, start, None).costs
        few = {cell: cost for cell, cost in walks.reached([start]).items() if cost <= 5}
        assert walks.reached([start], 5) == few


@pytest.mark.parametrize("level", ["toll_bar", "kennel"])
def test_opening_equals_ways_on_the_changed_map(level: str) -> None:
    text = find_level(level).read_text(encoding="utf-8")
    reading = LevelDocument(text, BOOKS, name=f"{level}.toml").reading
    draft = draft_of(reading)
    starts = list(draft.standing.values())[:2] or [(1, 1)]
    walks = WalkMap(draft, True)
    before = walks.reached(starts)
    cells = [(x, y) for y in range(draft.height) for x in range(draft.width)]
    walls = [cell for cell in cells if not draft.can_walk(cell)]
    for wall in walls[:: max(1, len(walls) // 12)]:
        changed = WalkMap(draft, True)
        changed._costs[wall] = 1
        whole = changed.reached(starts)
        lower = {cell: cost for cell, cost in whole.items() if before.get(cell, cost + 1) > cost}
        assert walks.opened([wall], before) == lower


def test_parts_on_a_tile_are_the_unit_then_the_smallest_area() -> None:
    reading = reading_of()
    assert [part.keys for part in parts_at(reading, (1, 1))] == [("unit", 0), ("area", 1)]
    assert area_of(reading, ("deploy", 0)) == "corner"
    assert area_of(reading, ("objective", 0)) == "gate"
    assert area_of(reading, ("unit", 0)) is None


def test_uses_have_their_line_and_their_tile() -> None:
    reading = reading_of()
    rows = use_rows(reading, ("area", 1))
    lines = LEVEL.splitlines()
    assert [row.keys[0] for row in rows] == ["deploy", "trigger"]
    assert all(lines[row.line - 1].strip() == row.text for row in rows)
    assert all("corner" in row.text for row in rows)
    (letter,) = [row for row in use_rows(reading, ("unit", 0)) if row.keys[0] == "map"]
    assert letter.cell == (1, 1)
