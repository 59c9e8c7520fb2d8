"""Gestures that paint the zones, and name them."""

import string
from collections import Counter
from collections.abc import Collection, Iterable

from game.content.drafts.level_draft import GRID, ZONES
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import CannotEdit, set_value
from game.core.cells import Cell
from game.workshop.document import tables
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.gesture_chain import GestureChain
from game.workshop.document.letters import NO_ZONE, can_be_letter
from game.workshop.document.level_reading import LevelReading

ZONE_NAMES = "map", "zone_names"
"""Path of the table with the names of zones."""


def zone_letters(reading: LevelReading) -> tuple[str, ...]:
    """Return the letters of the zones that have tiles or a name, in alphabetical order."""
    draft = reading.draft
    if draft is None:
        return ()
    return tuple(sorted({*draft.zones, *draft.zone_names} - {NO_ZONE, " "}, key=_alphabetical))


def _alphabetical(letter: str) -> tuple[str, str]:
    return letter.lower(), letter


def zone_title(reading: LevelReading, zone: str) -> str:
    """Return the name of a zone; its letter if it has none."""
    return reading.draft.zone_names.get(zone, zone) if reading.draft else zone


def zone_at(reading: LevelReading, cell: Cell) -> str:
    """Return the letter of the zone with a tile; "" for none."""
    rows, (x, y) = (reading.draft.zone_rows if reading.draft else None) or (), cell
    letter = rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else ""
    return "" if letter in (NO_ZONE, " ") else letter


def new_zone(reading: LevelReading) -> str:
    """Return a letter for a new zone. Raise GestureRefused if none is free."""
    taken = zone_letters(reading)
    found = next((one for one in string.ascii_letters if one not in taken), None)
    if found is None:
        raise refused("no_zone_letter")
    return found


def paint_zone(
    reading: LevelReading, cells: Iterable[Cell], zone: str | None, name: str = ""
) -> Gesture:
    """Return the gesture that puts tiles in a zone, or in none. Tiles off the map are skipped.

    If the level has no zones yet, it gets a layer of them. A `name` becomes that of the zone,
    unless it has one.
    """
    letter = NO_ZONE if zone is None else zone
    if not can_be_letter(letter):
        raise refused("bad_letter", letter=letter)
    some = {cell for cell in cells if reading.has(cell)}
    step = said("step", "no_zone") if zone is None else said("step", "zone", zone=zone)
    rows = reading.zones
    if rows is not None:
        edits, notes = rows.put(dict.fromkeys(some, letter)), _gone(reading, some, letter)
    else:
        edits = _new_layer(reading, some, letter) if zone is not None and some else []
        notes = []
    painted = gesture(reading.text, step, edits, notes)
    named = reading.toml.get((*ZONE_NAMES, letter))
    if not name or not painted.edits or named is not None:
        return painted
    chain = GestureChain(reading)
    chain.add(painted)
    chain.add(tables.set_key(chain.reading, (*ZONE_NAMES, letter), name))
    return chain.whole(step)


def _gone(reading: LevelReading, cells: Collection[Cell], letter: str) -> list[str]:
    """Return sentences about the zones that lose their last tile."""
    zones = reading.draft.zones if reading.draft else {}
    lost = Counter(zone_at(reading, cell) for cell in cells)
    return [
        said("note", "zone_gone", zone=zone_title(reading, zone))
        for zone, count in lost.items()
        if zone and zone != letter and count == len(zones.get(zone, ()))
    ]


def _new_layer(reading: LevelReading, cells: set[Cell], letter: str) -> list[Edit]:
    """Return the edit that adds a layer of zones below the map."""
    width, height = reading.width, reading.height
    rows = [
        "".join(letter if (x, y) in cells else NO_ZONE for x in range(width)) + "\n"
        for y in range(height)
    ]
    toml, pair = reading.toml, reading.toml.layout.pair(GRID)
    written = toml.style.long_string("".join(rows))
    if pair is not None and not pair.is_inline:
        prefix = toml.text[pair.key.start : pair.key.end].removesuffix("grid")
        at = toml.layout.line_end(pair.value.end)
        line = f"{toml.layout.indent(pair.key.start)}{prefix}zones{toml.style.equals}{written}"
        newline = toml.layout.newline
        is_last = toml.text[at - 1] != "\n"
        return [Edit(at, at, newline + line if is_last else line + newline)]
    try:
        return set_value(toml, ZONES, "".join(rows))
    except CannotEdit as fault:
        raise refused("no_table", key="zones") from fault


def name_zone(reading: LevelReading, zone: str, name: str) -> Gesture:
    """Return the gesture that gives a zone a name for players; "" removes its name."""
    keys = *ZONE_NAMES, zone
    if name:
        made = tables.set_key(reading, keys, name)
    elif reading.toml.get(keys) is not None:
        made = tables.remove_key(reading, keys)
    else:
        made = gesture(reading.text, "", ())
    return made._replace(name=said("step", "name_zone", zone=zone))
