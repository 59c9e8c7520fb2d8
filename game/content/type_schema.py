"""JSON Schema of the types that files are decoded into.

msgspec makes such schemas too, but doesn't know names (`ref`), dice, keys that exclude each other,
or the docstrings of fields. So this module reads the same type descriptions as the decoder. The
dialect is JSON Schema 7, which editors support best.
"""

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from game.content.field_docs import class_doc, field_docs
from game.terms.level_script import AT_LEAST_ONE, AT_MOST_ONE, ONE_OF

Json: TypeAlias = dict[str, Any]

_ROLL = "[0-9]{0,9}[dD][0-9]{1,9}([kK][hHlL][0-9]{1,9}|[sS])?"
_NUMBER = "[0-9]{1,9}"
DICE = (
    rf"^\s*(\+?\s*{_ROLL}|[+-]?\s*{_NUMBER})"
    rf"(\s*\+\s*{_ROLL}|\s*[+-]\s*{_NUMBER})*\s*$"
)
"""The pattern of a dice text. `check` reports dice that match it but can't be rolled."""

_DICE_ABOUT = "Dice such as 1d6, 2d6kh1+1 or 3."


class Types:
    """The definitions collected for one schema. `ids` are the ids that each `ref` can name."""

    def __init__(self, ids: Mapping[str, Collection[str]], prefix: str = "") -> None:
        self.ids = ids
        self.prefix = prefix
        self.defs: dict[str, Json] = {}
        self._kinds: dict[str, type[Any]] = {}

    def of(self, kind: Any) -> Json:
        """Return the schema of a type."""
        return self.schema(inspect.type_info(kind))

    def table(self, kind: type[Any]) -> Json:
        """Return the schema of a struct in full, not as a reference to its definition."""
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        return self._struct(info)

    def refer(self, name: str) -> Json:
        """Return a reference to a definition."""
        return {"$ref": f"#/$defs/{self.prefix}{name}"}

    def define(self, name: str, schema: Json) -> Json:
        """Store a schema as a definition, and return a reference to it."""
        self.defs[self.prefix + name] = schema
        return self.refer(name)

    def schema(self, info: inspect.Type) -> Json:
        """Return the schema of a type that msgspec has described."""
        match info:
            case inspect.Metadata(type=inner, extra=extra):
                return self._marked(inner, extra or {})
            case inspect.UnionType(types=types):
                kinds = [self.schema(t) for t in types if not isinstance(t, inspect.NoneType)]
                return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
            case inspect.StructType():
                return self._defined(info)
            case inspect.DictType():
                keys, values = self.schema(info.key_type), self.schema(info.value_type)
                found = {"type": "object", "additionalProperties": values}
                return found if keys == {"type": "string"} else {**found, "propertyNames": keys}
            case inspect.TupleType(item_types=several):
                return _row([self.schema(item) for item in several])
            case inspect.VarTupleType() | inspect.ListType():
                items: Json = {"type": "array", "items": self.schema(info.item_type)}
                return items | _given(minItems=info.min_length, maxItems=info.max_length)
        return _plain(info)

    def _defined(self, info: inspect.StructType) -> Json:
        """Return a reference to a struct, which is defined once.

        Raise TypeError if two types have the same name.
        """
        name = info.cls.__name__
        if self._kinds.setdefault(name, info.cls) is not info.cls:
            raise TypeError(f"two types of one schema are called {name}")
        if self.prefix + name not in self.defs:
            self.define(name, {})  # a placeholder, for a type that contains itself
            self.define(name, self._struct(info))
        return self.refer(name)

    def _marked(self, inner: inspect.Type, marks: Mapping[str, Any]) -> Json:
        if marks.get("dice"):
            dice = {"type": "string", "pattern": DICE, "description": _DICE_ABOUT}
            return self.define("Dice", dice)
        ids = self.ids.get(marks.get("ref", ""))
        if ids is None:
            return self.schema(inner)
        found = self.define(f"{marks['ref']}-id", {"type": "string", "enum": list(ids)})
        return {"anyOf": [found, {"const": ""}]} if marks.get("or_none") else found

    def _struct(self, info: inspect.StructType) -> Json:
        docs = field_docs(info.cls)
        fields = {field.encode_name: self._field(field, docs) for field in info.fields}
        needed = [field.encode_name for field in info.fields if field.required]
        return {
            "type": "object",
            **_given(description=class_doc(info.cls) or None),
            "properties": fields,
            **_given(required=needed or None),
            "additionalProperties": False,
            **_choice(info.cls, list(fields), needed),
        }

    def _field(self, field: inspect.Field, docs: Mapping[str, str]) -> Json:
        found = self.schema(field.type)
        if field.name in docs:
            found = {**found, "description": docs[field.name]}
        if field.default not in (msgspec.NODEFAULT, None, ()):
            found = {**found, "default": msgspec.to_builtins(field.default)}
        return found


def _plain(info: inspect.Type) -> Json:
    match info:
        case inspect.StrType():
            lengths = _given(minLength=info.min_length, maxLength=info.max_length)
            return {"type": "string", **lengths, **_given(pattern=info.pattern)}
        case inspect.IntType() | inspect.FloatType():
            name = "integer" if isinstance(info, inspect.IntType) else "number"
            ends = _given(minimum=info.ge, maximum=info.le)
            return {"type": name, **ends, **_given(exclusiveMinimum=info.gt)} | _given(
                exclusiveMaximum=info.lt
            )
        case inspect.BoolType():
            return {"type": "boolean"}
        case inspect.AnyType() | inspect.CustomType():
            return {}
        case inspect.LiteralType(values=values):
            names = {"type": "string"} if all(isinstance(v, str) for v in values) else {}
            return {**names, "enum": sorted(values, key=str)}
    raise TypeError(f"no schema is known for {info}")


def _row(items: list[Json]) -> Json:
    """Return a list of a fixed length."""
    found: Json = {"type": "array", "minItems": len(items), "maxItems": len(items)}
    if all(item == items[0] for item in items):
        return {**found, "items": items[0]}
    return {**found, "items": items, "additionalItems": False}


def _choice(kind: type[Any], fields: list[str], needed: list[str]) -> Json:
    """Return the condition for keys of which one, at most one, or at least one must be given.

    If no other key is optional, the condition counts keys, because editors explain that best.
    """
    one, most = ONE_OF.get(kind, ()), AT_MOST_ONE.get(kind, ())
    if kind in AT_LEAST_ONE:
        return {"anyOf": [{"required": [key]} for key in AT_LEAST_ONE[kind]]}
    if not one and not most:
        return {}
    if set(fields) == {*one, *most, *needed}:
        counted = {"minProperties": len(needed) + 1} if one else {}
        return {**counted, "maxProperties": len(needed) + 1}
    choices: list[Json] = [{"required": [key]} for key in one or most]
    return {"oneOf": choices if one else [*choices, {"not": {"anyOf": choices}}]}


def _given(**values: Any) -> Json:
    return {key: value for key, value in values.items() if value is not None}
