"""Weapons, items, powers and abilities that a unit's stats name, by the key that names them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec import inspect

from game.terms.book_schema import Schema


def things_by_key(schema: Schema, stats: object) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of gear that stats name, by key, in the order of the keys."""
    fields = fields_of(schema.unit)
    found = {
        field.name: tuple(
            id
            for table, id in named_things(field.type, getattr(stats, field.name))
            if table in schema.gear
        )
        for field in fields
    }
    return {key: things for key, things in found.items() if things}


@lru_cache(maxsize=256)
def fields_of(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """Return the fields of a table's type."""
    info = inspect.type_info(kind)
    return info.fields if isinstance(info, inspect.StructType) else ()


def named_things(info: inspect.Type, value: object) -> Iterator[tuple[str, str]]:
    """Yield the table and id of each reference in a value, in order."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            table = (extra or {}).get("ref")
            if table and value:
                yield table, str(value)
            yield from named_things(inner, value)
        case inspect.VarTupleType(item_type=inner) if isinstance(value, tuple):
            for one in value:
                yield from named_things(inner, one)
        case inspect.UnionType(types=types) if value is not None:
            for kind in types:
                yield from named_things(kind, value) if isinstance(kind, inspect.Metadata) else ()
