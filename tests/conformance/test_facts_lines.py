"""Facts lines of all rulebooks: complete, short, and changing with every value that rules read."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.components.conditions import Conditions
from game.content.shipped_folders import levels_root
from game.content.values.book_data import BookData, book_data
from game.engine.battle import Battle
from game.engine.legality import commands_of
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import BETWEEN, FactsLines
from game.terms.agenda import Ask
from game.terms.commands import Answer, Command
from game.terms.facts import COMMON, AnyBasis, Facts, FactsBasis
from game.terms.records import Entity
from tests.books import tag
from tests.conformance.books import books, cases, is_large
from tests.conformance.driver import stops
from tests.conformance.field_changes import FieldChange, changes
from tests.conformance.moot_fields import DETAILS, MOOT, UNREAD, UNTOLD

TEST_LEVELS = Path(tag.__file__).parents[1] / "levels"
STOPS = 12
"""Number of stops of each position at which all commands are checked."""
LONGEST = 144
"""Maximum length of a line: two short lines of a tooltip."""

each_book = pytest.mark.parametrize("id", sorted(books()))


@lru_cache(maxsize=8)
def _data(id: str) -> BookData:
    return book_data(books()[id], _root(id))


def _root(id: str) -> Path:
    """Return the root folder of a rulebook's data."""
    return TEST_LEVELS if id == "tag" else levels_root()


@lru_cache(maxsize=8)
def _lines(id: str) -> FactsLines:
    return FactsLines.of_book(books()[id], _root(id))


def _basis(id: str) -> AnyBasis:
    data, book = _data(id), books()[id]
    settings = msgspec.convert(data.settings, book.schema.settings)
    return FactsBasis(settings, data.gear, data.terrain)


def _tables(id: str) -> Iterator[tuple[str, str, Any]]:
    """Yield the things of all tables, and the grounds, each with its table's name and its id."""
    for table, things in (*_data(id).gear.items(), ("terrain", _data(id).terrain)):
        yield from ((table, name, thing) for name, thing in things.items())


def _ids(id: str) -> dict[str, tuple[str, ...]]:
    data = _data(id)
    gear = {table: tuple(things)[:8] for table, things in data.gear.items()}
    return {"terrain": tuple(data.terrain)[:8], **gear}


@each_book
def test_facts_lines_exist_for_all_things_and_grounds(id: str) -> None:
    facts = books()[id].facts
    assert facts.gear.keys() == books()[id].schema.gear.keys()
    said = {(table, name): _told(id, table, thing) for table, name, thing in _tables(id)}
    said |= {("condition", name): _lines(id).condition(name) for name in facts.conditions}
    assert [name for name, line in said.items() if not line] == []
    assert [(name, line) for name, line in said.items() if len(line) > LONGEST] == []


@each_book
def test_facts_lines_of_commands_are_short(id: str) -> None:
    facts, kinds = books()[id].facts, commands_of(books()[id])
    assert {*facts.commands, *COMMON} >= set(kinds)
    assert {kind for kind, _ in DETAILS.get(id, ())} == set(facts.details)
    said = [_lines(id).command(*told) for told in _commands(id)]
    assert [line for line in said if len(line) > LONGEST] == []


def _commands(id: str) -> list[tuple[type[Command], tuple[str, ...]]]:
    """Return the types of commands, and the details that change more than their things' lines."""
    return [*((kind, ()) for kind in commands_of(books()[id])), *DETAILS.get(id, ())]


@each_book
def test_facts_lines_are_sorted_by_slot(id: str) -> None:
    book, basis = books()[id], _basis(id)
    rows = [_facts(id, table, thing, basis) for table, _, thing in _tables(id)]
    rows += [book.facts.command(kind, basis, details) for kind, details in _commands(id)]
    for facts in rows:
        assert list(facts) == sorted(facts, key=lambda fact: fact.slot)


@each_book
def test_facts_lines_change_with_every_value_that_rules_read(id: str) -> None:
    seen, fields = set[tuple[str, str]](), set[tuple[str, str]]()
    for table, name, thing in _tables(id):
        for change in _changes(id, table, thing):
            fields.add((table, change.field))
            if _is_moot(id, table, change, thing):
                continue
            seen.add((table, change.field))
            assert _told(id, table, change.thing) != _told(id, table, thing), (
                f"the line of {name} in {table} stays the same with a different {change.field}"
            )
    for table, field in sorted(fields - seen):
        assert _shows(id, table, field), f"nothing in {table} shows {field}"


