"""The shipped data of Verdigris: enough of everything, no copies, and all in use."""

from functools import lru_cache
from typing import Any

import msgspec
import pytest

from game.content.levels import all_levels, load_level
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.rules.verdigris.book import BOOK
from game.rules.verdigris.lints import NATURAL
from game.rules.verdigris.schema import Figure
from game.terms.level import Level

LEFT_OUT = {"title", "about", "low", "high"}


@lru_cache(maxsize=1)
def levels() -> tuple[Level, ...]:
    """Return the game's levels."""
    found = (level.path for level in all_levels() if level.rulebook == "verdigris")
    return tuple(load_level(path, {"verdigris": BOOK}) for path in found)


def gear(table: str) -> dict[str, Any]:
    return dict(levels()[0].gear[table])


def without_numbers(value: Any) -> Any:
    """Return a thing without its numbers, dice and texts."""
    if isinstance(value, msgspec.Struct):
        names = [name for name in value.__struct_fields__ if name not in LEFT_OUT]
        return {name: without_numbers(getattr(value, name)) for name in names}
    if isinstance(value, str):
        return value if not any(sign.isdigit() for sign in value) else "dice"
    if isinstance(value, int):
        return (value > 0) - (value < 0)
    return value


@pytest.mark.parametrize("table", ["arms", "armour", "mounts", "talents", "injuries", "items"])
def test_no_two_things_differ_in_numbers_only(table: str) -> None:
    seen: dict[str, str] = {}
    for id, thing in gear(table).items():
        look = repr(without_numbers(thing))
        assert id in NATURAL or look not in seen, f"{id} is {seen[look]} with other numbers"
        seen[look] = id


def test_rulebook_has_enough_of_everything() -> None:
    kinds = {unit.kind: unit.stats_as(Figure) for level in levels() for unit in level.units}
    heroes = [kind for kind in kinds.values() if kind.hero]
    assert (len(heroes) >= 6, len(kinds) - len(heroes) >= 12) == (True, True)
    arms = {id: one for id, one in gear("arms").items() if id not in NATURAL}
    assert len(arms) >= 20
    assert {one.skill for one in arms.values()} == {"melee", "bows", "crossbows", "blackpowder"}
    assert len(gear("armour")) >= 8
    assert len(gear("mounts")) >= 3
    assert len(gear("injuries")) >= 12
    assert len(gear("items")) >= 12
    assert len(levels()) >= 4


def test_every_kind_is_in_a_level() -> None:
    kinds = book_data(BOOK, levels_root()).kinds
    assert set(kinds) == {unit.kind for level in levels() for unit in level.units}


def carried(kind: Figure) -> set[str]:
    """Return everything that a kind has."""
    pieces = (kind.weapon, kind.armour, kind.shield, kind.mount)
    things = (*kind.belt, *kind.pack, *kind.belt_weapons, *kind.pack_weapons, *kind.talents)
    return {piece for piece in (*pieces, *things) if piece}


def test_everything_is_carried_by_some_kind() -> None:
    kinds = (unit.stats_as(Figure) for level in levels() for unit in level.units)
    held = {thing for kind in kinds for thing in carried(kind)}
    tables = ("arms", "armour", "mounts", "talents", "items")
    every = {id for table in tables for id in gear(table)}
    assert every - held - set(NATURAL) == set()
