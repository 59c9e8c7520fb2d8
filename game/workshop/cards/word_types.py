"""What a word on a card can be: the type of a value in a condition or an effect."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec
from msgspec import inspect

from game.content.toml_files.positions import Keys
from game.content.values.type_fit import info_of
from game.terms.level_script import Lesson
from game.terms.script.conditions import LessonWhen, When
from game.terms.script.effects import Do

GROUPS: dict[str, type[msgspec.Struct]] = {"when": When, "any": When, "until": When, "do": Do}
"""The lists of a trigger, with the type of their entries."""
LESSON_GROUPS: dict[str, type[msgspec.Struct]] = {"when": LessonWhen, "until": LessonWhen}
"""The lists of a lesson."""
MESSAGE = ("message",)
"""The path of a lesson's message."""
WordKind = Literal["name", "naming", "text", "number", "share", "choice", "list", "table"]


class WordType(NamedTuple):
    """The type of one value."""

    kind: WordKind
    ref: str = ""
    """What a name names, such as `area`; "" for other values."""
    options: tuple[object, ...] = ()
    """The values of a `choice`."""
    is_needed: bool = True
    """Whether the table needs the value."""
    least: float | None = None
    most: float | None = None
    """Limits of a number, or of the number of entries of a list; None for none."""
    item: "WordType | None" = None
    """The type of a list's entries."""
    struct: type[msgspec.Struct] | None = None
    """The type of a table."""
    default: object = None
    """The value that counts if the table has none; None if there is none."""


def word_type(keys: Keys) -> WordType | None:
    """Return the type of a value by its path in a table, such as `("when", 0, "round")`.

    Return None if neither triggers nor lessons can have such a value.
    """
    if keys == MESSAGE:
        return fields_of(Lesson)["message"]
    name = str(keys[0]) if keys else ""
    groups = [one[name] for one in (GROUPS, LESSON_GROUPS) if name in one]
    if not groups:
        return None
    found: WordType | None = WordType("table", struct=groups[0])
    if len(keys) > 2:
        own = (fields_of(group).get(str(keys[2])) for group in groups)
        found = next((one for one in own if one is not None), None)
    for key in keys[3:]:
        if found is None:
            return None
        if isinstance(key, int):
            found = found.item
        else:
            found = fields_of(found.struct).get(key) if found.struct is not None else None
    return found


def fields_of(struct: type[msgspec.Struct]) -> dict[str, WordType]:
    """Return the types of a table's values by their keys."""
    info = info_of(struct)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: _field(field) for field in info.fields}


def _field(field: inspect.Field) -> WordType:
    found = _typed(field.type)
    default = None if field.default is msgspec.NODEFAULT else field.default
    return found._replace(is_needed=field.required, default=default)


def _typed(info: inspect.Type) -> WordType:
    """Return the type of a value; texts about which nothing is known are free texts."""
    bare, extra = _bare(info)
    ref, gives = str(extra.get("ref", "")), str(extra.get("gives", ""))
    match bare:
        case inspect.StrType() if ref or gives:
            return WordType("name" if ref else "naming", ref or gives)
        case inspect.StrType(pattern=str()):
            return WordType("naming")
        case inspect.StrType():
            return WordType("text", most=bare.max_length)
        case inspect.IntType() | inspect.FloatType():
            kind: WordKind = "number" if isinstance(bare, inspect.IntType) else "share"
            least = bare.ge if bare.ge is not None else bare.gt
            return WordType(kind, least=least, most=bare.le if bare.le is not None else bare.lt)
        case inspect.VarTupleType(item_type=item):
            return WordType("list", item=_typed(item), least=_least(info) or 0, most=_most(info))
        case inspect.StructType(cls=struct):
            return WordType("table", struct=struct)
    return WordType("choice", options=tuple(_options(bare)))


def _bare(info: inspect.Type) -> tuple[inspect.Type, dict[str, object]]:
    """Return a type without its marks and without None, and the marks."""
    extra: dict[str, object] = {}
    while True:
        match info:
            case inspect.Metadata(type=inner):
                extra |= info.extra or {}
                info = inner
            case inspect.UnionType(types=types):
                rest = [one for one in types if not isinstance(one, inspect.NoneType)]
                if len(rest) != 1:
                    return info, extra
                info = rest[0]
            case _:
                return info, extra


def _options(info: inspect.Type) -> Iterator[object]:
    match info:
        case inspect.UnionType(types=types):
            for one in types:
                yield from _options(one)
        case inspect.BoolType():
            yield from (False, True)
        case inspect.LiteralType(values=values):
            yield from values


def _least(info: inspect.Type) -> int | None:
    bare, _ = _bare(info)
    return getattr(bare, "min_length", None)


def _most(info: inspect.Type) -> int | None:
    bare, _ = _bare(info)
    return getattr(bare, "max_length", None)
