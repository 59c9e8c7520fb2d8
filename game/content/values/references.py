"""What names what: every place in a file that names the id of something else.

The places follow from the marks `ref` and `gives` on the types of the tables, so there is no second
list.
"""

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from msgspec import inspect

from game.content.toml_files.positions import Keys
from game.content.values.type_fit import fits, info_of


class NameUse(NamedTuple):
    """A place that names something: the table it refers to (`area`, `unit`, …), and the id."""

    keys: Keys
    table: str
    id: str
    is_key: bool = False
    """Whether the id is the last key of the path itself, not its value."""
    is_given: bool = False
    """Whether the id is introduced here, as an effect introduces a flag that it sets."""


class _Tile(NamedTuple):
    """The path of a place on the map."""

    keys: Keys


def names_in(kind: Hashable, value: object, keys: Keys) -> Iterator[NameUse]:
    """Yield the names in a value of a type. Parts that don't fit the type are skipped."""
    for use in _found(info_of(kind), value, keys):
        if isinstance(use, NameUse):
            yield use


def tiles_in(kind: Hashable, value: object, keys: Keys) -> Iterator[Keys]:
    """Yield the paths of the tiles in a value of a type: lists of a column and a row.

    A rectangle is a list of four numbers, and counts too.
    """
    for place in _found(info_of(kind), value, keys):
        if isinstance(place, _Tile):
            yield place.keys


_PLACES = (2, 4)
"""Lengths of the lists that are places on a map: a tile, and a rectangle."""


def _found(info: inspect.Type, value: object, keys: Keys) -> Iterator[NameUse | _Tile]:
    if not fits(info, value):
        return
    match info, value:
        case inspect.Metadata(type=inner, extra=extra), _:
            table, new = ((extra or {}).get(mark) for mark in ("ref", "gives"))
            if isinstance(value, str) and (table or new):
                yield NameUse(keys, str(table or new), value, is_given=not table)
            else:
                yield from _found(inner, value, keys)
        case inspect.UnionType(types=types), _:
            yield from _found(next(t for t in types if fits(t, value)), value, keys)
        case inspect.StructType(fields=fields), dict():
            for field in fields:
                if field.encode_name in value:
                    key = field.encode_name
                    yield from _found(field.type, value[key], (*keys, key))
        case inspect.DictType(key_type=name, value_type=item), Mapping():
            for key, entry in value.items():
                below = (*keys, key)
                for use in _found(name, key, below):
                    yield use._replace(is_key=True) if isinstance(use, NameUse) else use
                yield from _found(item, entry, below)
        case ((inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item)), list()):
            for number, entry in enumerate(value):
                yield from _found(item, entry, (*keys, number))
        case inspect.TupleType(item_types=items), list() if _is_place(items, value):
            yield _Tile(keys)
        case inspect.TupleType(item_types=items), list():
            for number, (item, entry) in enumerate(zip(items, value, strict=False)):
                yield from _found(item, entry, (*keys, number))


def _is_place(items: tuple[inspect.Type, ...], value: list[object]) -> bool:
    """Return whether a type is a list of two or four numbers, and a value fits it."""
    are_numbers = all(isinstance(_bare(item), inspect.IntType) for item in items)
    has_numbers = all(isinstance(one, int) and not isinstance(one, bool) for one in value)
    return len(items) == len(value) and len(items) in _PLACES and are_numbers and has_numbers


def _bare(info: inspect.Type) -> inspect.Type:
    return info.type if isinstance(info, inspect.Metadata) else info
