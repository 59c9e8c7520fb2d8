"""The shipped levels of Action: each produces its situation, and all gear is used."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from game.content.levels import all_levels, load_level
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.rules.action.book import BOOK
from game.rules.action.schema import Effect, Figure
from game.rules.action.units.growth import grown
from game.terms.level import Level
from tests.rules.levels.brisk import Goals, Told, happens

BATTLES = 8
MOST = 5
"""Minimum number of battles that must produce the situation."""

SURE = {"unarmed", "prone", "defending", "dying"}
"""Things that every unit has, or that the rules themselves apply."""


def is_cover(event: Told) -> bool:
    """Return whether an attack was rolled against cover."""
    parts = event.get("modifiers", ()) if event.get("why") == "attack" else ()
    return any(part["rule"] == "ACT-32" for part in parts)


def is_struck_leaving(event: Told) -> bool:
    """Return whether a unit attacked a foe that left its reach."""
    return bool(event["event"] == "reacted" and event["rule"] == "ACT-17")


def is_surprised(event: Told) -> bool:
    """Return whether a unit of the party was surprised."""
    return bool(event["event"] == "surprised" and str(event["unit"]).startswith("red."))


def is_squeezed(event: Told) -> bool:
    """Return whether a squeezed unit attacked or was attacked."""
    return any(part["rule"] == "ACT-25" for part in event.get("modifiers", ()))


def has_crossed(event: Told) -> bool:
    """Return whether a unit crossed from ship to ship."""
    return bool(event["event"] == "crossed_over")


def is_up_again(event: Told) -> bool:
    """Return whether a healer brought a dying unit up; no unit recovers by luck."""
    return bool(event["event"] == "recovered")


def has_changed(terrain: str) -> Callable[[Told], bool]:
    """Return a function that returns whether tiles have become this terrain."""
    return lambda event: bool(event["event"] == "terrain_changed" and event["terrain"] == terrain)


Case = tuple[str, Callable[[Told], bool], Goals, int]
CASES: tuple[Case, ...] = (
    ("toll_bar", is_cover, {}, 3),
    ("long_bridge", is_struck_leaving, {"red": ((22, 5),)}, 6),
    ("hollow_way", is_surprised, {}, 1),
    ("under_the_mill", is_squeezed, {}, 6),
    ("night_ferry", has_crossed, {}, 4),
    ("drowned_chapel", is_up_again, {}, 5),
    ("barrel_slide", is_cover, {}, 8),
    ("lock_up", has_changed("door"), {}, 8),
    ("weir", has_changed("water"), {"red": ((6, 4), (6, 9))}, 2),
)
LONGER: tuple[Case, ...] = (
    ("goose_fair", has_changed("portcullis"), {"red": ((23, 2),)}, 6),
    ("company_yard", has_changed("portcullis"), {}, 7),
)


@pytest.mark.parametrize(("level", "sought", "goals", "rounds"), CASES, ids=[c[0] for c in CASES])
def test_level_produces_the_situation_it_was_made_for(
    level: str, sought: Callable[[Told], bool], goals: Goals, rounds: int
) -> None:
    count = sum(happens(level, seed, sought, goals, rounds) for seed in range(BATTLES))
    assert count >= MOST, f"in {count} of {BATTLES} battles"


@pytest.mark.long
@pytest.mark.parametrize(("level", "sought", "goals", "rounds"), LONGER, ids=[c[0] for c in LONGER])
def test_larger_level_produces_the_situation_it_was_made_for(
    level: str, sought: Callable[[Told], bool], goals: Goals, rounds: int
) -> None:
    count = sum(happens(level, seed, sought, goals, rounds) for seed in range(BATTLES))
    assert count >= MOST, f"in {count} of {BATTLES} battles"


def test_shots_cross_from_ship_to_ship() -> None:
    def is_shot(event: Told) -> bool:
        # no unit crosses in the first round, so an attack across is a shot
        return bool(event["event"] == "attacked" and event["unit"][:3] != event["target"][:3])

    count = sum(happens("night_ferry", seed, is_shot, {}, 1) for seed in range(BATTLES))
    assert count >= MOST, f"in {count} of {BATTLES} battles"


# No unused entries in the rulebook's files


def levels() -> tuple[Level, ...]:
    """Return the shipped levels of the rulebook."""
    books = {"action": BOOK}
    return tuple(
        load_level(found.path, books) for found in all_levels() if found.rulebook == "action"
    )


LEVELS = levels()


def figures() -> Iterator[Figure]:
    """Yield all units of the levels, with the growths of their ranks."""
    for level in LEVELS:
        for unit in level.units:
            yield grown(unit.stats)


def laid_on(level: Level) -> Iterator[str]:
    """Yield the conditions that used weapons, powers and items apply."""
    used = {id for one in figures() for id in (*one.weapons, *one.powers, *one.items)}
    for table in ("arms", "powers", "items"):
        things: Mapping[str, Any] = level.gear[table]
        for id, thing in things.items():
            effects: tuple[Effect | None, ...] = (thing.effect, getattr(thing, "own", None))
            yield from (e.condition for e in effects if id in used and e and e.condition)


def test_every_kind_is_in_some_level() -> None:
    kinds = book_data(BOOK, levels_root()).kinds
    assert set(kinds) - {unit.kind for level in LEVELS for unit in level.units} == set()


@pytest.mark.parametrize("table", ["arms", "armour", "powers", "items", "conditions"])
def test_every_thing_is_used_in_some_level(table: str) -> None:
    used = {
        "arms": {id for one in figures() for id in one.weapons},
        "armour": {id for one in figures() for id in (one.armour, one.shield) if id},
        "powers": {id for one in figures() for id in one.powers},
        "items": {id for one in figures() for id in one.items},
        "conditions": set(laid_on(LEVELS[0])),
    }
    assert set(LEVELS[0].gear[table]) - used[table] - SURE == set()
