"""A second rulebook is registered, decoded and worded like any other."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from game.content.values.book_data import book_data
from game.engine.agenda_machine import machine_of
from game.present.battle_sentences import PARTS, SUMS, BattleSentences
from game.rules.registry import BooksOnDemand, find_books
from game.terms.agenda import AgendaItem, Ask, Chain
from game.terms.events import COMMON, name_of
from tests.books.tag import LEVEL_RULES
from tests.books.tag.book import BOOK
from tests.books.tag.schema import Figure, Shoes

LEVELS = Path(__file__).parents[2] / "books" / "levels"


def test_registry_accepts_rulebooks_from_outside_the_game() -> None:
    registry = find_books(("tests.books.tag",))
    assert registry.books["tag"] is BOOK
    assert "contest" in registry.books
    assert registry.broken == {}
    assert "tag" not in find_books().books


OTHER = replace(LEVEL_RULES, id="other")


def put_package(monkeypatch: pytest.MonkeyPatch, name: str, rules: object, book: object) -> None:
    """Let a package with these level rules and this book be imported."""
    package, module = ModuleType(name), ModuleType(f"{name}.book")
    package.LEVEL_RULES = rules  # type: ignore[attr-defined]
    module.BOOK = book  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, package)
    monkeypatch.setitem(sys.modules, f"{name}.book", module)


@pytest.mark.parametrize(
    ("rules", "book", "reason"),
    [
        (replace(LEVEL_RULES, api=99), BOOK, "ValueError: the book 'tag' needs api 99"),
        (LEVEL_RULES, BOOK, "ValueError: there is already a book 'tag'"),
        ("none", BOOK, "TypeError: LEVEL_RULES must be LevelRules, not a str"),
        (OTHER, BOOK, "TypeError: BOOK must be a Book with the LEVEL_RULES of its package"),
        (OTHER, "no book", "TypeError: BOOK must be a Book with the LEVEL_RULES of its package"),
    ],
)
def test_broken_rulebook_is_disabled_by_name(
    rules: object, book: object, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_package(monkeypatch, "spoiled", rules, book)
    registry = find_books(("tests.books.tag", "spoiled", "tests.books.nowhere"))
    assert set(registry.books) >= {"contest", "tag"}
    assert "other" not in registry.books
    assert registry.broken["spoiled"].startswith(reason)
    assert registry.broken["nowhere"].startswith("ModuleNotFoundError")


def shelf(*extra: str) -> tuple[BooksOnDemand, dict[str, str]]:
    told: dict[str, str] = {}
    return BooksOnDemand(extra, told.__setitem__), told


def test_one_rulebook_of_the_shelf_is_imported_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    books, told = shelf("tests.books.tag", "tests.books.nowhere")
    monkeypatch.delitem(sys.modules, "game.rules.contest")
    assert books["tag"] is BOOK
    assert "tag" in books
    assert "game.rules.contest" not in sys.modules
    assert told == {}


def test_level_rules_of_the_shelf_are_loaded_without_the_rules_of_battles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    books, told = shelf("tests.books.tag")
    monkeypatch.delitem(sys.modules, "tests.books.tag.book")
    assert books.level_rules["tag"] is LEVEL_RULES
    assert "tests.books.tag.book" not in sys.modules
    assert set(books.level_rules) == set(books)
    assert all(book.level_rules is books.level_rules[id] for id, book in books.items())
    assert told == {}


def test_levels_can_be_checked_though_the_rules_of_battles_are_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put_package(monkeypatch, "other", OTHER, "no book")
    books, told = shelf("other")
    assert books.level_rules["other"] is OTHER
    assert told == {}
    assert "other" not in books
    assert told["other"].startswith("TypeError: BOOK must be a Book")
    told.clear()
    assert "other" not in books
    assert told == {}


def test_shelf_lists_all_rulebooks_and_reports_broken_ones() -> None:
    extra = ("tests.books.tag", "tests.books.nowhere")
    (books, told), registry = shelf(*extra), find_books(extra)
    assert list(books) == sorted(registry.books)
    assert len(books) == len(registry.books)
    assert told == registry.broken
    assert told["nowhere"].startswith("ModuleNotFoundError")


def test_unknown_or_broken_rulebook_is_searched_for_in_all_packages() -> None:
    for id in ("chess", "nowhere"):
        books, told = shelf("tests.books.nowhere")
        assert id not in books
        assert "nowhere" in told


def test_rulebook_can_have_another_name_than_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    put_package(monkeypatch, "other", LEVEL_RULES, BOOK)
    books, told = shelf("other")
    assert books["tag"] is BOOK
    assert told == {}


def test_rulebooks_data_are_read_from_its_own_folder() -> None:
    data = book_data(BOOK, LEVELS)
    assert isinstance(data.figures["sprinter"], Figure)
    assert isinstance(data.gear["shoes"]["boots"], Shoes)
    assert data.gear["shoes"]["boots"].steps == 3


def test_every_event_command_ask_and_roll_has_its_sentence() -> None:
    texts = BattleSentences(BOOK, {}).texts
    for event in (*COMMON, *BOOK.events):
        assert texts.has("event", name_of(event)), event
        known = {*event.__struct_fields__, *PARTS, *SUMS, "dice"}
        assert set(texts.fields("event", name_of(event))) <= known
    for rules in BOOK.asks:
        assert texts.has("ask", rules.ask.name)
    for why in ("touch", "damage"):
        assert texts.has("why", why)


def test_every_item_of_the_rulebook_has_a_system_and_no_ask_or_chain_has() -> None:
    machine = machine_of(BOOK)
    for record in BOOK.records:
        if issubclass(record, AgendaItem):
            assert machine.handles(record) != issubclass(record, Ask | Chain), record
