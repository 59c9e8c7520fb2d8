"""Gestures: what each changes in the text, and what it says."""

from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

import pytest

from game.content.drafts.level_tables import Letter
from game.core.cells import Cell
from game.rules.registry import find_books
from game.workshop.document import (
    areas,
    painting,
    references,
    resizing,
    selection,
    tables,
    units,
    zones,
)
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.resizing import Margins
from game.workshop.document.selection import Selection

BOOKS = find_books().books

LEGEND = (
    'legend = { "#" = "wall", "." = "floor", "," = "mud", a = { terrain = "floor", unit = "ann" }, '
    'b = { terrain = "floor", unit = "bo" } }'
)
LEVEL = """\
format = 1
rulebook = "contest"
title = "Two in the yard"
[map]
grid = '''
######
#a,.b#
#..,.#
######
'''
LEGEND
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
id = "mire"
letter = ","
[[area]]
id = "row"
rect = [1, 2, 4, 1]
[[area]]
id = "spots"
tiles = [[1, 1], [4, 2]]
[[trigger]]
id = "gong"
when = [{ enter = { unit = "ann", area = "mire" } }]
do = [{ message = "{ann} is in the mire, says {bo}." }]
[[lesson]]
when = [{ turn = "ann" }]
message = "Press {undo}."
""".replace("LEGEND", LEGEND)


def document(text: str = LEVEL) -> LevelDocument:
    return LevelDocument(text, BOOKS, name="yard.toml")


def changed(before: str, now: LevelDocument) -> list[str]:
    """Return the lines that are gone and new, as `git diff` shows them."""
    rows = unified_diff(before.splitlines(), now.text.splitlines(), n=0, lineterm="")
    return [row for row in rows if not row.startswith(("---", "+++", "@@"))]


def made(now: LevelDocument, gesture: Gesture) -> list[str]:
    before = now.text
    now.apply(gesture)
    assert now.reading.is_toml
    return changed(before, now)


def test_level_has_no_errors() -> None:
    assert document().reading.level is not None


def test_one_painted_tile_is_one_changed_line() -> None:
    now = document()
    assert made(now, painting.paint(now.reading, [(3, 1)], "mud")) == ["-#a,.b#", "+#a,,b#"]
    assert now.steps[-1].notes == ("Area 'mire' uses the letter ',': it grows by 1 tile.",)


def test_painting_under_a_unit_changes_its_entry() -> None:
    now = document()
    lines = made(now, painting.paint(now.reading, [(1, 1)], "mud"))
    assert [line.count('a = { terrain = "mud"') for line in lines] == [0, 1]
    assert now.steps[-1].notes == ("The letter 'a' places ann: its terrain becomes mud.",)


def test_new_terrain_gets_a_letter_in_the_legends_form() -> None:
    now = document()
    lines = made(now, painting.paint(now.reading, [(3, 1)], "water"))
    assert lines[:2] == ["-#a,.b#", "+#a,~b#"]
    assert lines[3].endswith('unit = "bo" }, "~" = "water" }')
    assert now.steps[-1].notes == ("water gets the letter '~'.",)


def test_letter_that_no_area_uses_is_preferred() -> None:
    text = LEVEL.replace('"," = "mud",', '"," = "mud", m = "mud",')
    now = document(text)
    assert made(now, painting.paint(now.reading, [(3, 1)], "mud")) == ["-#a,.b#", "+#a,mb#"]
    now.apply(painting.paint_letter(now.reading, [(3, 1)], ","))
    assert now.reading.letter((3, 1)) == ","


def test_legend_with_a_header_gets_a_line() -> None:
    header = '[map.legend]\n"#" = "wall"\n"." = "floor" # the yard\n"," = "mud"'
    text = LEVEL.replace("#a,.b#", "#.,..#").replace(LEGEND, header)
    now = document(text)
    lines = made(now, painting.paint(now.reading, [(3, 1)], "water"))
    assert lines == ["-#.,..#", "+#.,~.#", '+"~" = "water"']


