"""Records: the frozen values that battle state is made of, and their JSON form.

Components and agenda items are records. The JSON of a record has its tag under `type`, so a saved
state describes itself. `Codec` reads records back and checks every field. The tag is the original
name of the class: if you rename the class, keep its tag with `tag="…"`.
"""

import re
from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

R = TypeVar("R", bound="Record")

Entity = NewType("Entity", int)
"""The id of an entity, which has components: a unit, a fight, a group, or the battle itself."""

NOBODY = Entity(0)
"""An id that stands for no entity. Real ids begin at 1."""


class Record(msgspec.Struct, frozen=True, tag=True, cache_hash=True):
    """The base of all components and agenda items: frozen, hashable, identified by its type."""


class Component(Record, frozen=True):
    """Data on an entity. To change it, replace the whole record with `World.put`."""


_encoder = msgspec.json.Encoder(order="deterministic")


def tag_of(kind: type[Record]) -> str:
    """Return the name under which records of a type are saved."""
    return str(kind.__struct_config__.tag)


def encode(value: object) -> bytes:
    """Return the JSON of a record, or of tuples of records. Equal values give equal bytes."""
    return _encoder.encode(value)


class Codec:
    """A reader for the JSON of records of the given types, as `encode` writes it."""

    def __init__(self, types: Iterable[type[Record]]) -> None:
        self._types = {tag_of(kind): kind for kind in types}
        self._hints: dict[type[Record], dict[str, object]] = {}

    def read(self, raw: object, kind: type[R]) -> R:
        """Return the record that `raw`, a decoded JSON object, describes.

        Raise ValueError if it is not a valid record.
        """
        plain: Mapping[str, object] = raw if isinstance(raw, dict) else {}
        name = plain.get("type")
        found = self._types.get(name) if isinstance(name, str) else None
        if found is None or not issubclass(found, kind):
            sort = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()
            raise ValueError(f"{name!r} is not a known {sort}")
        fields = {key: value for key, value in plain.items() if key != "type"}
        hints = self._hints_of(found)
        unknown = sorted(fields.keys() - hints.keys())
        if unknown:
            raise ValueError(f"{found.__name__} has no field {unknown[0]!r}")
        try:
            return found(**{key: self._value(value, hints[key]) for key, value in fields.items()})
        except (TypeError, msgspec.ValidationError) as fault:
            raise ValueError(f"{found.__name__}: {fault}") from fault

    def _hints_of(self, kind: type[Record]) -> dict[str, object]:
        if kind not in self._hints:
            hints = get_type_hints(kind, include_extras=True)
            self._hints[kind] = {name: hints[name] for name in kind.__struct_fields__}
        return self._hints[kind]

    def _value(self, raw: Any, hint: Any) -> Any:
        if not _holds_records(hint):
            return msgspec.convert(raw, hint)
        if isinstance(hint, type) and issubclass(hint, Record):
            return self.read(raw, hint)
        inner = get_args(hint)
        if get_origin(hint) in (Union, UnionType):
            if raw is None and NoneType in inner:
                return None
            return self._value(raw, next(i for i in inner if i is not NoneType))
        if not isinstance(raw, list):
            raise ValueError(f"expected a list, got {raw!r}")
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(self._value(one, inner[0]) for one in raw)
        if len(raw) != len(inner):
            raise ValueError(f"expected {len(inner)} values, got {len(raw)}")
        return tuple(self._value(one, each) for one, each in zip(raw, inner, strict=True))


def _holds_records(hint: Any) -> bool:
    """Return whether a field of this type can hold records. Only a record's tag shows its class."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return True
    return any(_holds_records(inner) for inner in get_args(hint))
