"""Conditions and effects built from tables of a file, complete or not."""

import msgspec
from msgspec import inspect

from game.content.values.type_fit import fits, info_of
from game.terms.level_script import AT_LEAST_ONE


class NotReadable(ValueError):
    """The error for a table that has no sentence, because it has no known key that fits."""


def built(struct: type[msgspec.Struct], table: object) -> msgspec.Struct:
    """Return a condition or an effect as far as its table has values that fit.

    What it needs and doesn't have becomes "". Raise NotReadable if it has none of its keys.
    """
    if not isinstance(table, dict):
        raise NotReadable
    made = _struct(struct, table)
    if all(getattr(made, name) is None for name in struct.__struct_fields__):
        raise NotReadable
    return made


def _struct(struct: type[msgspec.Struct], table: dict[str, object]) -> msgspec.Struct:
    info = info_of(struct)
    assert isinstance(info, inspect.StructType)
    values: dict[str, object] = {}
    for field in info.fields:
        value = table.get(field.encode_name)
        if value is not None and fits(field.type, value):
            values[field.name] = _value(field.type, value)
        elif field.required:
            values[field.name] = ""
    some = AT_LEAST_ONE.get(struct, ())
    if some and not any(name in values for name in some):
        values[some[0]] = ""
    return struct(**values)


def _value(info: inspect.Type, value: object) -> object:
    match info, value:
        case inspect.Metadata(type=inner), _:
            return _value(inner, value)
        case inspect.UnionType(types=types), _:
            return _value(next(one for one in types if fits(one, value)), value)
        case inspect.StructType(cls=struct), dict():
            return _struct(struct, value)
        case inspect.VarTupleType(item_type=item), list():
            return tuple(_value(item, one) for one in value if fits(item, one))
    return value
