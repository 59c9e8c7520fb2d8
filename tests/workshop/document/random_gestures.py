"""Random gestures on any level, and what must be true of each."""

import random
from collections import Counter
from collections.abc import Callable

import tomli

from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import applied
from game.core.cells import Cell
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
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.resizing import Margins
from game.workshop.document.selection import Selection

Maker = Callable[[LevelReading, random.Random], Gesture]


def cell(reading: LevelReading, dice: random.Random) -> Cell:
    return dice.randrange(max(reading.width, 1)), dice.randrange(max(reading.height, 1))


def terrain(reading: LevelReading, dice: random.Random) -> str:
    assert reading.draft is not None
    return dice.choice(sorted(reading.draft.terrain) or ["floor"])


def paint(reading: LevelReading, dice: random.Random) -> Gesture:
    a, b = cell(reading, dice), cell(reading, dice)
    cells = dice.choice(
        [
            [a],
            painting.line(a, b),
            painting.rectangle(a, b, is_filled=dice.random() < 0.5),
            painting.fill(reading, a),
        ]
    )
    return painting.paint(reading, cells, terrain(reading, dice))


def paint_letter(reading: LevelReading, dice: random.Random) -> Gesture:
    letter = dice.choice(sorted(reading.legend) or ["."])
    return painting.paint_letter(reading, [cell(reading, dice)], letter)


def paint_zone(reading: LevelReading, dice: random.Random) -> Gesture:
    zone = dice.choice(["a", "b", "z", None])
    a, b = cell(reading, dice), cell(reading, dice)
    cells = dice.choice([[a], painting.line(a, b), painting.rectangle(a, b)])
    name = "" if dice.random() < 0.7 else f"Zone {dice.randrange(99)}"
    return zones.paint_zone(reading, cells, zone, name)


def paint_new_zone(reading: LevelReading, dice: random.Random) -> Gesture:
    return zones.paint_zone(reading, [cell(reading, dice)], zones.new_zone(reading), "New")


def name_zone(reading: LevelReading, dice: random.Random) -> Gesture:
    letters = zones.zone_letters(reading)
    if not letters:
        raise GestureRefused("There is no zone.")
    return zones.name_zone(reading, dice.choice(letters), dice.choice(["", "one", 'it\'s "é"']))


def unit(reading: LevelReading, dice: random.Random) -> str:
    assert reading.draft is not None
    return dice.choice(sorted(reading.draft.distinct) or ["nobody"])


def add_unit(reading: LevelReading, dice: random.Random) -> Gesture:
    sides = [str(one.get("id")) for one in reading.toml.entries("side")] or ["red"]
    values = {"id": f"new_{dice.randrange(10**6)}", "side": dice.choice(sides), "kind": "brawler"}
    at = cell(reading, dice) if dice.random() < 0.8 else None
    return units.add_unit(reading, values, at)


def move_unit(reading: LevelReading, dice: random.Random) -> Gesture:
    return units.move_unit(reading, unit(reading, dice), cell(reading, dice))


def delete_unit(reading: LevelReading, dice: random.Random) -> Gesture:
    return units.delete_unit(reading, unit(reading, dice))


VALUES: tuple[object, ...] = (
    *(7, -1, True, 0.5, "plain", 'it\'s "two"\nlines \\ é', "", [], {}),
    *([1, 2], [[1, 2], [3, 4]], ["a", "b", "c"], {"a": 1, "b": {"c": [1]}}),
    *([{"message": "One."}, {"message": "Two."}],),
)


def some_keys(reading: LevelReading, dice: random.Random) -> tuple[str | int, ...]:
    return dice.choice([pair.keys for pair in reading.toml.layout.pairs])


def set_key(reading: LevelReading, dice: random.Random) -> Gesture:
    keys = some_keys(reading, dice)
    if keys[0] in ("map", "rulebook"):
        raise GestureRefused("The map stays readable.")
    if dice.random() < 0.3:
        keys = (*keys[:-1], f"key_{dice.randrange(99)}")
    return tables.set_key(reading, keys, dice.choice(VALUES))


def remove_key(reading: LevelReading, dice: random.Random) -> Gesture:
    keys = some_keys(reading, dice)
    if keys[:2] in (("map", "grid"), ("map", "legend"), ("rulebook",)):
        raise GestureRefused("The map stays readable.")
    return tables.remove_key(reading, keys)


def add_entry(reading: LevelReading, dice: random.Random) -> Gesture:
    lists = [
        p.keys for p in reading.toml.layout.pairs if isinstance(reading.toml.get(p.keys), list)
    ]
    if not lists:
        raise GestureRefused("There is no list.")
    return tables.add_entry(reading, dice.choice(lists), dice.choice(VALUES))