def test_escaped_map_is_painted_letter_by_letter() -> None:
    text = LEVEL.replace(
        "'''\n######\n#a,.b#\n#..,.#\n######\n'''", r'"######\n#a,\u002Eb#\n#..,.#\n######\n"'
    )
    now = document(text)
    assert now.reading.level is not None
    lines = made(now, painting.paint(now.reading, [(3, 1), (1, 2)], "mud"))
    assert lines == [
        r'-grid = "######\n#a,\u002Eb#\n#..,.#\n######\n"',
        r'+grid = "######\n#a,,b#\n#,.,.#\n######\n"',
    ]


@pytest.mark.parametrize(
    ("start", "end", "tiles"),
    [
        ((0, 0), (3, 0), [(0, 0), (1, 0), (2, 0), (3, 0)]),
        ((2, 2), (0, 0), [(2, 2), (1, 1), (0, 0)]),
        ((0, 0), (4, 2), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)]),
        ((1, 1), (1, 1), [(1, 1)]),
    ],
)
def test_line_has_no_gaps(start: Cell, end: Cell, tiles: list[Cell]) -> None:
    assert painting.line(start, end) == tiles


def test_rectangle_can_be_a_rim() -> None:
    assert len(painting.rectangle((3, 4), (0, 0))) == 20
    assert len(painting.rectangle((3, 4), (0, 0), is_filled=False)) == 14


def test_fill_stops_at_other_terrain() -> None:
    now = document()
    assert painting.fill(now.reading, (1, 2)) == [(1, 1), (1, 2), (2, 2)]


def test_zones_are_painted_and_begun() -> None:
    now = document()
    lines = made(now, zones.paint_zone(now.reading, [(1, 1), (2, 1)], "n"))
    assert lines == ["+'''", "+zones = '''", "+......", "+.nn...", "+......", "+......"]
    assert made(now, zones.paint_zone(now.reading, [(1, 1)], None)) == ["-.nn...", "+..n..."]


def test_first_zone_brings_its_name_in_the_same_step() -> None:
    now = document()
    assert zones.new_zone(now.reading) == "a"
    lines = made(now, zones.paint_zone(now.reading, [(1, 1)], "a", "The ford"))
    assert 'zone_names = { a = "The ford" }' in "".join(lines)
    assert all(line.startswith("+") for line in lines)
    assert zones.zone_letters(now.reading) == ("a",)
    assert zones.zone_title(now.reading, "a") == "The ford"
    assert zones.new_zone(now.reading) == "b"
    assert made(now, zones.paint_zone(now.reading, [(2, 1)], "a", "Not this")) == [
        "-.a....",
        "+.aa...",
    ]
    now.undo()
    now.undo()
    assert now.text == LEVEL


def test_zones_are_named_and_say_that_they_are_gone() -> None:
    now = document()
    now.apply(zones.paint_zone(now.reading, [(1, 1)], "a", "The ford"))
    now.apply(zones.name_zone(now.reading, "a", "The bank"))
    assert zones.zone_title(now.reading, "a") == "The bank"
    gone = zones.paint_zone(now.reading, [(1, 1), (2, 1)], "b")
    assert gone.notes == ("The bank has no tiles any more.",)
    now.apply(zones.name_zone(now.reading, "a", ""))
    assert zones.zone_title(now.reading, "a") == "a"
    assert now.apply(zones.name_zone(now.reading, "a", "")) is None


def test_zones_need_a_letter() -> None:
    now = document()
    with pytest.raises(GestureRefused, match="can't be a letter"):
        zones.paint_zone(now.reading, [(1, 1)], "ab")


