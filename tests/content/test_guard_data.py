"""The shipped data of Guard: enough of everything, no copies, and all in use."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from game.content.levels import all_levels, load_level
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.rules.guard.book import BOOK
from game.rules.guard.growth import abilities_in
from game.rules.guard.schema import BARE, Figure, Settings
from game.terms.level import Level

LEFT_OUT = {"title", "about", "notice", "number"}
DICE = {"heal", "kills", "damage", "spite"}


@lru_cache(maxsize=1)
def levels() -> tuple[Level, ...]:
    found = (level for level in all_levels() if level.rulebook == "guard")
    return tuple(load_level(level.path, {"guard": BOOK}) for level in found)


def gear(table: str) -> Mapping[str, Any]:
    return levels()[0].gear[table]


@lru_cache(maxsize=1)
def kinds() -> Mapping[str, Figure]:
    figures = book_data(BOOK, levels_root()).figures
    return {id: kind for id, kind in figures.items() if isinstance(kind, Figure)}


def without_numbers(value: Any, name: str = "") -> Any:
    """Return a thing without its numbers, dice and texts."""
    if isinstance(value, msgspec.Struct):
        names = [name for name in value.__struct_fields__ if name not in LEFT_OUT]
        return {name: without_numbers(getattr(value, name), name) for name in names}
    if name in DICE and isinstance(value, str):
        return True
    if isinstance(value, tuple):
        return [without_numbers(one) for one in value]
    return (value > 0) - (value < 0) if isinstance(value, int) else value


def of_classes() -> set[str]:
    """Return the abilities of characters, as monsters' abilities may equal them."""
    return {id for one in gear("classes").values() for id in one.abilities}


@pytest.mark.parametrize("table", ["spells", "items", "of classes", "of monsters", "classes"])
def test_no_two_things_differ_in_numbers_only(table: str) -> None:
    seen: dict[str, str] = {}
    things = gear("abilities" if table.startswith("of ") else table)
    if table.startswith("of "):
        own = (table == "of classes",)
        things = {id: one for id, one in things.items() if (id in of_classes()) in own}
    for id, thing in things.items():
        look = repr(without_numbers(thing))
        assert look not in seen, f"{id} is {seen[look]} with other numbers"
        seen[look] = id


def test_no_two_kinds_of_monsters_differ_in_numbers_only() -> None:
    seen: dict[str, str] = {}
    for id, kind in kinds().items():
        if not kind.calling:
            look = repr(without_numbers(kind))
            assert look not in seen, f"{id} is {seen[look]} with other numbers"
            seen[look] = id


def test_rulebook_has_enough_of_everything() -> None:
    groups = [kind for kind in kinds().values() if not kind.calling]
    assert len(groups) >= 12
    assert {kind.fights for kind in groups} == {"melee", "ranged", "both"}
    assert {kind.against for kind in groups} == {"vigor", "quick", "mind"}
    assert {kind.targets for kind in groups} == {"spread", "focus"}
    assert len(gear("spells")) >= 12
    assert len(gear("items")) >= 12
    assert len(gear("classes")) >= 6
    assert len(levels()) >= 4


def test_everything_is_used_in_some_level() -> None:
    units = [(level, unit) for level in levels() for unit in level.units]
    used = {id for level, unit in units for id in abilities_in(level, unit)}
    for _, unit in units:
        stats = unit.stats_as(Figure)
        used |= {*stats.weapons, *stats.spells, *stats.items, stats.calling}
    every = {id for table in BOOK.schema.gear for id in gear(table)}
    assert every - used - {BARE} == set()
    assert kinds().keys() - {unit.kind for _, unit in units} == set()


def test_crawl_has_a_level_to_talk_through_and_one_to_sneak_past() -> None:
    settings = [level.settings_as(Settings) for level in levels()]
    assert any(one.talk and one.passing == "won" for one in settings)
    assert any(one.sneak and not one.talk for one in settings)
    assert any(not one.sneak and not one.talk for one in settings)