def remove_entry(reading: LevelReading, dice: random.Random) -> Gesture:
    lists = [
        p.keys for p in reading.toml.layout.pairs if reading.toml.layout.text[p.value[0]] == "["
    ]
    full = [(keys, len(found)) for keys in lists if (found := reading.toml.layout.items(keys))]
    if not full:
        raise GestureRefused("There is no list.")
    keys, count = dice.choice(full)
    return tables.remove_key(reading, (*keys, dice.randrange(count)))


ARRAYS = ("area", "deploy", "objective", "trigger", "expect", "side", "unit", "lesson")


def add(reading: LevelReading, dice: random.Random) -> Gesture:
    values = {"id": f"new_{dice.randrange(10**6)}", "tiles": [[1, 1]], "of": {"a": "b"}}
    return tables.add(reading, dice.choice(ARRAYS), values)


def delete(reading: LevelReading, dice: random.Random) -> Gesture:
    array = dice.choice(ARRAYS)
    count = len(reading.toml.entries(array))
    return tables.delete(reading, array, dice.randrange(count) if count else 0)


def rename(reading: LevelReading, dice: random.Random) -> Gesture:
    table = dice.choice((*references.WITH_IDS, "letter", "zone"))
    if table == "letter":
        old, new = dice.choice(sorted(reading.legend) or ["?"]), chr(dice.randrange(0x21, 0x17F))
    elif table == "zone":
        assert reading.draft is not None
        old, new = (
            dice.choice(sorted(reading.draft.zones) or ["?"]),
            chr(dice.randrange(0x41, 0x7A)),
        )
    else:
        ids = [str(one.get("id")) for one in reading.toml.entries(table)]
        old, new = dice.choice(ids or ["?"]), f"new_{dice.randrange(10**6)}"
    return references.rename(reading, table, old, new)


def some_tiles(reading: LevelReading, dice: random.Random) -> Selection:
    return Selection.between(cell(reading, dice), cell(reading, dice))


def paste(reading: LevelReading, dice: random.Random) -> Gesture:
    clip = selection.copied(reading, some_tiles(reading, dice))
    for _ in range(dice.randrange(4)):
        clip = clip.turned() if dice.random() < 0.5 else clip.mirrored()
    return selection.paste(reading, clip, cell(reading, dice))


def cut(reading: LevelReading, dice: random.Random) -> Gesture:
    return selection.cut(reading, some_tiles(reading, dice))


def rearrange(reading: LevelReading, dice: random.Random) -> Gesture:
    some = some_tiles(reading, dice)
    kind = dice.randrange(4)
    if kind == 0:
        return selection.move(reading, some, cell(reading, dice))
    if kind == 1:
        return selection.turn(reading, some)
    return selection.mirror(reading, some, is_upright=kind == 2)


def area(reading: LevelReading, dice: random.Random) -> Gesture:
    ids = [str(one.get("id")) for one in reading.toml.entries("area")]
    id, cells = dice.choice(ids or ["?"]), some_tiles(reading, dice).cells
    kind = dice.randrange(3)
    if kind == 0:
        return areas.add_area(reading, f"new_{dice.randrange(10**6)}", cells)
    change = areas.extend_area if kind == 1 else areas.reduce_area
    return change(reading, id, cells)


def resize(reading: LevelReading, dice: random.Random) -> Gesture:
    margins = Margins(*(dice.choice([-2, -1, 0, 0, 1, 3]) for _ in range(4)))
    ground = dice.choice([None, terrain(reading, dice)])
    return resizing.resize(reading, margins, ground)


def reorder(reading: LevelReading, dice: random.Random) -> Gesture:
    array = dice.choice(ARRAYS)
    count = max(1, len(reading.toml.entries(array)))
    return tables.reorder(reading, array, dice.randrange(count), dice.randrange(count))


def duplicate(reading: LevelReading, dice: random.Random) -> Gesture:
    array = dice.choice(ARRAYS)
    count = len(reading.toml.entries(array))
    if not count:
        raise GestureRefused("There is no table.")
    return tables.duplicate(reading, array, dice.randrange(count), f"new_{dice.randrange(10**6)}")


def remove_letter(reading: LevelReading, dice: random.Random) -> Gesture:
    letters = painting.unused_letters(reading)
    return painting.remove_letter(reading, dice.choice(letters or ["?"]))


MAKERS: list[Maker] = [
    *(area, area, paste, cut, rearrange, resize, reorder, duplicate, remove_letter),
    *(paint, paint, paint_letter, paint_zone, paint_zone, paint_new_zone, name_zone),
    *(add_unit, move_unit, delete_unit, set_key),
    *(remove_key, add_entry, remove_entry, add, delete, rename),
]