def test_unused_letters_are_offered_for_removal() -> None:
    now = document(LEVEL.replace('"," = "mud",', '"," = "mud", "~" = "water",'))
    assert painting.unused_letters(now.reading) == ["~"]
    now.apply(painting.remove_letter(now.reading, "~"))
    assert now.text == LEVEL
    with pytest.raises(GestureRefused, match="in use"):
        painting.remove_letter(now.reading, ",")


# Units


def test_unit_moves_by_its_letter() -> None:
    now = document()
    lines = made(now, units.move_unit(now.reading, "ann", (2, 2)))
    assert lines == ["-#a,.b#", "-#..,.#", "+#.,.b#", "+#.a,.#"]


def test_unit_takes_the_terrain_that_it_moves_to() -> None:
    now = document()
    made(now, units.move_unit(now.reading, "ann", (2, 1)))
    assert now.reading.legend["a"].terrain == "mud"
    assert now.steps[-1].notes == ("Area 'mire' uses the letter ',': it shrinks by 1 tile.",)


def test_unit_with_a_key_moves_by_it() -> None:
    text = LEVEL.replace("#a,.b#", "#.,.b#").replace('id = "ann"\n', 'id = "ann"\nat = [1, 1]\n')
    now = document(text)
    assert made(now, units.move_unit(now.reading, "ann", (1, 2))) == [
        "-at = [1, 1]",
        "+at = [1, 2]",
    ]


def test_units_are_not_put_on_others_or_off_the_map() -> None:
    now = document()
    with pytest.raises(GestureRefused, match=r"bo is on tile \(4, 1\)"):
        units.move_unit(now.reading, "ann", (4, 1))
    with pytest.raises(GestureRefused, match="not on the map"):
        units.move_unit(now.reading, "ann", (9, 1))


def test_new_unit_is_placed_as_the_others() -> None:
    now = document()
    values = {"id": "cy", "side": "red", "kind": "brawler"}
    lines = made(now, units.add_unit(now.reading, values, (3, 1)))
    assert lines[:2] == ["-#a,.b#", "+#a,cb#"]
    assert now.text.count('[[unit]]\nid = "cy"\nside = "red"\nkind = "brawler"\n[[area]]') == 1
    assert units.unit_on(now.reading, (3, 1)) == "cy"
    with pytest.raises(GestureRefused, match="taken"):
        units.add_unit(now.reading, values, (1, 2))


def test_deleted_unit_leaves_its_terrain_and_its_lists() -> None:
    text = LEVEL + '[[deploy]]\nside = "blue"\narea = "row"\nunits = ["bo", "cy"]\n'
    now = document(text.replace("{bo}", "Bo"))
    lines = made(now, units.delete_unit(now.reading, "bo"))
    assert "+#a,..#" in lines
    assert '+units = ["cy"]' in lines
    assert units.unit_on(now.reading, (4, 1)) is None
    assert "b" not in now.reading.legend


def test_deleted_unit_stays_in_a_list_of_its_own_that_cannot_be_empty() -> None:
    text = LEVEL + '[[deploy]]\nside = "blue"\narea = "row"\nunits = ["bo"]\n'
    now = document(text.replace("{bo}", "Bo"))
    gesture = units.delete_unit(now.reading, "bo")
    assert any("Still named" in note for note in gesture.notes)
    now.apply(gesture)
    assert 'units = ["bo"]' in now.text
    assert "unknown-name" in {one.finding.code for one in now.reading.findings}


# Selections and sizes


def tiles(now: LevelDocument) -> tuple[str, ...]:
    assert now.reading.draft is not None
    return now.reading.draft.rows or ()


def test_pasted_tiles_keep_letters_and_leave_units() -> None:
    now = document()
    clip = selection.copied(now.reading, Selection.between((2, 1), (3, 2)))
    now.apply(selection.paste(now.reading, clip.mirrored(), (1, 1)))
    assert tiles(now)[1:3] == ("#a,.b#", "#,.,.#")
    now.undo()
    now.apply(selection.paste(now.reading, clip.turned(), (3, 1)))
    assert tiles(now)[1:3] == ("#a,.b#", "#..,.#")
    assert now.reading.legend["b"].terrain == "mud"


