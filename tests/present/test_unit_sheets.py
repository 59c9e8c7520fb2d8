"""The sheet of one's own unit has every stat and thing of its data; a foe's card does not."""

from collections.abc import Iterator

import msgspec
import pytest

from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.kind_stats import kind_figures, things_by_key
from game.present.picture import Card, card_of
from game.rules.action.schema import Figure
from game.rules.registry import find_books
from tests.conformance.books import shipped

BOOKS = find_books().books
SECRET = "action", "guard", "verdigris"
"""Rulebooks whose cards of foes leave out more than their items."""
MOST = 4
"""Number of levels of each rulebook."""


def opened(book: str) -> Iterator[Battle]:
    for _, make in shipped(book)[:MOST]:
        yield make()


def words_of(battle: Battle) -> BattleSentences:
    return BattleSentences(battle.book, battle.world.scene.names)


def labels(card: Card) -> set[str]:
    """Return the names of everything on a card."""
    rows = [line for _, things in card.kit for line in things]
    return {line.label for line in (*card.lines, *card.items, *rows)}


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_own_sheet_has_all_stats_and_things(book: str) -> None:
    told = 0
    for battle in opened(book):
        words, schema = words_of(battle), battle.book.schema
        for id, unit in battle.world.scene.units.items():
            card = card_of(battle, words, id, is_own=True)
            if card is None:
                continue
            stats = schema.final(unit.stats) if schema.final else unit.stats
            shown, life = labels(card), words.figure("life")
            figures = [one for one in kind_figures(battle.book, words, stats) if one.name != life]
            assert {one.name for one in figures} <= shown, id
            things = [one for some in things_by_key(schema, stats).values() for one in some]
            assert {words.thing(one) for one in things} <= shown, id
            rows = [line for _, some in card.kit for line in some]
            assert all(line.facts for line in (*rows, *card.items)), id
            told += len(figures)
    assert told > 5


def test_sheet_shows_attributes_of_zero_and_follows_the_data() -> None:
    battle = next(opened("action"))
    words, units = words_of(battle), battle.world.scene.units
    unit = next(it for id, it in units.items() if id.startswith("red."))
    assert isinstance(unit.stats, Figure)
    skills = msgspec.structs.replace(unit.stats.skills, stealth=7)
    changed = msgspec.structs.replace(unit.stats, agility=0, skills=skills)
    figures = {one.name: one.value for one in kind_figures(battle.book, words, changed)}
    assert figures["Agility"] == "0"
    assert figures["Stealth"] == "+7"


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_card_of_a_foe_is_no_sheet(book: str) -> None:
    battle = next(opened(book))
    words, sides = words_of(battle), battle.world.scene.level.sides
    view = battle.view(sides[0].id)
    foes = [id for id in battle.world.scene.units if not id.startswith(f"{sides[0].id}.")]
    cards = [card_of(view, words, id) for id in foes]
    sheets = [card_of(battle, words, id, is_own=True) for id in foes]
    pairs = [(a, b) for a, b in zip(cards, sheets, strict=True) if a and b]
    assert pairs
    assert all(labels(card) <= labels(sheet) for card, sheet in pairs)
    if book in SECRET:
        assert any(labels(card) < labels(sheet) for card, sheet in pairs)
