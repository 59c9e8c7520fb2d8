"""A second book is registered, decoded and worded like any other."""

import dataclasses
import sys
from pathlib import Path
from types import ModuleType

import pytest

from game.content.books import book_data
from game.engine.battle import machine_of
from game.rules.registry import find_books
from game.session.words import Words
from game.terms.agenda import Ask, Chain, Item
from game.terms.events import COMMON, name_of
from tests.books.sketch import BOOK
from tests.books.sketch.schema import Figure, Weapon

LEVELS = Path(__file__).parents[2] / "books" / "levels"


def test_the_registry_takes_books_from_outside_the_game() -> None:
    registry = find_books(("tests.books.sketch",))
    assert registry.books["sketch"] is BOOK
    assert "contest" in registry.books
    assert registry.broken == {}
    assert "sketch" not in find_books().books


@pytest.mark.parametrize(
    ("book", "reason"),
    [
        (dataclasses.replace(BOOK, api=99), "ValueError: the book 'sketch' is written for api 99"),
        (BOOK, "ValueError: there is a book 'sketch' already"),
        ("no book", "TypeError: BOOK is a str, not a Book"),
    ],
)
def test_a_broken_book_is_set_aside_by_name(
    book: object, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("spoiled")
    module.BOOK = book  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spoiled", module)
    registry = find_books(("tests.books.sketch", "spoiled", "tests.books.nowhere"))
    assert set(registry.books) >= {"contest", "sketch"}
    assert registry.broken["spoiled"].startswith(reason)
    assert registry.broken["nowhere"].startswith("ModuleNotFoundError")


def test_its_data_is_read_from_its_own_folder() -> None:
    data = book_data(BOOK, LEVELS)
    assert isinstance(data.figures["fencer"], Figure)
    assert isinstance(data.gear["arms"]["bow"], Weapon)
    assert data.gear["arms"]["bow"].range == 8


def test_every_event_command_ask_and_roll_has_its_sentence() -> None:
    texts = Words(BOOK, {}).texts
    for event in (*COMMON, *BOOK.events):
        assert texts.has("event", name_of(event)), event
        known = {*event.__struct_fields__, "dice"}
        assert set(texts.fields("event", name_of(event))) <= known
    for rules in BOOK.asks:
        assert texts.has("ask", rules.ask.name)
    assert texts.has("ask", "parry")
    for why in ("initiative", "attack", "damage"):
        assert texts.has("why", why)


def test_every_item_of_the_book_has_a_system_and_no_ask_or_chain_has() -> None:
    machine = machine_of(BOOK)
    for record in BOOK.records:
        if issubclass(record, Item):
            assert machine.handles(record) != issubclass(record, Ask | Chain), record
