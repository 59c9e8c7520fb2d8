"""The JSON Schema of the protocol, generated from the types of its messages."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from types import GenericAlias
from typing import Any, Literal

import msgspec

from game.engine.book import Book
from game.engine.legality import CHOICE, COMMON_ASKS, commands_of
from game.referee.protocol import HEARD, QUERIES, SAYS, VERSION, Say
from game.terms import script_events
from game.terms.commands import Command, verb
from game.terms.events import COMMON, Event, name_of
from game.world.ask_rules import AnyAskRules

REF = "#/$defs/{name}"


def protocol_schema(books: Mapping[str, Book]) -> dict[str, object]:
    """Return the schema of every line sent or received when these books are played.

    Its `$defs` include `In`, `Out`, `Ask`, `Command` and `Event`.
    """
    commands = _unique(kind for book in books.values() for kind in commands_of(book))
    events = _unique(
        (
            *COMMON,
            *script_events.PART.events,
            *(kind for book in books.values() for kind in book.events),
        )
    )
    groups: dict[str, list[Any]] = {
        "Command": list(commands),
        "Event": [_event(kind) for kind in events],
        "Ask": [
            *_asks("", COMMON_ASKS),
            *(a for b in books.values() for a in _asks(b.id, b.asks)),
        ],
        "Out": list(SAYS),
        "In": [*HEARD, *QUERIES],
    }
    refs, defs = _components(groups)
    refs["Out"] = [*refs["Out"], {"$ref": "#/$defs/Ask"}, {"$ref": "#/$defs/Event"}]
    refs["In"] = [{"$ref": "#/$defs/Command"}, *refs["In"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Five Tables referee protocol, version {VERSION}: one line",
        "anyOf": [{"$ref": "#/$defs/In"}, {"$ref": "#/$defs/Out"}],
        "$defs": {name: {"anyOf": found} for name, found in refs.items()} | defs,
    }


def _components(groups: Mapping[str, list[Any]]) -> tuple[dict[str, list[Any]], dict[str, object]]:
    flat = [kind for kinds in groups.values() for kind in kinds]
    found, defs = msgspec.json.schema_components(flat, ref_template=REF)
    ordered = iter(found)
    refs = {name: [next(ordered) for _ in kinds] for name, kinds in groups.items()}
    return refs, dict(defs)


def _unique(kinds: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(kinds))


def _event(kind: type[Event]) -> type[Any]:
    """Return the type of an event's message: the event's fields, its number and its text."""
    fields = [("say", Literal["event"]), ("n", int), ("text", str)]
    name = name_of(kind)
    made = msgspec.defstruct(
        f"{kind.__name__}Event",
        fields,
        bases=(kind,),
        module=kind.__module__,  # two books may have events with the same name
        tag=name,
        kw_only=True,
        frozen=True,
    )
    made.__doc__ = kind.__doc__
    return made


def _asks(book: str, rules: Iterable[AnyAskRules]) -> list[type[Any]]:
    return [_ask(book, rule) for rule in rules]


def _ask(book: str, rules: AnyAskRules) -> type[Any]:
    """Return the type of an ask's message, with the commands that it offers.

    The `ask` of a choice can be any text, because it names the kind of choice.
    """
    title = f"{book.capitalize()}{rules.ask.__name__}"
    kinds: tuple[type[Command], ...] = tuple(option.command for option in rules.options)
    option = msgspec.defstruct(
        f"{title}Option",
        [("command", reduce(or_, kinds)), ("text", str), ("cost", int | None, None)],
        omit_defaults=True,
    )
    name: Any = str if rules is CHOICE else Literal[rules.ask.name]
    texts = [(key, str) for key in ("side", "unit", "text")]
    fields = [("ask", name), *texts, ("options", GenericAlias(list, (option,)))]
    made = msgspec.defstruct(f"{title}Message", fields, bases=(Say,), tag="ask")
    made.__doc__ = f"An ask that takes {', '.join(verb(kind) for kind in kinds)}."
    return made
