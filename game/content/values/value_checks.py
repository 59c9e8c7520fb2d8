"""A quick look at decoded values, for the rules that msgspec doesn't check.

It returns only whether a value is valid. The decoder's slower check finds the error and its place.
"""

import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import inspect

from game.content.values.type_fit import fits, info_of, unseen
from game.content.values.wording import is_short
from game.core.dice import Dice
from game.terms.level_script import AT_LEAST_ONE, AT_MOST_ONE, ONE_OF

Names: TypeAlias = Mapping[str, Collection[str] | None]
"""The ids of each table that fields can refer to; None if they are not known."""
Used: TypeAlias = dict[str, set[str]]
"""The names found so far, by the table that they refer to."""
Look: TypeAlias = Callable[[Any, Names, Used], bool]
"""A function that checks a value as written in the file."""

LONGEST_DICE = 100


@lru_cache(maxsize=256)
def look_of(hint: Any, in_line: bool = False) -> Look | None:
    """Return the check for values of a type, or None if msgspec checks everything.

    If `in_line` is true, texts can't have line ends.
    """
    return _look(info_of(hint), in_line)


def is_dice(text: str) -> bool:
    """Return whether a text is a dice expression of reasonable size."""
    if len(text) > LONGEST_DICE:
        return False
    try:
        Dice.parse(text)
    except ValueError:
        return False
    return True


class KeyChoice(NamedTuple):
    """Keys of a table, with the minimum and maximum number of them that it must have."""

    keys: tuple[str, ...]
    least: int
    most: int

    def __call__(self, table: Collection[str]) -> bool:
        return self.least <= sum(key in table for key in self.keys) <= self.most


def choice_of(kind: type[Any]) -> KeyChoice | None:
    """Return the keys of which a type needs a certain number, or None if it has none."""
    if keys := ONE_OF.get(kind):
        return KeyChoice(keys, 1, 1)
    if keys := AT_MOST_ONE.get(kind):
        return KeyChoice(keys, 0, 1)
    if keys := AT_LEAST_ONE.get(kind):
        return KeyChoice(keys, 1, len(keys))
    return None


def _look(info: inspect.Type, in_line: bool) -> Look | None:
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            return _marked(inner, extra or {}, in_line)
        case inspect.StrType(min_length=None):
            return _of(lambda value: unseen(value, in_line) is None)
        case inspect.StrType():
            return _of(lambda value: unseen(value, in_line) is None and not value.isspace())
        case inspect.IntType() if info.ge is None or info.le is None:
            return _of(is_short)
        case inspect.FloatType():
            return _of(math.isfinite)
        case inspect.UnionType(types=types):
            return _either([t for t in types if not isinstance(t, inspect.NoneType)], in_line)
        case inspect.StructType():
            return _fields(info)
        case inspect.DictType():
            return _entries(_look(info.key_type, False), _look(info.value_type, False))
        case inspect.VarTupleType() | inspect.ListType():
            return _items(_look(info.item_type, False))
        case inspect.TupleType(item_types=several):
            return _row([_look(item, False) for item in several])
    return None


def _of(test: Callable[[Any], bool]) -> Look:
    def look(value: Any, names: Names, used: Used) -> bool:
        return test(value)

    return look


def _marked(inner: inspect.Type, marks: dict[str, Any], in_line: bool) -> Look | None:
    if marks.get("dice"):
        return _of(is_dice)
    if "ref" in marks:
        return _reference(marks["ref"], marks.get("or_none", False))
    return _look(inner, in_line)


def _reference(table: str, or_none: bool) -> Look:
    def look(value: Any, names: Names, used: Used) -> bool:
        if or_none and value == "":
            return True
        known = names.get(table)
        used.setdefault(table, set()).add(value)
        return known is None or value in known

    return look


def _either(kinds: list[inspect.Type], in_line: bool) -> Look | None:
    looks = [(kind, _look(kind, in_line)) for kind in kinds]
    if len(looks) == 1:
        return looks[0][1]

    def look(value: Any, names: Names, used: Used) -> bool:
        inner = next((look for kind, look in looks if fits(kind, value)), None)
        return inner is None or inner(value, names, used)

    return look


def _fields(info: inspect.StructType) -> Look | None:
    named = [(f.encode_name, _look(f.type, f.encode_name == "title")) for f in info.fields]
    looks = [(name, look) for name, look in named if look is not None]
    is_chosen = choice_of(info.cls)

    def look(value: Any, names: Names, used: Used) -> bool:
        if is_chosen is not None and not is_chosen(value):
            return False
        for key, inner in looks:
            if key in value and not inner(value[key], names, used):
                return False
        return True

    return look if looks or is_chosen else None


def _entries(keys: Look | None, values: Look | None) -> Look:
    def look(value: Any, names: Names, used: Used) -> bool:
        return all(
            (keys is None or keys(key, names, used))
            and (values is None or values(item, names, used))
            for key, item in value.items()
        )

    return look


def _items(inner: Look | None) -> Look | None:
    if inner is None:
        return None

    def look(value: Any, names: Names, used: Used) -> bool:
        return all(inner(item, names, used) for item in value)

    return look


def _row(looks: list[Look | None]) -> Look | None:
    def look(value: Any, names: Names, used: Used) -> bool:
        pairs = zip(looks, value, strict=True)
        return all(inner is None or inner(item, names, used) for inner, item in pairs)

    return look if any(looks) else None