def play(document: LevelDocument, dice: random.Random, count: int) -> int:
    """Make random gestures, and check each. Return the number that weren't refused."""
    made = 0
    for _ in range(count):
        maker = dice.choice(MAKERS)
        before, was_readable = document.text, is_readable_map(document.reading)
        known = document.reading
        try:
            gesture = maker(document.reading, dice)
        except GestureRefused:
            continue
        step = document.apply(gesture)
        if step is None:
            continue
        made += 1
        check(before, document, gesture, maker)
        if maker is paint_zone:
            check_zones(known, document.reading, gesture)
        assert is_readable_map(document.reading) or not was_readable, gesture
        check_read(known, document.reading, gesture, maker)
        if dice.random() < 0.3 and before.count("\n") > 3:
            after = document.text
            document.undo()
            assert document.text == before
            if dice.random() < 0.5:
                document.redo()
                assert document.text == after
    return made


def is_readable_map(reading: LevelReading) -> bool:
    """Return whether all rows of the map are equally long, and all its letters known."""
    draft = reading.draft
    assert draft is not None
    sizes = {len(row) for row in draft.rows or ()}
    return len(sizes) == 1 and draft.letters <= set(draft.legend or ())


READING = frozenset(
    {
        *("not-toml", "newer-format", "unknown-rulebook", "missing-key", "unknown-key"),
        *("wrong-type", "wrong-value", "choice-missing", "choice-twice", "bad-id"),
        *("map-empty", "map-ragged", "map-too-large", "unknown-letter", "zones-differ"),
    }
)
"""Codes of errors because of which `check` can't read a part of a level."""
TYPED = (set_key, remove_key, add_entry, remove_entry, add, duplicate)
"""Gestures with random values: they may spoil the table that they change, but no other."""


def unread(reading: LevelReading, spoilt: frozenset[Keys] = frozenset()) -> Counter[str]:
    """Count what `check` can't read, by code, except in the tables `spoilt`."""
    found = (one for one in reading.findings if one.finding.code in READING)
    return Counter(one.finding.code for one in found if table_of(one.keys) not in spoilt)


def table_of(keys: Keys) -> Keys:
    """Return the table with a value: one of an array, one of the level, or () for the top."""
    is_entry = len(keys) > 1 and isinstance(keys[1], int)
    return keys[:2] if is_entry else keys[:1] if len(keys) > 1 else ()


def touched(reading: LevelReading, gesture: Gesture) -> frozenset[Keys]:
    """Return the tables that a gesture with one edit has changed."""
    (edit, *_), last = gesture.edits, len(reading.text) - 1
    spots = edit.start - 1, edit.start, edit.start + len(edit.text) // 2
    return frozenset(table_of(reading.place(min(max(0, it), last))[0]) for it in spots)


def check_read(before: LevelReading, after: LevelReading, gesture: Gesture, maker: Maker) -> None:
    """Check that `check` can read all that it could read before."""
    if before.more or after.more:
        return  # the findings aren't all listed
    spoilt = touched(after, gesture) if maker in TYPED else frozenset()
    new = unread(after, spoilt) - unread(before)
    assert not new, f"{maker.__name__}: {gesture}: {new}"


PAINTED = ("zones", "zone_names")
"""The keys of the map that painting a zone can change."""


def check_zones(before: LevelReading, after: LevelReading, gesture: Gesture) -> None:
    """Check that a stroke changed letters in the layer of zones, and nothing else but names."""
    old, new = before.toml.tables, after.toml.tables
    maps = [as_dict(one["map"]) for one in (old, new)]
    layer, now = (one.get("zones") for one in maps)
    rest = [{key: it for key, it in one.items() if key not in PAINTED} for one in maps]
    assert {**new, "map": rest[1]} == {**old, "map": rest[0]}, gesture
    if isinstance(layer, str) and maps[0].get("zone_names") == maps[1].get("zone_names"):
        assert isinstance(now, str)
        assert (len(now), len(after.text)) == (len(layer), len(before.text)), gesture


def as_dict(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def check(before: str, document: LevelDocument, gesture: Gesture, maker: Maker) -> None:
    """Check that one gesture was a splice that left all else, and a readable text."""
    after, about = document.text, f"{maker.__name__}: {gesture}"
    kept, at = [], 0
    for edit in gesture.edits:
        kept.append(before[at : edit.start])
        at = edit.end
    kept.append(before[at:])
    assert after == applied(before, gesture.edits)
    place = 0
    for part, splice in zip(kept, [*gesture.edits, None], strict=True):
        assert after.startswith(part, place), about
        place += len(part) + (len(splice.text) if splice else 0)
    assert document.reading.is_toml, about
    tomli.loads(after)
    if "\r\n" in before and before.count("\r\n") == before.count("\n"):
        assert after.count("\r\n") == after.count("\n"), about
    if maker is paint and len(gesture.edits) == 1 and len(gesture.notes) == 0:
        assert len(after) == len(before), about
    comments = [line for line in before.splitlines() if line.startswith("# ")]
    if maker not in (cut, delete, delete_unit, remove_entry, remove_key, set_key):
        left = after.splitlines()
        assert all(line in left for line in comments), about
