"""The JSON Schema of level files, for editors and for checkers such as Taplo and Tombi.

It is made from the types that levels are decoded into, with the ids of the kinds, things and
terrains that come with the game. Rules beyond a single value (a unit in a wall, an unknown side)
are left to `check`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from game.content.drafts.level_tables import (
    KEPT,
    MOST,
    MOST_LETTERS,
    LevelTable,
    MapTable,
    UnitTable,
)
from game.content.shipped_folders import levels_root
from game.content.type_schema import Json, Types
from game.content.values.book_data import ID, BookData, BookLike, book_data, verbs_of
from game.content.values.decoding import field_names
from game.terms.level_script import DEEDS, UNDO

DIALECT = "http://json-schema.org/draft-07/schema#"


def book_schema(book: BookLike, *, root: Path | None = None) -> Json:
    """Return the schema of one book's levels. Raise LevelError if the book's data have errors."""
    types = types_of(book, root)
    return {"$schema": DIALECT, **_level(book, types, root), "$defs": types.defs}


def levels_schema(books: Mapping[str, BookLike], *, root: Path | None = None) -> Json:
    """Return the schema of all levels. `rulebook` decides which book's part applies."""
    if len(books) == 1:
        return book_schema(*books.values(), root=root)
    return by_rulebook("level", books, root, lambda book, types: _level(book, types, root))


def by_rulebook(
    kind: str,
    books: Mapping[str, BookLike],
    root: Path | None,
    part: Callable[[BookLike, Types], Json],
) -> Json:
    """Return the schema of a kind of file whose `rulebook` selects the book's part."""
    choices: list[Json] = []
    defs: dict[str, Json] = {}
    for book in books.values():
        types = types_of(book, root, f"{book.id}-")
        is_own = {"properties": {"rulebook": {"const": book.id}}, "required": ["rulebook"]}
        choices.append({"if": is_own, "then": types.define(kind, part(book, types))})
        defs |= types.defs
    return {
        "$schema": DIALECT,
        "title": f"A {kind} of Five Tables",
        "type": "object",
        "properties": {
            "rulebook": {
                "type": "string",
                "enum": list(books),
                "description": "The id of its rulebook.",
            }
        },
        "required": ["rulebook"],
        "allOf": choices,
        "$defs": defs,
    }


def types_of(book: BookLike, root: Path | None, prefix: str = "") -> Types:
    """Return an empty collection for a book's definitions, which knows the ids in its files."""
    data = book_data(book, root or levels_root())
    things = [id for table in data.gear.values() for id in table]
    ids = {
        "terrain": list(data.terrain),
        "kind": list(data.kinds),
        "key": list(dict.fromkeys((*KEPT, *field_names(book.schema.unit)))),
        "thing": list(dict.fromkeys(things)),
        "command": list(verbs_of(book)),
        "able": [UNDO, *verbs_of(book)],
        "deed": [*DEEDS, *verbs_of(book)],
        **{table: list(gear) for table, gear in data.gear.items()},
    }
    return Types(ids, prefix)


def _level(book: BookLike, types: Types, root: Path | None) -> Json:
    """Return the schema of a whole level. Add the definitions that it needs to `types`."""
    data = book_data(book, root or levels_root())
    level = types.table(LevelTable)
    fields = level["properties"]
    fields["rulebook"] |= {"const": book.id}
    fields["map"] = types.define("MapTable", _map(types))
    fields[book.id] = types.define("Settings", _settings(book, types, data))
    types.define("UnitTable", unit_schema(book, types))
    for name, most in MOST.items():
        about = _about(fields[name]["items"], types)
        fields[name] = {**about, **fields[name], "maxItems": most}
    fields["text"] = _about(fields["text"], types) | fields["text"]
    fields["rounds"]["default"] = book.round_limit
    for table in types.defs.values():
        _with_id(table)
    level["description"] = f"A level that uses the rulebook {book.title}."
    return {**level, "title": f"A level of {book.title}"}


def _about(reference: Json, types: Types) -> Json:
    """Return the description of the definition that `reference` points to."""
    name = reference["$ref"].removeprefix("#/$defs/")
    return {"description": types.defs[name]["description"]}


def _map(types: Types) -> Json:
    found = types.table(MapTable)
    legend = found["properties"]["legend"]
    legend |= {"propertyNames": {"minLength": 1, "maxLength": 1}, "maxProperties": MOST_LETTERS}
    return found


def _with_id(table: Json) -> None:
    """Describe the form of the id, if the table has an id."""
    if "id" in table.get("properties", ()):
        table["properties"]["id"]["pattern"] = f"^{ID.pattern}$"


def unit_schema(book: BookLike, types: Types) -> Json:
    """Return the schema of a unit: its own keys, and its kind's stats, which it can override."""
    found, kind = types.table(UnitTable), types.table(book.schema.unit)
    found["description"] = "A unit, with all stats that differ from those of its kind."
    common = found["properties"]
    own = {key: _without_default(value) for key, value in kind["properties"].items()}
    found["properties"] = common | {key: own[key] for key in own if key not in common}
    return found


def _settings(book: BookLike, types: Types, data: BookData) -> Json:
    """Return the schema of the book's table. The values in the book's file are the defaults."""
    found = types.table(book.schema.settings)
    for key, value in data.settings.items():
        found["properties"][key]["default"] = value
    found.pop("required", None)
    return found


def _without_default(schema: Json) -> dict[str, object]:
    return {key: value for key, value in schema.items() if key != "default"}
