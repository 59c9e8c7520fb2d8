"""Gestures of a form: a value becomes a key, and a value that is inherited anyway removes it."""

from collections.abc import Mapping
from copy import deepcopy

import msgspec
from msgspec import inspect

from game.content.toml_files.positions import Keys
from game.content.toml_files.table_edits import CannotEdit, set_value
from game.workshop.document import references, tables, units
from game.workshop.document.gesture import Gesture, GestureRefused, gesture, refused
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.parties import party_of
from game.workshop.forms.entry_forms import EntryForm, FormField, Forms, rivals_of
from game.workshop.forms.field_shapes import FieldShape, entry_shape, keys_of
from game.workshop.forms.form_labels import in_words, label_of
from game.workshop.forms.form_sentences import said
from game.workshop.forms.id_options import options_of

Table = dict[str, object]


def set_field(forms: Forms, form: EntryForm, field: FormField, value: object) -> Gesture:
    """Return the gesture that gives a field a value; None sets it back to what is inherited.

    Keys that exclude the field's key are removed. A new id renames in all places, and a unit moves
    to a new tile by its letter, if it has one; None takes it off the map.

    Raise GestureRefused if the change can't be made.
    """
    reading = forms.reading
    if field.is_id and isinstance(field.written, str) and field.written and value is not None:
        return references.rename(reading, str(field.keys[0]), field.written, str(value))
    if field.is_place and value is not None:
        cell = value if isinstance(value, list) else []
        id = reading.toml.get((*field.keys[:2], "id"))
        if isinstance(id, str) and len(cell) == 2:
            return units.move_unit(reading, id, (int(cell[0]), int(cell[1])))
    if field.is_place and field.value is not None and value is None:
        id = reading.toml.get((*field.keys[:2], "id"))
        if isinstance(id, str):
            return units.lift_unit(reading, id)
    whole = form.field(field.top)
    passed = whole.inherited.value if whole is not None and whole.inherited else None
    new = value
    if field.keys != field.top:
        new = _changed(reading, field, passed, value)
    if whole is not None and _counts_as(whole.shape, new, passed):
        new = None
    if new is None and value is not None and field.is_required and field.keys == field.top:
        new = value
    return _written(reading, field, new)


def _changed(reading: LevelReading, field: FormField, passed: object, value: object) -> object:
    """Return the table or list around a value, with the value changed; None if nothing is left."""
    written = reading.toml.get(field.top)
    base = deepcopy(written if written is not None else passed)
    path = field.keys[len(field.top) :]
    if isinstance(path[0], int):
        return _changed_list(base if isinstance(base, list) else [], field, value)
    whole = _changed_table(base if isinstance(base, dict) else {}, path, field, value)
    if not whole and value is not None and passed:
        return {path[-1]: value} if len(path) == 1 else None
    return whole or None


def _changed_list(some: list[object], field: FormField, value: object) -> list[object]:
    """Return a list of tables with a value in one of them changed, or with one table changed."""
    number, *path = field.keys[len(field.top) :]
    assert isinstance(number, int)
    if not path and value is None:
        del some[number]
    elif not path:
        some[number] = value
    else:
        entry = some[number]
        table = entry if isinstance(entry, dict) else {}
        some[number] = _changed_table(table, tuple(path), field, value)
    return some


def _changed_table(whole: Table, keys: Keys, field: FormField, value: object) -> Table:
    """Return a table with a value somewhere inside it changed, at a path of keys."""
    path = [str(key) for key in keys]
    inside = whole
    for key in path[:-1]:
        below = inside.setdefault(key, {})
        inside = below if isinstance(below, dict) else {}
    for rival in rivals_of(field.owner, path[-1]) if value is not None else ():
        inside.pop(rival, None)
    default = next(one.default for one in keys_of(field.owner) if one.key == path[-1])
    if value is None or (value == default and type(value) is type(default)):
        inside.pop(path[-1], None)
    else:
        inside[path[-1]] = value
    for size in range(len(path) - 1, 0, -1):
        _drop_empty(whole, path[:size])
    return whole


def _drop_empty(whole: Table, path: list[str]) -> None:
    """Remove a table inside another if it is empty."""
    for key in path[:-1]:
        below = whole.get(key)
        if not isinstance(below, dict):
            return
        whole = below
    if whole.get(path[-1]) == {}:
        del whole[path[-1]]


def _counts_as(shape: FieldShape, value: object, other: object) -> bool:
    """Return whether two values mean the same: defaults in tables don't matter."""
    info = shape.info
    if isinstance(info, inspect.StructType) and isinstance(value, dict):
        lean = _without_defaults(info.cls, value)
        return isinstance(other, dict) and lean == _without_defaults(info.cls, other)
    return type(value) is type(other) and value == other


def _without_defaults(kind: type[msgspec.Struct], table: Mapping[str, object]) -> Table:
    defaults = {one.key: one.default for one in keys_of(kind)}
    return {k: v for k, v in table.items() if k not in defaults or defaults[k] != v}


