"""The stats of a kind, as a player would write them on a sheet, from the data alone."""

from collections.abc import Collection, Iterator

import msgspec
from msgspec import inspect

from game.engine.book import Book
from game.present.battle_sentences import BattleSentences
from game.present.codex.pages import Figure
from game.present.held_things import fields_of
from game.terms.book_schema import Relations

WORDS = ("title", "about")


def kind_figures(book: Book, words: BattleSentences, stats: object) -> Iterator[Figure]:
    """Yield the stats that aren't 0 or empty, and choices other than the default.

    Leave out stats that name items or abilities, and damage types that are halved or doubled.
    """
    assert isinstance(stats, msgspec.Struct)
    shown = book.schema.shown(stats) if book.schema.shown else None
    for name, value, table in _plain(stats, book.relations, shown):
        title = words.titled(table, name) if table in words.texts.tables() else words.figure(name)
        yield Figure(title, _written(words, name, value))


def _written(words: BattleSentences, name: str, value: object) -> str:
    """Return the value of a stat by its entry in `[stat]`, or the plain value without one."""
    if words.texts.has("stat", name):
        return words.texts.say("stat", name, {}, value=value)
    return words.value(value, name)


def _plain(
    stats: msgspec.Struct,
    relations: Relations,
    shown: Collection[str] | None = None,
    table: str = "",
) -> Iterator[tuple[str, object, str]]:
    """Yield each stat's name, value and table: `skill` for stats in a nested table `skills`."""
    own = relations.get(type(stats), {})
    for field in fields_of(type(stats)):
        value = getattr(stats, field.name)
        is_hidden = shown is not None and field.name not in shown
        if is_hidden or field.name in (*WORDS, *own) or not value:
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
