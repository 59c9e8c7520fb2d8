"""Every sentence that can be said has its entry in the catalogues, with fields that exist.

What books and their texts say of each other is compared as it stands; and all that comes up in
random play is put into words, which fails where a sentence wants a field that is not there.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from game.components.conditions import Conditions
from game.engine.battle import Battle
from game.engine.book import Book
from game.present.text_filling import COMMON, PARTS, BattleSentences
from game.terms import events
from game.terms.agenda import Ask, BattleEnd, Decision, Roll
from game.terms.commands import Command, Concede, OfferDraw, verb
from game.terms.events import Event, name_of
from game.terms.texts import Texts
from tests.conformance.books import books, cases, is_large
from tests.conformance.driver import REASONS, stops

TITLED = ("cause", "condition", "answer")
"""What the things of a level may stand for, which have titles of their own."""

every_book = pytest.mark.parametrize("book", books().values(), ids=list(books()))


def texts_of(book: Book) -> Texts:
    return Texts.read(COMMON, *book.texts)


def variants(texts: Texts, table: str, name: str, names: Iterable[str]) -> list[str]:
    """The entries for a name: its own, and those for some values of its fields."""
    longer = [n for n in names if n.startswith(f"{name}_")]
    return [
        key
        for key in texts.keys(table)
        if (key == name or key.startswith(f"{name}_"))
        and not any(key == n or key.startswith(f"{n}_") for n in longer)
    ]


def missing(texts: Texts, table: str, names: Iterable[str]) -> list[str]:
    """The names without an entry of their own."""
    return [f"[{table}] {name}" for name in names if not texts.has(table, name)]


def strange_fields(texts: Texts, table: str, fields: Mapping[str, Iterable[str]]) -> list[str]:
    """Entries that want fields which what they speak of has not."""
    return [
        f"[{table}] {key} wants {field}"
        for name in fields
        for key in variants(texts, table, name, fields)
        for field in texts.fields(table, key)
        if field.partition(":")[0] not in fields[name]
    ]


def stale(texts: Texts, table: str, names: Iterable[str]) -> list[str]:
    """Entries that nothing asks for."""
    known = [key for name in names for key in variants(texts, table, name, ())]
    return [f"[{table}] {key}" for key in texts.keys(table) if key not in known]


def events_of(book: Book) -> dict[str, tuple[str, ...]]:
    kinds: tuple[type[Event], ...] = (*events.COMMON, *book.events)
    return {name_of(kind): kind.__struct_fields__ for kind in kinds}


def commands_of(book: Book) -> list[str]:
    """The names of the book's commands; those whose path may be empty have two."""
    kinds: tuple[type[Command], ...] = (*book.commands(), Concede, OfferDraw)
    return [
        name
        for kind in dict.fromkeys(kinds)
        for name in (verb(kind), f"{verb(kind)}_stay")
        if name == verb(kind) or _may_stay(kind)
    ]


def _may_stay(kind: type[Command]) -> bool:
    defaults = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    return "path" in kind.__struct_fields__[defaults:]


@every_book
def test_every_event_has_its_sentence(book: Book) -> None:
    texts, told = texts_of(book), events_of(book)
    wanted = {
        name: (*fields, *(part for part in PARTS if texts.has(part, name)))
        for name, fields in told.items()
    }
    assert missing(texts, "event", wanted) == []
    assert strange_fields(texts, "event", wanted) == []
    assert stale(Texts.read(*book.texts), "event", wanted) == []


@every_book
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_sentence_is_of_an_event_that_the_sentence_names(
    book: Book, part: str
) -> None:
    texts, wanted = texts_of(book), events_of(book)
    assert strange_fields(texts, part, wanted) == []
    assert stale(Texts.read(*book.texts), part, wanted) == []
    for name in wanted:
        if texts.has(part, name) and any(texts.fields(part, name)):
            assert part in texts.fields("event", name)


@every_book
def test_event_names_are_told_apart(book: Book) -> None:
    kinds = (*events.COMMON, *book.events)
    assert len({name_of(kind) for kind in kinds}) == len(kinds)


@every_book
def test_every_command_has_its_sentence(book: Book) -> None:
    assert missing(texts_of(book), "command", commands_of(book)) == []
    assert stale(Texts.read(*book.texts), "command", (*commands_of(book), "answer")) == []


@every_book
def test_every_ask_has_its_sentence(book: Book) -> None:
    wanted = {rules.ask.name: (*rules.ask.__struct_fields__, "spends") for rules in book.asks}
    wanted |= {"draw": Ask.__struct_fields__}
    assert missing(texts_of(book), "ask", wanted) == []
    assert strange_fields(texts_of(book), "ask", wanted) == []


