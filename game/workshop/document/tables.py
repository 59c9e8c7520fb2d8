"""Gestures that add, change and remove tables and keys, and free typing."""

from collections.abc import Mapping

from game.content.drafts.level_tables import MOST
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import (
    CannotEdit,
    add_table,
    copy_table,
    move_table,
    remove_entries,
    remove_keys,
    set_value,
    set_values,
)
from game.content.toml_files.toml_text import TomlText
from game.content.toml_files.value_text import Value
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.level_reading import LevelReading

ORDER = ("map", *MOST)
"""The order of a level's tables, for the first table of an array."""


def set_key(reading: LevelReading, keys: Keys, value: Value) -> Gesture:
    """Return the gesture that gives a key a value, such as `("unit", 3, "life")`.

    Tables on the way that are missing are made. Raise GestureRefused if that is impossible.
    """
    name = said("step", "set", key=str(keys[-1]), owner=owner(reading.toml, keys))
    try:
        return gesture(reading.text, name, set_value(reading.toml, keys, value))
    except CannotEdit as fault:
        raise refused("no_table", key=str(keys[-1])) from fault


def set_keys(reading: LevelReading, table: Keys, values: Mapping[str, Value]) -> Gesture:
    """Return the gesture that gives several keys of one table their values."""
    name = said("step", "set", key=", ".join(values), owner=owner(reading.toml, (*table, "")))
    try:
        return gesture(reading.text, name, set_values(reading.toml, table, values))
    except CannotEdit as fault:
        raise refused("no_table", key=next(iter(values), "")) from fault


def remove_key(reading: LevelReading, keys: Keys) -> Gesture:
    """Return the gesture that removes a key, so that the inherited value counts again.

    An inline table or dotted table that would be left empty is removed with it.
    """
    toml = reading.toml
    while len(keys) > 3 and len(_table(toml, keys[:-1])) == 1 and isinstance(keys[-2], str):
        keys = keys[:-1]
    if toml.get(keys) is None:
        raise refused("unknown", what="key", id=str(keys[-1]))
    name = said("step", "unset", key=str(keys[-1]), owner=owner(toml, keys))
    if isinstance(keys[-1], int):
        edits = remove_entries(toml, keys[:-1], [keys[-1]])
    else:
        edits = remove_keys(toml, keys[:-1], [keys[-1]])
    return gesture(reading.text, name, edits)


def _table(toml: TomlText, keys: Keys) -> Mapping[str, object]:
    found = toml.get(keys)
    return found if isinstance(found, dict) else {}


def add(reading: LevelReading, array: str, values: Mapping[str, Value]) -> Gesture:
    """Return the gesture that adds a table to an array, such as `area`, below its last one."""
    toml = reading.toml
    before = ORDER[: ORDER.index(array)] if array in ORDER else ORDER
    name = said("step", "add", what=_what(array, values, len(toml.entries(array))))
    return gesture(reading.text, name, add_table(toml, array, values, before))


def delete(reading: LevelReading, array: str, number: int) -> Gesture:
    """Return the gesture that removes a table of an array, with the comment directly above it."""
    toml = reading.toml
    entries = toml.entries(array)
    if not 0 <= number < len(entries):
        raise refused("unknown", what=array, id=str(number))
    name = said("step", "delete", what=_what(array, entries[number], number))
    return gesture(reading.text, name, remove_entries(toml, (array,), [number]))


def reorder(reading: LevelReading, array: str, number: int, to: int) -> Gesture:
    """Return the gesture that moves a table to another number, with its comment.

    The order matters for triggers, units and sides.
    """
    toml = reading.toml
    name = said("step", "reorder", what=owner(toml, (array, number, "")))
    try:
        return gesture(reading.text, name, move_table(toml, array, number, to))
    except CannotEdit as fault:
        raise refused("no_piece", what=owner(toml, (array, number, ""))) from fault


def duplicate(reading: LevelReading, array: str, number: int, id: str = "") -> Gesture:
    """Return the gesture that puts a copy of a table below it, with another id."""
    toml = reading.toml
    name = said("step", "duplicate", what=owner(toml, (array, number, "")))
    try:
        edits = copy_table(toml, array, number, {"id": id} if id else {})
    except CannotEdit as fault:
        raise refused("no_piece", what=owner(toml, (array, number, ""))) from fault
    return gesture(reading.text, name, edits)


def add_entry(reading: LevelReading, keys: Keys, value: Value) -> Gesture:
    """Return the gesture that adds an entry at the end of a list, such as a trigger's `do`."""
    old = reading.toml.get(keys)
    return set_key(reading, keys, [*(old if isinstance(old, list) else []), value])


def typing(reading: LevelReading, start: int, end: int, text: str) -> Gesture:
    """Return the gesture that replaces a part of the text, whether it is TOML or not."""
    return gesture(reading.text, said("step", "typing"), [Edit(start, end, text)])


def owner(toml: TomlText, keys: Keys) -> str:
    """Return a name for the table that a key is in."""
    if len(keys) > 1 and isinstance(keys[1], int):
        entries = toml.entries(str(keys[0]))
        entry = entries[keys[1]] if keys[1] < len(entries) else {}
        return _what(str(keys[0]), entry, keys[1])
    if len(keys) > 1:
        return said("what", "table", array=str(keys[0]))
    return said("what", "level")


def _what(array: str, table: Mapping[str, object], number: int) -> str:
    id = table.get("id")
    return id if isinstance(id, str) else said("what", "tables", array=array, number=number + 1)
