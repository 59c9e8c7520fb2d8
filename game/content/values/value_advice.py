"""Advice to an author about a value that is nearly right."""

import re
from collections.abc import Mapping, Sequence

from msgspec import inspect

from game.content.toml_files.finding_texts import Words, because
from game.content.values.wording import OF_LEVELS, given, is_short
from game.core.dice import Dice

LONGEST = 40
"""Maximum length of a value quoted with its correction."""
_MOST_KEYS = 12
_WHOLE = "-?(0|[1-9][0-9]{0,8})"
_NUMBER = r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?"


def advice_for(info: inspect.Type, value: object) -> Words:
    """Return how to write a value that is nearly right; "" if there is no advice."""
    if isinstance(info, inspect.UnionType):
        kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
        return advice_for(kinds[0], value) if len(kinds) == 1 else Words()
    if isinstance(info, inspect.Metadata) and not (info.extra or {}).get("dice"):
        return advice_for(info.type, value)
    is_list = isinstance(info, inspect.VarTupleType | inspect.ListType)
    if is_list and isinstance(value, str) and _holds_tables(info):
        return because("write", text=Words("[{ … }]"))
    if is_list and isinstance(value, str) and len(value) <= LONGEST:
        parts = [part.strip() for part in value.split(",")]
        listed = ", ".join(f'"{part}"' for part in parts)
        return because("write", text=Words(f"[{listed}]"))
    if is_list and isinstance(value, dict):
        return because("write", text=Words("[{ … }]"))
    if isinstance(info, inspect.StrType) and isinstance(value, dict) and len(value) == 1:
        ((key, inner),) = value.items()
        is_name = key in OF_LEVELS and isinstance(inner, str) and len(inner) <= LONGEST
        return because("write", text=Words(f'"{inner}"')) if is_name else Words()
    if isinstance(info, inspect.StructType) and not isinstance(value, dict):
        keys = tuple(field.encode_name for field in info.fields[:_MOST_KEYS])
        return because("write-table", keys=keys) if keys else Words()
    if isinstance(value, str) and _unquoted(info, value):
        return because("write-without-quotes", value=Words(value))
    is_number = isinstance(value, int) and not isinstance(value, bool) and is_short(value)
    if isinstance(info, inspect.Metadata) and is_number:
        return because("write-in-quotes", value=Words(value))
    return Words()


def advice_on_dice(text: str) -> Words:
    """Return how to write dice that use wrong letters or signs, such as `w` or a long minus."""
    plain = re.sub(r"\s", "", text).lower().replace("w", "d").replace("−", "-").replace("–", "-")
    try:
        Dice.parse(plain)
    except ValueError:
        return Words()
    return because("write", text=Words(f'"{plain}"'))


def takes_table(info: inspect.Type) -> bool:
    """Return whether a field takes a table, optional or not."""
    if isinstance(info, inspect.Metadata):
        return takes_table(info.type)
    if isinstance(info, inspect.UnionType):
        return any(map(takes_table, info.types))
    return isinstance(info, inspect.StructType)


def are_tables(value: object) -> bool:
    """Return whether a value is a list of tables, as made by double brackets."""
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _holds_tables(info: inspect.Type) -> bool:
    assert isinstance(info, inspect.VarTupleType | inspect.ListType)
    return isinstance(info.item_type, inspect.StructType)


def _unquoted(info: inspect.Type, value: str) -> bool:
    """Return whether a text would be right without its quotes."""
    if isinstance(info, inspect.BoolType):
        return value in ("true", "false")
    numbers: Mapping[type[inspect.Type], str] = {
        inspect.IntType: _WHOLE,
        inspect.FloatType: _NUMBER,
    }
    pattern = numbers.get(type(info))
    return pattern is not None and re.fullmatch(pattern, value) is not None


def is_row(info: inspect.Type) -> bool:
    """Return whether an entry is itself a list of numbers, like a tile."""
    return isinstance(info, inspect.TupleType) and bool(info.item_types)


def row_of(row: Sequence[object]) -> Words:
    """Return the first two numbers of a list, as they are written in a file."""
    shown = ", ".join(given(number) for number in row[:2])
    return Words(shown + (", …" if len(row) > 2 else ""))
