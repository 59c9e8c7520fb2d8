"""Gestures that change a trigger or lesson on its card: words, conditions and effects.

`base` is its path, such as `("trigger", 3)`.
"""

from collections.abc import Iterable

from game.content.toml_files.item_edits import insert_items
from game.content.toml_files.key_names import rename_key
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import (
    CannotEdit,
    remove_entries,
    remove_keys,
    set_value,
)
from game.content.toml_files.value_text import Value
from game.workshop.cards.card_words import ARRAY
from game.workshop.document import tables
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import rename_answer

CONDITIONS = ("when", "any", "until")
"""The lists of conditions of a trigger."""


def set_word(reading: LevelReading, base: Keys, keys: Keys, value: Value) -> Gesture:
    """Return the gesture that gives a word of a card a value."""
    path = (*base, *keys)
    old = reading.toml.get(path)
    if keys[-3:-2] == ("answers",) and keys[-1] == "id" and isinstance(old, str):
        choice = reading.toml.get((*path[:-3], "id"))
        if isinstance(choice, str) and isinstance(value, str):
            return rename_answer(reading, choice, old, value)
    return tables.set_key(reading, path, value)


def put_word(
    reading: LevelReading, base: Keys, keys: Keys, value: Value, instead_of: Iterable[str]
) -> Gesture:
    """Return the gesture that sets a word and removes the keys that it excludes."""
    path = (*base, *keys[:-1])
    old = reading.toml.get(path)
    others = [key for key in instead_of if key != keys[-1]]
    if not isinstance(old, dict) or not any(key in old for key in others):
        return set_word(reading, base, keys, value)
    new = {key: one for key, one in old.items() if key not in others}
    return tables.set_key(reading, path, {**new, str(keys[-1]): value})


def drop_words(reading: LevelReading, base: Keys, keys: Keys, names: Iterable[str]) -> Gesture:
    """Return the gesture that removes keys of a condition or effect; it may be left without any."""
    path, toml = (*base, *keys), reading.toml
    old = toml.get(path)
    gone = [name for name in names if isinstance(old, dict) and name in old]
    name = said("step", "unset", key=", ".join(gone), owner=tables.owner(toml, path))
    return gesture(reading.text, name, remove_keys(toml, path, gone))


def set_often(reading: LevelReading, base: Keys, is_once: bool) -> Gesture:
    """Return the gesture that lets a trigger act once, or each time."""
    path = (*base, "once")
    if is_once and reading.toml.get(path) is not None:
        return tables.remove_key(reading, path)
    if is_once:
        return gesture(reading.text, said("step", "typing"), ())
    return tables.set_key(reading, path, False)


def set_group(reading: LevelReading, base: Keys, old: str, new: str) -> Gesture:
    """Return the gesture that turns the conditions of one list into those of another.

    If there are conditions in both, those of the old list follow the new list's.
    """
    toml, path = reading.toml, base
    name = said("step", "set", key=new, owner=tables.owner(toml, (*path, "")))
    if old == new or not _entries(reading, base, old):
        return gesture(reading.text, name, ())
    if toml.get((*path, new)) is None:
        return gesture(reading.text, name, rename_key(toml, (*path, old), new))
    both = [*_entries(reading, base, new), *_entries(reading, base, old)]
    edits = [*set_value(toml, (*path, new), both), *remove_keys(toml, path, [old])]
    return gesture(reading.text, name, edits)


def add_clause(reading: LevelReading, base: Keys, group: str, clause: dict[str, Value]) -> Gesture:
    """Return the gesture that adds a condition or effect at the end of its list."""
    return tables.add_entry(reading, (*base, group), clause)


def remove_clause(reading: LevelReading, base: Keys, keys: Keys) -> Gesture:
    """Return the gesture that removes a condition, an effect, or an entry of a list in one.

    A list of conditions or effects that would be empty is removed.
    """
    path = (*base, *keys)
    entries = reading.toml.get(path[:-1])
    if isinstance(entries, list) and len(entries) == 1:
        return tables.remove_key(reading, path[:-1])
    return tables.remove_key(reading, path)


def move_clause(reading: LevelReading, base: Keys, keys: Keys, by: int) -> Gesture:
    """Return the gesture that moves a condition or effect up (-1) or down (1) in its list."""
    group, place = str(keys[0]), keys[1]
    path = (*base, group)
    entries, toml = _entries(reading, base, group), reading.toml
    assert isinstance(place, int)
    other = place + by
    name = said("step", "reorder", what=tables.owner(toml, (*path, "")))
    if not 0 <= other < len(entries):
        return gesture(reading.text, name, ())
    spans = [toml.layout.value((*path, n)) for n in (place, other)]
    if all(span is not None for span in spans):
        texts = [toml.text[span.start : span.end] for span in spans if span]
        pairs = zip(spans, reversed(texts), strict=True)
        edits = [Edit(span.start, span.end, text) for span, text in pairs if span]
        return gesture(reading.text, name, edits)
    entries[place], entries[other] = entries[other], entries[place]
    return gesture(reading.text, name, set_value(toml, path, entries))


def copy_clause(reading: LevelReading, base: Keys, keys: Keys) -> Gesture:
    """Return the gesture that puts a copy of a condition or effect behind it."""
    group, place = str(keys[0]), keys[1]
    path, toml = (*base, group), reading.toml
    assert isinstance(place, int)
    name = said("step", "duplicate", what=tables.owner(toml, (*path, "")))
    span = toml.layout.value((*path, place))
    if span is not None and toml.layout.value(path) is not None:
        copy = toml.text[span.start : span.end]
        return gesture(reading.text, name, insert_items(toml, path, place + 1, [copy]))
    entries = _entries(reading, base, group)
    entries.insert(place + 1, entries[place])
    return gesture(reading.text, name, set_value(toml, path, entries))


def send_clause(reading: LevelReading, base: Keys, keys: Keys, to: str) -> Gesture:
    """Return the gesture that moves a condition to the end of another list of conditions."""
    group, place = str(keys[0]), keys[1]
    path, toml = base, reading.toml
    assert isinstance(place, int)
    entries = _entries(reading, base, group)
    edits = set_value(toml, (*path, to), [*_entries(reading, base, to), entries[place]])
    if len(entries) == 1:
        if not _entries(reading, base, to):
            edits = rename_key(toml, (*path, group), to)
        else:
            edits += remove_keys(toml, path, [group])
    else:
        try:
            edits += remove_entries(toml, (*path, group), [place])
        except CannotEdit as fault:
            raise refused("no_table", key=group) from fault
    name = said("step", "set", key=to, owner=tables.owner(toml, (*path, "")))
    return gesture(reading.text, name, edits)


def _entries(reading: LevelReading, base: Keys, group: str) -> list[Value]:
    found = reading.toml.get((*base, group))
    return list(found) if isinstance(found, list) else []


def add_trigger(
    reading: LevelReading, condition: dict[str, Value], effect: dict[str, Value]
) -> Gesture:
    """Return the gesture that adds a trigger with one condition and one effect."""
    return tables.add(reading, ARRAY, {"when": [condition], "do": [effect]})


def copy_card(reading: LevelReading, base: Keys) -> Gesture:
    """Return the gesture that puts a copy of a trigger or lesson below it.

    A trigger gets an id of its own.
    """
    array, number = str(base[0]), int(base[1])
    entries = reading.toml.entries(array)
    taken, old = {str(table.get("id")) for table in entries}, entries[number].get("id")
    new = ""
    if isinstance(old, str):
        new = next(id for n in range(2, 10_000) if (id := f"{old[:26]}_{n}") not in taken)
    return tables.duplicate(reading, array, number, new)
