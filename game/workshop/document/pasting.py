"""What pasting would do besides changing tiles, said before it is done."""

from game.core.cells import Cell
from game.workshop.document.document_sentences import said
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.painting import paint_tiles
from game.workshop.document.selection import Clip
from game.workshop.document.units import fresh_id, unit_on

MOST_UNITS = 4
"""Most units that are named one by one."""


def paste_effects(reading: LevelReading, clip: Clip, at: Cell) -> tuple[str, ...]:
    """Return sentences about the side effects of pasting with the upper left tile at `at`.

    They name units that get another id, units for which there is no room, and the number of tiles
    beyond the edge; areas that grow or shrink, and new letters. Raise GestureRefused if nothing can
    be pasted.
    """
    tiles = {(at[0] + x, at[1] + y): tile for (x, y), tile in clip.tiles.items()}
    inside = {cell: tile for cell, tile in tiles.items() if reading.has(cell)}
    notes: list[str] = []
    if beyond := len(tiles) - len(inside):
        notes.append(said("note", "beyond_edge", count=beyond))
    notes += _units(reading, clip, at)
    notes += [said("note", "broken_unit", unit=id) for id in clip.broken]
    return *notes, *paint_tiles(reading, inside, "").notes


def _units(reading: LevelReading, clip: Clip, at: Cell) -> list[str]:
    """Return sentences about the units of a clip, the first ones by their names."""
    notes: list[str] = []
    given: set[str] = set()
    for (x, y), table in clip.units.items():
        id, cell = str(table.get("id")), (at[0] + x, at[1] + y)
        if not reading.has(cell):
            notes.append(said("note", "unit_beyond", unit=id))
        elif (other := unit_on(reading, cell)) is not None:
            notes.append(said("note", "unit_blocked", unit=id, other=other))
        else:
            new = fresh_id(reading, id, given)
            given.add(new)
            if new != id:
                notes.append(said("note", "unit_renamed", unit=id, new=new))
    more = len(notes) - MOST_UNITS
    return [*notes[:MOST_UNITS], said("note", "more_units", count=more)] if more > 1 else notes
