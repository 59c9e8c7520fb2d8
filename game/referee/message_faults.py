"""Sentences about malformed messages: which key is wrong, and what is expected."""

from collections.abc import Iterable
from typing import get_type_hints

import msgspec
from msgspec import inspect

from game.content.toml_files.finding_texts import quoted, words_text
from game.content.values.wording import expected, given
from game.referee.terminal_sentences import said


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
        return said("misfit", "unknown_key", key=quoted(unknown), keys=names(keys))
    for field in info.fields:
        key = repr(field.encode_name)
        if field.encode_name not in raw:
            if field.required:
                return said("misfit", "missing_key", key=key)
            continue
        value = raw[field.encode_name]
        try:
            msgspec.convert(value, hints[field.name])
        except msgspec.ValidationError:
            wanted = _wanted(field.type)
            return said("misfit", "wrong_value", key=key, expected=wanted, given=_given(value))
    return said("misfit", "keys", keys=names(keys))


def _wanted(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            is_true = (extra or {}).get("const") is True
            return said("misfit", "true") if is_true else _wanted(inner)
        case inspect.UnionType(types=types):
            some = [_wanted(kind) for kind in types if not isinstance(kind, inspect.NoneType)]
            return words_text(some, "or")
        case inspect.VarTupleType(item_type=inspect.TupleType()):
            return said("misfit", "tiles")
        case inspect.VarTupleType(item_type=inspect.IntType()):
            return said("misfit", "numbers")
        case inspect.TupleType():
            return said("misfit", "tile")
        case inspect.DictType():
            return said("misfit", "object")
    return expected(info)


def _given(value: object) -> str:
    match value:
        case None:
            return said("misfit", "null")
        case dict():
            return said("misfit", "object")
        case list():
            return said("misfit", "list")
    return given(value)
