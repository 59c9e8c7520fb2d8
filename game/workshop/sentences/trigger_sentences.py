"""Triggers as sentences, made from the tables of their conditions and effects.

A sentence is a series of parts: plain words, and words that stand for a value of the trigger. Such
a part has the path of its value in the trigger and the kind of name it is, so that an editor can
offer others in its place.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from game.content.toml_files.positions import Keys
from game.terms.level_script import Lesson, Trigger
from game.terms.script.behaviours import Behaviour
from game.terms.script.conditions import Standing
from game.terms.script.effects import Do
from game.terms.texts import Language, Phrase, Texts

CATALOGUE = Path(__file__).with_name("texts.toml")
_KEPT: list[tuple[Language | None, Texts]] = []
"""The catalogue that was read last, with its language."""
MARK = "\x1f"
"""A sign around the names of fields, while a sentence is taken apart."""
SPEAKER = ("title", "unit", "kind")
"""Keys that name a speaker, the one that is shown first."""


class SentencePart(NamedTuple):
    """A part of a sentence: plain words, or the words for a value."""

    text: str
    keys: Keys = ()
    """Path of the value in the trigger; empty for plain words."""
    ref: str = ""
    """What the value names: an area, a unit, an item and so on; "" for other values."""


Parts = tuple[SentencePart, ...]


def trigger_sentence(trigger: Trigger | Lesson) -> str:
    """Return a trigger, or the conditions of a lesson, as one line."""
    return "".join(part.text for part in trigger_parts(trigger))


def trigger_parts(trigger: Trigger | Lesson) -> Parts:
    """Return the parts of a trigger's sentence: how often, when, until when, and what it does."""
    return tuple(_trigger_parts(trigger))


def _trigger_parts(trigger: Trigger | Lesson) -> Iterator[SentencePart]:
    is_once = trigger.once if isinstance(trigger, Trigger) else True
    either = trigger.any if isinstance(trigger, Trigger) else ()
    yield SentencePart(_word("once" if is_once else "each"), ("once",))
    if trigger.when:
        yield SentencePart(_word("one" if len(trigger.when) == 1 else "all"))
        yield from _conditions("when", trigger.when)
    if either:
        yield SentencePart(_word("and_any" if trigger.when else "any"))
        yield from _conditions("any", either)
    if trigger.until:
        yield SentencePart(_word("until"))
        yield from _conditions("until", trigger.until)
    yield SentencePart(_word("then"))
    if isinstance(trigger, Trigger):
        yield from _listed([effect_parts(one, ("do", n)) for n, one in enumerate(trigger.do)])
    else:
        yield SentencePart(trigger.message, ("message",))


def _conditions(name: str, whens: Sequence[Standing]) -> Iterator[SentencePart]:
    return _listed([condition_parts(when, (name, n)) for n, when in enumerate(whens)])


def _listed(some: Sequence[Parts]) -> Iterator[SentencePart]:
    for number, parts in enumerate(some):
        if number:
            yield SentencePart(_word("next"))
        yield from parts


def condition_parts(when: Standing, keys: Keys = ()) -> Parts:
    """Return the parts of a condition's sentence; `keys` is its path in the trigger."""
    return _parts("condition", when, keys)


def effect_parts(deed: Do, keys: Keys = ()) -> Parts:
    """Return the parts of an effect's sentence; `keys` is its path in the trigger."""
    return _parts("effect", deed, keys)


def _parts(table: str, one: msgspec.Struct, keys: Keys) -> Parts:
    """Return the sentence for the one key that a condition or an effect has."""
    key = next(name for name in one.__struct_fields__ if getattr(one, name) is not None)
    value = getattr(one, key)
    if isinstance(value, msgspec.Struct):
        missing = [name for name in value.__struct_fields__ if getattr(value, name) is None]
        entry = _entry(table, key, missing)
        return tuple(_filled(table, entry, value, (*keys, key)))
    return tuple(_split(table, key, {"value": (_value(one, key, (*keys, key)),)}))