def test_pasted_units_get_ids_of_their_own_and_keep_their_keys() -> None:
    now = document(LEVEL.replace('id = "bo"\n', 'id = "bo"\nlife = 7\n'))
    clip = selection.copied(now.reading, Selection.between((3, 1), (4, 1)))
    now.apply(selection.paste(now.reading, clip, (1, 2)))
    assert tiles(now)[1:3] == ("#a,.b#", "#.B,.#")
    assert units.unit_on(now.reading, (2, 2)) == "bo_2"
    assert now.reading.toml.entries("unit")[2] == {
        "id": "bo_2",
        "life": 7,
        "side": "blue",
        "kind": "brawler",
    }
    assert len(now.steps) == 1
    step = now.apply(selection.paste(now.reading, clip, (0, 1)))
    assert step is not None
    assert any("bo isn't pasted" in note for note in step.notes)
    now.undo()
    now.undo()
    assert "bo_2" not in now.text


def test_cut_takes_units_which_keep_their_ids_when_pasted() -> None:
    now = document()
    tile = Selection.between((4, 1), (4, 2))
    clip = selection.copied(now.reading, tile)
    now.apply(selection.cut(now.reading, tile))
    assert units.unit_on(now.reading, (4, 1)) is None
    assert tiles(now)[1:3] == ("#a,..#", "#..,.#")
    now.apply(selection.paste(now.reading, clip, (2, 1)))
    assert units.unit_on(now.reading, (2, 1)) == "bo"
    assert now.reading.level is not None


def test_moved_selection_takes_units_and_coordinates_along() -> None:
    now = document()
    now.apply(selection.move(now.reading, Selection.between((1, 1), (2, 1)), (1, 2)))
    assert tiles(now)[1:3] == ("#...b#", "#a,,.#")
    assert now.reading.toml.get(("area", 2, "tiles")) == [[1, 2], [4, 2]]
    with pytest.raises(GestureRefused, match="bo is on"):
        selection.move(now.reading, Selection.between((1, 2), (2, 2)), (3, 1))
    with pytest.raises(GestureRefused, match="not on the map"):
        selection.move(now.reading, Selection.between((1, 2), (2, 2)), (5, 2))


def test_whole_map_can_be_mirrored_and_back() -> None:
    now = document()
    whole = Selection(0, 0, 6, 4)
    now.apply(selection.mirror(now.reading, whole))
    assert tiles(now) == ("######", "#b.,a#", "#.,..#", "######")
    assert now.reading.toml.get(("area", 1, "rect")) == [1, 2, 4, 1]
    assert now.reading.toml.get(("area", 2, "tiles")) == [[4, 1], [1, 2]]
    now.apply(selection.mirror(now.reading, whole))
    assert now.text == LEVEL


def test_four_turns_are_none() -> None:
    now = document()
    square = Selection(1, 0, 4, 4)
    for _ in range(4):
        now.apply(selection.turn(now.reading, square))
    assert now.text == LEVEL.replace("rect = [1, 2, 4, 1]", "rect = [1, 2, 4, 1]")


def test_map_grows_at_each_edge() -> None:
    now = document()
    now.apply(resizing.resize(now.reading, Margins(1, 2, 0, 1), "water"))
    assert tiles(now)[0] == "~~~~~~~"
    assert tiles(now)[2:5] == ("~######", "~#a,.b#", "~#..,.#")
    assert tiles(now)[6] == "~~~~~~~"
    assert len(tiles(now)) == 7
    assert now.reading.toml.get(("area", 1, "rect")) == [2, 4, 4, 1]
    assert now.reading.toml.get(("area", 2, "tiles")) == [[2, 3], [5, 4]]


