"""Facts lines of all books: each is there, is short, and changes with every value rules read."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from game.content.shipped_folders import levels_root
from game.content.values.book_data import BookData, book_data
from game.engine.legality import commands_of
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import BETWEEN, FactsLines
from game.terms.commands import AIMED, Command
from game.terms.facts import COMMON, AnyBasis, FactsBasis
from tests.conformance.books import books
from tests.conformance.field_changes import FieldChange, changes

WITHOUT = {"action", "etiquette", "guard", "verdigris", "tag"}
"""The books that tell no facts yet."""
LONGEST = 120
"""Letters of a line: two short lines of a tooltip."""

Moot = Callable[[Any], bool]

MOOT: Mapping[str, Mapping[str, Moot]] = {
    "contest.items": {
        # Nothing that lasts is laid on.
        "turns": lambda it: not (it.armour or it.edge or it.balance or it.lasting),
    },
}
"""For tables: fields that no rule reads in some things, and in which, changed or not."""

UNTOLD = {
    "contest": {
        "order": "The order of turns is nobody's command.",
        "initiative": "The order of turns is nobody's command.",
    },
}
"""The settings that change no line, each with the reason."""

done = pytest.mark.parametrize("id", sorted(set(books()) - WITHOUT))


@lru_cache(maxsize=8)
def _data(id: str) -> BookData:
    return book_data(books()[id], levels_root())


@lru_cache(maxsize=8)
def _lines(id: str) -> FactsLines:
    return FactsLines.of_book(books()[id])


def _basis(id: str) -> AnyBasis:
    data, book = _data(id), books()[id]
    settings = msgspec.convert(data.settings, book.schema.settings)
    return FactsBasis(settings, data.gear, data.terrain)


def _tables(id: str) -> Iterator[tuple[str, str, Any]]:
    """The things of all tables, each with the name of its table and its id."""
    for table, things in _data(id).gear.items():
        yield from ((table, name, thing) for name, thing in things.items())


def _ids(id: str) -> dict[str, tuple[str, ...]]:
    data = _data(id)
    gear = {table: tuple(things) for table, things in data.gear.items()}
    return {"terrain": tuple(data.terrain), **gear}


def test_books_without_facts_are_named() -> None:
    assert {id for id, book in books().items() if not book.facts.gear} == WITHOUT


@done
def test_facts_lines_are_there_for_all_things_and_grounds(id: str) -> None:
    facts = books()[id].facts
    assert facts.gear.keys() == books()[id].schema.gear.keys()
    said = {name: _lines(id).thing(name) for _, name, _ in _tables(id)}
    said |= {f"ground {name}": _lines(id).ground(name) for name in _data(id).terrain}
    said |= {f"condition {name}": _lines(id).condition(name) for name in facts.conditions}
    assert [name for name, line in said.items() if not line] == []
    assert [(name, line) for name, line in said.items() if len(line) > LONGEST] == []


@done
def test_facts_lines_are_there_for_all_commands(id: str) -> None:
    facts, kinds = books()[id].facts, commands_of(books()[id])
    assert {*facts.commands, *COMMON} >= set(kinds)
    said = {kind: _lines(id).command(kind) for kind in kinds}
    assert [kind for kind, line in said.items() if not line and not _names_thing(kind)] == []
    assert [line for line in said.values() if len(line) > LONGEST] == []


def _names_thing(kind: type[Command]) -> bool:
    """Whether a command says what it is done with, so that the line of that can say it all."""
    return bool({*kind.__struct_fields__} - {*AIMED, "target"})


@done
def test_facts_lines_name_entries_of_the_catalogues(id: str) -> None:
    book, basis = books()[id], _basis(id)
    texts = BattleSentences(book, {}).texts
    rows = [book.facts.thing(name, basis) for _, name, _ in _tables(id)]
    rows += [book.facts.ground(kind, basis) for kind in basis.terrain.values()]
    rows += [book.facts.command(kind, basis) for kind in commands_of(book)]
    rows += [book.facts.condition(kind, basis) for kind in book.facts.conditions]
    for facts in rows:
        assert list(facts) == sorted(facts, key=lambda fact: fact.slot)
        for fact in facts:
            assert texts.has("facts", fact.key), f"[facts] {fact.key} is missing"


@done
def test_facts_lines_change_with_every_value_that_rules_read(id: str) -> None:
    seen: dict[str, set[str]] = {}
    for table, name, thing in _tables(id):
        moot = MOOT.get(f"{id}.{table}", {})
        for change in changes(thing, _ids(id)):
            if _is_moot(moot, change, thing):
                continue
            seen.setdefault(table, set()).add(change.field)
            assert _told(id, table, change.thing) != _told(id, table, thing), (
                f"the line of {name} in {table} says the same with another {change.field}"
            )
    for table, _, thing in _tables(id):
        fields = {change.field for change in changes(thing, _ids(id))}
        assert fields <= seen[table], f"nothing in {table} shows {fields - seen[table]}"


def _is_moot(moot: Mapping[str, Moot], change: FieldChange, thing: Any) -> bool:
    is_so = moot.get(change.field)
    return is_so is not None and is_so(thing) and is_so(change.thing)


def _told(id: str, table: str, thing: Any) -> str:
    return _lines(id).text(books()[id].facts.gear[table](thing, _basis(id)))


@done
def test_facts_lines_change_with_every_setting(id: str) -> None:
    basis = _basis(id)
    untold, before = UNTOLD[id], _all_lines(id, basis)
    for change in changes(basis.settings, _ids(id)):
        after = _all_lines(id, msgspec.structs.replace(basis, settings=change.thing))
        assert (after == before) == (change.field in untold), change.field


def _all_lines(id: str, basis: AnyBasis) -> list[str]:
    book, lines = books()[id], _lines(id)
    commands = [book.facts.command(kind, basis) for kind in commands_of(book)]
    things = [book.facts.thing(name, basis) for _, name, _ in _tables(id)]
    held = [book.facts.condition(kind, basis) for kind in book.facts.conditions]
    return [lines.text(facts) for facts in (*commands, *things, *held)]


@done
def test_facts_lines_join_their_parts_in_one_line(id: str) -> None:
    for _, name, thing in _tables(id):
        line, facts = _lines(id).thing(name), books()[id].facts.thing(name, _basis(id))
        assert len(line.split(BETWEEN)) == len(facts)
        assert line[:1] == line[:1].upper()
        assert thing.title
