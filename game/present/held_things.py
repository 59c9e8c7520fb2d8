"""Things that a unit's stats name: weapons, items, powers, by the keys of its table."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import inspect

from game.terms.book_schema import Schema


def things_by_key(schema: Schema, stats: object) -> Mapping[str, tuple[str, ...]]:
    """Return the things that stats name, for each key that names any, in the order of the keys."""
    info = inspect.type_info(schema.unit)
    fields = info.fields if isinstance(info, inspect.StructType) else ()
    found = {
        field.name: tuple(_named(field.type, getattr(stats, field.name), schema.gear))
        for field in fields
    }
    return {key: things for key, things in found.items() if things}


def _named(info: inspect.Type, value: Any, tables: Collection[str]) -> Iterator[str]:
    """Yield the things of some tables that a value names, in its order."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            if (extra or {}).get("ref") in tables and value:
                yield value
            yield from _named(inner, value, tables)
        case inspect.VarTupleType(item_type=inner):
            for one in value:
                yield from _named(inner, one, tables)
        case inspect.UnionType(types=types) if value is not None:
            for kind in types:
                yield from _named(kind, value, tables) if isinstance(kind, inspect.Metadata) else ()
