"""The shipped classes, groups, spells and items: enough, all used, none a copy of another."""

from itertools import combinations
from typing import Any

import pytest

from game.content.levels import all_levels, load_level
from game.rules.guard.book import BOOK
from game.rules.guard.schema import DeedEffect
from tests.rules.guard.crawl import data

LEVELS = [
    load_level(found.path, {"guard": BOOK})
    for found in all_levels()
    if found.rulebook == "guard" and found.path.parent.name == "crawl"
]
KINDS = data("bestiary")
GROUPS = {id: kind for id, kind in KINDS.items() if "calling" not in kind}
CHARACTERS = {id: kind for id, kind in KINDS.items() if "calling" in kind}
WORDS = "title", "about", "price", "cost", "uses"
"""Keys that don't count as a difference between two things: texts and costs."""


def test_rulebook_has_enough_to_choose_from() -> None:
    assert len(GROUPS) >= 12
    assert len(data("spells")) >= 12
    assert len(data("items")) >= 12
    classes = data("classes")
    assert len(classes) >= 6
    assert all(len(set(one["abilities"])) >= 2 for one in classes.values())
    assert len(LEVELS) == 4


def shape(value: Any) -> Any:
    """Return a thing without its texts, numbers and dice."""
    if isinstance(value, dict):
        kept = {key: shape(it) for key, it in value.items() if key not in WORDS}
        return {key: it for key, it in kept.items() if it not in (None, 0, False, "", [])}
    if isinstance(value, str) and value[:1].isdigit():
        return "dice"
    return (value > 0) - (value < 0) if type(value) is int else value


OF_CLASSES = {id for one in data("classes").values() for id in one["abilities"]}


@pytest.mark.parametrize("of_classes", [True, False])
@pytest.mark.parametrize("table", ["spells", "items", "abilities"])
def test_no_two_things_differ_by_their_numbers_only(table: str, of_classes: bool) -> None:
    """Let monsters share an ability of a class, because ranks apply to both."""
    things = {
        id: shape(thing)
        for id, thing in data(table).items()
        if table != "abilities" or (id in OF_CLASSES) == of_classes
    }
    assert [pair for pair in combinations(things, 2) if things[pair[0]] == things[pair[1]]] == []


def test_every_group_fights_in_its_own_way() -> None:
    """Compare how groups fight, their targets, the die against them, and their abilities."""
    ways = {
        id: tuple(str(kind.get(key)) for key in ("fights", "targets", "against", "abilities"))
        for id, kind in GROUPS.items()
    }
    assert len(set(ways.values())) == len(GROUPS)


def test_every_ability_is_used() -> None:
    of_groups = {id for one in GROUPS.values() for id in one.get("abilities", ())}
    assert OF_CLASSES | of_groups == set(data("abilities"))
    counts = [len(one["abilities"]) for one in data("classes").values()]
    assert sum(counts) == len(OF_CLASSES), "two classes share an ability"


def test_every_spell_and_item_is_used() -> None:
    for table in ("spells", "items"):
        had = {id for kind in CHARACTERS.values() for id in kind.get(table, ())}
        assert had == set(data(table)), table


def test_every_thing_has_an_effect() -> None:
    for table in ("spells", "items"):
        for id, thing in data(table).items():
            assert thing.get("effect", {}), id
            assert set(thing["effect"]) <= set(DeedEffect.__struct_fields__), id


def test_every_kind_is_in_the_crawl() -> None:
    there = {unit.kind for level in LEVELS for unit in level.units}
    assert set(CHARACTERS) - there == set()
