"""The ids that a value of a level can name, with their titles."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from game.content.drafts.effect_names import effect_names
from game.content.drafts.level_edits import title_of
from game.content.drafts.level_tables import KEPT
from game.content.values.book_data import BookData, BookLike, verbs_of
from game.content.values.decoding import field_names
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import WITH_IDS
from game.workshop.forms.field_shapes import FieldShape, Plain
from game.workshop.forms.form_sentences import said

NONE = ""
"""The name that means none."""


class FieldOption(NamedTuple):
    """A value to choose, with its title and facts line."""

    value: Plain
    title: str
    facts: str = ""


def options_of(
    shape: FieldShape, reading: LevelReading, book: BookLike, data: BookData | None
) -> tuple[FieldOption, ...]:
    """Return the values that a field offers, in the order of their files."""
    if not shape.ref:
        return tuple(FieldOption(value, plain_title(value)) for value in shape.options)
    none = [FieldOption(NONE, said("value", "none"))] if shape.can_be_empty else []
    return (
        *none,
        *(FieldOption(id, title) for id, title in _named(shape.ref, reading, book, data)),
    )


def plain_title(value: object) -> str:
    """Return words for a value that isn't an id."""
    if isinstance(value, bool):
        return said("value", "yes" if value else "no")
    if value in (None, "", [], {}):
        return said("value", "none")
    return str(value)


def _named(
    table: str, reading: LevelReading, book: BookLike, data: BookData | None
) -> Iterable[tuple[str, str]]:
    """Return the ids of a table of the level or the rulebook, with their titles."""
    if table in WITH_IDS:
        entries = (one for one in reading.toml.entries(table) if isinstance(one.get("id"), str))
        return ((str(one["id"]), _title(table, one)) for one in entries)
    draft = reading.draft
    match table:
        case "letter":
            return ((letter, letter) for letter in reading.legend)
        case "zone":
            zones = draft.zones if draft else {}
            names = draft.zone_names if draft else {}
            return ((one, names.get(one, one)) for one in sorted(zones) if one not in ". ")
        case "terrain":
            terrain: Mapping[str, object] = draft.terrain if draft else {}
            return _titled(terrain)
        case "kind":
            return _titled(data.figures if data else {})
        case "thing":
            gear = data.gear.values() if data else ()
            return (pair for things in gear for pair in _titled(things))
        case "key":
            return ((key, key) for key in dict.fromkeys((*KEPT, *field_names(book.schema.unit))))
        case "command":
            return ((verb, verb) for verb in verbs_of(book))
    if data is not None and table in data.gear:
        return _titled(data.gear[table])
    found = effect_names(reading.toml.tables.get("trigger", ()), False).get(table)
    return ((id, id) for id in found or ())


def _title(table: str, entry: Mapping[str, object]) -> str:
    title = entry.get("title")
    if isinstance(title, str) and title:
        return title
    return title_of(entry) if table in ("unit", "side") else str(entry["id"])


def _titled(things: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    return ((id, str(getattr(thing, "title", "") or id)) for id, thing in things.items())