def test_new_rows_of_a_ragged_map_are_as_long_as_most() -> None:
    now = document(LEVEL.replace("#..,.#", "#..,.###"))
    now.apply(resizing.resize(now.reading, Margins(0, 1, 0, 1)))
    assert tiles(now)[0] == tiles(now)[-1] == "......"


def test_unit_with_errors_is_not_copied() -> None:
    now = document(LEVEL.replace('id = "bo"\n', 'id = "bo"\nlife = "seven"\n'))
    clip = selection.copied(now.reading, Selection.between((4, 1), (4, 1)))
    made = selection.paste(now.reading, clip, (3, 1))
    assert made.notes == ("bo isn't pasted. Its table has errors.",)
    now.apply(made)
    assert len(now.reading.toml.entries("unit")) == 2


def test_map_that_shrinks_says_what_is_lost() -> None:
    now = document()
    now.apply(resizing.resize(now.reading, Margins(-1, -1, -2, 0)))
    assert tiles(now) == ("a,.", "..,", "###")
    assert now.reading.toml.get(("area", 1, "rect")) == [0, 1, 3, 1]
    assert now.reading.toml.get(("area", 2, "tiles")) == [[0, 0]]
    assert now.steps[-1].notes == ("bo has no place any more.", "spots loses 1 tile.")
    with pytest.raises(GestureRefused, match="Nothing"):
        resizing.resize(now.reading, Margins(-2, 0, -1, 0))


def test_zones_follow_the_size() -> None:
    now = document()
    now.apply(zones.paint_zone(now.reading, [(1, 1)], "n"))
    now.apply(resizing.resize(now.reading, Margins(1, 0, 0, -1)))
    assert now.reading.draft is not None
    assert now.reading.draft.zone_rows == (".......", "..n....", ".......")


# Names and tables


def test_renamed_unit_is_renamed_everywhere() -> None:
    now = document()
    lines = made(now, references.rename(now.reading, "unit", "ann", "amy"))
    assert [line for line in lines if line[0] == "-" and "ann" not in line] == []
    assert "ann" not in now.text
    assert "{amy} is in the mire, says {bo}." in now.text
    assert now.reading.level is not None


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("side", "red", "green"),
        ("area", "mire", "bog"),
        ("trigger", "gong", "bell"),
        ("letter", ",", "m"),
    ],
)
def test_renaming_and_back_changes_nothing(table: str, old: str, new: str) -> None:
    now = document()
    now.apply(references.rename(now.reading, table, old, new))
    assert now.reading.level is not None
    assert now.text != LEVEL
    assert references.uses(now.reading, table, old) == []
    now.apply(references.rename(now.reading, table, new, old))
    assert now.text.replace('"m"', "m") == LEVEL


def test_zone_is_renamed_in_all_layers() -> None:
    now = document()
    now.apply(zones.paint_zone(now.reading, [(1, 1)], "n"))
    now.apply(tables.set_key(now.reading, ("map", "zone_names"), {"n": "north"}))
    now.apply(references.rename(now.reading, "zone", "n", "s"))
    assert now.reading.toml.get(("map", "zone_names")) == {"s": "north"}
    assert now.reading.draft is not None
    assert list(now.reading.draft.zones) == [".", "s"]


def test_name_of_a_key_stays_in_lessons() -> None:
    now = document(LEVEL.replace("ann", "undo").replace("Press {undo}", "{undo}"))
    now.apply(references.rename(now.reading, "unit", "undo", "amy"))
    assert 'message = "{undo}."' in now.text
    assert "{amy} is in the mire" in now.text


@pytest.mark.parametrize(
    ("table", "old", "new", "why"),
    [
        ("unit", "ann", "bo", "taken"),
        ("unit", "ann", "Ann!", "can't be an id"),
        ("unit", "nobody", "amy", "no unit"),
        ("letter", ",", ".", "taken"),
        ("letter", ",", "'", "can't be a letter"),
        ("letter", ",", "\x88", "can't be a letter"),
    ],
)
def test_wrong_names_are_refused(table: str, old: str, new: str, why: str) -> None:
    with pytest.raises(GestureRefused, match=why):
        references.rename(document().reading, table, old, new)


