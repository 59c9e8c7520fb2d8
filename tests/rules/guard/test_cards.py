"""Cards of characters and groups, and tokens that don't hide one another."""

from typing import Any

import pytest

from game.components.unit import Position
from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.picture import Card, card_of
from game.rules.guard.book import BOOK
from tests.rules.guard.crawl import fight, turn
from tests.scenario import Play

CRAWL = "toll_house", "kennel", "ossuary", "under_bridge", "first_guard"


def card(play: Play, unit: str) -> Card:
    found = card_of(
        play.battle.view("red"), BattleSentences(BOOK, play.battle.world.scene.names), unit
    )
    assert found is not None
    return found


def kit(play: Play, unit: str) -> dict[str, list[str]]:
    return {head: [thing.label for thing in things] for head, things in card(play, unit).kit}


def lines(play: Play, unit: str) -> dict[str, str]:
    return {line.label: line.value for line in card(play, unit).lines}


def test_card_lists_weapons_and_abilities() -> None:
    units: dict[str, Any] = {"a": {"spells": ["spark"], "focus": 2}, "p": {"abilities": ["crowd"]}}
    play = fight(".|a|p|.", **units)
    assert kit(play, "red.a") == {
        "Weapons": ["Stick", "Bow"],
        "Spells": ["Spark"],
        "Abilities": ["Nothing", "Nothing_more"],
    }
    assert kit(play, "blue.p") == {"Abilities": ["Crowd"]}


def test_card_shows_the_numbers_of_each_front() -> None:
    play = fight(".|ab|p|.", p={"number": 3})
    assert lines(play, "red.a")["Front guards, own against foe's"] == "2 : 3"
    assert lines(play, "red.a")["Outnumbered"] == "yes"
    assert lines(play, "blue.p")["Front guards, own against foe's"] == "3 : 2"
    turn(play, "attack red.a blue.p stick", 6)
    assert lines(play, "red.a")["Front guards, own against foe's"] == "2 : 1"
    assert "Outnumbered" not in lines(play, "red.a")


def test_card_shows_conditions_with_number_and_cause() -> None:
    play = fight(".|ab|p|.", a={"items": ["oil"]})
    turn(play, "use red.a oil")
    (held,) = card(play, "red.a").conditions
    assert (held.title, held.about) == ("+1 on attack rolls", "Oil")


@pytest.mark.parametrize("name", CRAWL)
def test_no_unit_begins_directly_behind_or_before_another(name: str) -> None:
    """Try levels whose ranks all have enough room for this."""
    battle = Battle.start(BOOK, load_level(find_level(name), {"guard": BOOK}))
    cells = {position.at for _, position in battle.world.all(Position)}
    assert not any((x, y + 1) in cells for x, y in cells)


def test_card_shows_the_targets_of_a_group() -> None:
    """Order targets by kills of the group last round, then by all kills, then by least life."""
    play = fight("c|ab|pq|.", b={"life": 9}, q={"targets": "focus"})
    assert (lines(play, "blue.p")["Prefers"], lines(play, "blue.q")["Prefers"]) == ("B, A, C", "B")
    turn(play, "attack red.a blue.p stick", 6)
    assert lines(play, "blue.p")["Prefers"] == "A, B, C"
