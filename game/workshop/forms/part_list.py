"""The parts of a level that have a form, as a list: the head, sides, units, areas and so on."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from textwrap import shorten
from typing import NamedTuple

from game.content.drafts.level_edits import title_of
from game.content.toml_files.positions import Keys
from game.core.cells import Cell, cell_text
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import name_uses
from game.workshop.forms.form_sentences import said

HEAD_PART: Keys = ("level",)
"""The path that stands for the level's head in lists and choices."""
LISTED = ("side", "unit", "area", "deploy", "objective", "roster", "lesson", "expect")
"""The arrays of the list, in its order."""
NAMES = ("flag", "counter", "choice")
"""Names that triggers give, and that have uses but no form."""

MOST_FACTS = 60
"""Maximum length of a text among the facts of a part."""


class LevelPart(NamedTuple):
    """A part: its path, a title, and what it is in a few words."""

    keys: Keys
    title: str
    facts: str
    array: str
    """The array that it is in; "" for the level's head."""
    side: str = ""
    kind: str = ""


@lru_cache(maxsize=2)
def parts_of(reading: LevelReading) -> tuple[LevelPart, ...]:
    """Return the parts of a level in the order of the list."""
    return tuple(_parts(reading))


def part_of(reading: LevelReading, keys: Keys) -> LevelPart | None:
    """Return the part at a path, or None."""
    if keys == HEAD_PART:
        return _head(reading)
    if len(keys) > 2:
        return _inner(reading, keys)
    if len(keys) != 2:
        return None
    table, number = str(keys[0]), keys[1]
    if isinstance(number, str):
        return next((part for part in parts_of(reading) if part.keys == keys), None)
    entries = reading.toml.entries(table) if table in LISTED else []
    return _part(reading, table, number, entries[number]) if number < len(entries) else None


def around(keys: Keys) -> Keys:
    """Return the path of the part with the list that an entry is in; that of others is ()."""
    if len(keys) < 3:
        return ()
    return keys[:2] if keys[0] in LISTED else HEAD_PART


def _inner(reading: LevelReading, keys: Keys) -> LevelPart | None:
    """Return an entry of a list of tables within a part, or None."""
    outer, number = part_of(reading, around(keys)), keys[-1]
    if outer is None or not isinstance(number, int):
        return None
    entry = reading.toml.get(keys)
    title = entry.get("title") if isinstance(entry, dict) else None
    name = title if isinstance(title, str) else said("form", "entry", number=number + 1)
    return LevelPart(keys, name, outer.title, "")


def _parts(reading: LevelReading) -> Iterator[LevelPart]:
    yield _head(reading)
    for table in LISTED:
        for number, entry in enumerate(reading.toml.entries(table)):
            yield _part(reading, table, number, entry)
    given = {(use.table, use.id) for use in name_uses(reading) if use.is_given}
    for table in NAMES:
        for name in sorted(id for one, id in given if one == table):
            yield LevelPart((table, name), name, "", table)


def _head(reading: LevelReading) -> LevelPart:
    title = reading.toml.tables.get("title")
    return LevelPart(HEAD_PART, said("form", "head"), str(title or ""), "")


def _part(reading: LevelReading, table: str, number: int, entry: Mapping[str, object]) -> LevelPart:
    side = entry.get("id") if table == "side" else entry.get("side")
    return LevelPart(
        (table, number),
        _title(table, entry, number),
        _facts(reading, table, entry),
        table,
        side if isinstance(side, str) else "",
        str(entry.get("kind", "")),
    )


def _title(table: str, entry: Mapping[str, object], number: int) -> str:
    if table in ("unit", "side"):
        return title_of(entry)
    if isinstance(entry.get("title"), str):
        return str(entry["title"])
    if isinstance(entry.get("id"), str):
        return str(entry["id"])
    return said("form", "of_number", noun=said("noun", table), number=number + 1)


def _facts(reading: LevelReading, table: str, entry: Mapping[str, object]) -> str:
    """Return what an entry is: its id and side, and its kind, its tiles or its area."""
    draft, id = reading.draft, entry.get("id")
    parts = [str(id)] if isinstance(id, str) and table != "area" else []
    parts += [
        str(entry[key]) for key in ("side", "kind", "area") if isinstance(entry.get(key), str)
    ]
    if isinstance(entry.get("message"), str):
        parts.append(shorten(str(entry["message"]), MOST_FACTS, placeholder=" …"))
    if table == "unit" and draft is not None and str(id) in draft.standing:
        parts.append(cell_text(draft.standing[str(id)]))
    if table == "area" and draft is not None:
        parts.append(said("count", "tiles", count=len(draft.areas.get(str(id), ()))))
    return " · ".join(parts)


def parts_at(reading: LevelReading, cell: Cell) -> tuple[LevelPart, ...]:
    """Return the parts on a tile: the unit, then the areas, the smallest first."""
    draft = reading.draft
    if draft is None:
        return ()
    units = [part for part in parts_of(reading) if part.array in ("unit", "area")]
    found: list[tuple[int, LevelPart]] = []
    for part in units:
        id = str(reading.toml.get((*part.keys, "id")))
        if part.array == "unit" and draft.standing.get(id) == cell:
            found.append((0, part))
        cells = draft.areas.get(id, ()) if part.array == "area" else ()
        if cell in cells:
            found.append((len(cells), part))
    return tuple(part for _, part in sorted(found, key=lambda one: one[0]))


def area_of(reading: LevelReading, keys: Keys) -> str | None:
    """Return the area at a path, or the one that a deployment or objective names; else None."""
    if not reading.is_toml or len(keys) != 2:
        return None
    if keys[0] == "area":
        id = reading.toml.get((*keys, "id"))
        return id if isinstance(id, str) else None
    ways: tuple[Keys, ...] = (("area",), ("reach", "area"), ("hold", "area"))
    named = (reading.toml.get((*keys, *way)) for way in ways if keys[0] in ("deploy", "objective"))
    return next((name for name in named if isinstance(name, str)), None)
