"""A unit's data: the stats on its sheet, and the weapons, items, powers and abilities it names."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec import inspect

from game.engine.book import Book
from game.present.battle_sentences import BattleSentences
from game.terms.book_schema import Relations, Schema

TEXTS = ("title", "about")
"""Stats that are texts."""


class Figure(msgspec.Struct, frozen=True):
    """A stat of a kind of unit."""

    name: str
    value: str


def things_by_key(schema: Schema, stats: object) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of gear that stats name, by key, in the order of the keys."""
    fields = fields_of(schema.unit)
    found = {
        field.name: tuple(
            id
            for table, id in named_things(field.type, getattr(stats, field.name))
            if table in schema.gear
        )
        for field in fields
    }
    return {key: things for key, things in found.items() if things}


@lru_cache(maxsize=256)
def fields_of(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """Return the fields of a table's type."""
    info = inspect.type_info(kind)
    return info.fields if isinstance(info, inspect.StructType) else ()


def named_things(info: inspect.Type, value: object) -> Iterator[tuple[str, str]]:
    """Yield the table and id of each reference in a value, in order."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            table = (extra or {}).get("ref")
            if table and value:
                yield table, str(value)
            yield from named_things(inner, value)
        case inspect.VarTupleType(item_type=inner) if isinstance(value, tuple):
            for one in value:
                yield from named_things(inner, one)
        case inspect.UnionType(types=types) if value is not None:
            for kind in types:
                yield from named_things(kind, value) if isinstance(kind, inspect.Metadata) else ()


def kind_figures(book: Book, words: BattleSentences, stats: object) -> Iterator[Figure]:
    """Yield attributes, all stats that aren't 0 or empty, and choices other than the default.

    Leave out stats that name items or abilities, and damage types that are halved or doubled.
    """
    assert isinstance(stats, msgspec.Struct)
    shown = book.schema.shown(stats) if book.schema.shown else None
    always = book.schema.attributes
    for name, value, table in _plain(stats, book.relations, shown, always):
        title = words.titled(table, name) if table in words.texts.tables() else words.figure(name)
        yield Figure(title, stat_text(words, name, value))


def stat_text(words: BattleSentences, name: str, value: object) -> str:
    """Return the value of a stat by its entry in `[stat]`, or the plain value without one.

    0 has no sign.
    """
    if value and words.texts.has("stat", name):
        return words.texts.say("stat", name, {}, value=value)
    return words.value(value, name)


def _plain(
    stats: msgspec.Struct,
    relations: Relations,
    shown: Collection[str] | None = None,
    always: Collection[str] = (),
    table: str = "",
) -> Iterator[tuple[str, object, str]]:
    """Yield each stat's name, value and table: `skill` for stats in a nested table `skills`."""
    own = relations.get(type(stats), {})
    for field in fields_of(type(stats)):
        value = getattr(stats, field.name)
        is_hidden = shown is not None and field.name not in shown
        if is_hidden or field.name in (*TEXTS, *own) or not (value or field.name in always):
            continue
        if isinstance(value, msgspec.Struct):
            yield from _plain(value, relations, table=field.name.removesuffix("s"))
        elif _is_choice(field.type):
            is_usual = shown is None and value == field.default
            yield from () if is_usual else ((field.name, value, table),)
        elif isinstance(value, int) or _is_dice(field.type):
            yield field.name, value, table


def _is_choice(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.LiteralType)


def _is_dice(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and bool((kind.extra or {}).get("dice"))
