"""Gestures that make areas, and that add and remove their tiles."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import add_table, set_value
from game.core.cells import Cell
from game.core.cells import reading as reading_order
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.letters import Letters
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.tables import ORDER

FORMS = ("tiles", "rect", "letter")
"""The keys of which each area has one."""


class _Area(NamedTuple):
    """An area as it is written."""

    number: int
    form: str
    value: object
    cells: frozenset[Cell]


def add_area(reading: LevelReading, id: str, cells: Iterable[Cell]) -> Gesture:
    """Return the gesture that adds an area: a rectangle if the tiles are one, else a list of them.

    Raise GestureRefused if the id is taken, or no tile is on the map.
    """
    toml, some = reading.toml, {cell for cell in cells if reading.has(cell)}
    if any(entry.get("id") == id for entry in toml.entries("area")):
        raise refused("taken", id=id)
    if not some:
        raise refused("no_tiles")
    rect = rectangle_of(some)
    place = {"rect": rect} if rect is not None and len(some) > 1 else {"tiles": _listed(some)}
    edits = add_table(toml, "area", {"id": id, **place}, ORDER[: ORDER.index("area")])
    return gesture(reading.text, said("step", "add_area", area=id), edits)


def extend_area(reading: LevelReading, id: str, cells: Iterable[Cell]) -> Gesture:
    """Return the gesture that adds tiles to an area, in the form in which it is written.

    If that form can't hold them, the area becomes a list of tiles, and a note says so. An area of a
    letter gives the letter to tiles of the letter's terrain.
    """
    area = _area(reading, id)
    new = {cell for cell in cells if reading.has(cell)} - area.cells
    name = said("step", "extend", area=id)
    if not new:
        return gesture(reading.text, name, ())
    if area.form != "letter":
        return _rewritten(reading, area, id, area.cells | new, name)
    letters, letter = Letters(reading), str(area.value)
    if all(_can_have(letters, reading.letter(cell), letter) for cell in new):
        return gesture(reading.text, name, reading.grid.put(dict.fromkeys(new, letter)))
    return _rewritten(reading, area, id, area.cells | new, name)


def reduce_area(reading: LevelReading, id: str, cells: Iterable[Cell]) -> Gesture:
    """Return the gesture that removes tiles from an area, as `extend_area` adds them.

    Raise GestureRefused if no tile would be left.
    """
    area = _area(reading, id)
    gone = area.cells.intersection(cells)
    name = said("step", "reduce", area=id)
    if not gone:
        return gesture(reading.text, name, ())
    if gone == area.cells:
        raise refused("last_tile", area=id)
    letters, letter = Letters(reading), str(area.value)
    if area.form != "letter" or letters.unit(letter):
        return _rewritten(reading, area, id, area.cells - gone, name)
    other = letters.plain(str(letters.terrain(letter)), letter)
    new = dict.fromkeys(gone, other)
    notes = [note for note in letters.area_notes(new) if repr(id) not in note]
    edits = [*reading.grid.put(new), *letters.edits()]
    return gesture(reading.text, name, edits, [*letters.notes, *notes])


def rectangle_of(cells: Collection[Cell]) -> list[int] | None:
    """Return column, row, width and height of the rectangle that tiles are; None if they aren't."""
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return [min(columns), min(rows), wide, high] if wide * high == len(cells) else None


def _area(reading: LevelReading, id: str) -> _Area:
    """Return an area. Raise GestureRefused if there is none, or it has errors."""
    for number, entry in enumerate(reading.toml.entries("area")):
        forms = [form for form in FORMS if form in entry]
        cells = reading.draft.areas.get(id) if reading.draft else None
        if entry.get("id") == id and cells is not None and len(forms) == 1:
            return _Area(number, forms[0], entry[forms[0]], frozenset(cells))
    raise refused("unknown", what="area", id=id)


def _can_have(letters: Letters, old: str, letter: str) -> bool:
    """Return whether a tile can have an area's letter without another change."""
    of_areas = {own for _, own in letters.areas}
    is_free = not letters.unit(old) and not letters.unit(letter) and old not in of_areas
    return is_free and letters.terrain(old) == letters.terrain(letter)


def _rewritten(
    reading: LevelReading, area: _Area, id: str, cells: Collection[Cell], name: str
) -> Gesture:
    """Return the gesture that gives an area other tiles, as a rectangle or a list."""
    toml, keys = reading.toml, ("area", area.number)
    if area.form == "tiles":
        old = area.value if isinstance(area.value, list) else []
        kept = [one for one in old if isinstance(one, list) and tuple(one) in cells]
        known = {tuple(one) for one in kept}
        tiles = kept + [one for one in _listed(cells) if tuple(one) not in known]
        return gesture(reading.text, name, set_value(toml, (*keys, "tiles"), tiles))
    rect = rectangle_of(cells)
    if area.form == "rect" and rect is not None:
        return gesture(reading.text, name, set_value(toml, (*keys, "rect"), rect))
    table = {
        key: value for key, value in toml.entries("area")[area.number].items() if key not in FORMS
    }
    edits: list[Edit] = set_value(toml, keys, {**table, "tiles": _listed(cells)})
    why = said("form", "not_rect" if area.form == "rect" else "other_ground")
    return gesture(reading.text, name, edits, [said("note", "listed", owner=id, why=why)])


def _listed(cells: Iterable[Cell]) -> list[list[int]]:
    """Return tiles as a file has them, in reading order."""
    return [list(cell) for cell in sorted(cells, key=reading_order)]
