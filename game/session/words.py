"""What a battle says: the sentences of events, commands and rolls, from the catalogues.

A field whose value has an entry in the catalogue table of the field's own name (`reason`, `why`,
`cause`, `condition`, `answer`, …) is shown by that entry. An event or command with a field that is
None may have a sentence of its own, under `<name>_without_<field>`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.engine.book import Book
from game.terms import events, texts
from game.terms.commands import Command, to_text, verb
from game.terms.events import Event
from game.terms.texts import Texts

COMMON = Path(texts.__file__).with_name("texts.toml")
"""The sentences that every book shares; a book's own come after and may replace them."""


class Words:
    """The sentences of one book, with the titles of one battle's units and things."""

    def __init__(self, book: Book, names: Mapping[str, str]) -> None:
        self.texts = Texts.read(COMMON, *book.texts)
        self.names = names

    def event(self, event: Event) -> str:
        """An event as people read it."""
        values = _fields(event) | {"dice": ", ".join(map(str, event.dice))}
        plain = events.name_of(event).replace("_", " ").capitalize()
        return self._say("event", events.name_of(event), values) or plain

    def command(self, command: Command) -> str:
        """A command as people read it; `{end}` is the last tile of its path."""
        values, key = _fields(command), verb(command)
        path = values.get("path")
        if isinstance(path, tuple):
            values["end"] = path[-1] if path else None
            key = key if path else f"{key}_stay"
        return self._say("command", key, values) or to_text(command)

    def roll(self, why: str) -> str:
        """What a roll is for."""
        return self._entry("why", why) or why

    def _entry(self, table: str, value: Any) -> str | None:
        if isinstance(value, str) and self.texts.has(table, value):
            return self.texts.say(table, value, self.names)
        return None

    def _say(self, table: str, key: str, values: Mapping[str, Any]) -> str | None:
        for field, value in values.items():
            lacking = f"{key}_without_{field}"
            if value is None and self.texts.has(table, lacking):
                key = lacking
                break
        if not self.texts.has(table, key):
            return None
        shown = {field: self._entry(field, value) or value for field, value in values.items()}
        return self.texts.say(table, key, self.names, **shown)


def _fields(struct: Event | Command) -> dict[str, Any]:
    return dict(msgspec.structs.asdict(struct))