def test_uses_of_an_id_are_listed_in_order() -> None:
    found = references.uses(document().reading, "unit", "ann")
    assert [use.keys for use in found] == [
        ("map", "legend", "a", "unit"),
        ("trigger", 0, "when", 0, "enter", "unit"),
        ("lesson", 0, "when", 0, "turn"),
    ]


VALUES: Mapping[str, object] = {"id": "new", "rect": [1, 1, 2, 1]}


def test_tables_are_added_changed_and_removed() -> None:
    now = document()
    assert made(now, tables.add(now.reading, "area", VALUES)) == [
        "+[[area]]",
        '+id = "new"',
        "+rect = [1, 1, 2, 1]",
    ]
    keys = ("area", 3, "rect", 2)
    assert made(now, tables.set_key(now.reading, keys, 3)) == [
        "-rect = [1, 1, 2, 1]",
        "+rect = [1, 1, 3, 1]",
    ]
    now.apply(tables.delete(now.reading, "area", 3))
    assert now.text == LEVEL


def test_key_set_back_is_removed_with_its_empty_table() -> None:
    now = document()
    now.apply(tables.set_key(now.reading, ("unit", 0, "behaviour", "hold"), True))
    assert "behaviour = { hold = true }" in now.text
    now.apply(tables.remove_key(now.reading, ("unit", 0, "behaviour", "hold")))
    assert now.text == LEVEL


def test_order_of_tables_can_be_changed_and_copies_made() -> None:
    now = document()
    now.apply(tables.reorder(now.reading, "area", 2, 0))
    assert [one["id"] for one in now.reading.toml.entries("area")] == ["spots", "mire", "row"]
    now.apply(tables.duplicate(now.reading, "area", 1, "bog"))
    assert [one["id"] for one in now.reading.toml.entries("area")] == [
        "spots",
        "mire",
        "bog",
        "row",
    ]


def test_effects_are_added_to_a_trigger() -> None:
    now = document()
    now.apply(tables.add_entry(now.reading, ("trigger", 0, "do"), {"win": "red"}))
    assert now.reading.toml.get(("trigger", 0, "do", 1)) == {"win": "red"}
    now.apply(tables.remove_key(now.reading, ("trigger", 0, "do", 1)))
    assert now.text == LEVEL


def test_place_in_the_text_and_tile_lead_to_each_other(tmp_path: Path) -> None:
    reading = document().reading
    at = reading.tile_offset((4, 1))
    assert at is not None
    assert reading.text[at] == "b"
    assert reading.place(at) == (("map", "grid"), (4, 1))
    at = reading.text.index('"bo"\nside')
    assert reading.place(at + 1) == (("unit", 1, "id"), None)
    assert reading.place(reading.text.index("[[area]]")) == (("area", 0), None)


def test_flag_is_renamed_where_it_is_set_and_asked_for() -> None:
    rung = '[[trigger]]\nwhen = [{ flag = "rung" }]\ndo = [{ clear = "rung" }, { set = "rung" }]\n'
    now = document(LEVEL + rung)
    assert len(references.uses(now.reading, "flag", "rung")) == 3
    now.apply(references.rename(now.reading, "flag", "rung", "struck"))
    assert now.text == LEVEL + rung.replace("rung", "struck")


# Areas


def area_cells(now: LevelDocument, id: str) -> list[Cell]:
    assert now.reading.draft is not None
    return list(now.reading.draft.areas[id])


