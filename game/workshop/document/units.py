"""Gestures that add, move and remove units."""

import re
from collections.abc import Collection, Mapping
from itertools import count

from game.content.drafts.level_draft import UnitDraft
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import (
    add_table,
    remove_entries,
    remove_keys,
    set_value,
)
from game.content.toml_files.value_text import Value
from game.core.cells import Cell, cell_text
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.letters import Letters
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import uses
from game.workshop.document.tables import ORDER

LONGEST_ID = 31


def fresh_id(reading: LevelReading, name: str, also_taken: Collection[str] = ()) -> str:
    """Return an id for a new unit: the name itself, or with a number if that is taken."""
    taken = {str(entry.get("id")) for entry in reading.toml.entries("unit")}
    taken |= {side.id for side in reading.draft.sides if side.id} if reading.draft else set()
    taken |= {*also_taken}
    if name not in taken:
        return name[:LONGEST_ID]
    stem = re.sub(r"_\d+$", "", name)
    tails = (f"_{number}" for number in count(2))
    ids = (stem[: LONGEST_ID - len(tail)] + tail for tail in tails)
    return next(id for id in ids if id not in taken)


def unit_on(reading: LevelReading, cell: Cell) -> str | None:
    """Return the id of the unit that stands on a tile at the start, or None."""
    if reading.draft is None:
        return None
    return next((id for id, at in reading.draft.standing.items() if at == cell), None)


def add_unit(
    reading: LevelReading, values: Mapping[str, Value], cell: Cell | None = None
) -> Gesture:
    """Return the gesture that adds a unit, on a tile or without a place.

    `values` are the keys of its table, with `id`, `side` and `kind`. Its place is a letter of the
    map or the key `at`, whichever most units of the file have.

    Raise GestureRefused if the tile isn't free, or the id is taken.
    """
    toml, id = reading.toml, str(values.get("id", ""))
    if any(entry.get("id") == id for entry in toml.entries("unit")):
        raise refused("taken", id=id)
    table, edits, notes = dict(values), list[Edit](), list[str]()
    if cell is not None:
        letters = _free(reading, cell)
        if _uses_letters(reading):
            terrain = letters.terrain(reading.letter(cell))
            letter = letters.new(id, {"terrain": terrain, "unit": id})
            notes = letters.area_notes({cell: letter})
            edits = [*reading.grid.put({cell: letter}), *letters.edits()]
        else:
            table["at"] = list(cell)
    edits += add_table(toml, "unit", table, ORDER[: ORDER.index("unit")])
    return gesture(reading.text, said("step", "add_unit", unit=id), edits, notes)


def _free(reading: LevelReading, cell: Cell, but: str = "") -> Letters:
    """Return the letters of the map. Raise GestureRefused if a unit can't be put on a tile."""
    letters = Letters(reading)
    old = reading.letter(cell)
    if not old or letters.terrain(old) is None:
        raise refused("off_map", cell=cell_text(cell))
    other = letters.unit(old) or unit_on(reading, cell)
    if other is not None and other != but:
        raise refused("occupied", unit=other, cell=cell_text(cell))
    return letters


def _uses_letters(reading: LevelReading) -> bool:
    """Return whether most of the file's units that have a place are placed by letters."""
    draft = reading.draft
    by_key = sum("at" in entry for entry in reading.toml.entries("unit"))
    return draft is not None and len(draft.placed) >= by_key


def move_unit(reading: LevelReading, id: str, cell: Cell) -> Gesture:
    """Return the gesture that moves a unit to a tile, by its letter or its key `at`.

    A unit without a place gets one. Raise GestureRefused if the tile isn't free.
    """
    unit, letters = _unit(reading, id), _free(reading, cell, id)
    name, keys = said("step", "move_unit", unit=id), (*unit.keys, "at")
    spots = reading.draft.placed.get(id, ()) if reading.draft else ()
    if "at" in unit.table or (not spots and not _uses_letters(reading)):
        return gesture(reading.text, name, set_value(reading.toml, keys, list(cell)))
    under = letters.terrain(reading.letter(cell))
    new: dict[Cell, str] = {}
    if spots:
        letter, old = spots[0]
        if old == cell:
            return gesture(reading.text, name, ())
        new[old] = letters.plain(str(letters.terrain(letter)))
        if under is not None and under != letters.terrain(letter):
            letters.set_terrain(letter, under)
    else:
        letter = letters.new(id, {"terrain": under, "unit": id})
    new[cell] = letter
    notes = [*letters.notes, *letters.area_notes(new)]
    edits = [*reading.grid.put(new), *letters.edits()]
    return gesture(reading.text, name, edits, notes)


def lift_unit(reading: LevelReading, id: str) -> Gesture:
    """Return the gesture that takes a unit off the map, so that it starts without a place.

    Raise GestureRefused if it has none.
    """
    unit = _unit(reading, id)
    edits, notes = _letters_gone(reading, id)
    if "at" in unit.table:
        edits += remove_keys(reading.toml, unit.keys, ["at"])
    if not edits:
        raise refused("unplaced", unit=id)
    return gesture(reading.text, said("step", "lift_unit", unit=id), edits, notes)


def _letters_gone(reading: LevelReading, id: str) -> tuple[list[Edit], list[str]]:
    """Return the edits and notes that remove a unit's letters, from the map and the legend."""
    spots = reading.draft.placed.get(id, ()) if reading.draft else ()
    own = {letter for letter, entry in reading.legend.items() if entry.unit == id}
    if not own:
        return [], []
    letters = Letters(reading)
    new = {at: letters.plain(str(letters.terrain(letter))) for letter, at in spots}
    for letter in sorted(own):
        letters.remove(letter)
    edits = [*(reading.grid.put(new) if new else ()), *letters.edits()]
    return edits, [*letters.notes, *letters.area_notes(new)]


def delete_unit(reading: LevelReading, id: str) -> Gesture:
    """Return the gesture that removes a unit, its letter, and its name from lists of units.

    Other places that name it stay, so that the check finds them; a note counts them. So do lists
    that name nobody else, because no list of units can be empty.
    """
    unit, toml = _unit(reading, id), reading.toml
    edits = remove_entries(toml, (unit.keys[0],), [int(unit.keys[1])])
    gone, notes = _letters_gone(reading, id)
    edits += gone
    named = [one.keys for one in uses(reading, "unit", id) if one.keys[0] not in ("map", "unit")]
    lists: dict[Keys, list[int]] = {}
    for keys in named:
        if isinstance(keys[-1], int):
            lists.setdefault(keys[:-1], []).append(keys[-1])
    left = len(named)
    for keys, numbers in lists.items():
        entries = toml.get(keys)
        if isinstance(entries, list) and len(numbers) < len(entries):
            edits += remove_entries(toml, keys, numbers)
            left -= len(numbers)
    if left:
        notes.append(said("note", "still_named", unit=id, count=left))
    return gesture(reading.text, said("step", "delete_unit", unit=id), edits, notes)


def _unit(reading: LevelReading, id: str) -> UnitDraft:
    unit = reading.draft.distinct.get(id) if reading.draft else None
    if unit is None:
        raise refused("unknown", what="unit", id=id)
    return unit
