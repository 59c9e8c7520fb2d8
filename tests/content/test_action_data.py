"""The shipped data of Action: enough of everything, no copies, and all in use."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from game.content.levels import all_levels, load_level
from game.rules.action.book import BOOK
from game.rules.action.schema import Figure
from game.rules.action.units.growth import grown
from game.terms.level import Level

FROM_THE_RULES = {"unarmed", "prone", "defending", "dying"}
"""Things that no kind names, because only the rules use them."""


LEFT_OUT = {"title", "about"}
DICE = {"damage", "heal", "sneak", "charge", "harm"}


@lru_cache(maxsize=1)
def levels() -> tuple[Level, ...]:
    found = (level for level in all_levels() if level.rulebook == "action")
    return tuple(load_level(level.path, {"action": BOOK}) for level in found)


def gear(table: str) -> Mapping[str, Any]:
    return levels()[0].gear[table]


@lru_cache(maxsize=1)
def kinds() -> dict[str, Figure]:
    """Return the kinds that appear in some level."""
    return {unit.kind: unit.stats_as(Figure) for level in levels() for unit in level.units}


def without_numbers(value: Any) -> Any:
    """Return a thing without its numbers, dice and texts."""
    if isinstance(value, msgspec.Struct):
        names = [name for name in value.__struct_fields__ if name not in LEFT_OUT]
        found = {name: without_numbers(getattr(value, name)) for name in names}
        return {n: bool(v) if n in DICE and isinstance(v, str) else v for n, v in found.items()}
    if isinstance(value, tuple):
        return [without_numbers(one) for one in value]
    return (value > 0) - (value < 0) if isinstance(value, int) else value


@pytest.mark.parametrize("table", ["arms", "armour", "powers", "items", "conditions"])
def test_no_two_things_differ_in_numbers_only(table: str) -> None:
    seen: dict[str, str] = {}
    for id, thing in gear(table).items():
        look = repr(without_numbers(thing))
        assert look not in seen, f"{id} is {seen[look]} with other numbers"
        seen[look] = id


def test_rulebook_has_enough_of_everything() -> None:
    creatures = [kind for kind in kinds().values() if not kind.hero]
    heroes = [kind for kind in kinds().values() if kind.hero]
    assert len(creatures) >= 16
    assert {kind.role for kind in creatures} == {
        *("brute", "skirmisher", "shooter", "caster", "leader"),
    }
    assert len(heroes) >= 8
    assert all(len(hero.growth) >= 3 for hero in heroes)
    made = [thing for thing in gear("arms").values() if not thing.natural]
    assert len(made) + len(gear("armour")) >= 24
    assert len(gear("powers")) >= 20
    assert len(gear("items")) >= 15


def carried() -> Iterator[str]:
    """Return everything that units of the levels have, or gain with their ranks."""
    for kind in (unit.stats_as(Figure) for level in levels() for unit in level.units):
        full = grown(msgspec.structs.replace(kind, rank=len(kind.growth)))
        yield from (*full.weapons, *full.powers, *full.items)
        yield from (piece for piece in (full.armour, full.shield) if piece)


def test_everything_is_used_in_some_level() -> None:
    every = {id for table in ("arms", "armour", "powers", "items") for id in gear(table)}
    assert every - set(carried()) - FROM_THE_RULES == set()


def test_every_condition_is_applied_by_something() -> None:
    things = [thing for table in ("arms", "powers", "items") for thing in gear(table).values()]
    parts = [getattr(thing, name, None) for thing in things for name in ("effect", "own")]
    brought = {part.condition for part in parts if part and part.condition}
    assert set(gear("conditions")) - brought - FROM_THE_RULES == set()
