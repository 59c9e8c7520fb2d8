"""Gestures that paint the ground."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from game.core.cells import Cell
from game.core.cells import reading as reading_order
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.letters import Letters
from game.workshop.document.level_reading import LevelReading


def paint(reading: LevelReading, cells: Iterable[Cell], terrain: str) -> Gesture:
    """Return the gesture that gives tiles a terrain. Tiles off the map are skipped.

    A tile whose letter places a unit keeps its letter, and its legend entry changes.

    Raise GestureRefused if the map or the legend can't be read.
    """
    tiles = dict.fromkeys(cells, PaintedTile(terrain))
    return paint_tiles(reading, tiles, said("step", "paint", terrain=terrain))


class PaintedTile(NamedTuple):
    """A terrain for a tile, with the letter to use for it if the legend agrees."""

    terrain: str
    letter: str = ""


def paint_tiles(reading: LevelReading, tiles: Mapping[Cell, PaintedTile], name: str) -> Gesture:
    """Return the gesture that gives each tile its own terrain, as `paint` does."""
    letters, rows = Letters(reading), reading.grid
    new: dict[Cell, str] = {}
    notes: list[str] = []
    chosen: dict[tuple[str, PaintedTile], str] = {}
    changed: set[str] = set()
    for cell, tile in tiles.items():
        old = reading.letter(cell)
        if not old or old in changed:
            continue
        if (old, tile) not in chosen:
            chosen[old, tile] = _letter_for(letters, old, tile)
        if (letter := chosen[old, tile]) != old:
            new[cell] = letter
        elif (unit := letters.unit(old)) is not None and letters.terrain(old) != tile.terrain:
            changed.add(old)
            letters.set_terrain(old, tile.terrain)
            notes.append(said("note", "under_unit", letter=old, unit=unit, terrain=tile.terrain))
    notes += [*letters.notes, *letters.area_notes(new)]
    return gesture(reading.text, name, [*rows.put(new), *letters.edits()], notes)


def _letter_for(letters: Letters, old: str, tile: PaintedTile) -> str:
    """Return the letter that a tile gets for the new ground; a unit's letter stays."""
    if letters.unit(old) is not None:
        return old
    if letters.terrain(tile.letter) == tile.terrain and not letters.unit(tile.letter):
        return tile.letter
    return old if letters.terrain(old) == tile.terrain else letters.plain(tile.terrain)


def paint_letter(reading: LevelReading, cells: Iterable[Cell], letter: str) -> Gesture:
    """Return the gesture that gives tiles a letter of the legend, for example an area's.

    Tiles whose letter places a unit are skipped, and so are tiles off the map.
    """
    letters, rows = Letters(reading), reading.grid
    if letters.terrain(letter) is None or letters.unit(letter) is not None:
        raise refused("wrong_letter", letter=letter)
    some = (cell for cell in cells if (old := reading.letter(cell)) and not letters.unit(old))
    new = dict.fromkeys(some, letter)
    name = said("step", "letter", letter=letter)
    return gesture(reading.text, name, rows.put(new), letters.area_notes(new))


def unused_letters(reading: LevelReading) -> list[str]:
    """Return the letters of the legend that neither the map nor an area uses.

    They are offered for removal, and never removed by themselves.
    """
    used = set(reading.draft.letters if reading.draft else ())
    used |= {letter for _, letter in Letters(reading).areas}
    return [letter for letter in reading.legend if letter not in used]


def remove_letter(reading: LevelReading, letter: str) -> Gesture:
    """Return the gesture that removes an unused letter from the legend.

    Raise GestureRefused if the map or an area uses it.
    """
    if letter not in unused_letters(reading):
        raise refused("used_letter", letter=letter)
    letters = Letters(reading)
    letters.remove(letter)
    return gesture(reading.text, said("step", "letter_gone", letter=letter), letters.edits())


def line(start: Cell, end: Cell) -> list[Cell]:
    """Return the tiles of a line from one tile to another."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y))
    return [
        (x + _share(to_x - x, n, steps), y + _share(to_y - y, n, steps)) for n in range(steps + 1)
    ]


def _share(whole: int, part: int, of: int) -> int:
    """Return the rounded part of a distance."""
    sign = -1 if whole < 0 else 1
    return sign * ((2 * abs(whole) * part + of) // (2 * of)) if of else 0


def rectangle(start: Cell, end: Cell, *, is_filled: bool = True) -> list[Cell]:
    """Return the tiles of a rectangle between two corners, or only those of its rim."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    return [
        (x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if is_filled or x in (left, right) or y in (top, bottom)
    ]


def fill(reading: LevelReading, start: Cell) -> list[Cell]:
    """Return the tiles of one terrain that are connected with a tile, by edges."""
    if reading.draft is None or not reading.has(start):
        return []
    terrain, rows = reading.draft.terrain_id(start), reading.draft.rows or ()
    same = {x for x, entry in reading.legend.items() if entry.terrain == terrain}
    found, open_ = {start}, [start]
    while open_:
        x, y = open_.pop()
        for cell in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            column, row = cell
            if column < 0 or not 0 <= row < len(rows) or cell in found:
                continue
            if rows[row][column : column + 1] in same:
                found.add(cell)
                open_.append(cell)
    return sorted(found, key=reading_order)
