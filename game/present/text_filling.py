"""What a battle says: the sentences of events, commands and rolls, from the catalogues.

A field whose value has an entry in the catalogue table of the field's own name (`reason`, `why`,
`cause`, `condition`, `answer`, …) is shown by that entry. `<name>_<value>` is the sentence for one
value of a text field, `<name>_without_<field>` the one where a field is None, 0 or empty. Dice of
which only some count (`4d6kh3`) are shown in words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from game.core.cells import Cell
from game.engine.book import Book
from game.record.failure import Failure
from game.terms import events, texts
from game.terms.agenda import Ask
from game.terms.changes import ChangeFact, FlagFact, NameFact, NamesFact, TilesFact
from game.terms.commands import Command, to_text, verb
from game.terms.events import Event
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.terms.texts import BadTexts, Texts, placed

COMMON = Path(texts.__file__).with_name("texts.toml")
"""The sentences that every book shares; a book's own come after and may replace them."""


KEPT = re.compile(r"([0-9]*d[0-9]+)(kh|kl)([0-9]+)")
"""Dice of which the highest or the lowest count."""
POOL = re.compile(r"([0-9]+)d[0-9]+s")
"""Dice of which those that show the most are counted."""

FACES = ("own", "other")
"""The fields that are faces of dice, and no tile though they may be two."""
ZONES = ("zone", "zones")
"""The fields that hold letters of zones."""

HARMS = "harms"
"""The field that holds tiles of a path that hurt: what each is, where, and its dice."""

SPENDS = "spends"
"""The field that holds what a reaction uses up, each by its entry in `[spends]`."""

QUOTED = re.compile(r"'([a-z0-9_.]+)'")
"""An id in a refusal."""
LAST = 50
"""The place of buttons of which a book says nothing."""

PARTS = ("heading", "outcome")
"""The tables, and fields of sentences, of the parts that some events are shown in."""

DICE = ("roll", "dice", "damage")
"""The fields that hold dice as they are written."""


