"""Sentences about malformed messages: which key is wrong, and what is expected."""

from collections.abc import Iterable
from typing import get_type_hints

import msgspec
from msgspec import inspect

from game.content.toml_files.finding_texts import quoted
from game.content.toml_files.findings import words_text
from game.content.values.wording import expected, given


def names(words: Iterable[str], last: str = "and") -> str:
    """Return `words` in quotes, as a list in a sentence."""
    return words_text([repr(word) for word in words], last)


def misfit(raw: dict[str, object], kind: type[msgspec.Struct]) -> str:
    """Return a sentence about the first error in an object that should be a `kind`."""
    hints = get_type_hints(kind, include_extras=True)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    tag = [info.tag_field] if info.tag_field else []
    keys = [*tag, *(field.encode_name for field in info.fields)]
    unknown = next((key for key in raw if key not in keys), None)
    if unknown is not None:
        return f"There is no key {quoted(unknown)}; the keys are {names(keys)}."
    for field in info.fields:
        if field.encode_name not in raw:
            if field.required:
                return f"The key {field.encode_name!r} is missing."
            continue
        value = raw[field.encode_name]
        try:
            msgspec.convert(value, hints[field.name])
        except msgspec.ValidationError:
            return f"{field.encode_name!r} must be {_wanted(field.type)}, not {_given(value)}."
    return f"The message takes the keys {names(keys)}."


def _wanted(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return "true" if (extra or {}).get("const") is True else _wanted(inner)
        case inspect.UnionType(types=types):
            some = [_wanted(kind) for kind in types if not isinstance(kind, inspect.NoneType)]
            return words_text(some, "or")
        case inspect.VarTupleType(item_type=inspect.TupleType()):
            return "a list of tiles such as [[3,4],[4,4]]"
        case inspect.VarTupleType(item_type=inspect.IntType()):
            return "a list of whole numbers such as [4,2]"
        case inspect.TupleType():
            return "a tile such as [3,4]"
        case inspect.DictType():
            return "an object"
    return expected(info)


def _given(value: object) -> str:
    match value:
        case None:
            return "null"
        case dict():
            return "an object"
        case list():
            return "this list"
    return given(value)
