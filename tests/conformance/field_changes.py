"""Changes to a thing in a rulebook's data: one field each, to another valid value."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect
from msgspec.structs import replace

UNREAD = ("title", "about", "icon", "look")
"""Fields that are texts already, or only an image."""

Ids = Mapping[str, Sequence[str]]
"""The ids of each table that a field can refer to."""


class FieldChange(NamedTuple):
    """A thing with another value in one field.

    `field` is dotted if it is in a nested table.
    """

    field: str
    thing: Any


def changes(thing: Any, ids: Ids, but: Collection[str] = ()) -> Iterator[FieldChange]:
    """Yield the thing with each of its fields changed, once for each other kind of value.

    Fields listed in `but` stay unchanged; fields of a nested table are dotted.
    """
    info = inspect.type_info(type(thing))
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name not in (*UNREAD, *but):
            now = getattr(thing, field.name)
            for inner, value in _others(field.type, now, ids):
                name = f"{field.name}.{inner}" if inner else field.name
                if name in but:
                    continue
                yield FieldChange(name, replace(thing, **{field.name: value}))


def _others(kind: inspect.Type, now: Any, ids: Ids, extra: Any = None) -> Iterator[tuple[str, Any]]:
    """Yield other values of a type, each with the path to the change within it."""
    match kind:
        case inspect.Metadata(type=inner, extra=found):
            yield from _others(inner, now, ids, {**(extra or {}), **(found or {})})
        case inspect.UnionType(types=types):
            for inner in types:
                if isinstance(inner, inspect.NoneType):
                    if now is not None and not isinstance(now, msgspec.Struct):
                        yield "", None
                else:
                    yield from _others(inner, now, ids, extra)
        case inspect.BoolType():
            yield "", not now
        case inspect.IntType():
            yield "", _other_number(kind, now or 0)
        case inspect.LiteralType(values=values):
            yield from (("", value) for value in values if value != now)
        case inspect.StrType() if extra and extra.get("dice"):
            yield "", "1d8" if now != "1d8" else "1d6"
        case inspect.StrType() if extra and extra.get("ref"):
            yield from (("", id) for id in ids[extra["ref"]] if id != now)
        case inspect.VarTupleType(item_type=inner):
            yield from _other_rows(inner, now or (), ids)
        case inspect.StructType(cls=cls):
            yield from changes(now if now is not None else _least(cls), ids)
        case _:
            raise AssertionError(f"no other value is known for {kind}")


def _other_number(kind: inspect.IntType, now: int) -> int:
    step = kind.multiple_of or 1
    most = kind.le if kind.le is not None else now + step
    return now + step if now + step <= most else now - step


def _other_rows(
    inner: inspect.Type, now: tuple[Any, ...], ids: Ids
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield a row with one value less or more.

    If each value is a word of the schema with its own meaning, also name the value.
    """
    found = [value for _, value in _others(inner, None, ids) if value not in now]
    if isinstance(inner, inspect.LiteralType):
        yield from ((str(one), tuple(it for it in now if it != one)) for one in now)
        yield from ((str(one), (*now, one)) for one in found)
    else:
        yield from (("", row) for row in (now[:-1], (*now, found[0])) if row != now)


def _least(cls: type[Any]) -> Any:
    """Return a table with only its required keys."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    must = {f.name: next(iter(_others(f.type, None, {})))[1] for f in info.fields if f.required}
    return cls(**must)