class BattleSentences:
    """The sentences of one book, with the titles of one battle's units and things."""

    def __init__(self, book: Book, names: Mapping[str, str]) -> None:
        """Failure if a catalogue cannot be used."""
        try:
            self.texts = Texts.read(COMMON, *book.texts)
        except BadTexts as fault:
            raise Failure(str(fault)) from fault
        self.names = names

    def event(self, event: Event) -> str:
        """Return an event as people read it."""
        return self.parts(event)[0]

    def parts(self, event: Event) -> tuple[str, str, str]:
        """Return an event's sentence, what it is shown under, and what came of it.

        The latter two stand in `[heading]` and `[outcome]`, and the sentence may name them. An
        event without these entries has its sentence for a heading, and no outcome.
        """
        name, values = events.name_of(event), self._values(event)
        heading, outcome = (
            self._say(part, name, values) if self.texts.has(part, name) else None for part in PARTS
        )
        parts = {PARTS[0]: heading, PARTS[1]: outcome}
        values |= {part: said for part, said in parts.items() if said is not None}
        said = self._say("event", name, values) or name.replace("_", " ").capitalize()
        return said, (said if heading is None else heading), outcome or ""

    def _values(self, event: Event) -> dict[str, object]:
        values = _fields(event) | {"dice": ", ".join(map(str, event.dice))}
        if isinstance(event, events.DiceRolled):
            values["modifiers"] = self._added(event.modifiers)
        return values

    def walk(self, unit: str, path: Sequence[Cell]) -> str:
        """Several steps of one walk in one sentence."""
        return self.say("walk", unit=unit, path=tuple(path))

    def command(
        self, command: Command, facts: Mapping[str, object] | None = None, asked: str = ""
    ) -> str:
        """A command as people read it; `{end}` is the last tile of its path.

        `facts` are what the book lets its text mention besides; `asked` is the name of the ask,
        for which there may be an entry `<name>_<ask>`.
        """
        values: dict[str, object] = {"asked": asked}
        values, key = values | _fields(command) | dict(facts or {}), verb(command)
        path = values.get("path")
        if isinstance(path, tuple):
            values["end"] = path[-1] if path else None
            key = key if path else f"{key}_stay"
        return self._say("command", key, values) or to_text(command)

    def roll(self, why: str) -> str:
        """What a roll is for."""
        return self._entry("why", why) or why

    def ask(
        self,
        ask: Ask,
        id_of: Callable[[Entity], str | None],
        facts: Mapping[str, object] | None = None,
    ) -> str:
        """Return what a side has to decide; `id_of` tells the ids of entities that are units.

        `facts` are what the book lets the text mention besides.
        """
        values: dict[str, object] = dict(facts or {})
        for field in ask.__struct_fields__:
            value = getattr(ask, field)
            is_entity = isinstance(value, int) and not isinstance(value, bool)
            values[field] = (id_of(value) or value) if is_entity else value
        return self._say("ask", ask.called, values) or self.say("ask", **values)

    def say(self, key: str, **values: object) -> str:
        """A sentence that tells of no event or command."""
        return self._say("say", key, values) or key

    def fact(self, key: str, values: Mapping[str, object]) -> str:
        """Return a part of a facts line (`[facts]`); the key where there is no such entry."""
        return self._say("facts", key, values) or key

    def modifier(self, key: str) -> str:
        """What changed a roll: its entry, else the title of the thing of this id, else the key."""
        return self._entry("modifier", key) or self.names.get(key) or key.replace("_", " ")

    def cover(self, modifiers: Iterable[str]) -> str:
        """The cover that shows among modifiers as people read them; "" for none.

        The book says which modifier stands for which (`[cover]`).
        """
        said = set(modifiers)
        kinds = self.texts.keys("cover")
        told = (kind for kind in kinds if self.modifier(self.texts.say("cover", kind, {})) in said)
        return next(told, "")

    def titled(self, sentence: str) -> str:
        """A refusal with titles in place of the ids of units, sides and things."""
        return QUOTED.sub(
            lambda m: placed(self.names.get(m[1], m[0]), sentence[: m.start()]), sentence
        )

    def thing(self, id: str) -> str:
        """The title of a thing, a condition or a unit."""
        entry = self._entry("condition", id) or self.names.get(id) or id.replace("_", " ")
        return entry[:1].upper() + entry[1:]

    def held(self, kind: str, value: int = 0) -> str:
        """A condition that holds, with its value where that says something (`[held]`)."""
        entry = kind if self.texts.has("held", kind) else "value"
        if not value or not self.texts.has("held", entry):
            return self.thing(kind)
        what = self._entry("condition", kind) or kind.replace("_", " ")
        return self.texts.say("held", entry, self.names, value=value, what=what)

    def figure(self, key: str) -> str:
        """What a figure of a card is called."""
        plain = key.replace("_", " ")
        return self._entry("figure", key) or plain[:1].upper() + plain[1:]

    def shorts(self, stats: Mapping[str, object]) -> Iterator[tuple[str, bool | str]]:
        """The figures of a card that the book wants seen first, in its order (`[short]`).

        Of a figure that is 1 the entry `<key>_one` is the name, if there is one.
        """
        for key in self.texts.keys("short"):
            value = stats.get(key)
            is_one = value == 1 and self.texts.has("short", f"{key}_one")
            name = self.texts.say("short", f"{key}_one" if is_one else key, self.names)
            if isinstance(value, bool):
                yield name, value
            elif value is not None:
                yield name, self.value(value)

    def value(self, value: object) -> str:
        """A figure of a card as people read it."""
        if value is True:
            return self.say("yes")
        return self.names.get(value) or self.dice(value) if isinstance(value, str) else str(value)

    def verb(self, word: str) -> str:
        """What a kind of command is called."""
        plain = word.replace("_", " ")
        return self._entry("verb", word) or plain[:1].upper() + plain[1:]

    def answer(self, answer: str) -> str | None:
        """What the button of an answer is called, if the book has a short word for it."""
        return self._entry("verb", f"answer_{answer}")

    def rank(self, word: str) -> int:
        """Where the button of a kind of command stands among others (`[rank]`)."""
        entry = self._entry("rank", word) or ""
        return int(entry) if entry.isdecimal() else LAST

    def deed(self, word: str, things: Sequence[str]) -> str:
        """What a kind of command with some things is called; where `[verb]` says nothing of the
        verb, as of striking with a sword, by the things alone. A verb with one of its things may
        have an entry of its own, as `called_trip`."""
        if not things:
            return self.verb(word)
        if self.texts.has("verb", f"{word}_{things[-1]}"):
            return self.deed(f"{word}_{things[-1]}", things[:-1])
        is_plain = self.texts.has("verb", word) and not self._entry("verb", word)
        title = ", ".join(self.thing(thing) for thing in things)
        return title if is_plain else f"{self.verb(word)}: {title}"

    def change(self, unit: str | None, fact: ChangeFact) -> str:
        """Return what an outcome of odds does to a unit (`[change]`)."""
        key, value = fact.key, fact.value
        entry, plain, shown = key, "plain", value
        match fact:
            case FlagFact(value=True):
                plain = "plain_true"
            case FlagFact(value=False):
                entry, plain = f"{key}_not", "plain_not"
            case NameFact(value=None):
                lacking = f"{key}_without_value"
                entry, plain = lacking if self.texts.has("change", lacking) else key, "plain_true"
            case NameFact(value=str() as name):
                shown = self._named(name)
            case NamesFact(value=names):
                shown = tuple(map(self._named, names))
            case TilesFact():
                shown, plain = "", "plain_true"
        entry = entry if self.texts.has("change", entry) else plain
        what = key.replace("_", " ")
        return self.texts.say("change", entry, self.names, unit=unit, value=shown, what=what)

    def _named(self, id: str) -> str:
        return self._entry("condition", id) or id

    def then(self, ask: str) -> str:
        """The ask at which an outcome stops."""
        what = self._entry("then", ask) or ask.replace("_", " ")
        return self.texts.say("change", "then", self.names, value=what)

    def assumed(self, ask: str, answer: str) -> str | None:
        """How an ask is taken to be answered in odds (`[assume]`), if the book has words for it."""
        return self._entry("assume", f"{ask}_{answer}")

    def dice(self, written: str) -> str:
        """Dice as people read them: `4d6kh3` are the best 3 of 4d6, `4d6s` are 4 dice."""

        def spelled(found: re.Match[str]) -> str:
            dice, which, keep = found.groups()
            return self.say(which if keep != "1" else f"{which}_one", dice=dice, keep=int(keep))

        kept = KEPT.sub(spelled, written)
        return POOL.sub(lambda found: self.say("pool", dice=int(found[1])), kept)

    def modifiers(self, found: Iterable[Modifier]) -> tuple[Modifier, ...]:
        """Return modifiers as people read them."""
        return tuple(msgspec.structs.replace(m, text=self.modifier(m.text)) for m in found)

    def _added(self, found: Iterable[Modifier]) -> str:
        """What is added, each with its number; after it what only changed the dice, without."""
        found = tuple(found)
        added = (f", {self.modifier(m.text)} {m.value:+}" for m in found if m.value)
        reasons = dict.fromkeys(self.modifier(m.text) for m in found if not m.value)
        return "".join(added) + (self._because(*reasons) if reasons else "")

    def _because(self, *reasons: str) -> str:
        *others, last = reasons
        return self.say("because", others=tuple(others), last=last)

    def variant(self, table: str, key: str, values: Mapping[str, object]) -> str:
        """Return the key of the entry for these very values, field by field: for a value, or for
        its lack."""
        for field, value in values.items():
            special = f"{key}_{value}" if isinstance(value, str) else ""
            lacking = "" if value else f"{key}_without_{field}"
            for variant in (special, lacking):
                if variant and self.texts.has(table, variant):
                    key = variant
        return key

    def _entry(self, table: str, value: object) -> str | None:
        if isinstance(value, str) and self.texts.has(table, value):
            return self.texts.say(table, value, self.names)
        return None

    def _say(self, table: str, key: str, values: Mapping[str, object]) -> str | None:
        key = self.variant(table, key, values)
        if not self.texts.has(table, key):
            return None
        shown = {field: self._shown(field, value) for field, value in values.items()}
        return self.texts.say(table, key, self.names, **shown)

    def _shown(self, field: str, value: object) -> object:
        if field in FACES and isinstance(value, tuple):
            return ", ".join(map(str, value))
        if field == HARMS and isinstance(value, tuple):
            told = (self.say("harm", what=what, at=at, dice=dice) for what, at, dice in value)
            return texts.titles_text(told)
        if isinstance(value, tuple) and field == SPENDS:
            return tuple(self._entry(field, one) or one for one in value)
        if field in ZONES:
            return tuple(map(_zone, value)) if isinstance(value, tuple) else _zone(str(value))
        if field in DICE and isinstance(value, str) and (KEPT.search(value) or POOL.search(value)):
            return self.dice(value)
        return self._entry(field, value) or value


def _zone(letter: str) -> str:
    """What a zone is called unless the level gives it a name."""
    return f"zone {letter}"


def _fields(struct: Event | Command) -> dict[str, object]:
    return dict(msgspec.structs.asdict(struct))
