"""Make the map larger or smaller at any of its edges."""

from typing import NamedTuple

from game.content.checks.grid import MOST
from game.content.toml_files.splices import Edit
from game.content.toml_files.text_rows import TextRows
from game.core.cells import Cell
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.letters import NO_ZONE, Letters
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.places import MovedPlaces
from game.workshop.document.selection import most_frequent

LARGEST = MOST
"""Largest width and height that a map can have."""


class Margins(NamedTuple):
    """Rows and columns to add at each edge; negative numbers cut off."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0


def resize(reading: LevelReading, margins: Margins, ground: str | None = None) -> Gesture:
    """Return the gesture that changes the size of the map and of all its layers.

    New tiles get the terrain `ground`; None: the map's most frequent one. All coordinates follow:
    `at`, `tiles` and `rect`. Raise GestureRefused if nothing would be left of the map.
    """
    width = reading.width + margins.left + margins.right
    height = reading.height + margins.top + margins.bottom
    rows, letters = reading.grid, Letters(reading)
    if min(width, height) < 1 or _leaves_nothing(reading, margins):
        raise refused("nothing_left")
    adds = max(margins) > 0
    letter = letters.plain(ground or most_frequent(reading)) if adds else NO_ZONE

    def moving(cell: Cell) -> Cell | None:
        """Return the new place of a tile, or None if it is cut off."""
        x, y = cell[0] + margins.left, cell[1] + margins.top
        return (x, y) if 0 <= x < width and 0 <= y < height else None

    moved = MovedPlaces(reading, moving)
    edits = _resized(reading, rows, reading.height, margins, letter)
    if reading.zones is not None and reading.draft and reading.draft.zone_rows:
        count = len(reading.draft.zone_rows)
        edits += _resized(reading, reading.zones, count, margins, NO_ZONE)
    lost = [
        said("note", "no_place", owner=unit)
        for unit, spots in (reading.draft.placed if reading.draft else {}).items()
        if any(moving(at) is None for _, at in spots)
    ]
    notes = [*letters.notes, *lost, *moved.notes]
    edits += [*letters.edits(), *moved.edits]
    return gesture(reading.text, said("step", "resize", width=width, height=height), edits, notes)


def _leaves_nothing(reading: LevelReading, margins: Margins) -> bool:
    across = -min(margins.left, 0) - min(margins.right, 0)
    down = -min(margins.top, 0) - min(margins.bottom, 0)
    return across >= reading.width or down >= reading.height


def _resized(
    reading: LevelReading, rows: TextRows, count: int, margins: Margins, letter: str
) -> list[Edit]:
    """Return the edits that give a layer its new size."""
    size, newline = (reading.width, count), reading.toml.layout.newline
    edits = rows.resized(size, margins, letter, newline)
    if edits is not None:
        return edits
    old = rows.texts[:count]
    left, top, right, bottom = margins
    if left < 0:
        old = [row[-left:] for row in old]
    if right < 0:
        old = [row[:right] for row in old]
    old = [letter * left + row + letter * right for row in old]
    old = old[max(-top, 0) : len(old) + min(bottom, 0)]
    row = letter * (reading.width + left + right)
    new = [row] * top + old + [row] * bottom
    written = reading.toml.style.long_string("\n".join((*new, "")))
    return [Edit(*rows.span, written)]