def _changes(id: str, table: str, thing: Any) -> Iterator[FieldChange]:
    unread = UNREAD.get(f"{id}.{table}", {})
    found = changes(thing, _ids(id), unread)
    return (change for change in found if change.field not in unread)


def _is_moot(id: str, table: str, change: FieldChange, thing: Any) -> bool:
    is_so = MOOT.get(f"{id}.{table}", {}).get(change.field)
    return is_so is not None and is_so(thing) and is_so(change.thing)


def _shows(id: str, table: str, field: str) -> bool:
    """Return whether a line shows a field that is moot in all shipped things.

    Try it in a thing changed so that the field matters.
    """
    for _, _, thing in (one for one in _tables(id) if one[0] == table):
        for before in _changes(id, table, thing):
            for after in _changes(id, table, before.thing):
                if after.field == field and not _is_moot(id, table, after, before.thing):
                    return _told(id, table, after.thing) != _told(id, table, before.thing)
    return False


def _facts(id: str, table: str, thing: Any, basis: AnyBasis) -> Facts:
    facts = books()[id].facts
    every: Mapping[str, Callable[..., Facts]] = {**facts.gear, "terrain": facts.ground}
    return every[table](thing, basis)


def _told(id: str, table: str, thing: Any) -> str:
    return _lines(id).text(_facts(id, table, thing, _basis(id)))


@each_book
def test_facts_lines_change_with_every_setting(id: str) -> None:
    basis, untold = _basis(id), UNTOLD.get(id, {})
    flags = [each.thing for each in changes(basis.settings, {}, untold) if _is_flag(each, basis)]
    told, fields = set(), set()
    for settings in (basis.settings, *flags):
        before = _all_lines(id, msgspec.structs.replace(basis, settings=settings))
        for change in changes(settings, _ids(id), untold):
            fields.add(change.field)
            after = _all_lines(id, msgspec.structs.replace(basis, settings=change.thing))
            told |= {change.field} if after != before else set()
    assert fields - told == set(), "no line changes with these settings"


def _is_flag(change: FieldChange, basis: AnyBasis) -> bool:
    """Return whether the changed setting is a flag, as others may matter only while it is on."""
    return isinstance(getattr(basis.settings, change.field), bool)


def _all_lines(id: str, basis: AnyBasis) -> list[str]:
    book, lines = books()[id], _lines(id)
    commands = [book.facts.command(kind, basis, details) for kind, details in _commands(id)]
    things = [_facts(id, table, thing, basis) for table, _, thing in _tables(id)]
    held = [book.facts.condition(kind, basis) for kind in book.facts.conditions]
    return [lines.text(facts) for facts in (*commands, *things, *held)]


@each_book
def test_facts_lines_join_their_parts_in_one_line(id: str) -> None:
    for table, _, thing in _tables(id):
        line, facts = _told(id, table, thing), _facts(id, table, thing, _basis(id))
        assert len(line.split(BETWEEN)) == len(facts)
        assert line[:1] == line[:1].upper()


@each_book
def test_facts_lines_are_short_for_each_holder(id: str) -> None:
    for figures in _data(id).figures.values():
        held = _lines(id).held_by(figures)
        said = [held.thing(name) for table in _data(id).gear.values() for name in table]
        said += [held.command(*told) for told in _commands(id)]
        assert [line for line in said if len(line) > LONGEST] == []


@each_book
def test_facts_lines_exist_for_everything_that_players_can_choose(id: str) -> None:
    for case in cases([id]):
        if is_large(case):
            continue
        battle = case.start()
        words = BattleSentences(battle.book, battle.world.scene.names)
        lines = FactsLines.of_battle(battle, words)
        for stop in stops(battle, Random(case.name), STOPS, case.start):
            legal = stop.legal() if isinstance(stop.stop, Ask) else ()
            bare = {one for one in legal if not lines.of_command(one)}
            assert {one for one in bare if not isinstance(one, Answer)} == set()
            said = [lines.of_unit(battle.id_of(unit)).condition(kind) for unit, kind in _held(stop)]
            assert all(said)


def _held(battle: Battle) -> Iterator[tuple[Entity, str]]:
    """Yield the conditions of all units, each with its unit."""
    for unit, held in battle.world.all(Conditions):
        yield from ((unit, condition.kind) for condition in held.all)