def missing_values(words: BattleSentences, table: str, kinds: Iterable[type[Any]]) -> list[str]:
    """Entries that would show a field which may be None: one None at a time, and all at once."""
    return [
        f"[{table}] {key} shows {field}, which may be None"
        for kind in kinds
        for lacking in _lacking(kind)
        for key in [_entry(words, table, kind, lacking)]
        for field in words.texts.fields(table, key) if field.partition(":")[0] in lacking
    ]  # fmt: skip


def _lacking(kind: type[Any]) -> list[tuple[str, ...]]:
    hints = get_type_hints(kind)
    found = [field for field in kind.__struct_fields__ if type(None) in get_args(hints[field])]
    return [*((field,) for field in found), tuple(found)] if found else []


def _entry(words: BattleSentences, table: str, kind: type[Any], lacking: tuple[str, ...]) -> str:
    name = {"event": name_of, "command": verb, **dict.fromkeys(PARTS, name_of)}.get(
        table, lambda ask: ask.name
    )(kind)
    there = {field: None if field in lacking else 1 for field in kind.__struct_fields__}
    return words._variant(table, str(name), there)


@every_book
def test_no_sentence_shows_a_value_that_is_missing(book: Book) -> None:
    words = BattleSentences(book, {})
    asks = [rules.ask for rules in book.asks]
    kinds = (*events.COMMON, *book.events)
    assert missing_values(words, "event", kinds) == []
    for part in PARTS:
        parted = [kind for kind in kinds if words.texts.has(part, name_of(kind))]
        assert missing_values(words, part, parted) == []
    assert missing_values(words, "command", book.commands()) == []
    assert missing_values(words, "ask", asks) == []


@every_book
def test_every_ending_has_its_sentence(book: Book) -> None:
    assert missing(texts_of(book), "reason", REASONS) == []


# In play


class Heard:
    """All that came up in random play of a book, put into words."""

    def __init__(self, book: Book) -> None:
        self.keys: dict[str, set[str]] = {
            table: set() for table in ("why", "cause", "condition", "ask", "answer")
        }
        self.sentences: dict[str, str] = {}
        """The newest sentence of each event and command."""
        self.unknown: set[str] = set()
        self.names: set[str] = set()
        self._book = book
        for case in cases([book.id]):
            words = BattleSentences(book, case.start().world.scene.names)
            self.names |= words.names.keys()
            most = 60 if is_large(case) else 150
            for battle in stops(case.start(), Random(f"heard {case}"), most, case.start):
                self._stop(battle, words)

    def _stop(self, battle: Battle, words: BattleSentences) -> None:
        stop = battle.stop
        if isinstance(stop, Roll):
            self.keys["why"].add(stop.why)
            self.sentences[f"roll {stop.why}"] = words.roll(stop.why)
        elif isinstance(stop, Ask):
            self.keys["ask"].add(stop.called)
            if isinstance(stop, Decision):
                self.keys["answer"] |= {branch.answer for branch in stop.branches}
            for command in battle.legal():
                said = words.command(command, battle.facts(command))
                self.sentences[f"command {verb(command)}"] = said
        elif isinstance(stop, BattleEnd):
            for told in battle.told():
                for event in (told.event, told.instead):
                    if event is not None:
                        self._event(event, words)
        for _, held in battle.world.all(Conditions):
            self.keys["condition"] |= {condition.kind for condition in held.all}

    def _event(self, event: Event, words: BattleSentences) -> None:
        if type(event) not in (*events.COMMON, *self._book.events):
            self.unknown.add(name_of(event))
        self.sentences[f"event {name_of(event)}"] = words.event(event)
        for table in ("why", "cause", "condition"):
            said: Any = getattr(event, table, None)
            if said:
                self.keys[table].add(said)


@cache
def heard(book: str) -> Heard:
    return Heard(books()[book])


@every_book
def test_all_that_is_heard_in_play_has_its_words(book: Book) -> None:
    found, texts = heard(book.id), texts_of(book)
    assert found.unknown == set()
    lacking = [
        f"[{table}] {key}"
        for table, keys in found.keys.items()
        for key in sorted(keys)
        if not texts.has(table, key) and not (table in TITLED and key in found.names)
    ]
    assert lacking == []
    assert found.keys["why"]


@every_book
def test_sentences_are_whole(book: Book) -> None:
    for what, said in heard(book.id).sentences.items():
        assert said, what
        assert not set("{}_") & set(said), (what, said)
        assert "None" not in said, (what, said)
        assert "  " not in said, (what, said)
        assert said == said.strip(), (what, said)