def _written(reading: LevelReading, field: FormField, new: object) -> Gesture:
    """Return the gesture that writes or removes the key of a field's whole value."""
    toml, top = reading.toml, field.top
    table = toml.get(top[:-1]) if top[:-1] else toml.tables
    is_there = isinstance(table, dict) and top[-1] in table
    if new is None:
        name = said("step", "reset", key=field.label, owner=tables.owner(toml, top))
        gone = tables.remove_key(reading, top) if is_there else gesture(reading.text, name, ())
        return gone._replace(name=name)
    name = said("step", "set", key=field.label, owner=tables.owner(toml, top))
    rivals = rivals_of(field.owner, str(top[-1])) if field.keys == top else ()
    given = [key for key in rivals if isinstance(table, dict) and key in table]
    try:
        if given and isinstance(table, dict):
            rest = {key: one for key, one in table.items() if key not in given}
            edits = set_value(toml, top[:-1], {**rest, str(top[-1]): new})
        else:
            edits = set_value(toml, top, new)
    except CannotEdit as fault:
        raise refused("no_table", key=str(top[-1])) from fault
    others = ", ".join(label_of(key) for key in given)
    notes = [said("note", "replaced", key=field.label, gone=others)] if given else []
    return gesture(reading.text, name, edits, notes)


def first_value(forms: Forms, field: FormField) -> object:
    """Return a value to begin with, for a table that is not there yet.

    Raise GestureRefused if the level has nothing that it could name.
    """
    found = _first(forms, field.shape, field.label)
    if found is None:
        raise GestureRefused(said("refused", "nothing", label=field.label))
    if field.key == "defeat" and isinstance(found, dict) and "side" in found:
        own = forms.reading.toml.get((*field.keys[:-1], "side"))
        sides = (side.get("id") for side in forms.reading.toml.entries("side"))
        return {"side": next((id for id in sides if id != own), own)}
    return found


def with_another(forms: Forms, field: FormField) -> object:
    """Return the value of a list of tables with one more table at its end.

    Raise GestureRefused if the level has nothing that the table could name.
    """
    found = _first(forms, entry_shape(field.shape), field.label)
    if found is None:
        raise GestureRefused(said("refused", "nothing", label=field.label))
    return [*(field.value if isinstance(field.value, list) else []), found]


def _first(forms: Forms, shape: FieldShape, label: str) -> object:
    info = shape.info
    if isinstance(info, inspect.StructType):
        needed = [one for one in keys_of(info.cls) if one.is_required]
        if not needed:
            needed = [one for one in keys_of(info.cls) if rivals_of(info.cls, one.key)][-1:]
        values = {one.key: _first(forms, one.shape, in_words(one.key)) for one in needed}
        return None if None in values.values() else values
    if shape.kind == "choice" and forms.book is not None:
        options = options_of(shape, forms.reading, forms.book, forms.inheritance.data)
        return next((one.value for one in options if one.value != ""), None)
    if shape.kind == "ids" and forms.book is not None and isinstance(info, inspect.VarTupleType):
        some = options_of(shape, forms.reading, forms.book, forms.inheritance.data)
        count = info.min_length or 0
        return [one.value for one in some[:count]] if len(some) >= count else None
    if shape.kind == "number":
        least = info.ge if isinstance(info, inspect.IntType | inspect.FloatType) else None
        return max(1, int(least or 0))
    return label if shape.kind == "text" else None


def add_objective(reading: LevelReading, area: str = "") -> Gesture:
    """Return the gesture that gives the party's side the objective to reach an area.

    Without an area, a trigger has to complete it, until its form says otherwise. Raise
    GestureRefused if the level has no side.
    """
    side = party_of(reading)
    if not side:
        raise refused("no_side")
    id = fresh_id(reading, "objective", area or "objective")
    title = said("objective", "new")
    if area:
        title = said("objective", "reach", area=area.replace("_", " "))
    way = {"reach": {"area": area}} if area else {}
    return tables.add(reading, "objective", {"id": id, "side": side, "title": title, **way})


def add_lesson(reading: LevelReading) -> Gesture:
    """Return the gesture that adds a lesson for the first round."""
    values = {"when": [{"round": 1}], "message": said("lesson", "new")}
    return tables.add(reading, "lesson", values)


def add_deploy(reading: LevelReading, side: str, area: str) -> Gesture:
    """Return the gesture that lets a side place its units in an area before the battle."""
    return tables.add(reading, "deploy", {"side": side, "area": area})


def fresh_id(reading: LevelReading, table: str, wish: str) -> str:
    """Return an id that no table of an array has: the wish, or the wish with a number."""
    taken = {one.get("id") for one in reading.toml.entries(table)}
    names = (wish, *(f"{wish[:27]}_{n}" for n in range(2, 1000)))
    return next(name for name in names if name not in taken)


def entry_of(reading: LevelReading, table: str, id: str) -> Keys | None:
    """Return the path of the entry with an id, or None."""
    entries = enumerate(reading.toml.entries(table))
    return next(((table, n) for n, one in entries if one.get("id") == id), None)