def test_new_area_is_a_rectangle_if_it_can_be() -> None:
    now = document()
    made(now, areas.add_area(now.reading, "hall", [(1, 1), (2, 1), (1, 2), (2, 2), (99, 1)]))
    assert now.reading.toml.get(("area", 3)) == {"id": "hall", "rect": [1, 1, 2, 2]}
    made(now, areas.add_area(now.reading, "hook", [(1, 1), (2, 2)]))
    assert now.reading.toml.get(("area", 4)) == {"id": "hook", "tiles": [[1, 1], [2, 2]]}
    with pytest.raises(GestureRefused, match="taken"):
        areas.add_area(now.reading, "hook", [(1, 1)])


def test_listed_area_gets_and_loses_single_tiles() -> None:
    now = document()
    gained = made(now, areas.extend_area(now.reading, "spots", [(2, 2), (4, 2)]))
    assert gained == ["-tiles = [[1, 1], [4, 2]]", "+tiles = [[1, 1], [4, 2], [2, 2]]"]
    made(now, areas.reduce_area(now.reading, "spots", [(2, 2)]))
    assert now.text == LEVEL


def test_rectangle_stays_one_or_says_that_it_is_listed() -> None:
    now = document()
    lines = made(now, areas.reduce_area(now.reading, "row", [(4, 2)]))
    assert lines == ["-rect = [1, 2, 4, 1]", "+rect = [1, 2, 3, 1]"]
    lines = made(now, areas.reduce_area(now.reading, "row", [(2, 2)]))
    assert lines == ["-rect = [1, 2, 3, 1]", "+tiles = [[1, 2], [3, 2]]"]
    assert now.steps[-1].notes == (
        "row becomes a list of tiles, because it isn't a rectangle any more.",
    )


def test_area_of_a_letter_gets_the_letter_or_is_listed() -> None:
    text = LEVEL.replace('"," = "mud",', '"," = "mud", m = "mud",').replace("#..,.#", "#.m,.#")
    now = document(text)
    assert made(now, areas.extend_area(now.reading, "mire", [(2, 2)])) == ["-#.m,.#", "+#.,,.#"]
    assert made(now, areas.reduce_area(now.reading, "mire", [(3, 2)])) == ["-#.,,.#", "+#.,m.#"]
    assert area_cells(now, "mire") == [(2, 1), (2, 2)]
    lines = made(now, areas.extend_area(now.reading, "mire", [(1, 1)]))
    assert lines == ['-letter = ","', "+tiles = [[1, 1], [2, 1], [2, 2]]"]
    assert "can't stand on other terrain" in now.steps[-1].notes[0]


def test_tile_of_a_letter_that_only_an_area_has_gets_a_new_one() -> None:
    now = document()
    made(now, areas.reduce_area(now.reading, "mire", [(3, 2)]))
    assert area_cells(now, "mire") == [(2, 1)]
    assert now.reading.draft is not None
    assert now.reading.draft.terrain_id((3, 2)) == "mud"


def test_last_tile_of_an_area_stays() -> None:
    now = document()
    with pytest.raises(GestureRefused, match="keeps its last tile"):
        areas.reduce_area(now.reading, "row", painting.rectangle((0, 0), (9, 9)))
    with pytest.raises(GestureRefused, match="no area"):
        areas.extend_area(now.reading, "nowhere", [(1, 1)])


def test_origins_follow_the_unsaved_text() -> None:
    now = document()
    now.apply(tables.set_key(now.reading, ("unit", 0, "life"), 3))
    found = now.reading.origins
    assert found is not None
    assert found.units["red.ann"]["life"] == (
        3,
        f"yard.toml:{now.text[: now.text.index('life')].count(chr(10)) + 1}",
    )


# Forms of the map

