"""What a form asks for at each key of a table, as it follows from the key's type."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec
from msgspec import inspect

from game.content.field_docs import field_docs

ShapeKind = Literal[
    "number",
    "text",
    "dice",
    "yes",
    "choice",
    "ids",
    "tile",
    "tiles",
    "table",
    "tables",
    "entry",
    "toml",
]
"""The kinds of fields. A `table` has fields of its own, each `entry` of `tables` has a form of its
own, and `toml` is any value, as TOML.
"""

Plain = str | int | float | bool | None
"""A value that isn't a list or table."""


class FieldShape(NamedTuple):
    """What a value can be."""

    kind: ShapeKind
    info: inspect.Type
    """The type, without None."""
    ref: str = ""
    """The table that the value, or each entry of the list, names an id of; "" for none."""
    options: tuple[Plain, ...] = ()
    """The values to choose from, if the type has them."""
    can_be_empty: bool = False
    """Whether a name can be "", which means none."""


class ShapedKey(NamedTuple):
    """A key of a table, with its shape, its explanation and its default."""

    key: str
    shape: FieldShape
    about: str
    is_required: bool
    default: object
    """The default as a file would have it; None without one."""


def shape_of(info: inspect.Type) -> FieldShape:
    """Return the shape of a type that msgspec has described."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            return _marked(info, inner, extra or {})
        case inspect.UnionType(types=types):
            kinds = [one for one in types if not isinstance(one, inspect.NoneType)]
            return shape_of(kinds[0]) if len(kinds) == 1 else _either(info, kinds)
        case inspect.StrType():
            return FieldShape("text", info)
        case inspect.IntType() | inspect.FloatType():
            return FieldShape("number", info)
        case inspect.BoolType():
            return FieldShape("yes", info)
        case inspect.LiteralType(values=values):
            return FieldShape("choice", info, options=tuple(values))
        case inspect.StructType():
            return FieldShape("table", info)
        case inspect.TupleType(item_types=items) if len(items) == 2 and _are_numbers(items):
            return FieldShape("tile", info)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _list(info, shape_of(item))
    return FieldShape("toml", info)


def _marked(whole: inspect.Type, inner: inspect.Type, marks: dict[str, object]) -> FieldShape:
    if marks.get("dice"):
        return FieldShape("dice", whole)
    if marks.get("ref"):
        return FieldShape("choice", whole, str(marks["ref"]), (), bool(marks.get("or_none")))
    return shape_of(inner)


def _either(info: inspect.Type, kinds: list[inspect.Type]) -> FieldShape:
    """Return the shape of a value of several types: a choice, if all values can be listed."""
    options: list[Plain] = []
    for kind in kinds:
        if isinstance(kind, inspect.BoolType):
            options += [False, True]
        elif isinstance(kind, inspect.LiteralType):
            options += kind.values
        else:
            return FieldShape("toml", info)
    return FieldShape("choice", info, options=tuple(options))


def _list(info: inspect.Type, item: FieldShape) -> FieldShape:
    if item.kind == "choice":
        return item._replace(kind="ids", info=info)
    if item.kind == "table":
        return FieldShape("tables", info)
    return FieldShape("tiles" if item.kind == "tile" else "toml", info)


def entry_shape(tables: FieldShape) -> FieldShape:
    """Return the shape of an entry of a list of tables."""
    info = tables.info
    assert isinstance(info, inspect.VarTupleType | inspect.ListType)
    return shape_of(info.item_type)._replace(kind="entry")


def _are_numbers(items: tuple[inspect.Type, ...]) -> bool:
    return all(isinstance(item, inspect.IntType) for item in items)


def keys_of(kind: type[msgspec.Struct]) -> tuple[ShapedKey, ...]:
    """Return the keys of a table in the order of its type."""
    return tuple(_keys(kind))


def _keys(kind: type[msgspec.Struct]) -> Iterator[ShapedKey]:
    info, docs = inspect.type_info(kind), field_docs(kind)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        default = field.default
        if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        raw = None if default is msgspec.NODEFAULT else msgspec.to_builtins(default)
        shape, about = shape_of(field.type), docs.get(field.name, "")
        yield ShapedKey(field.encode_name, shape, about, field.required, _as_written(raw))


def _as_written(value: object) -> object:
    """Return a value with lists instead of tuples, as a TOML reader returns it."""
    if isinstance(value, list | tuple):
        return [_as_written(one) for one in value]
    if isinstance(value, dict):
        return {key: _as_written(one) for key, one in value.items()}
    return value
