"""Test whether a value from TOML fits a type as msgspec describes it."""

import math
import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import inspect

from game.content.values.wording import is_short

_UNSEEN = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
_UNSEEN_IN_LINE = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"

_PLAIN: Mapping[type[inspect.Type], tuple[type, ...]] = {
    inspect.StrType: (str,),
    inspect.IntType: (int,),
    inspect.FloatType: (int, float),
    inspect.BoolType: (bool,),
    inspect.NoneType: (),
    inspect.LiteralType: (str, int),
    inspect.TupleType: (list,),
    inspect.VarTupleType: (list,),
    inspect.ListType: (list,),
    inspect.DictType: (dict,),
    inspect.StructType: (dict,),
}
"""The TOML values that can be read as each type; types not listed are left to msgspec."""


@lru_cache(maxsize=512)
def info_of(kind: Hashable) -> inspect.Type:
    """Return a type as msgspec describes it. Cached, because msgspec is slow at this."""
    hint: Any = kind
    return inspect.type_info(hint)


def fits(info: inspect.Type, value: object) -> bool:
    """Return whether a value can be read as a type, judging by the value's own type."""
    if isinstance(info, inspect.Metadata):
        return fits(info.type, value)
    if isinstance(info, inspect.UnionType):
        return any(fits(kind, value) for kind in info.types)
    types = _PLAIN.get(type(info))
    if types is None:
        return True
    if isinstance(value, bool):
        return isinstance(info, inspect.BoolType)
    return isinstance(value, types)


def in_bounds(info: inspect.Type, value: object) -> bool:
    """Return whether a value that fits is within its limits of size, length and pattern."""
    match info, value:
        case inspect.IntType(), int():
            return is_short(value) and _in_range(info, value)
        case inspect.FloatType(), int() | float():
            is_usable = is_short(value) if isinstance(value, int) else math.isfinite(value)
            return is_usable and _in_range(info, value)
        case inspect.LiteralType(values=values), _:
            return value in values
        case inspect.TupleType(item_types=items), list():
            return len(value) == len(items)
        case inspect.StrType() | inspect.VarTupleType() | inspect.ListType(), str() | list():
            least, most = info.min_length or 0, info.max_length
            return least <= len(value) and (most is None or len(value) <= most)
    return True


def unseen(value: str, in_line: bool) -> str | None:
    """Return the first character that can't be shown, or None.

    In a text `in_line`, line ends count too.
    """
    plain = value if in_line else value.replace("\n", "").replace("\t", "")
    if plain.isprintable():
        return None
    found = re.search(_UNSEEN_IN_LINE if in_line else _UNSEEN, value)
    return found.group() if found else None


def _in_range(info: inspect.IntType | inspect.FloatType, value: float) -> bool:
    return not (
        (info.ge is not None and value < info.ge)
        or (info.gt is not None and value <= info.gt)
        or (info.le is not None and value > info.le)
        or (info.lt is not None and value >= info.lt)
        or (info.multiple_of is not None and value % info.multiple_of != 0)
    )