GRID = LEVEL[LEVEL.index("[map]") : LEVEL.index("legend =")]
PLAIN = '"#" = "wall"\n"." = "floor"\n"," = "mud"\n'
UNIT = '{ terrain = "floor", unit = "%s" }'
FORMS = {
    "in one line": GRID + LEGEND,
    "in several lines": GRID
    + 'legend = {\n  "#" = "wall", # stone\n  "." = "floor",\n  "," = "mud",\n'
    + f"  a = {UNIT % 'ann'},\n  b = {UNIT % 'bo'}\n}}",
    "with a header": f"{GRID}[map.legend]\n{PLAIN}a = {UNIT % 'ann'}\nb = {UNIT % 'bo'}",
    "with headers for letters": f"{GRID}[map.legend]\n{PLAIN}\n[map.legend.a]\nterrain = "
    '"floor"\nunit = "ann"\n\n[map.legend.b]\nterrain = "floor"\nunit = "bo"',
    "with dotted keys": GRID
    + "".join(f"legend.{line}\n" for line in PLAIN.splitlines())
    + 'legend.a.terrain = "floor"\nlegend.a.unit = "ann"\n'
    + 'legend.b.terrain = "floor"\nlegend.b.unit = "bo"',
    "above all headers": GRID.replace("[map]\n", "").replace("grid", "map.grid") + f"map.{LEGEND}",
    "in a text of one line": '[map]\ngrid = "######\\n#a,.b#\\n#..,.#\\n######"\n' + LEGEND,
    "in an inline table": 'map = { grid = "######\\n#a,.b#\\n#..,.#\\n######", ' + LEGEND + " }",
}


@pytest.mark.parametrize("form", FORMS)
def test_gestures_work_in_every_form_of_the_map(form: str) -> None:
    now = document(LEVEL.replace(GRID + LEGEND, FORMS[form]))
    assert now.reading.level is not None
    start = now.text
    now.apply(painting.paint(now.reading, [(1, 1)], "mud"))
    assert now.reading.legend["a"] == Letter("mud", "ann")
    now.apply(painting.paint(now.reading, [(3, 1)], "water"))
    assert now.reading.letter((3, 1)) == "~"
    assert now.reading.legend["~"] == Letter("water")
    now.apply(units.move_unit(now.reading, "ann", (2, 2)))
    assert tiles(now)[1:3] == ("#,,~b#", "#.a,.#")
    assert now.reading.legend["a"] == Letter("floor", "ann")
    now.apply(units.delete_unit(now.reading, "bo"))
    assert "b" not in now.reading.legend
    now.apply(references.rename(now.reading, "letter", "a", "Q"))
    assert now.reading.legend["Q"] == Letter("floor", "ann")
    now.apply(zones.paint_zone(now.reading, [(2, 2)], "n"))
    now.apply(resizing.resize(now.reading, Margins(1, 1, 0, 0), "wall"))
    assert tiles(now) == ("#######", "#######", "##,,~.#", "##.Q,.#", "#######")
    assert now.reading.draft is not None
    assert now.reading.draft.zones["n"] == [(3, 3)]
    while now.undo():
        pass
    assert now.text == start


def choice(id: str) -> str:
    answers = '[{ id = "stay", text = "Stay." }, { id = "go", text = "Go." }]'
    put = f'{{ choice = {{ id = "{id}", side = "red", question = "Now?", answers = {answers} }} }}'
    return (
        f"[[trigger]]\nwhen = [{{ round = 2 }}]\ndo = [{put}]\n[[trigger]]\nwhen = "
        f'[{{ chosen = {{ choice = "{id}", answer = "go" }} }}]\ndo = [{{ win = "red" }}]\n'
    )


def test_answer_is_renamed_in_its_own_choice_only() -> None:
    text = LEVEL + choice("first")
    now = document(text + choice("second"))
    assert now.reading.level is not None
    now.apply(references.rename_answer(now.reading, "first", "go", "leave"))
    assert now.text == text.replace('"go"', '"leave"') + choice("second")
    with pytest.raises(GestureRefused, match="taken"):
        references.rename_answer(now.reading, "first", "leave", "stay")
    with pytest.raises(GestureRefused, match="no answer"):
        references.rename_answer(now.reading, "first", "go", "run")