def _entry(table: str, key: str, missing: Sequence[str]) -> str:
    """Return the entry for a table without some of its fields."""
    found = key
    for name in missing:
        if _texts().has(table, f"{found}_without_{name}"):
            found = f"{found}_without_{name}"
    return found


def _filled(table: str, entry: str, value: msgspec.Struct, keys: Keys) -> Iterator[SentencePart]:
    """Yield the parts of an entry whose fields are those of a table."""
    fields: dict[str, Parts] = {}
    for name in _texts().fields(table, entry):
        match name:
            case "who":
                fields[name] = _who(value, keys)
            case "limits":
                fields[name] = _limits(value, keys)
            case "speaker":
                fields[name] = _speaker(value, keys)
            case "manner":
                fields[name] = tuple(_manner(value, keys))
            case _:
                fields[name] = (_value(value, name, (*keys, name)),)
    yield from _split(table, entry, fields)


def _split(table: str, entry: str, fields: Mapping[str, Parts]) -> Iterator[SentencePart]:
    """Yield an entry's words, with the parts of its fields in their places."""
    marks = {name: Phrase(f"{MARK}{name}{MARK}") for name in fields}
    for number, piece in enumerate(_texts().say(table, entry, {}, **marks).split(MARK)):
        if number % 2:
            yield from fields[piece]
        elif piece:
            yield SentencePart(piece)


def _who(value: Any, keys: Keys) -> Parts:
    for name in ("unit", "side"):
        if getattr(value, name) is not None:
            part = _value(value, name, (*keys, name))
            return tuple(_split("who", name, {name: (part,)}))
    return (SentencePart(_texts().say("who", "anyone", {}), (*keys, "unit"), "unit"),)


def _limits(value: Any, keys: Keys) -> Parts:
    given = [name for name in ("at_least", "at_most") if getattr(value, name) is not None]
    parts = {name: (_value(value, name, (*keys, name)),) for name in given}
    return tuple(_split("limits", given[0] if len(given) == 1 else "both", parts))


def _speaker(value: Any, keys: Keys) -> Parts:
    name = next((name for name in SPEAKER if getattr(value, name) is not None), None)
    if name is None:
        return (SentencePart(_texts().say("speaker", "nobody", {}), (*keys, "unit"), "unit"),)
    return (_value(value, name, (*keys, name)),)


def _manner(value: Any, keys: Keys) -> Iterator[SentencePart]:
    given = [name for name in Behaviour.__struct_fields__ if getattr(value, name)]
    if not given:
        yield SentencePart(_texts().say("manner", "free", {}), keys)
    for number, name in enumerate(given):
        if number:
            yield SentencePart(_word("next"))
        part = {"key": (SentencePart(name),), "value": (_value(value, name, (*keys, name)),)}
        yield from _split("manner", "key", part)


def _value(table: msgspec.Struct, name: str, keys: Keys) -> SentencePart:
    """Return the part for a value, as it is written in the file but without quotes."""
    value = getattr(table, name)
    return SentencePart(_shown(value), keys, _refs(type(table)).get(name, ""))


def _shown(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return ", ".join(map(_shown, value))
        case msgspec.Struct():
            return str(getattr(value, "id", ""))
    return str(value)


@cache
def _refs(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return what each field of a table names, for the fields that name something."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found = {field.name: next(_named(field.type), "") for field in info.fields}
    return {name: ref for name, ref in found.items() if ref}


def _named(info: inspect.Type) -> Iterator[str]:
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            if extra and "ref" in extra:
                yield str(extra["ref"])
            yield from _named(inner)
        case inspect.UnionType(types=types):
            for inner in types:
                yield from _named(inner)
        case inspect.VarTupleType(item_type=inner):
            yield from _named(inner)


def _word(key: str) -> str:
    return _texts().say("trigger", key, {})


def _texts() -> Texts:
    """Return the catalogue in the language of this moment."""
    if not _KEPT or _KEPT[0][0] is not Texts.language:
        _KEPT[:] = [(Texts.language, Texts.read(CATALOGUE))]
    return _KEPT[0][1]
